import { COMMANDS, OPTIONS } from "../quick/options.js";
import { largest } from "../files/largest.js";

/** What `--help` prints. */
export function helpText(): string {
  const commands = Object.entries(COMMANDS).map(
    ([name, { files, summary }]) => [`sdkwright ${name} ${files}`, summary] as const,
  );
  const options = Object.entries(OPTIONS).map(([name, { value, summary }]) => {
    return [value === undefined ? `--${name}` : `--${name} <${value}>`, summary] as const;
  });
  return [
    "Writes typed SDKs from provider definitions and client/client.json.\n",
    ...aligned(commands),
    "",
    ...aligned([...options, ["-h, --help", "print this"], ["-v, --version", "print the version"]]),
    "\nDefaults are relative to the project root, arguments to the working directory.",
    "Exit codes: 0 fine, 1 not current or diff above --fail-on, 2 invalid input or the file system refuses, 3 wrong usage, 70 internal error.\n",
  ].join("\n");
}

function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = largest(rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
