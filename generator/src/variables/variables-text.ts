import { escapeUnprintable } from "../files/escape.js";
import type { Paint } from "../diagnostics/pretty.js";
import type { VariablePlace, VariableUse } from "./variables.js";
import { largest } from "../files/largest.js";

/** What a variable holds, in a few words. */
export function holdsText(place: VariablePlace): string {
  switch (place.kind) {
    case "credential":
      return `${place.field} of ${place.scheme}`;
    case "parameter":
      return `parameter ${place.parameter}`;
    case "baseUrl":
      return `base URL of the service ${place.service}`;
    case "input":
      return `default input ${place.pointer} of ${place.useCase}${place.provider === undefined ? "" : ` with ${place.provider}`}`;
  }
}

/** A table by provider and profile: name, set or not, and what it holds. */
export function variablesTable(uses: readonly VariableUse[], isSet: (name: string) => boolean, paint: Paint): string {
  const width = largest(uses.map(({ name }) => name.length));
  const sections = groupsOf(uses).map(([title, members]) => {
    const lines = members.map(({ name, place }) => {
      const state = isSet(name) ? paint.green("set    ") : paint.red("not set");
      return `  ${name.padEnd(width)}  ${state}  ${escapeUnprintable(holdsText(place))}`;
    });
    return [paint.bold(escapeUnprintable(title)), ...lines].join("\n");
  });
  return sections.map((section) => `${section}\n\n`).join("");
}

/** A file of `NAME=` lines to fill in, each name once, with what it holds. Next.js reads its copy by itself. */
export function exampleFile(uses: readonly VariableUse[], isNextApp = false): string {
  const seen = new Set<string>();
  const sections = groupsOf(uses).map(([title, members]) => {
    const lines = members.flatMap(({ name, place }) => {
      if (seen.has(name)) return [];
      seen.add(name);
      return [`# ${escapeUnprintable(holdsText(place))}`, `${name}=`];
    });
    return lines.length === 0 ? "" : [`# ${escapeUnprintable(title)}`, ...lines].join("\n");
  });
  return [isNextApp ? NEXT_HEAD : HEAD, ...sections.filter((section) => section !== "")].join("\n\n");
}

/** Names that such a file does not have. */
export function unlistedNames(text: string, names: readonly string[]): readonly string[] {
  const listed = new Set(Array.from(text.matchAll(/^(?:export )?([A-Za-z_][A-Za-z0-9_]*)\s*=/gm), ([, name]) => name));
  return names.filter((name) => !listed.has(name));
}

const NEXT_HEAD =
  "# Copy this to .env.local, which is not committed, and fill it in. Next.js reads it, on the server only.";
const HEAD = "# Copy this to .env, which is not committed, and fill it in: node --env-file=.env …";

function groupsOf(uses: readonly VariableUse[]): readonly (readonly [string, readonly VariableUse[]])[] {
  const groups = new Map<string, VariableUse[]>();
  for (const use of uses) {
    const title = "provider" in use.of ? use.of.provider : use.of.profile;
    const known = groups.get(title);
    if (known === undefined) groups.set(title, [use]);
    else known.push(use);
  }
  return [...groups];
}
