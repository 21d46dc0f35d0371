import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseTsconfig, type TsConfigResult } from "get-tsconfig";
import { isRecord } from "../files/is-record.js";
import type { ImportExtension } from "../files/import-endings.js";
import { looseObject } from "./loose-json.js";
import { contains } from "./tsconfig-files.js";
import { Looked, type TsconfigProblem } from "./tsconfig-reads.js";

/** What a tsconfig decides about emitted files and maps, and what was read to know it. */
export interface TsconfigReading {
  /** Ending of relative imports. */
  readonly importExtension: ImportExtension;
  /** Whether a map may be JavaScript. */
  readonly allowJs: boolean;
  /** Every tsconfig that was read, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Absolute places that were looked at in vain, nearer ones and missing bases: a file there would change the answer. */
  readonly absent: readonly string[];
  /** What keeps a tsconfig from being read whole, by absolute path. */
  readonly problems: readonly TsconfigProblem[];
  /** Files that may have no `import` and `export`, by `verbatimModuleSyntax`: all, or those that package.json makes CommonJS. */
  readonly refusesModules?: "all" | "commonjs" | undefined;
}

type CompilerOptions = NonNullable<TsConfigResult["config"]["compilerOptions"]>;

/** Reads a tsconfig, or the project that it refers to and whose files contain the folder. */
export function readTsconfig(nearest: string, folder: string): TsconfigReading & { readonly path: string } {
  const looked = new Looked();
  const { path, config } = projectOf(join(folder, "index.ts"), nearest, looked);
  const options = config.compilerOptions ?? {};
  return {
    path,
    importExtension: importExtensionFor(options),
    allowJs: options.allowJs === true,
    texts: looked.texts,
    absent: looked.absent,
    problems: looked.problems,
    refusesModules: refusedModules(options),
  };
}

/** tsc says TS1295 and TS1287 of each. */
function refusedModules({ module, verbatimModuleSyntax }: CompilerOptions): TsconfigReading["refusesModules"] {
  const name = typeof module === "string" ? (module as string).toLowerCase() : "";
  if (verbatimModuleSyntax !== true) return undefined;
  return name === "commonjs" ? "all" : name.startsWith("node") ? "commonjs" : undefined;
}

/**
 * No ending if only a bundler reads the code, since Next does not find `x.ts` as `x.js`; its older versions write "node"
 * (node10) into the tsconfig. If tsc emits, an import without an ending fails in Node.
 */
function importExtensionFor(options: CompilerOptions): ImportExtension {
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions, moduleResolution, noEmit } = options;
  if (allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true) return ".ts";
  return noEmit === true && (moduleResolution === "bundler" || moduleResolution === "node10") ? "" : ".js";
}

/** The project that a file belongs to: the one that is asked, or the first of its references, theirs included. */
function projectOf(file: string, path: string, looked: Looked): TsConfigResult {
  const first = parse(path, looked);
  const seen = new Set<string>();
  const ask = (project: TsConfigResult): TsConfigResult | undefined => {
    seen.add(project.path);
    if (contains(project, file)) return project;
    for (const reference of referencesOf(project, looked)) {
      const found = seen.has(reference) ? undefined : ask(parse(reference, looked));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return ask(first) ?? first;
}

function referencesOf({ path, config }: TsConfigResult, looked: Looked): readonly string[] {
  const references: unknown = config.references;
  const paths = (Array.isArray(references) ? references : []).flatMap((reference: unknown) => {
    const { path: named } = (reference ?? {}) as { path?: unknown };
    return typeof named === "string" ? [resolve(dirname(path), named)] : [];
  });
  const files = paths.map((named) => (isFolder(named) ? join(named, "tsconfig.json") : named));
  for (const file of files.filter((named) => !existsSync(named))) looked.miss(file);
  return files.filter(existsSync);
}

/** What no system can have under the name, is none. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Where a base is missing or goes in a circle, what the file itself says is all that counts. */
function parse(path: string, looked: Looked): TsConfigResult {
  try {
    return { path, config: parseTsconfig(path, looked) };
  } catch (error) {
    const message = reasonOf(error, looked);
    looked.problems.push(looked.unread ?? { path, message });
    return { path, config: ownOptions(looked.texts.get(path) ?? "") };
  }
}

/** The library's messages have absolute paths, or are about its own code. */
function reasonOf(error: unknown, { texts }: Looked): string {
  const message = error instanceof Error ? error.message : "";
  const missing = /^File '(.*)' not found\.$/.exec(message)?.[1];
  if (missing !== undefined) {
    const isThere = Array.from(texts.keys()).some((path) => isBeside(path, missing));
    return `it extends ${JSON.stringify(missing)}, which is not ${isThere ? "a regular file" : "there"}`;
  }
  if (message.startsWith("Circularity")) return "what it extends goes in a circle";
  return message.startsWith("Cannot resolve")
    ? "it, or what it extends, is not readable"
    : "an option has a wrong value";
}

/** The library takes a device or a folder for missing. */
function isBeside(path: string, named: string): boolean {
  return ["", ".json"].some((ending) => existsSync(resolve(dirname(path), `${named}${ending}`)));
}

function ownOptions(text: string): TsConfigResult["config"] {
  const own = looseObject(text) ?? {};
  const { compilerOptions, references } = own as TsConfigResult["config"];
  return { ...(isRecord(compilerOptions) && { compilerOptions }), ...(references !== undefined && { references }) };
}
