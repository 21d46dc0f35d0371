import { listed, suggestion, toPointer } from "@sdkwright/runtime/config";
import type { ProjectPlace } from "../load/find-project.js";
import { readText } from "../load/read-text.js";
import type { Reader } from "../load/reader.js";
import type { SourceIssue } from "../load/source.js";
import { OPTIONS, type GivenOptions, type OptionSpec } from "./options.js";

/** Options under `"sdkwright"` in package.json; mistakes in them become issues of the reader. */
export async function packageOptions({ packageFile }: ProjectPlace, reader: Reader): Promise<GivenOptions> {
  const read = packageFile === undefined ? { text: "" } : readText(packageFile);
  if (packageFile === undefined || !("text" in read) || !read.text.includes('"sdkwright"')) return {};
  const options = optionsIn(read.text);
  const mistakes = options === undefined ? [] : mistakesIn(options);
  if (options !== undefined && mistakes.length === 0) return options;
  const reading = await reader.read(packageFile, "package");
  if ("source" in reading) reader.issues.push(...mistakes.map((mistake) => ({ ...mistake, source: reading.source })));
  return {};
}

/** `undefined` where the text is not JSON: reading it as a document says so. */
function optionsIn(text: string): GivenOptions | undefined {
  try {
    const { sdkwright = {} } = JSON.parse(text) as { sdkwright?: GivenOptions };
    return sdkwright;
  } catch {
    return undefined;
  }
}

function mistakesIn(options: unknown): readonly SourceIssue[] {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return [optionIssue([], "value", '"sdkwright" has to be an object', knownOptions())];
  }
  const mistakes: SourceIssue[] = [];
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) mistakes.push(unknownOption(name));
    else mistakes.push(...valueMistakes(name, value, OPTIONS[name as keyof GivenOptions]));
  }
  return mistakes;
}

function unknownOption(name: string): SourceIssue {
  const hint = suggestion(name, Object.keys(OPTIONS), "options");
  return optionIssue([name], "key", `${JSON.stringify(name)} is not an option`, hint);
}

function valueMistakes(name: string, value: unknown, { type, choices }: OptionSpec): readonly SourceIssue[] {
  const isChoice = choices === undefined || choices.includes(String(value));
  if (typeof value === type && value !== "" && isChoice) return [];
  const wanted = choices === undefined ? `a ${type}` : `one of ${choices.join(", ")}`;
  return [optionIssue([name], "value", `the option "${name}" has to be ${wanted}`)];
}

function knownOptions(): string {
  return `options: ${listed(Object.keys(OPTIONS))}`;
}

function optionIssue(path: readonly string[], target: "key" | "value", message: string, hint?: string): SourceIssue {
  return { code: "SW0301", severity: "error", pointer: toPointer("sdkwright", ...path), target, message, hint };
}
