import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isPlainObject, type JsonValue, own, pathPattern } from "@sdkwright/runtime/config";
import { readJson } from "../io/json.js";
import { isInside } from "../io/output-folder.js";
import { readBytes, readText } from "../io/read-file.js";
import { parseYamlText } from "../openapi/parse-yaml.js";

// The packages of a repository whose code may use an SDK: the one that holds it, and those that depend on it.

export interface Packages {
  /** Absolute folders, the one that holds the SDK first. */
  readonly folders: readonly string[];
  /** Why there may be more code that uses it. */
  readonly unknown: readonly string[];
  /** How others import the package that holds the SDK; absent for one without a name. */
  readonly name?: string;
  /** Its `exports`, or what stands for them. */
  readonly exports: JsonValue;
}

/** Reads `workspaces` of npm, yarn and bun, and `pnpm-workspace.yaml`, of the folders above. */
export function packagesThatUse(root: string): Packages {
  const own_ = manifestOf(root);
  const name = textOf(own_["name"]);
  const exports = own_["exports"] ?? { ".": own_["types"] ?? own_["main"] ?? null };
  const isPublished =
    name !== undefined && own_["private"] !== true && ("exports" in own_ || "main" in own_ || "types" in own_);
  const unknown = isPublished
    ? [`package ${JSON.stringify(name)} is not private: code outside of this repository may use it`]
    : [];
  const alone: Packages = { folders: [root], unknown, exports, ...(name !== undefined && { name }) };
  if (name === undefined) return alone;
  const members = membersAround(root);
  const outside = members.patterns.filter((pattern) => pattern.startsWith("../"));
  const dependents = members.folders.filter((folder) => folder !== root && dependsOn(manifestOf(folder), name));
  return {
    ...alone,
    folders: [root, ...dependents],
    unknown: [...unknown, ...outside.map((pattern) => `${JSON.stringify(pattern)} is outside of this repository`)],
  };
}

function membersAround(root: string): { readonly folders: readonly string[]; readonly patterns: readonly string[] } {
  for (let folder = root; ; folder = dirname(folder)) {
    const patterns = patternsIn(folder);
    if (patterns.length > 0) {
      const [wanted, left] = [
        patterns.filter((each) => !each.startsWith("!")),
        patterns.filter((each) => each.startsWith("!")),
      ];
      const isMember = wanted.map(matcherOf);
      const isLeft = left.map((each) => matcherOf(each.slice(1)));
      const folders = packagesBelow(folder).filter((each) => {
        const path = relative(folder, each).replaceAll("\\", "/");
        return path === "" || (isMember.some((is) => is(path)) && !isLeft.some((is) => is(path)));
      });
      if (folder === root || folders.includes(root)) return { folders, patterns };
    }
    if (dirname(folder) === folder) return { folders: [], patterns: [] };
  }
}

/** `"workspaces": ["packages/*"]`, or as yarn has it too: `{ "packages": ["packages/*"] }`. */
function patternsIn(folder: string): readonly string[] {
  const workspaces = manifestOf(folder)["workspaces"];
  const npm = isPlainObject(workspaces) ? own(workspaces, "packages") : workspaces;
  const file = join(folder, "pnpm-workspace.yaml");
  const pnpm = existsSync(file) ? pnpmPatterns(file) : [];
  return [...(Array.isArray(npm) ? npm : []), ...pnpm].filter((each) => typeof each === "string");
}

function pnpmPatterns(file: string): readonly JsonValue[] {
  const { json } = parseYamlText(readBytes(file).toString("utf8"));
  const packages = isPlainObject(json) ? own(json, "packages") : undefined;
  return Array.isArray(packages) ? packages : [];
}

function matcherOf(pattern: string): (path: string) => boolean {
  return pathPattern(pattern.replace(/^\.\//, "").replace(/\/+$/, ""));
}

/** Folders with a package.json; nothing that is installed. */
function packagesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const below = entries.filter(
    (entry) => entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."),
  );
  const isOne = entries.some((entry) => entry.isFile() && entry.name === "package.json");
  return [...(isOne ? [folder] : []), ...below.flatMap(({ name }) => packagesBelow(join(folder, name)))];
}

function dependsOn(manifest: Manifest, name: string): boolean {
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].some((kind) => {
    const list = manifest[kind];
    return isPlainObject(list) && own(list, name) !== undefined;
  });
}

