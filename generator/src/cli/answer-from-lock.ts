import { parseArgs } from "node:util";
import { findProject, type InputPlaces } from "../io/find-project.js";
import { escapeLines, escapeUnprintable } from "../io/text.js";
import { type FileReport, quickResult, showsEverything } from "../output/unchanged.js";
import { type Format, type GivenOptions, givenTwice, type Invocation, isCommand } from "../project/options.js";
import { soundProjects } from "../project/package-options.js";
import { chosenProjects, headingOf, inputPlacesOf } from "../project/places.js";

// The answer of `generate` and `check` where the lock has it, with nothing but Node's own modules.

const PLAIN_OPTIONS = {
  config: { type: "string" },
  out: { type: "string" },
  quiet: { type: "boolean" },
} as const;

/** Reads the plain forms of `generate`, `check` and `types`; anything else, mistakes included, is not for it. */
export function readPlainForm(args: readonly string[]): Invocation | undefined {
  const [first] = args;
  const command = isCommand(first) ? first : "generate";
  const isTypes = command === "types";
  if (command !== "generate" && command !== "check" && !isTypes) return undefined;
  const rest = isCommand(first) ? args.slice(1) : [...args];
  if (rest.length === 0 && !isTypes) return { command, files: [], options: {} };
  try {
    const asked = { args: rest, allowPositionals: true } as const;
    const { values, positionals } = isTypes
      ? parseArgs({ ...asked, options: { output: { type: "string", short: "o" } } })
      : parseArgs({ ...asked, options: PLAIN_OPTIONS });
    if (givenTwice(args) !== undefined) return undefined;
    const areFiles = isTypes ? positionals.length === 1 : positionals.every((file) => file.endsWith(".json"));
    return areFiles ? { command, files: positionals, options: { ...values } } : undefined;
  } catch {
    return undefined;
  }
}

/** As much of a result as its end needs. */
interface Summarized {
  readonly files?: FileReport | undefined;
  readonly summary: string;
  readonly details?: { readonly markdown?: unknown } | undefined;
}

/** The end of what is printed of a result: every file where it is asked for, and the summary. */
export function summaryText(
  { files = {}, summary, details }: Summarized,
  { verbose, format }: { readonly verbose: boolean; readonly format: Format },
): string {
  if (format === "markdown" && details?.markdown !== undefined) return "";
  const lines = Object.entries(files).flatMap(([state, paths]) =>
    paths.map((path) => `${state} ${escapeUnprintable(path)}`),
  );
  return `${escapeLines([...(verbose ? lines : []), summary].join("\n"))}\n`;
}

/** What the lock says of a command line: what to print, that something has changed, or nothing, as it is not asked so. */
export type LockAnswer =
  { readonly kind: "current"; readonly text: string } | { readonly kind: "changed" } | { readonly kind: "unknown" };

/** Answers the plain forms of `generate` and `check` from the lock, with nothing but Node's own modules. */
export function answerFromLock(args: readonly string[], workingDirectory: string): LockAnswer {
  const invocation = readPlainForm(args);
  const project = findProject(workingDirectory);
  const all = soundProjects(project);
  if (invocation === undefined || invocation.command === "types" || all === undefined) return { kind: "unknown" };
  const chosen = chosenProjects(invocation, all, project, workingDirectory);
  if ("conflict" in chosen) return { kind: "unknown" };
  const asked = chosen.projects.map((configured) => ({
    options: { ...configured, ...invocation.options },
    places: inputPlacesOf(invocation, configured, project, workingDirectory),
  }));
  let text = "";
  for (const { options, places } of asked) {
    const answer = answerOf(invocation, options, places);
    if (asked.length === 1) return answer;
    // Where one of several has changed, each is asked again.
    if (answer.kind !== "current") return { kind: "unknown" };
    text += `${answer.text === "" ? "" : headingOf(places)}${answer.text}`;
  }
  return { kind: "current", text };
}

function answerOf(invocation: Invocation, options: GivenOptions, places: InputPlaces): LockAnswer {
  const { format = "pretty", quiet = false, verbose = false } = options;
  if (format === "json") return { kind: "unknown" };
  const result = quickResult(invocation.command, places);
  if (result === undefined) return { kind: "changed" };
  const isAsked = result.documentNotes > 0 && showsEverything({ format, verbose, quiet });
  if (result.remarks > 0 || isAsked) return { kind: "unknown" };
  return { kind: "current", text: quiet ? "" : summaryText(result, { format, verbose }) };
}
