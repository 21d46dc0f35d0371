import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tree.js";

export interface LoadedModules {
  readonly status: number | null;
  readonly output: string;
  /** Names of installed packages, each once. */
  readonly packages: readonly string[];
  /** Files of ours, relative to the root. */
  readonly own: readonly string[];
  /** Our modules, those inside bundles too: the bundler names each in a comment. */
  readonly modules: readonly string[];
}

/** Runs `node ...args` in `cwd` and says which modules it loaded. */
export function loadedModules(args: readonly string[], cwd: string): LoadedModules {
  const preload = join(root, "test/budgets/loaded-modules.cjs");
  const { status, output } = spawnSync(process.execPath, ["--require", preload, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });
  const [, stdout, stderr, urls] = output;
  const files = (JSON.parse(urls ?? "[]") as string[]).map((url) => decodeURIComponent(url.replace("file://", "")));
  const own = distinct(files.map(ownFile));
  return {
    status,
    output: `${stdout ?? ""}${stderr ?? ""}`,
    packages: distinct(files.map(packageOf)),
    own,
    modules: distinct(own.flatMap(modulesIn)),
  };
}

function modulesIn(file: string): string[] {
  if (!file.includes("dist/bundle/")) return [file];
  const comments = readFileSync(join(root, file), "utf8").matchAll(/^\/\/ (?:\.\.\/)?((?:runtime\/)?dist\/.*\.js)$/gm);
  return Array.from(comments, ([, module]) => module ?? "");
}

function packageOf(file: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
}

function ownFile(file: string): string | undefined {
  const path = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : undefined;
  return path?.includes("node_modules/") === true ? undefined : path;
}

function distinct(names: readonly (string | undefined)[]): string[] {
  return Array.from(new Set(names.filter((name) => name !== undefined))).sort();
}
