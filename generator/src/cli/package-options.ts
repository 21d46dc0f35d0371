import type { ProjectPlace } from "../load/find-project.js";
import { readText } from "../load/read-text.js";
import type { Reader } from "../load/reader.js";
import { isValueOf, OPTIONS, type GivenOptions, type OptionName } from "./options.js";

/** Options under `"sdkwright"` in package.json; mistakes in them become issues of the reader. */
export async function packageOptions({ packageFile }: ProjectPlace, reader: Reader): Promise<GivenOptions> {
  const read = packageFile === undefined ? { text: "" } : readText(packageFile);
  if (packageFile === undefined || !("text" in read) || !read.text.includes('"sdkwright"')) return {};
  const options = optionsIn(read.text);
  if (areFine(options)) return options;
  const { mistakesIn } = await import("./package-option-mistakes.js");
  const mistakes = options === undefined ? [] : mistakesIn(options);
  const reading = await reader.read(packageFile, "package");
  if ("source" in reading) reader.issues.push(...mistakes.map((mistake) => ({ ...mistake, source: reading.source })));
  return {};
}

/** `undefined` where the text is not JSON: reading it as a document says so. */
function optionsIn(text: string): unknown {
  try {
    const { sdkwright = {} } = JSON.parse(text) as { sdkwright?: unknown };
    return sdkwright;
  } catch {
    return undefined;
  }
}

/** A quick look: only what is wrong is worth the code that says what. */
function areFine(options: unknown): options is GivenOptions {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return false;
  return Object.entries(options).every(
    ([name, value]) => Object.hasOwn(OPTIONS, name) && isValueOf(OPTIONS[name as OptionName], value),
  );
}
