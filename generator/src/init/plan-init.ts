import { dirname, join } from "node:path";
import { normalizeClient, parseClient } from "@sdkwright/runtime/config";
import type { AddPlan, PlannedFile } from "../add/plan.js";
import type { InputPlaces } from "../files/find-project.js";
import { findUpward } from "../files/find-project.js";
import { readText } from "../files/read-text.js";
import { relativePath } from "../files/relative-path.js";
import type { Source } from "../diagnostics/source.js";
import { exampleFile } from "../variables/variables-text.js";
import { variableUses } from "../variables/variables.js";
import { editedPackage, newPackage, type Scripts } from "./package-file.js";
import { installCommands, managerOf } from "./package-manager.js";
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
  /** The version of sdkwright. */
  readonly version: string;
}

/** Scripts, variables to fill in, and for an empty folder all that a first call needs. */
export function planInit(provider: AddPlan, places: InitPlaces): InitPlan {
  const { root, packageFile, version } = places;
  const scripts = scriptsOf(places);
  const hasTsconfig = findUpward("tsconfig.json", dirname(places.out)) !== undefined;
  const isNew = packageFile === undefined;
  const manifest = isNew
    ? newPackage(join(root, "package.json"), root, scripts, version)
    : editedPackage(packageFile, scripts, hasTsconfig);
  const call = provider.added?.call;
  const starter = isNew
    ? starterFiles(call, codeFolder(places)).map((file) => fileOrLeft(join(root, file.file), file, root))
    : [];
  const names = (provider.added?.variables ?? []).map(({ name }) => name);
  const example = exampleOf(provider, places, names);
  const parts = [...starter, ...(example === undefined ? [] : [example])];
  const isCallWritten = parts.some((part) => "path" in part && part.what === "a first call");
  const ignored = isNew || names.length === 0 || isIgnored(root) ? [] : [GITIGNORE];
  return {
    files: [...manifest.files, ...parts.flatMap((part) => ("path" in part ? [part] : []))],
    left: [...manifest.left, ...parts.flatMap((part) => ("left" in part ? [part.left] : [])), ...ignored],
    steps: stepsOf(isNew && isCallWritten, names, root, manifest.missing),
    call: isCallWritten ? undefined : call,
  };
}

/** Where code stands: around the output folder. */
function codeFolder({ root, out }: InitPlaces): string {
  const folder = relativePath(root, dirname(out));
  return folder.startsWith("..") ? "src" : folder === "" ? "." : folder;
}

const GITIGNORE =
  "values of variables are not committed: add the line .env to .gitignore, if you keep them in that file";

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
function exampleOf({ files }: AddPlan, { root, config }: InitPlaces, names: readonly string[]): FileOrLeft | undefined {
  const planned = files.find(({ path }) => path === config)?.after ?? textAt(config);
  const { value } = parseClient(JSON.parse(planned ?? "{}"));
  const uses = value === undefined ? [] : variableUses(normalizeClient(value));
  if (uses.length === 0) return undefined;
  const path = join(root, ".env.example");
  const present = textAt(path);
  if (present === undefined) return { path, after: `${exampleFile(uses)}\n`, what: "the variables, to fill in" };
  const absent = names.filter((name) => !new RegExp(`^(?:export )?${name}\\s*=`, "m").test(present));
  return absent.length === 0
    ? undefined
    : { left: `.env.example is there already: add ${absent.map((name) => `${name}=`).join(" ")}` };
}

function textAt(path: string): string | undefined {
  const read = readText(path);
  return "text" in read ? read.text : undefined;
}

/** Whether a .gitignore of the folder, or of one above it, has a line for .env. */
function isIgnored(folder: string): boolean {
  const text = textAt(join(folder, ".gitignore")) ?? "";
  if (/^(?:\*\*\/|\/)?(?:\.env\*?|\.env\.\*|\*\.env)\s*$/m.test(text)) return true;
  return dirname(folder) !== folder && isIgnored(dirname(folder));
}

function stepsOf(
  isStarter: boolean,
  names: readonly string[],
  root: string,
  missing: Parameters<typeof installCommands>[1],
): readonly string[] {
  const manager = managerOf(root);
  if (!isStarter) return [...installCommands(manager, missing), `${manager.run} generate`];
  const values = names.map((name) => `${name}=… `).join("");
  return [manager.install, `${values}npm start`];
}
