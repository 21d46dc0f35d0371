import { type Dirent, readdirSync } from "node:fs";
import { posix } from "node:path";
import { isEmittedPath } from "./paths.js";

/** What is not ours in an output folder, and stands where a resolver looks before, or instead of, a module of ours. */
interface Shadow {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** What can become of it, as the end of a sentence. */
  readonly why: string;
}

/** Endings of code, those of platforms among them. */
const CODE: RegExp =
  /^(?:[cm]?[jt]sx?|node|wasm|vue|svelte|astro|marko|gts|mdx|coffee|civet|es6|ios|android|native|web|windows|macos|visionos|tv|tvos|tns|weapp|h5|harmony|electron)$/;

/** Endings by which no tool finds a module: of tests, notes, and what tools leave. Any other may be a platform's. */
const NO_MODULE = /^(?:map|md|txt|snap|test|spec|stories|log|bak|orig|rej|tsbuildinfo)$/;
const DECLARATION: RegExp = /\.d\.[cm]?ts$/;

/** Names that say how everything beside and below them is found. */
const DECISIVE: ReadonlySet<string> = new Set(["package.json", "node_modules"]);

/** What bundlers, runtimes and compilers look for above each file, and take aliases or plugins from. */
const CONFIGURATION =
  /^(?:[jt]sconfig(?:\..+)?\.json|deno\.jsonc?|bunfig\.toml|\.babelrc(?:\..+)?|babel\.config\..+|\.swcrc|\.parcelrc|\.pnp\..+)$/;

/** Looks into the folders of the emitted files; a name in another case is the same to some file systems. */
export function shadowsIn(out: string, emitted: Iterable<string>): readonly Shadow[] {
  const files = new Set(emitted);
  const folders = foldersOf(files);
  const inOneCase = new Map(Array.from(folders, (folder) => [folded(folder), folder]));
  const modules = new Map([...files].flatMap((path) => (path.endsWith(".ts") ? [[stemOf(path), path]] : [])));
  return [...folders].sort().flatMap((folder) =>
    namesIn(posix.join(out, folder))
      .map((name) => posix.join(folder, name))
      .filter((path) => !files.has(path) && !folders.has(path))
      .flatMap((path) => {
        const same = inOneCase.get(folded(path));
        return same === undefined ? shadowAt(path, modules) : [{ path, why: `to some file systems it is ${same}` }];
      }),
  );
}

/** As file systems that do not tell case apart do: `ſ` is an `s` to some. */
function folded(path: string): string {
  return path.toUpperCase().toLowerCase();
}

function shadowAt(path: string, modules: ReadonlyMap<string, string>): readonly Shadow[] {
  const name = folded(posix.basename(path));
  if (DECISIVE.has(name)) return [{ path, why: "a resolver may find modules by it" }];
  if (CONFIGURATION.test(name)) return [{ path, why: "a bundler may find other modules by it" }];
  if (DECLARATION.test(name)) return [];
  const place = posix.join(posix.dirname(path), name);
  const [first = "", ...endings] = name.split(".");
  for (let end = place.length, count = endings.length; ; count--) {
    const module = modules.get(place.slice(0, end));
    if (module !== undefined) return [{ path, why: `a resolver may take it in place of ${module}` }];
    const ending = endings[count - 1];
    if (first === "" || ending === undefined || NO_MODULE.test(ending)) return [];
    end -= ending.length + 1;
  }
}

function stemOf(path: string): string {
  return path.slice(0, -".ts".length);
}

/** With all that are around them. */
function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set(["."]);
  for (const path of paths)
    for (let folder = posix.dirname(path); !folders.has(folder); folder = posix.dirname(folder)) folders.add(folder);
  return folders;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The folders that we emit into, and what stands beside them: `client.ts` is emitted where there are profiles. */
const ROOMS: ReadonlySet<string> = new Set(["operations", "profiles", "providers"]);
const AT_TOP: ReadonlySet<string> = new Set(["client", "index"]);

/**
 * Code where modules are emitted, by a name that one of them had or could have: an import that was written for a module that
 * is gone finds it. A `.ts` that is nobody's but the user's is left alone, unless a folder is found by it. Where
 * inputs have mistakes, and nothing is known to be emitted, nothing is said.
 */
export function strayCodeIn(out: string, emitted: Iterable<string>): readonly Shadow[] {
  const files = new Set(emitted);
  if (files.size === 0) return [];
  return codePaths(out)
    .filter((path) => !files.has(path))
    .flatMap((path) => {
      const place = placeTakenBy(path);
      const isGone = place !== undefined && !files.has(`${place}.ts`);
      return isGone ? [{ path, why: `an import of ${place}.ts, which nothing emits, may find it` }] : [];
    });
}

/** What may be code; no link is followed, since where one leads does not matter. */
function codePaths(out: string): readonly string[] {
  const isOurs = ({ name }: Dirent): boolean => {
    const [stem = ""] = name.toLowerCase().split(".");
    return ROOMS.has(name) || AT_TOP.has(stem);
  };
  return [...pathsBelow(out, "", entriesIn(out).filter(isOurs))].sort();
}

function pathsBelow(out: string, folder: string, entries: readonly Dirent[]): readonly string[] {
  return entries.flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === "node_modules" ? [] : pathsBelow(out, `${path}/`, entriesIn(`${out}/${path}`));
  });
}

/** The module, without its ending, that a resolver would have found in the place of this file. */
function placeTakenBy(path: string): string | undefined {
  const name = posix.basename(path).toLowerCase();
  const folder = posix.dirname(path).toLowerCase();
  if (DECLARATION.test(name)) return undefined;
  const [stem = "", ...endings] = withoutCode(name);
  if (isPlace(folder) && (name === "package.json" || (stem === "index" && endings.length > 0))) return folder;
  const isOwn = stem === "" || endings.join(".") === "ts" || (endings.length === 0 && name !== posix.basename(path));
  const place = posix.join(folder, stem);
  return !isOwn && isPlace(place) ? place : undefined;
}

/** A name up to its endings of code, and these. */
function withoutCode(name: string): readonly string[] {
  const parts = name.split(".");
  let end = parts.length;
  while (end > 1 && CODE.test(parts[end - 1] ?? "")) end--;
  return [parts.slice(0, end).join("."), ...parts.slice(end)];
}

function isPlace(place: string): boolean {
  const [room = "", ...rest] = place.split("/");
  return rest.length === 0 ? AT_TOP.has(room) : ROOMS.has(room) && isEmittedPath(`${place}.ts`);
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * What is not ours, and what an import of a module of ours may find: in place of one that is emitted or that is known to be
 * `gone`, or of one that may have been emitted once. A folder that is told is told whole.
 */
export function besidesIn(out: string, emitted: readonly string[], gone: readonly string[] = []): readonly Shadow[] {
  const shadows = shadowsIn(out, [...emitted, ...gone]);
  const isTold = (stray: string) => shadows.some(({ path }) => path === stray || stray.startsWith(`${path}/`));
  return [...shadows, ...strayCodeIn(out, emitted).filter(({ path }) => !isTold(path))];
}
