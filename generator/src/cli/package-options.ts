import type { ProjectPlace } from "../load/find-project.js";
import { readText } from "../load/read-text.js";
import { isValueOf, OPTIONS, type GivenOptions, type OptionName } from "./options.js";

/** Options under `"sdkwright"` in package.json; `undefined` where something is wrong with them. */
export function soundPackageOptions({ packageFile }: ProjectPlace): GivenOptions | undefined {
  const read = packageFile === undefined ? { text: "" } : readText(packageFile);
  if (!("text" in read) || !read.text.includes('"sdkwright"')) return {};
  const options = optionsIn(read.text);
  return areFine(options) ? options : undefined;
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

function areFine(options: unknown): options is GivenOptions {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return false;
  return Object.entries(options).every(
    ([name, value]) => Object.hasOwn(OPTIONS, name) && isValueOf(OPTIONS[name as OptionName], value),
  );
}
