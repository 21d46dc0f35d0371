import { resolve } from "node:path";
import type { ProjectPlace } from "../io/find-project.js";
import { configuredOutProblem, configuredPathProblem, realPathOf } from "../io/output-folder.js";
import { readText } from "../io/read-file.js";
import { isValueOf, PACKAGE_OPTIONS, type PackageOptions } from "./options.js";

/** Options under `"sdkwright"` in package.json, for one project or for several; `undefined` where something is wrong with them. */
export function soundProjects({ packageFile, root }: ProjectPlace): readonly PackageOptions[] | undefined {
  const read = packageFile === undefined ? { text: "" } : readText(packageFile);
  if ("reason" in read && read.reason !== "missing") return undefined;
  if (!("text" in read) || !read.text.includes('"sdkwright"')) return [{}];
  const options = optionsIn(read.text);
  const projects: readonly unknown[] = Array.isArray(options) ? options : [options];
  return projects.length > 0 && projects.every(areFine) && (projects.length === 1 || areApart(projects, root))
    ? projects
    : undefined;
}

/** `undefined` where the text is not JSON. */
function optionsIn(text: string): unknown {
  try {
    const { sdkwright = {} } = JSON.parse(text) as { sdkwright?: unknown };
    return sdkwright;
  } catch {
    return undefined;
  }
}

function areFine(options: unknown): options is PackageOptions {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return false;
  return Object.entries(options).every(([name, value]) => {
    const option = Object.hasOwn(PACKAGE_OPTIONS, name) ? PACKAGE_OPTIONS[name as keyof PackageOptions] : undefined;
    if (option === undefined || option.isForOneRun === true || !isValueOf(option, value)) return false;
    return pathMistake(name, value) === undefined;
  });
}

/** What is wrong with a path under `"sdkwright"`: a commit must not make everybody's next run write elsewhere. */
export function pathMistake(name: string, value: unknown): string | undefined {
  const [what, problem] =
    name === "out"
      ? ["the output folder", configuredOutProblem(String(value))]
      : ["the configuration", name === "config" ? configuredPathProblem(String(value)) : undefined];
  return problem === undefined ? undefined : `${what} in package.json ${problem}`;
}

/** Options about a run hold for all projects: they stand on the command line, where there are several. */
export const RUN_OPTIONS: ReadonlySet<string> = new Set(["format", "verbose", "no-color"]);

function areApart(projects: readonly PackageOptions[], root: string): boolean {
  return (
    sharedOutputs(projects, root).every((first) => first === undefined) &&
    projects.every((each) => Object.keys(each).every((name) => !RUN_OPTIONS.has(name)))
  );
}

/**
 * Of each project, the first of the earlier ones whose output folder is its own, or within it, or around it: as package.json
 * names them, and where links lead. Names that differ in case alone are one folder on some of the machines that read them.
 */
export function sharedOutputs(projects: readonly PackageOptions[], root: string): readonly (number | undefined)[] {
  const written = projects.map((project) => comparable(outputOf(project)));
  const real = projects.map(({ out = DEFAULT_OUT }) => comparable(realPathOf(resolve(root, out))));
  const isShared = (folders: readonly string[], one: number, other: number) => {
    const [a = "", b = ""] = [folders[one], folders[other]];
    return a.startsWith(b) || b.startsWith(a);
  };
  return projects.map((_, own) => {
    const first = projects.findIndex((__, other) => isShared(written, own, other) || isShared(real, own, other));
    return first < own ? first : undefined;
  });
}

function comparable(folder: string): string {
  return `${folder.normalize("NFC").toLowerCase()}/`;
}

/** The output folder of a project, as package.json names it, for comparison with others. */
function outputOf({ out = DEFAULT_OUT }: PackageOptions): string {
  const steps: string[] = [];
  for (const step of out.split(/[\\/]/)) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

export const DEFAULT_CONFIG = "client/client.json";
export const DEFAULT_OUT = "src/generated";
