import type { ProjectPlace } from "../files/find-project.js";
import { configuredOutProblem } from "../files/output-folder.js";
import { readText } from "../files/read-text.js";
import { isValueOf, PACKAGE_OPTIONS, type PackageOptions } from "./options.js";

/** Options under `"sdkwright"` in package.json; `undefined` where something is wrong with them. */
export function soundPackageOptions({ packageFile }: ProjectPlace): PackageOptions | undefined {
  const read = packageFile === undefined ? { text: "" } : readText(packageFile);
  if ("reason" in read && read.reason !== "missing") return undefined;
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

function areFine(options: unknown): options is PackageOptions {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return false;
  return Object.entries(options).every(([name, value]) => {
    const option = Object.hasOwn(PACKAGE_OPTIONS, name) ? PACKAGE_OPTIONS[name as keyof PackageOptions] : undefined;
    if (option === undefined || option.isForOneRun === true || !isValueOf(option, value)) return false;
    return name !== "out" || configuredOutProblem(String(value)) === undefined;
  });
}
