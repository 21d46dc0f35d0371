import { toPointer } from "../config/env.js";
import { has } from "../config/options.js";
import type { ClientJson } from "./client-json.generated.js";
import { fileKind, readFileValue } from "./file-value.js";
import { error, type Issue } from "./issue.js";

/** Checks the form of every `file:` value and `file` in a client configuration (rules F5); no file is looked at. */
export function checkFiles({ profiles = {}, providers = {} }: ClientJson): Issue[] {
  return [
    ...Object.entries(profiles).flatMap(([name, profile]) => {
      const place = toPointer("profiles", name);
      const settings = typeof profile === "string" ? {} : (profile.providers ?? {});
      return [
        ...(typeof profile === "string" && !profile.startsWith("file:") ? [] : checkFile(profile, place)),
        ...Object.entries(settings).flatMap(([provider, value]) =>
          checkFile(value, `${place}/providers${toPointer(provider)}`),
        ),
      ];
    }),
    ...Object.entries(providers).flatMap(([name, value]) => checkFile(value, toPointer("providers", name))),
  ];
}

function checkFile(value: string | { readonly file?: string | undefined }, pointer: string): Issue[] {
  const isShorthand = typeof value === "string";
  const text = isShorthand ? value : value.file;
  if (text === undefined) return [];
  const read = readFileValue(text);
  const problem = has(read, "problem") ? read.problem : importProblem(read.path);
  return problem === undefined
    ? []
    : [error("SW1303", isShorthand ? pointer : `${pointer}/file`, `the path ${problem}`)];
}

/** A map is imported, and to Node and bundlers an import is a URL: of `a?.ts` they would run `a`. */
function importProblem(path: string): string | undefined {
  const [character] = fileKind(path) === "map" ? (/[?#%\\]/.exec(path) ?? []) : [];
  return character && `has a ${JSON.stringify(character)}, which means something else in an import: rename the map`;
}
