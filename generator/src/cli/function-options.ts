import { statSync } from "node:fs";

// The options of the functions, read before anything is done.

/** What an option may be; or one of some words. */
type Kind = "string" | "boolean" | "list" | "folder" | readonly string[];
type Kinds = Readonly<Record<string, Kind>>;

const PROJECT: Kinds = { cwd: "folder", config: "string", out: "string" };
const DEFINITIONS: Kinds = { ...PROJECT, definitions: "list" };
export const CHECK: Kinds = { ...DEFINITIONS, full: "boolean" };
export const PLUGIN: Kinds = { ...DEFINITIONS, build: ["check", "generate"] };
export const GENERATE: Kinds = { ...DEFINITIONS, force: "boolean", dryRun: "boolean" };
export const DIFF: Kinds = {
  ...PROJECT,
  base: "string",
  failOn: ["breaking", "behavioural", "any", "none"],
  used: "boolean",
};

/** A copy by own properties, with the folder to begin from. */
export function readOptions<Options extends object>(
  options: Options,
  kinds: Kinds,
): Options & { readonly cwd: string } {
  const read = Object.assign(Object.create(null) as { cwd: string }, ownOptions(options, kinds));
  read.cwd ??= workingDirectory();
  return read;
}

/** A copy by own properties. An instance of a class, a `Map` for one, may have none: it would be ignored. */
export function ownOptions<Options extends object>(options: Options, kinds: Kinds): Options {
  if (!isPlain(options)) throw new TypeError("the options must be a plain object");
  const given = Object.entries(options).filter(([name, value]) => value !== undefined || !Object.hasOwn(kinds, name));
  for (const [name, value] of given) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined)
      throw new TypeError(`unknown option ${JSON.stringify(name)}: known options are ${Object.keys(kinds).join(", ")}`);
    const problem = problemOf(value, kind);
    if (problem !== undefined) throw new TypeError(`the option ${name} ${problem}`);
  }
  return Object.assign(Object.create(null) as Options, Object.fromEntries(given));
}

/** It may have been removed since the process went there. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new TypeError("the working directory no longer exists: pass the option cwd");
  }
}

/** With the prototype of an object of any realm, or none. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.hasOwn(prototype as object, "isPrototypeOf");
}

/** No system takes the character 0 in a name or an argument. */
function problemOf(value: unknown, kind: Kind): string | undefined {
  if (!isOfKind(value, kind)) return `must be ${nameOf(kind)}`;
  if ([value].flat().some((text) => typeof text === "string" && text.includes("\0")))
    return "must not contain the character U+0000";
  return kind === "folder" && !isFolder(String(value)) ? "must be an existing folder that can be read" : undefined;
}

/** `every` would pass over the holes of a list. */
function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === "list") return Array.isArray(value) && Array.from(value).every((item) => typeof item === "string");
  if (kind === "folder") return typeof value === "string";
  return typeof kind === "string" ? typeof value === kind : kind.some((word) => word === value);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function nameOf(kind: Kind): string {
  if (kind === "list") return "a list of strings";
  if (kind === "folder") return "a string";
  return typeof kind === "string" ? `a ${kind}` : `one of ${kind.join(", ")}`;
}

/** Printed as its text, whichever way: where it was thrown says nothing to those who read it. */
export class PlainError extends Error {
  constructor(text: string) {
    super(text);
    this.stack = text;
    Object.defineProperty(this, Symbol.for("nodejs.util.inspect.custom"), { value: () => text });
  }
}
