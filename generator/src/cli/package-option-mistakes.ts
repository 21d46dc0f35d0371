import { dirname } from "node:path";
import { listed, quoted, suggestion, toPointer } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../diagnostics/source.js";
import { isValueOf, type OptionSpec, PACKAGE_OPTIONS, type PackageOptions } from "../project/options.js";
import { pathMistake, RUN_OPTIONS, sharedOutputs } from "../project/package-options.js";
import { type Reader, reasonText } from "../project/reader.js";

/** Keeps what is wrong with the options under `"sdkwright"` in package.json as issues of the reader. */
export async function keepOptionMistakes(packageFile: string, reader: Reader): Promise<void> {
  const reading = await reader.read(packageFile, "package");
  if ("reason" in reading) reader.issues.push(unreadable(reader.named(packageFile), reasonText(reading.reason)));
  if (!("source" in reading) || reading.source.json === undefined) return;
  const { sdkwright = {} } = reading.source.json as { readonly sdkwright?: unknown };
  for (const mistake of mistakesIn(sdkwright, dirname(packageFile)))
    reader.issues.push({ ...mistake, source: reading.source });
}

/** Its options are not known: to go on would write to a place where nobody looks. */
function unreadable(file: string, reason: string): SourceIssue {
  const hint = "it may contain options: make it readable, or replace it";
  return { code: "SW0301", severity: "error", pointer: "", message: `${file} ${reason}`, hint };
}

function mistakesIn(options: unknown, root: string): readonly SourceIssue[] {
  if (!Array.isArray(options)) return mistakesOf(options, []);
  if (options.length === 0) return [optionIssue([], "value", '"sdkwright" has no project', knownOptions())];
  const found = options.flatMap((project: unknown, index) => mistakesOf(project, [String(index)]));
  return found.length > 0 || options.length === 1 ? found : betweenProjects(options as readonly PackageOptions[], root);
}

function mistakesOf(options: unknown, path: readonly string[]): readonly SourceIssue[] {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const what =
      path.length === 0 ? '"sdkwright" must be an object, or an array of objects' : "a project must be an object";
    return [optionIssue(path, "value", what, knownOptions())];
  }
  const mistakes: SourceIssue[] = [];
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(PACKAGE_OPTIONS, name)) mistakes.push(unknownOption(name, path));
    else
      for (const mistake of valueMistakes(name, value, PACKAGE_OPTIONS[name as keyof PackageOptions], path))
        mistakes.push(mistake);
  }
  return mistakes;
}

/** Two projects would remove each other's files; and one run has one way of printing. */
function betweenProjects(projects: readonly PackageOptions[], root: string): readonly SourceIssue[] {
  const shared = sharedOutputs(projects, root);
  return projects.flatMap((project, index) => {
    const first = shared[index];
    const message = `project ${index + 1} writes to the folder of project ${(first ?? 0) + 1}`;
    const target = project.out === undefined ? [String(index)] : [String(index), "out"];
    const same = first === undefined ? [] : [optionIssue(target, "value", message, 'give each project its own "out"')];
    const ofRun = Object.keys(project).filter((name) => RUN_OPTIONS.has(name));
    return [
      ...same,
      ...ofRun.map((name) =>
        optionIssue(
          [String(index), name],
          "key",
          `"${name}" applies to a run, and a run covers all projects`,
          `pass --${name} on the command line`,
        ),
      ),
    ];
  });
}

function unknownOption(name: string, path: readonly string[]): SourceIssue {
  const hint = suggestion(name, Object.keys(PACKAGE_OPTIONS), "options");
  return optionIssue([...path, name], "key", `${quoted(name)} is not an option`, hint);
}

function valueMistakes(
  name: string,
  value: unknown,
  option: OptionSpec,
  path: readonly string[],
): readonly SourceIssue[] {
  if (option.isForOneRun === true) {
    return [
      optionIssue(
        [...path, name],
        "key",
        `the option "${name}" does not work in package.json`,
        `pass --${name} on the command line instead`,
      ),
    ];
  }
  if (isValueOf(option, value)) return pathMistakes(name, value, path);
  const wanted = option.choices === undefined ? `a ${option.type}` : `one of ${option.choices.join(", ")}`;
  return [optionIssue([...path, name], "value", `the option "${name}" must be ${wanted}`)];
}

function pathMistakes(name: string, value: unknown, path: readonly string[]): readonly SourceIssue[] {
  const message = pathMistake(name, value);
  if (message === undefined) return [];
  const hint = `give a ${name === "out" ? "folder" : "file"} inside the project; on the command line, --${name} takes any`;
  return [optionIssue([...path, name], "value", message, hint)];
}

function knownOptions(): string {
  return `options: ${listed(Object.keys(PACKAGE_OPTIONS))}`;
}

function optionIssue(path: readonly string[], target: "key" | "value", message: string, hint?: string): SourceIssue {
  return { code: "SW0301", severity: "error", pointer: toPointer("sdkwright", ...path), target, message, hint };
}
