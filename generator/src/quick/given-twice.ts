import { OPTIONS, type OptionName } from "./options.js";

/** An option with a value that stands in the arguments more than once: the last would win in silence. */
export function givenTwice(args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  const names = (end === -1 ? args : args.slice(0, end)).flatMap((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? []);
  return names.find((name, index) => {
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as OptionName] : undefined;
    return option?.type === "string" && names.indexOf(name) !== index;
  });
}
