import { largest } from "../files/largest.js";
import { COMMANDS, OPTIONS, type CommandName, type OptionSpec } from "../quick/options.js";

/** Prints for `sdkwright --help`: the commands. */
export function overview(): string {
  const commands = Object.entries(COMMANDS).map(
    ([name, spec]) => [usageOf(name as CommandName), spec.summary] as const,
  );
  return [
    "Writes typed SDKs from provider definitions and client/client.json.\n",
    ...aligned(commands),
    "",
    ...aligned([
      ["sdkwright <command> --help", "print the options of a command, with examples"],
      ["sdkwright --version", "print the version"],
    ]),
    "\nExit codes: 0 fine, 1 not current or diff above --fail-on, 2 invalid input or the file system refuses, 3 wrong usage, 70 internal error.\n",
  ].join("\n");
}

/** Prints for `sdkwright <command> --help`. */
export function commandHelp(command: CommandName): string {
  return `${ownHelp(command)}\n${generalHelp()}`;
}

/** Prints the usage of a command, the options that not every command has, and examples. */
export function ownHelp(command: CommandName): string {
  const options = rowsOf(({ commands }) => commands?.includes(command) === true, command);
  return [
    `${usageOf(command)}${options.length === 0 ? "" : " [options]"}`,
    `  ${COMMANDS[command].summary}`,
    ...(options.length === 0 ? [] : ["\nOptions:", ...aligned(options)]),
    "\nExamples:",
    ...EXAMPLES[command].map((example) => `  npx sdkwright ${example}`),
    "",
  ].join("\n");
}

export function generalHelp(): string {
  const rows = [...rowsOf(({ commands }) => commands === undefined), ["-h, --help", "print this"] as const];
  const places = "Defaults are relative to the project root, arguments to the working directory.\n";
  return ["Options of every command:", ...aligned(rows), "", places].join("\n");
}

function usageOf(command: CommandName): string {
  return `sdkwright ${command} ${COMMANDS[command].files}`.trimEnd();
}

type Row = readonly [left: string, right: string];

function rowsOf(isShown: (option: OptionSpec) => boolean, command?: CommandName): readonly Row[] {
  return Object.entries(OPTIONS)
    .filter(([, option]: [string, OptionSpec]) => isShown(option))
    .map(([name, { value, summary, inReport }]: [string, OptionSpec]) => [
      value === undefined ? `--${name}` : `--${name} <${value}>`,
      command === "report" ? (inReport ?? summary) : summary,
    ]);
}

function aligned(rows: readonly Row[]): readonly string[] {
  const width = largest(rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** Arguments to copy; a test reads each. */
export const EXAMPLES: { readonly [name in CommandName]: readonly string[] } = {
  generate: ["generate", "generate --watch"],
  check: ["check", "check --full --format github"],
  diff: ["diff main", "diff main --used --fail-on breaking"],
  validate: ["validate", "validate client/providers/acme-pay.json"],
  add: [
    "add https://acme-pay.example/openapi.json --name acme-pay",
    'add acme-pay.yaml --include "GET /charges*" --include "/refunds/**"',
  ],
  init: ["init acme-pay --base-url https://api.acme-pay.example/v2 --auth header=X-Api-Key", "init acme-pay.yaml"],
  map: ["map communication/send-sms pigeon"],
  env: ["env --check --dotenv .env", "env --example > .env.example"],
  simulate: [
    "simulate communication/send-sms SendMessage --fail pigeon=refused",
    "simulate communication/send-sms SendMessage --fail pigeon=429:30 --callers 20",
  ],
  report: ["report", "report --base main --file changes.html"],
  explain: ["explain SW1203"],
};
