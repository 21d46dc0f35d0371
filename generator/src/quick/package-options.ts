import type { ProjectPlace } from "../files/find-project.js";
import { configuredOutProblem, configuredPathProblem } from "../files/output-folder.js";
import { readText } from "../files/read-text.js";
import { isValueOf, PACKAGE_OPTIONS, type PackageOptions } from "./options.js";

/** Options under `"sdkwright"` in package.json, for one project or for several; `undefined` where something is wrong with them. */
export function soundProjects({ packageFile }: ProjectPlace): readonly PackageOptions[] | undefined {
  const read = packageFile === undefined ? { text: "" } : readText(packageFile);
  if ("reason" in read && read.reason !== "missing") return undefined;
  if (!("text" in read) || !read.text.includes('"sdkwright"')) return [{}];
  const options = optionsIn(read.text);
  const projects: readonly unknown[] = Array.isArray(options) ? options : [options];
  return projects.length > 0 && projects.every(areFine) && (projects.length === 1 || areApart(projects))
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

function areApart(projects: readonly PackageOptions[]): boolean {
  return (
    projects.every((_, index) => sharingWith(projects, index) === undefined) &&
    projects.every((each) => Object.keys(each).every((name) => !RUN_OPTIONS.has(name)))
  );
}

/** The first of the earlier projects whose output folder is that of a project, or within it, or around it. */
export function sharingWith(projects: readonly PackageOptions[], index: number): number | undefined {
  const folderOf = (project: PackageOptions = {}): string => `${outputOf(project)}/`;
  const own = folderOf(projects[index]);
  const others = projects.slice(0, index).map(folderOf);
  const found = others.findIndex((other) => own.startsWith(other) || other.startsWith(own));
  return found < 0 ? undefined : found;
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
