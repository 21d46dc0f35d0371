import { dirname, join } from "node:path";
import { isPlainObject, normalizeClient, own, parseClient } from "@sdkwright/runtime/config";
import type { AddPlan, PlannedFile } from "../add/plan.js";
import type { InputPlaces } from "../files/find-project.js";
import { findUpward } from "../files/find-project.js";
import { isNextApp } from "../files/next-app.js";
import { readText } from "../files/read-text.js";
import { relativePath } from "../files/relative-path.js";
import type { Source } from "../diagnostics/source.js";
import { inMain } from "../add/first-call.js";
import { exampleFile, unlistedNames } from "../variables/variables-text.js";
import { variableUses } from "../variables/variables.js";
import { denoFile, denoHints, denoRun } from "./deno.js";
import { formatterHints } from "./formatters.js";
import { gitignoreAdvice } from "./gitignore.js";
import { moduleHints } from "./module-hints.js";
import { editedPackage, newPackage, type NewProject, type Scripts } from "./package-file.js";
import { DENO, installCommands, managerOf } from "./package-manager.js";
import { starterFiles } from "./starter.js";

/** Everything that `init` writes besides the provider, and what it leaves to a person. */
export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** What stays as it is, as sentences. */
  readonly left: readonly string[];
  /** Commands to run next, in their order. */
  readonly steps: readonly string[];
  /** The first call, where it is to be shown: a new project has it in a file. */
  readonly call: string | undefined;
}

/** Where a project begins. */
export interface InitPlaces extends InputPlaces {
  /** What package.json says; absent where there is none. */
  readonly packageFile?: Source | undefined;
  /** Options of the command line that `generate` and `check` need too. */
  readonly options: readonly string[];
  /** What package managers say of themselves to what they run. */
  readonly userAgent: string | undefined;
  /** The version of sdkwright. */
  readonly version: string;
}

/** Scripts, variables to fill in, and for an empty folder all that a first call needs. */
export async function planInit(provider: AddPlan, places: InitPlaces): Promise<InitPlan> {
  const { root, packageFile, version } = places;
  const scripts = scriptsOf(places);
  const hasTsconfig = findUpward("tsconfig.json", dirname(places.out)) !== undefined;
  const isNew = packageFile === undefined;
  const deno = denoFile(root);
  const names = (provider.added?.variables ?? []).map(({ name }) => name);
  const manifest = isNew
    ? newPackage(join(root, "package.json"), root, scripts, version, newProject(provider, places, names))
    : editedPackage(packageFile, scripts, hasTsconfig || deno !== undefined);
  const call = provider.added?.call;
  const starter = isNew
    ? starterFiles(call, codeFolder(places), deno === undefined).map((file) =>
        fileOrLeft(join(root, file.file), file, root),
      )
    : [];
  const example = exampleOf(provider, places, names);
  const parts = [...starter, ...(example === undefined ? [] : [example])];
  const isCallWritten = parts.some((part) => "path" in part && part.what === "a first call");
  const ignored = isNew || names.length === 0 ? [] : gitignoreAdvice(places);
  return {
    files: [...manifest.files, ...parts.flatMap((part) => ("path" in part ? [part] : []))],
    left: [
      ...manifest.left,
      ...parts.flatMap((part) => ("left" in part ? [part.left] : [])),
      ...ignored,
      ...(isNew || hasTsconfig || deno !== undefined ? [] : [NO_TSCONFIG]),
      ...vitePlugin(root),
      ...(await moduleHints(places)),
      ...hintsOf(places, deno),
    ],
    steps: stepsOf(isNew && isCallWritten, names, places, manifest.missing),
    call: isCallWritten || call === undefined ? undefined : shownCall(call, packageFile),
  };
}

const NO_TSCONFIG =
  "there is no tsconfig.json: in a folder without a package.json `init` writes both, and a program to start";

/** CommonJS, which is what package.json means without a word, has no `await` at the top of a module; a route of Next.js is a function. */
function shownCall(call: string, packageFile: Source | undefined): string {
  const manifest = packageFile?.json;
  if (!isPlainObject(manifest) || own(manifest, "type") === "module" || isNextApp(packageFile?.path)) return call;
  return inMain(call);
}

/** Beside deno.json a new project is one that Deno runs. */
function newProject(provider: AddPlan, places: InitPlaces, names: readonly string[]): NewProject {
  if (denoFile(places.root) === undefined) return { platform: "node" };
  const folder = codeFolder(places);
  const program = folder === "." ? "main.ts" : `${folder}/main.ts`;
  return { platform: "deno", run: denoRun(program, calledUrls(provider), names) };
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
    ...(deno === undefined ? [] : denoHints(deno, folder, packageFile === undefined || importEndings === ".ts")),
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

function scriptsOf({ options }: InitPlaces): Scripts {
  const more = options.map((option) => ` ${option}`).join("");
  return { generate: `sdkwright generate${more}`, "check:sdk": `sdkwright check${more}` };
}

type FileOrLeft = PlannedFile | { readonly left: string };

function fileOrLeft(
  path: string,
  { text, what }: { readonly text: string; readonly what: string },
  root: string,
): FileOrLeft {
  const read = readText(path);
  if ("reason" in read && read.reason === "missing") return { path, after: text, what };
  return { left: `${relativePath(root, path)} is there already` };
}

/** The variables of the whole configuration, as it will be; a file that is there is its owner's. */
function exampleOf(
  { files }: AddPlan,
  { root, config, isNextApp }: InitPlaces,
  names: readonly string[],
): FileOrLeft | undefined {
  const planned = files.find(({ path }) => path === config)?.after ?? textAt(config);
  const { value } = parseClient(JSON.parse(planned ?? "{}"));
  const uses = value === undefined ? [] : variableUses(normalizeClient(value));
  if (uses.length === 0) return undefined;
  const path = join(root, ".env.example");
  const present = textAt(path);
  if (present === undefined)
    return { path, after: `${exampleFile(uses, isNextApp)}\n`, what: "the variables, to fill in" };
  const absent = unlistedNames(present, names);
  return absent.length === 0
    ? undefined
    : { left: `.env.example is there already: add ${absent.map((name) => `${name}=`).join(" ")}` };
}

function textAt(path: string): string | undefined {
  const read = readText(path);
  return "text" in read ? read.text : undefined;
}

function stepsOf(
  isStarter: boolean,
  names: readonly string[],
  { root, userAgent }: InitPlaces,
  missing: Parameters<typeof installCommands>[1],
): readonly string[] {
  const manager = denoFile(root) === undefined ? managerOf(root, userAgent) : DENO;
  if (!isStarter) return [...installCommands(manager, missing), `${manager.run} generate`];
  const values = names.map((name) => `${name}=… `).join("");
  return [manager.install, `${values}${manager.start}`];
}