interface Manifest {
  readonly [key: string]: JsonValue | undefined;
}

function manifestOf(folder: string): Manifest {
  const file = join(folder, "package.json");
  const read = existsSync(file) ? readText(file) : undefined;
  const parsed = read !== undefined && "text" in read ? readJson(read.text) : undefined;
  return parsed === undefined || "flaw" in parsed || !isPlainObject(parsed.json) ? {} : parsed.json;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What is left out of a package's code: other packages, what is installed, what is built. */
const SCRIPT = /(?<!\.d)\.[cm]?[jt]sx?$/;
const COMPONENT = /\.(?:vue|svelte|astro)$/;

/** More characters than these nobody wrote: it is a bundle. */
const BUNDLE_SIZE = 1_000_000;

export interface CodeFiles {
  readonly scripts: readonly string[];
  readonly components: readonly string[];
}

/** Code of a package, whatever a tsconfig says of it; no link is followed. */
export function codeFilesIn(root: string, left: readonly string[]): CodeFiles {
  const files = filesBelow(root, root, new Set(left));
  return {
    scripts: files.filter((path) => SCRIPT.test(path)),
    components: files.filter((path) => COMPONENT.test(path)),
  };
}

function filesBelow(folder: string, root: string, left: ReadonlySet<string>): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (folder !== root && entries.some(({ name }) => name === "package.json")) {
    const { name, workspaces } = manifestOf(folder);
    if (name !== undefined || workspaces !== undefined) return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return SCRIPT.test(path) || COMPONENT.test(path) ? [path] : [];
    const isElsewhere = entry.name === "node_modules" || entry.name.startsWith(".") || left.has(path);
    return entry.isDirectory() && !isElsewhere ? filesBelow(path, root, left) : [];
  });
}

/** Whether a file is code that a person wrote. */
export function isWritten(text: string): boolean {
  return text.length <= BUNDLE_SIZE;
}

/** The source of what a package exports under a name, where its `exports` lead to what is built of it. */
export function exportedSource(
  specifier: string,
  { name, exports }: Packages,
  { root, rootDir, outDir }: { readonly root: string; readonly rootDir?: string; readonly outDir?: string },
): readonly string[] {
  if (name === undefined || (specifier !== name && !specifier.startsWith(`${name}/`))) return [];
  const subpath = `.${specifier.slice(name.length)}`;
  return targetsOf(exports, subpath).flatMap((target) => {
    const path = resolve(root, target);
    const source =
      outDir !== undefined && rootDir !== undefined && isInside(path, outDir)
        ? join(rootDir, relative(outDir, path))
        : path;
    const bare = source.replace(/(?:\.d)?\.([cm]?)[jt]sx?$/, "");
    return [".ts", ".tsx", ".mts", ".cts"].map((ending) => bare + ending).concat(path);
  });
}

function targetsOf(exports: JsonValue, subpath: string): readonly string[] {
  if (typeof exports === "string") return subpath === "." ? [exports] : [];
  if (!isPlainObject(exports)) return [];
  const isBySubpath = Object.keys(exports).some((key) => key.startsWith("."));
  if (!isBySubpath) return subpath === "." ? textsIn(exports) : [];
  const exact = own(exports, subpath);
  if (exact !== undefined) return textsIn(exact);
  for (const [key, target] of Object.entries(exports)) {
    const [before = "", after] = key.split("*");
    if (after === undefined || !subpath.startsWith(before) || !subpath.endsWith(after)) continue;
    const middle = subpath.slice(before.length, subpath.length - after.length);
    return textsIn(target).map((text) => text.replaceAll("*", middle));
  }
  return [];
}

/** `types` first. */
function textsIn(target: JsonValue): readonly string[] {
  if (typeof target === "string") return [target];
  if (!isPlainObject(target)) return [];
  const keys = ["types", "import", "default", "require", ...Object.keys(target)];
  return [...new Set(keys)].flatMap((key) => {
    const value = own(target, key);
    return value === undefined ? [] : textsIn(value);
  });
}
