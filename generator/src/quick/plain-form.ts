import { parseArgs } from "node:util";
import { givenTwice, isCommand, type Invocation } from "./options.js";

const PLAIN_OPTIONS = {
  config: { type: "string" },
  out: { type: "string" },
  quiet: { type: "boolean" },
} as const;

/** Reads the plain forms of `generate` and `check`; anything else, mistakes included, is not for it. */
export function readPlainForm(args: readonly string[]): Invocation | undefined {
  const [first] = args;
  const command = isCommand(first) ? first : "generate";
  if (command !== "generate" && command !== "check") return undefined;
  const rest = isCommand(first) ? args.slice(1) : [...args];
  try {
    const { values, positionals } = parseArgs({ args: rest, options: PLAIN_OPTIONS, allowPositionals: true });
    if (givenTwice(args) !== undefined) return undefined;
    const areFiles = positionals.every((file) => file.endsWith(".json"));
    return areFiles ? { command, files: positionals, options: { ...values } } : undefined;
  } catch {
    return undefined;
  }
}
