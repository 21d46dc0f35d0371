import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isPlainObject, type JsonValue, own, pathPattern } from "@sdkwright/runtime/config";
import { readJson } from "../io/json.js";
import { readBytes, readText } from "../io/read-file.js";
import { parseYamlText } from "../openapi/parse-yaml.js";

// The packages of a repository whose code may use an SDK, the one that holds it and those that depend on it; and their files.

export interface Packages {
  /** Absolute folders, the one that holds the SDK first. */
  readonly folders: readonly string[];
  /** Why there may be more code that uses it. */
  readonly unknown: readonly string[];
  /** How others import the package that holds the SDK; absent for one without a name. */
  readonly name?: string;
  /** What a name below that leads to, as `paths` of a tsconfig. */
  readonly paths: { readonly [name: string]: readonly string[] };
}

/** Reads `workspaces` of npm, yarn and bun, and `pnpm-workspace.yaml`, of the folders above. */
export function packagesThatUse(root: string): Packages {
  const manifest = manifestOf(root);
  const { name, exports } = manifest;
  if (typeof name !== "string") return { folders: [root], unknown: [], paths: {} };
  const isPublished = manifest["private"] !== true && ["exports", "main", "types"].some((key) => key in manifest);
  const { folders, patterns } = membersAround(root);
  const outside = patterns.filter((pattern) => pattern.startsWith("../"));
  const isOne = (target: JsonValue) =>
    !isPlainObject(target) || !Object.keys(target).some((key) => key.startsWith("."));
  const targets = exports ?? manifest["types"] ?? manifest["main"] ?? {};
  const bySubpath = isOne(targets) ? { ".": targets } : (targets as { readonly [subpath: string]: JsonValue });
  return {
    name,
    folders: [root, ...folders.filter((folder) => folder !== root && dependsOn(manifestOf(folder), name))],
    unknown: [
      ...(isPublished
        ? [`package ${JSON.stringify(name)} is not private: code outside this repository may use it`]
        : []),
      ...outside.map((pattern) => `${JSON.stringify(pattern)} is outside of this repository`),
    ],
    paths: Object.fromEntries(
      Object.entries(bySubpath).map(([subpath, target]) => [
        name + subpath.slice(1),
        textsIn(target).map((path) => resolve(root, path)),
      ]),
    ),
  };
}

/** Files of an entry of `exports`, `types` first. */
function textsIn(target: JsonValue): readonly string[] {
  if (typeof target === "string") return [target];
  if (!isPlainObject(target)) return [];
  return [...new Set(["types", ...Object.keys(target)])].flatMap((key) => textsIn(own(target, key) ?? null));
}

function membersAround(root: string): { readonly folders: readonly string[]; readonly patterns: readonly string[] } {
  for (let folder = root; ; folder = dirname(folder)) {
    const patterns = patternsIn(folder);
    const matchers = patterns.map((each) => ({
      isWanted: !each.startsWith("!"),
      matches: pathPattern(each.replace(/^!?(?:\.\/)?/, "").replace(/\/+$/, "")),
    }));
    const folders = packagesBelow(folder, patterns.length > 0).filter((each) => {
      const path = relative(folder, each).replaceAll("\\", "/");
      return path === "" || [...matchers].reverse().find(({ matches }) => matches(path))?.isWanted === true;
    });
    if (patterns.length > 0 && (folder === root || folders.includes(root))) return { folders, patterns };
    if (dirname(folder) === folder) return { folders: [], patterns: [] };
  }
}

/** `"workspaces": ["packages/*"]`, or as yarn has it too: `{ "packages": ["packages/*"] }`. */
function patternsIn(folder: string): readonly string[] {
  const file = join(folder, "pnpm-workspace.yaml");
  const pnpm = existsSync(file) ? parseYamlText(readBytes(file).toString("utf8")).json : undefined;
  const packages = (value: unknown) => (isPlainObject(value) ? own(value, "packages") : value);
  return [packages(manifestOf(folder)["workspaces"]), packages(pnpm)]
    .flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
    .filter((each) => typeof each === "string");
}

/** Folders with a package.json; nothing that is installed. */
function packagesBelow(folder: string, isAsked: boolean): readonly string[] {
  if (!isAsked) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const isOne = entries.some((entry) => entry.isFile() && entry.name === "package.json");
  const below = entries.filter((entry) => entry.isDirectory() && !isApart(entry.name));
  return [...(isOne ? [folder] : []), ...below.flatMap(({ name }) => packagesBelow(join(folder, name), true))];
}

function isApart(folder: string): boolean {
  return folder === "node_modules" || folder.startsWith(".");
}

function dependsOn(manifest: Manifest, name: string): boolean {
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].some((kind) => {
    const list = manifest[kind];
    return isPlainObject(list) && Object.hasOwn(list, name);
  });
}

interface Manifest {
  readonly [key: string]: JsonValue | undefined;
}

function manifestOf(folder: string): Manifest {
  const read = readText(join(folder, "package.json"));
  const parsed = "text" in read ? readJson(read.text) : undefined;
  return parsed === undefined || "flaw" in parsed || !isPlainObject(parsed.json) ? {} : parsed.json;
}

/** Code of a package, whatever a tsconfig says of it: no other package, nothing that is installed, and no link. */
export function codeFilesIn(folder: string, left: readonly string[], isRoot = true): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (!isRoot && entries.some(({ name }) => name === "package.json")) {
    const { name, workspaces } = manifestOf(folder);
    if (name !== undefined || workspaces !== undefined) return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return /(?<!\.d)\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path) ? [path] : [];
    return entry.isDirectory() && !isApart(entry.name) && !left.includes(path) ? codeFilesIn(path, left, false) : [];
  });
}
