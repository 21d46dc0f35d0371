import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createFilesMatcher, parseTsconfig, type TsConfigResult } from "get-tsconfig";
import { isRecord } from "../io/json.js";
import type { ImportExtension } from "../io/paths.js";
import { readText } from "../io/read-file.js";

/** The object in a text, which may have comments and trailing commas; `undefined` where there is none. */
function looseObject(text: string): object | undefined {
  const json = looseJson(text);
  return isRecord(json) ? json : undefined;
}

/** Likewise whatever there is. */
export function looseJson(text: string): unknown {
  try {
    return JSON.parse(plainJson(text)) as unknown;
  } catch {
    return undefined;
  }
}

/** Strings are matched too, so that nothing within them is taken for a comment. */
function plainJson(text: string): string {
  const keepStrings = (match: string) => (match.startsWith('"') ? match : " ");
  const withoutComments = text.replace(
    /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g,
    keepStrings,
  );
  return withoutComments.replace(/"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|,(?=\s*[}\]])/g, keepStrings);
}

/** What keeps a tsconfig from being read whole. */
export interface TsconfigProblem {
  /** Absolute. */
  readonly path: string;
  readonly message: string;
}

/**
 * The cache that the library looks its calls of the file system up in: what it reads is read by us, bounded and never from
 * a device, and known afterwards.
 */
class Looked extends Map<string, string> {
  readonly texts: Map<string, string> = new Map();
  readonly absent: string[] = [];
  readonly problems: TsconfigProblem[] = [];
  /** The last that is there and was not read: what extends it has no mistake of its own. */
  unread: TsconfigProblem | undefined;

  override get(key: string): string | undefined {
    const path = /^readFileSync:(.+):utf8$/s.exec(key)?.[1];
    return path === undefined ? super.get(key) : this.#read(resolve(path));
  }

  /** A base that is not there, but none in node_modules: which places are looked at there depends on the machine. */
  override set(key: string, value: string): this {
    const path = /^existsSync:(.+)$/s.exec(key)?.[1];
    const isThere: unknown = value;
    if (path !== undefined && isThere === false && !/[\\/]node_modules[\\/]/.test(path)) this.miss(resolve(path));
    return super.set(key, value);
  }

  /** Nothing can ever stand at a path with a NUL. */
  miss(path: string): void {
    if (!path.includes("\0")) this.absent.push(path);
  }

  /** What is no tsconfig counts as empty; package.json of a base only says where the base is. */
  #read(path: string): string {
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    const read = readText(path);
    if (!("text" in read)) {
      if (read.reason !== "missing") this.unread = { path, message: `it is ${read.reason}` };
      throw new Error("it cannot be read");
    }
    if (/[\\/]package\.json$/.test(path)) return read.text;
    const message = misfit(read.text);
    if (message !== undefined) this.problems.push({ path, message });
    this.texts.set(path, message === undefined ? read.text : "{}");
    return this.texts.get(path) ?? "";
  }
}

const KEYS = new Set(["compilerOptions", "extends", "references", "files", "include", "exclude"]);

/** Why a text counts as empty, and has no hash in the lock: what is no tsconfig may hold a secret. */
function misfit(text: string): string | undefined {
  const json = looseObject(text);
  if (json === undefined) return "it is not JSON";
  const keys = Object.keys(json);
  return keys.length === 0 || keys.some((key) => KEYS.has(key)) ? undefined : "it has none of the keys of a tsconfig";
}

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

/** Values of a wrong type are a mistake that tsc tells. */
function contains(project: TsConfigResult, file: string): boolean {
  try {
    return createFilesMatcher(project, true)(file) !== undefined;
  } catch {
    return false;
  }
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
  if (message.startsWith("Circularity")) return "the files that it extends form a circle";
  return message.startsWith("Cannot resolve")
    ? "it, or a file that it extends, cannot be read"
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
