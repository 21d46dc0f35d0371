import { readdirSync } from "node:fs";
import { posix } from "node:path";

/** What is not ours in an output folder, and stands where a resolver looks before, or instead of, a module of ours. */
export interface Shadow {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** What can become of it, as the end of a sentence. */
  readonly why: string;
}

/** Endings of code, those of platforms among them. */
export const CODE: RegExp =
  /^(?:[cm]?[jt]sx?|node|wasm|vue|svelte|astro|marko|gts|mdx|coffee|civet|es6|ios|android|native|web|windows|macos|visionos|tv|tvos|tns|weapp|h5|harmony|electron)$/;

/** Endings by which no tool finds a module: of tests, notes, and what tools leave. Any other may be a platform's. */
const NO_MODULE = /^(?:map|md|txt|snap|test|spec|stories|log|bak|orig|rej|tsbuildinfo)$/;
export const DECLARATION: RegExp = /\.d\.[cm]?ts$/;

/** Names that say how everything beside and below them is found. */
const DECISIVE: ReadonlySet<string> = new Set(["package.json", "node_modules"]);

/** What bundlers, runtimes and compilers look for above each file, and take aliases or plugins from. */
const CONFIGURATION =
  /^(?:[jt]sconfig(?:\..+)?\.json|deno\.jsonc?|bunfig\.toml|\.babelrc(?:\..+)?|babel\.config\..+|\.swcrc|\.parcelrc|\.pnp\..+)$/;

/** Looks into the folders of the emitted files; a name in another case is the same to some file systems. */
export function shadowsIn(out: string, emitted: Iterable<string>): readonly Shadow[] {
  const files = new Set(emitted);
  const folders = new Set([".", ...[...files].flatMap(foldersOf)]);
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

function foldersOf(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
