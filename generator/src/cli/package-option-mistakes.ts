import { listed, quoted, suggestion, toPointer } from "@sdkwright/runtime/config";
import type { Reader } from "../project/reader.js";
import type { SourceIssue } from "../diagnostics/source.js";
import { isValueOf, OPTIONS, type GivenOptions, type OptionSpec } from "../quick/options.js";

/** Keeps what is wrong with the options under `"sdkwright"` in package.json as issues of the reader. */
export async function keepOptionMistakes(packageFile: string, reader: Reader): Promise<void> {
  const reading = await reader.read(packageFile, "package");
  if (!("source" in reading) || reading.source.json === undefined) return;
  const { sdkwright = {} } = reading.source.json as { readonly sdkwright?: unknown };
  reader.issues.push(...mistakesIn(sdkwright).map((mistake) => ({ ...mistake, source: reading.source })));
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
  return optionIssue([name], "key", `${quoted(name)} is not an option`, hint);
}

function valueMistakes(name: string, value: unknown, option: OptionSpec): readonly SourceIssue[] {
  if (option.isForOneRun === true) {
    return [
      optionIssue(
        [name],
        "key",
        `the option "${name}" cannot stand in package.json`,
        `give --${name} where it is meant`,
      ),
    ];
  }
  if (isValueOf(option, value)) return [];
  const wanted = option.choices === undefined ? `a ${option.type}` : `one of ${option.choices.join(", ")}`;
  return [optionIssue([name], "value", `the option "${name}" has to be ${wanted}`)];
}

function knownOptions(): string {
  return `options: ${listed(Object.keys(OPTIONS))}`;
}

function optionIssue(path: readonly string[], target: "key" | "value", message: string, hint?: string): SourceIssue {
  return { code: "SW0301", severity: "error", pointer: toPointer("sdkwright", ...path), target, message, hint };
}
