import { readText } from "./read-file.js";

/** What of a package.json decides how its projects are emitted; each value may be anything. */
export interface Manifest {
  readonly type?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
}

let last: { readonly text: string; readonly manifest: Manifest } | undefined;

/** What a package.json says; nothing where it cannot be read. Parsed once for all projects, as long as its text stays. */
export function manifestIn(packageFile: string): Manifest {
  const read = readText(packageFile);
  if (!("text" in read)) return {};
  if (last?.text !== read.text) last = { text: read.text, manifest: parsed(read.text) };
  return last.manifest;
}

function parsed(text: string): Manifest {
  try {
    return Object(JSON.parse(text)) as Manifest;
  } catch {
    return {};
  }
}
