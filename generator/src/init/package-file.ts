import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isPlainObject, type JsonObject, own } from "@sdkwright/runtime/config";
import { printJson, withValue } from "../add/existing.js";
import type { PlannedFile } from "../add/plan.js";
import type { Source } from "../diagnostics/source.js";
import { findUpward, type InputPlaces, manifestIn } from "../io/find-project.js";
import { readJson } from "../io/json.js";
import { readText } from "../io/read-file.js";
import { tsconfigOf } from "../project/load-tsconfig.js";

/** What becomes of package.json. */
export interface PackagePlan {
  readonly files: readonly PlannedFile[];
  /** What stays as it is though it is not what `init` would write, as sentences. */
  readonly left: readonly string[];
  /** Packages that it does not list, to be installed by a command. */
  readonly missing: { readonly dependencies: readonly string[]; readonly devDependencies: readonly string[] };
  /** The names of scripts that do what `init` wants. */
  readonly scripts: ReadonlySet<string>;
}

/** A package.json; `before` is what the file has, absent if there is none. */
export type PackageFile = Pick<Source, "path" | "text" | "json"> & { readonly before: string | undefined };

/** What a package.json is to have. */
export interface Wanted {
  readonly scripts: Entries;
  readonly dependencies: Entries;
  readonly devDependencies: Entries;
  /** Set only if a project begins: then packages are written too, so that one command installs them. */
  readonly start?: { readonly isModule: boolean; readonly sdkwright: Entries } | undefined;
}

interface Entries {
  readonly [name: string]: string;
}

/** The package.json of a folder that has none. */
export function emptyPackage(path: string, folder: string): PackageFile {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const json = { name: name === "" ? "app" : name, private: true };
  return { path, text: printJson(json), json, before: undefined };
}

/** What a new project gets; tested with. */
export const COMPILER: Entries = { "@types/node": "^20.19.43", typescript: "^7.0.2" };

/** Adds what is not there, and keeps the layout. Nothing else changes but `"type": "commonjs"`, if a project begins. */
export function completedPackage(file: PackageFile, wanted: Wanted): PackagePlan {
  const manifest = isPlainObject(file.json) ? file.json : {};
  const dependencies = absentPackages(manifest, wanted.dependencies);
  const devDependencies = absentPackages(manifest, wanted.devDependencies);
  const missing = { dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) };
  const { scripts, start } = wanted;
  const sections =
    start === undefined ? { scripts } : { scripts, dependencies, devDependencies, sdkwright: start.sdkwright };
  const wrong = Object.keys(sections).find((name) => Object.hasOwn(manifest, name) && !isPlainObject(manifest[name]));
  if (wrong !== undefined) {
    const left = [`package.json has \`${wrong}\` that are not an object, so it is not changed`];
    return { files: [], left, missing, scripts: new Set() };
  }
  const absent = Object.entries(sections).flatMap(([section, entries]) =>
    Object.entries(entries)
      .filter(([name]) => !Object.hasOwn(entriesOf(manifest, section), name))
      .map(([name, value]) => [section, name, value] as const),
  );
  const added = absent.flatMap(([section, name]) => (section === "scripts" ? [name] : []));
  const setsType = start?.isModule === true && own(manifest, "type") !== "module";
  const text = setsType ? withValue(file.text, ["type"], "module") : file.text;
  const after = absent.reduce((edited, [section, name, value]) => withValue(edited, [section, name], value), text);
  const scriptsText = `the script${added.length === 1 ? "" : "s"} ${added.join(" and ")}`;
  const what = start === undefined ? scriptsText : "scripts and dependencies";
  const { path, before } = file;
  const type = setsType && before !== undefined ? '"type": "module", ' : "";
  const others = Object.entries(scripts).filter(
    ([name, script]) => !added.includes(name) && entriesOf(manifest, "scripts")[name] !== script,
  );
  return {
    files: after === before ? [] : [{ path, before, after, what: `${type}${what}` }],
    left: others.map(
      ([name, script]) => `package.json already has a script ${name}: run \`${script}\` in it, or under another name`,
    ),
    missing: start === undefined ? missing : { dependencies: [], devDependencies: [] },
    scripts: new Set(Object.keys(scripts).filter((name) => !others.some(([other]) => other === name))),
  };
}

