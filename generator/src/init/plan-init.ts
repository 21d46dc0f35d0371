import { dirname, join, posix } from "node:path";
import { isPlainObject } from "@sdkwright/runtime/config";
import type { AddPlan, PlannedFile } from "../add/plan.js";
import type { InputPlaces } from "../files/find-project.js";
import { findUpward } from "../files/find-project.js";
import { readText } from "../files/read-file.js";
import { relativePath } from "../files/relative-path.js";
import type { Source } from "../diagnostics/source.js";
import { denoFile, denoHints, denoRun } from "./deno.js";
import { examplePlan } from "./env-example.js";
import { formatterHints } from "./formatters.js";
import { gitattributesFile, gitignoreAdvice, gitignoreFile, IGNORED } from "./git-files.js";
import { moduleHints } from "./module-hints.js";
import { COMPILER, completedPackage, emptyPackage, type PackagePlan } from "./package-file.js";
import { DENO, installCommands, managerOf } from "./package-manager.js";
import { FIRST_CALL, starterFiles, tsconfigOf } from "./starter.js";

/** Everything that `init` writes besides the provider, and what it leaves to a person. */
export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** What stays as it is, as sentences. */
  readonly left: readonly string[];
  /** Commands to run next, in their order. */
  readonly steps: readonly string[];
  /** The command for CI. */
  readonly check: string;
  /** The first call, where it is to be shown: a new project has it in a file. */
  readonly call: string | undefined;
}

/** Where a project begins. */
export interface InitPlaces extends InputPlaces {
  /** What package.json says; absent where there is none. */
  readonly packageFile?: Source | undefined;
  /** Whether all that a program needs is written, beside a package.json too. */
  readonly isNew: boolean;
  /** Options of the command line that `generate` and `check` need too. */
  readonly options: readonly string[];
  /** What package managers say of themselves to what they run. */
  readonly userAgent: string | undefined;
  /** The version of sdkwright. */
  readonly version: string;
}

/** Scripts, variables to fill in, and for a project that begins all that a first call needs. */
export async function planInit(provider: AddPlan, places: InitPlaces): Promise<InitPlan> {
  const { root, out, isNew } = places;
  const folder = codeFolder(places);
  const hasTsconfig = findUpward("tsconfig.json", dirname(out)) !== undefined;
  const deno = denoFile(root);
  const isCompiled = deno === undefined && (isNew || !hasTsconfig);
  const names = (provider.added?.variables ?? []).map(({ name }) => name);
  const manifest = packagePlan(provider, places, { names, isCompiled });
  const call = provider.added?.call;
  const starter = isNew ? starterFiles({ root, folder, call, isCompiled }) : { files: [], left: [] };
  const example = examplePlan(provider, places, true);
  const isCallWritten = starter.files.some(({ what }) => what === FIRST_CALL);
  return {
    files: [
      ...manifest.files,
      ...starter.files,
      ...(isNew ? gitignoreFile(places) : []),
      ...gitattributesFile(places),
      ...example.files,
    ],
    left: [
      ...manifest.left,
      ...starter.left,
      ...example.left,
      ...(names.length === 0 ? [] : gitignoreAdvice(places, isNew ? IGNORED : [])),
      ...(isCompiled && !isNew ? [noTsconfig(folder)] : []),
      ...vitePlugin(root),
      ...(await moduleHints(places)),
      ...hintsOf(places, deno),
    ],
    steps: stepsOf(isCallWritten, names, places, manifest),
    check: ["npx sdkwright check --full", ...places.options].join(" "),
    call: isCallWritten ? undefined : call,
  };
}

function noTsconfig(folder: string): string {
  return `there is no tsconfig.json, and emitted code is TypeScript: write one, such as ${JSON.stringify(tsconfigOf(folder))}`;
}

/** Node runs what was compiled; beside deno.json a new project is one that Deno runs. */
function packagePlan(
  provider: AddPlan,
  places: InitPlaces,
  { names, isCompiled }: { readonly names: readonly string[]; readonly isCompiled: boolean },
): PackagePlan {
  const { root, options, packageFile, isNew, isModule = false, version } = places;
  const file =
    packageFile === undefined
      ? emptyPackage(join(root, "package.json"), root)
      : { ...packageFile, before: packageFile.text };
  const generate = ["sdkwright generate", ...options].join(" ");
  const isDeno = denoFile(root) !== undefined;
  const run = isDeno
    ? denoRun(posix.join(codeFolder(places), "main.ts"), calledUrls(provider), names)
    : "tsc && node --env-file-if-exists=.env dist/main.js";
  return completedPackage(file, {
    scripts: {
      generate,
      "check:sdk": ["sdkwright check", ...options].join(" "),
      ...(isNew && { start: `${generate} && ${run}` }),
    },
    dependencies: { "@sdkwright/runtime": `^${version}` },
    devDependencies: { sdkwright: `^${version}`, ...(isCompiled && COMPILER) },
    start: isNew ? { isModule, sdkwright: isDeno ? { importEndings: ".ts" } : {} } : undefined,
  });
}

/** Where requests go, and where tokens are got for them. */
function calledUrls({ added }: AddPlan): readonly string[] {
  if (added === undefined) return [];
  return [...added.services.services.map(({ baseUrl }) => baseUrl), ...Object.values(added.tokenEndpoints)];
}

/** What formatters do to emitted files, and Deno to imports. */
function hintsOf({ root, out, packageFile, importEndings }: InitPlaces, deno: string | undefined): readonly string[] {
  const folder = relativePath(root, out);
  const json = packageFile?.json;
  return [
    ...(deno === undefined ? [] : denoHints(deno, folder, importEndings === ".ts")),
    ...formatterHints(isPlainObject(json) ? json : {}, root, folder),
  ];
}

/** Where code stands: around the output folder. */
function codeFolder({ root, out }: InitPlaces): string {
  const folder = relativePath(root, dirname(out));
  return folder.startsWith("..") ? "src" : folder === "" ? "." : folder;
}

/** Vite's configuration is code of its owner: it is told what to write there. */
function vitePlugin(root: string): readonly string[] {
  const names = ["ts", "mts", "js", "mjs"].map((ending) => `vite.config.${ending}`);
  const name = names.find((file) => textAt(join(root, file))?.includes("sdkwright/vite") === false);
  return name === undefined ? [] : [`${name}: with sdkwright() of "sdkwright/vite" among its plugins, ${VITE_DOES}`];
}

const VITE_DOES = "`vite` generates while you work, and `vite build` checks";

function textAt(path: string): string | undefined {
  const read = readText(path);
  return "text" in read ? read.text : undefined;
}

/** Commands that use only the scripts that do what `init` wants. */
function stepsOf(
  isCallWritten: boolean,
  names: readonly string[],
  { root, userAgent, isNew, options }: InitPlaces,
  { missing, scripts }: PackagePlan,
): readonly string[] {
  const manager = denoFile(root) === undefined ? managerOf(root, userAgent) : DENO;
  const generate = scripts.has("generate")
    ? `${manager.run} generate`
    : ["npx sdkwright generate", ...options].join(" ");
  const start = `${names.map((name) => `${name}=test `).join("")}${manager.start}`;
  return [
    ...(isNew ? [manager.install] : []),
    ...installCommands(manager, missing),
    isCallWritten && scripts.has("start") ? start : generate,
  ];
}
