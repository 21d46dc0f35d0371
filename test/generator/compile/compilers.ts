import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isLong } from "../../effort.js";
import { root } from "../../tree.js";
import { filesUnder } from "../snapshots/cases.js";

const worker = fileURLToPath(new URL("check.js", import.meta.url));
const native = join(root, "node_modules", "typescript", "bin", "tsc");
const since5_8 = { isolatedDeclarations: true, erasableSyntaxOnly: true };

/** The versions of TypeScript that emitted code compiles on, each with those flags that not all of them know. */
const VERSIONS = [
  { version: "5.4", package: "typescript-5.4", flags: {} },
  { version: "5.9", package: "typescript-5.9", flags: since5_8 },
  { version: "6", package: "typescript-6", flags: since5_8 },
  { version: "7", package: "typescript", flags: since5_8 },
] as const;

const FLAGS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noEmit: true,
  declaration: true,
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  types: [],
  allowImportingTsExtensions: true,
  skipDefaultLibCheck: true,
};

const RESOLUTIONS = [
  { module: "NodeNext", moduleResolution: "NodeNext" },
  { module: "ESNext", moduleResolution: "bundler" },
];

/** Checks `files` with one version of TypeScript. */
export interface Compiler {
  readonly version: string;
  /** Resolves to what is wrong with NodeNext or with bundler resolution; empty when nothing is. */
  readonly check: (files: readonly string[]) => Promise<string>;
}

/**
 * The newest one, which takes a second, and in `npm run test:long` all of them. What has passed is kept in `folder`.
 */
export function compilersIn(folder: string, more: object = {}): readonly Compiler[] {
  return (isLong ? VERSIONS : VERSIONS.slice(-1)).map((version) => compilerIn(folder, more, version));
}

const compilerIn = (
  folder: string,
  more: object,
  { version, package: name, flags }: (typeof VERSIONS)[number],
): Compiler => ({
  version,
  check: async (files) => {
    const projects = RESOLUTIONS.map((resolution) =>
      writeProject(
        join(folder, `${version}-${resolution.moduleResolution}.json`),
        { ...FLAGS, ...flags, ...resolution, ...more },
        files,
      ),
    );
    const stamp = join(folder, `${version}.passed`);
    const inputs = hashOf([
      join(root, "node_modules", name, "package.json"),
      worker,
      ...projects,
      ...files,
      ...runtimeTypes(),
    ]);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) return "";
    const output = await runAll(name, projects);
    if (output === "") writeFileSync(stamp, inputs);
    return output;
  },
});

const kept = join(root, ".build", "compile");

export const compilers: readonly Compiler[] = compilersIn(kept);

/** What `npm run test:contract` holds real definitions against, too. */
export const oldest: Compiler = compilerIn(kept, {}, VERSIONS[0]);

/** TypeScript 7 has no API in JavaScript, and is quick without. */
async function runAll(name: string, projects: readonly string[]): Promise<string> {
  if (name !== "typescript") return run([worker, name, ...projects]);
  const outputs: string[] = [];
  for (const project of projects) outputs.push(await run([native, "-p", project, "--pretty", "false"]));
  return outputs.join("");
}

/** What passed once, with the same compiler, options and files, passes again. */
function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

function runtimeTypes(): readonly string[] {
  const types = join(root, "runtime", "dist");
  return filesUnder(types)
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => join(types, path));
}

function writeProject(project: string, compilerOptions: object, files: readonly string[]): string {
  mkdirSync(dirname(project), { recursive: true });
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  return project;
}

function run(command: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: root });
    let output = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (output += String(chunk)));
    child.on("error", reject);
    child.on("close", (status) => resolve(status === 0 ? "" : output || `exit code ${status}`));
  });
}