function absentPackages(manifest: JsonObject, packages: Entries): Entries {
  const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const isListed = (name: string): boolean => kinds.some((kind) => Object.hasOwn(entriesOf(manifest, kind), name));
  return Object.fromEntries(Object.entries(packages).filter(([name]) => !isListed(name)));
}

/** The entries of a section of package.json; none if it is no object. */
function entriesOf(manifest: JsonObject, section: string): JsonObject {
  const entries = own(manifest, section);
  return isPlainObject(entries) ? entries : {};
}

export interface Manager {
  readonly install: string;
  readonly add: string;
  readonly dev: string;
  readonly run: string;
  readonly start: string;
}

const MANAGERS = {
  npm: { install: "npm install", add: "npm install", dev: "--save-dev", run: "npm run", start: "npm start" },
  pnpm: { install: "pnpm install", add: "pnpm add", dev: "--save-dev", run: "pnpm run", start: "pnpm start" },
  yarn: { install: "yarn install", add: "yarn add", dev: "--dev", run: "yarn run", start: "yarn start" },
  bun: { install: "bun install", add: "bun add", dev: "--dev", run: "bun run", start: "bun run start" },
  deno: { install: "deno install", add: "deno add", dev: "--dev", run: "deno task", start: "deno task start" },
} as const;

/** What runs the commands of a project that Deno runs. */
export const DENO: Manager = MANAGERS.deno;

const LOCKS: { readonly [file: string]: keyof typeof MANAGERS } = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/**
 * The package manager of a project: by the nearest lock file upward, else the one that runs the command, which says so in
 * `npm_config_user_agent`; else npm.
 */
export function managerOf(folder: string, userAgent: string | undefined): Manager {
  const [, name] = Object.entries(LOCKS).find(([file]) => existsSync(join(folder, file))) ?? [];
  if (name !== undefined) return MANAGERS[name];
  return dirname(folder) === folder ? managerRunning(userAgent) : managerOf(dirname(folder), userAgent);
}

/** `pnpm/9.1.0 npm/? node/v20.19.0 linux x64` */
function managerRunning(userAgent = ""): Manager {
  const [name = ""] = userAgent.split("/");
  return Object.hasOwn(MANAGERS, name) ? MANAGERS[name as keyof typeof MANAGERS] : MANAGERS.npm;
}

/** The commands that install what is missing. */
export function installCommands({ add, dev }: Manager, missing: PackagePlan["missing"]): readonly string[] {
  return [
    ...(missing.dependencies.length === 0 ? [] : [`${add} ${missing.dependencies.join(" ")}`]),
    ...(missing.devDependencies.length === 0 ? [] : [`${add} ${dev} ${missing.devDependencies.join(" ")}`]),
  ];
}

/** Where a package manager will install what a package asks for: npm, yarn and bun in the workspace, pnpm in the package itself. */
export function installationFolder(root: string): string {
  for (let folder = root; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, "pnpm-workspace.yaml"))) return root;
    const read = readText(join(folder, "package.json"));
    const parsed = "text" in read ? readJson(read.text) : {};
    if ("json" in parsed && isPlainObject(parsed.json) && own(parsed.json, "workspaces") !== undefined) return folder;
  }
  return root;
}

/** Says so if `npm init` and `tsc --init` were run: what they write together compiles no `import`. */
export async function moduleHints({
  root,
  out,
  isNextApp = false,
  packageFile,
}: InputPlaces & { readonly packageFile?: unknown }): Promise<readonly string[]> {
  const { refusesModules } = await tsconfigOf(out, isNextApp ? root : undefined);
  if (refusesModules === undefined) return [];
  // A package.json that is written says `module`.
  const manifest = packageFile === undefined ? undefined : findUpward("package.json", out);
  const isModule = manifest === undefined || manifestIn(manifest).type === "module";
  if (refusesModules === "commonjs" && isModule) return [];
  return [
    'the tsconfig has "verbatimModuleSyntax": true, so tsc refuses `import` in a CommonJS package (TS1295): set it to false',
  ];
}
