import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { findUpward } from "./find-project.js";
import { tooDeepAt } from "./read-json.js";
import { readText } from "./read-text.js";

/** What a tsconfig decides about emitted files and maps. */
export interface TsconfigValues {
  /** Ending of relative imports. */
  readonly importExtension: ".js" | ".ts";
  /** Whether a map may be JavaScript. */
  readonly allowJs: boolean;
}

const FLAGS = ["allowImportingTsExtensions", "rewriteRelativeImportExtensions", "allowJs", "checkJs"] as const;

type Flags = { readonly [flag in (typeof FLAGS)[number]]?: boolean };

interface Tsconfig {
  readonly file: string;
  readonly values: { readonly [key: string]: unknown };
}

/** Reads the nearest tsconfig of `folder` with what it extends. */
export function readTsconfig(folder: string): TsconfigValues {
  const flags: Flags = Object.assign({}, ...chainFrom(folder).map(flagsOf));
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions, checkJs = false, allowJs = checkJs } = flags;
  const isTs = allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true;
  return { importExtension: isTs ? ".ts" : ".js", allowJs };
}

/** The nearest tsconfig of `folder` and all that it extends. */
export function tsconfigFiles(folder: string): string[] {
  return chainFrom(folder).map(({ file }) => file);
}

function chainFrom(folder: string): readonly Tsconfig[] {
  const file = findUpward("tsconfig.json", folder);
  return file === undefined ? [] : chainOf(file, []);
}

/** What wins comes last: later entries of `extends` win over earlier ones, a file over what it extends. */
function chainOf(file: string, extending: readonly string[]): readonly Tsconfig[] {
  if (extending.includes(file)) return [];
  const values = readConfig(file);
  const bases = [values["extends"]].flat().flatMap((name) => {
    const base = typeof name === "string" ? resolveExtended(name, file) : undefined;
    return base === undefined ? [] : chainOf(base, [...extending, file]);
  });
  return [...bases, { file, values }];
}

function flagsOf({ values }: Tsconfig): Flags {
  const own = recordOf(values["compilerOptions"]);
  return Object.fromEntries(FLAGS.filter((flag) => typeof own[flag] === "boolean").map((flag) => [flag, own[flag]]));
}

/** A tsconfig may have comments and trailing commas. One that is broken says nothing. */
function readConfig(file: string): { readonly [key: string]: unknown } {
  const read = readText(file);
  if (!("text" in read) || tooDeepAt(read.text) !== -1) return {};
  try {
    return recordOf(JSON.parse(plainJson(read.text)));
  } catch {
    return {};
  }
}

/** Strings are matched too, so that nothing within them is taken for a comment. */
function plainJson(text: string): string {
  const keepStrings = (match: string) => (match.startsWith('"') ? match : " ");
  const withoutComments = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g, keepStrings);
  return withoutComments.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, keepStrings);
}

function recordOf(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** As TypeScript finds it: a path beside the file, or a module of a package. */
function resolveExtended(name: string, from: string): string | undefined {
  if (/^\.{0,2}[\\/]|^[A-Za-z]:/.test(name)) {
    return existing([name, `${name}.json`].map((path) => resolve(dirname(from), path)));
  }
  const isPackage = /^(@[^/]+\/)?[^/]+$/.test(name);
  const candidates = [`${name}/tsconfig.json`, name, `${name}.json`];
  if (!isPackage) candidates.push(...candidates.splice(0, 1));
  const { resolve: find } = createRequire(from);
  return existing(candidates.flatMap((candidate) => found(find, candidate)));
}

function found(find: NodeJS.RequireResolve, name: string): readonly string[] {
  try {
    return [find(name)];
  } catch {
    return [];
  }
}

function existing(paths: readonly string[]): string | undefined {
  return paths.find((path) => path.endsWith(".json") && existsSync(path));
}
