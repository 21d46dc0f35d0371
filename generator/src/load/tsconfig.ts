import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { nearest } from "./find-project.js";
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

/** Reads the nearest tsconfig of `folder` with what it extends. */
export function readTsconfig(folder: string): TsconfigValues {
  const file = nearest("tsconfig.json", folder);
  const flags = file === undefined ? {} : flagsOf(file, []);
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions, checkJs = false, allowJs = checkJs } = flags;
  const isTs = allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true;
  return { importExtension: isTs ? ".ts" : ".js", allowJs };
}

/** Later entries of `extends` win over earlier ones, a file over what it extends. */
function flagsOf(file: string, extending: readonly string[]): Flags {
  if (extending.includes(file)) return {};
  const config = readConfig(file);
  let flags: Flags = {};
  for (const name of [config["extends"]].flat()) {
    const base = typeof name === "string" ? resolveExtended(name, file) : undefined;
    if (base !== undefined) flags = { ...flags, ...flagsOf(base, [...extending, file]) };
  }
  const own = recordOf(config["compilerOptions"]);
  const written = FLAGS.filter((flag) => typeof own[flag] === "boolean");
  return { ...flags, ...Object.fromEntries(written.map((flag) => [flag, own[flag]])) };
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
