import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type InputPlaces, isNextApp, manifestIn, type ProjectPlace } from "../io/find-project.js";
import { ownOnly } from "../io/json.js";
import { isWrittenAsPath, relativePath } from "../io/paths.js";
import { escapeUnprintable } from "../io/text.js";
import type { CommandName, Invocation, PackageOptions } from "./options.js";
import { DEFAULT_CONFIG, DEFAULT_OUT } from "./package-options.js";

/** The commands whose arguments are definitions. */
const TAKES_FILES: ReadonlySet<CommandName> = new Set(["generate", "check", "validate"]);

/** The places of a run: arguments are relative to the working directory, package.json and defaults to the root (rules C1). */
export function inputPlacesOf(
  { command, files, options: given }: Invocation,
  inPackage: PackageOptions,
  { root, packageFile }: ProjectPlace,
  workingDirectory: string,
): InputPlaces {
  const [options, configured] = [ownOnly(given), ownOnly(inPackage)];
  const place = (asked: string | undefined, ours: string | undefined, fallback: string): string =>
    asked === undefined ? resolve(root, ours ?? fallback) : resolve(workingDirectory, asked);
  const isConfigGiven = (options.config ?? configured.config) !== undefined;
  return {
    root,
    workingDirectory,
    passedOver: isConfigGiven ? undefined : nearerConfig(workingDirectory, root),
    config: place(options.config, configured.config, DEFAULT_CONFIG),
    isConfigGiven,
    definitions: (TAKES_FILES.has(command) ? files : []).map((file) => resolve(workingDirectory, file)),
    out: place(options.out, configured.out, DEFAULT_OUT),
    isOutGiven: options.out !== undefined,
    importEndings: configured.importEndings,
    isModule: packageFile !== undefined && manifestIn(packageFile).type === "module",
    isNextApp: isNextApp(packageFile),
  };
}

function nearerConfig(workingDirectory: string, root: string): string | undefined {
  for (let folder = realpathSync(workingDirectory); folder !== root; folder = dirname(folder)) {
    if (folder === dirname(folder)) return undefined;
    const config = join(folder, DEFAULT_CONFIG);
    if (existsSync(config)) return config;
  }
  return undefined;
}

/** The projects of package.json that an invocation is about, or why that cannot be said. */
export type ChosenProjects =
  { readonly projects: readonly PackageOptions[] } | { readonly conflict: string; readonly hint: string };

/**
 * All projects, or those that `--config` picks. What can be about one project alone is refused where several are left:
 * an output folder, definitions, and commands that begin something.
 */
export function chosenProjects(
  invocation: Invocation,
  all: readonly PackageOptions[],
  project: ProjectPlace,
  workingDirectory: string,
): ChosenProjects {
  const { command, files, options } = invocation;
  if (all.length < 2) return { projects: all };
  const isAboutNone =
    command === "types" ||
    command === "docs" ||
    (command === "explain" ? isCode(files.join(" ")) : command === "validate" && files.length > 0);
  if (isAboutNone) return { projects: all.slice(0, 1) };
  const names = all.map((each) => projectName(placesOf(each, project)));
  const picked = options.config === undefined ? all : pickedBy(resolve(workingDirectory, options.config), all, project);
  if (picked.length === 0)
    return { conflict: "--config is not one of the projects in package.json", hint: `they are ${names.join(", ")}` };
  if (picked.length === 1) return { projects: picked };
  const about = aboutOne(invocation);
  if (about === undefined) return { projects: picked };
  const hint = `choose one with --config: ${names.join(", ")}`;
  return { conflict: `package.json has ${all.length} projects, but ${about} applies to one`, hint };
}

/** Tells what `explain` is asked about: the code of a diagnostic, or an operation. */
export function isCode(given: string): boolean {
  return /^\s*(?:sw)?\d+\s*$/i.test(given);
}

function pickedBy(config: string, all: readonly PackageOptions[], project: ProjectPlace): readonly PackageOptions[] {
  return all.filter((each) => placesOf(each, project).config === config);
}

/** Commands that write, or tell, about one project. */
const ABOUT_ONE: ReadonlySet<CommandName> = new Set(["add", "init", "map", "simulate", "report"]);

/** What of an invocation makes sense for one project only. */
function aboutOne({ command, files, options }: Invocation): string | undefined {
  if (ABOUT_ONE.has(command)) return `\`${command}\``;
  if (options.out !== undefined) return "--out";
  const [first] = files;
  if (first === undefined) return undefined;
  if (command === "explain") return "an operation";
  if (command === "generate" || command === "check") return "a definition as argument";
  return command === "diff" && isWrittenAsPath(first) ? `the base ${first}` : undefined;
}

function placesOf(options: PackageOptions, project: ProjectPlace): InputPlaces {
  return inputPlacesOf({ command: "validate", files: [], options: {} }, options, project, project.root);
}

/** What a project is called in output: from where to where. */
export function projectName({ root, config, out }: InputPlaces, fileAs: (file: string) => string = String): string {
  return `${fileAs(relativePath(root, config))} → ${fileAs(relativePath(root, out))}`;
}

/** A line before what is printed of one of several projects. */
export function headingOf(places: InputPlaces): string {
  return `# ${escapeUnprintable(projectName(places))}\n`;
}
