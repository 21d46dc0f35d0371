import { fileURLToPath } from "node:url";
import { nearest } from "@sdkwright/runtime/config";
import yargs, { type Argv, type Options } from "yargs";
import { readBytes } from "../io/read-file.js";
import { largest } from "../io/text.js";
import {
  type CommandName,
  COMMANDS,
  type GivenOptions,
  givenTwice,
  type Invocation,
  isCommand,
  optionConflict,
  OPTIONS,
  type OptionSpec,
} from "../project/options.js";

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
    "\nExit codes: 0 fine, 1 not current or diff above --fail-on, 2 invalid input or a file system error, 3 wrong usage, 70 internal error.\n",
  ].join("\n");
}

/** Prints for `sdkwright <command> --help`. */
function commandHelp(command: CommandName): string {
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
  const rows = [...rowsOf(({ commands }) => commands === undefined), ["-h, --help", "print this help"] as const];
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
    .map(([name, { value, summary, summaries, alias }]: [string, OptionSpec]) => [
      `${alias === undefined ? "" : `-${alias}, `}--${name}${value === undefined ? "" : ` <${value}>`}`,
      (command === undefined ? undefined : summaries?.[command]) ?? summary,
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
  types: [
    "types acme-pay.yaml -o src/acme-pay.ts",
    "types https://acme-pay.example/openapi.json -o src/acme-pay.ts --check",
  ],
  map: ["map communication/send-sms pigeon"],
  env: ["env --check --dotenv .env", "env --example > .env.example"],
  simulate: [
    "simulate communication/send-sms SendMessage --fail pigeon=refused",
    "simulate communication/send-sms SendMessage --fail pigeon=429:30 --callers 20",
  ],
  report: ["report", "report --base main --file changes.html"],
  explain: ["explain SW1203", 'explain "GET /charges"', "explain createCharge"],
  docs: ["docs", "docs start", "docs rules P4"],
};

/** What people call an option who know other tools, as one word. */
const ELSEWHERE: { readonly [word: string]: string } = {
  output: "out",
  outdir: "out",
  url: "base-url",
  server: "base-url",
  apikey: "auth header=<name>",
  bearer: "auth bearer",
  token: "auth bearer",
  json: "format json",
  silent: "quiet",
  debug: "verbose",
};

/** Options of openapi-typescript that `types` has not, their short forms too, and what to do instead. */
const NOT_TAKEN: { readonly [names: string]: string } = {
  "enum-values conditional-enums dedupe-enums": "--enum makes enums, which are values too: Object.values(Status)",
  "export-type t": "leave it out; if you need a type instead of an interface: type Paths = Pick<paths, keyof paths>",
  "additional-properties properties-required-by-default array-length generate-path-params":
    'change the document, or the type at its use: components["schemas"]["Pet"] & Record<string, unknown>',
  "path-params-as-types make-paths-enum": "leave it out: keyof paths is every path, and parameters fill them",
  "exclude-deprecated": "leave it out: editors strike deprecated operations through",
  "root-types-keep-casing": 'if --root-types gives another name: type pet = components["schemas"]["pet"]',
  "redocly c": "a run takes one document: use one command for each",
};

function insteadOf(name: string, command: CommandName): string | undefined {
  const isNamed = (names: string) => names.split(" ").some((each) => squeezed(each) === squeezed(name));
  return command === "types" ? Object.entries(NOT_TAKEN).find(([names]) => isNamed(names))?.[1] : undefined;
}

/** What an unknown option was probably meant to be; those of the command come first. */
function meantOption(name: string, command: CommandName): string | undefined {
  const own = Object.entries(OPTIONS).flatMap(([option, { commands }]) =>
    commands?.includes(command) === false ? [] : [option],
  );
  if (name.length === 1) return longForms(name, own);
  const meant = meantAmong(name, own) ?? meantAmong(name, Object.keys(OPTIONS));
  return meant === undefined ? undefined : `did you mean --${meant}?`;
}

function longForms(letter: string, known: readonly string[]): string | undefined {
  const long = known.filter((option) => option.startsWith(letter.toLowerCase()));
  return long.length === 0 ? undefined : `did you mean --${long.join(" or --")}? The only short forms are -h and -v`;
}

/** Hyphens are forgotten first; `--dry` and `--output` are the beginning of an option, or have one as theirs. */
function meantAmong(name: string, known: readonly string[]): string | undefined {
  const usual = Object.entries(ELSEWHERE).filter(([, option]) => known.includes(option.split(" ")[0] ?? ""));
  const words = new Map([...known.map((option) => [squeezed(option), option] as const), ...usual]);
  const near = nearest(squeezed(name), [...words.keys()]);
  if (near !== undefined) return words.get(near);
  return known.find((option) => name.length > 2 && (option.startsWith(name) || name.startsWith(option)));
}

function squeezed(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** The version of this package: from the modules and from the bundle, its package.json stands two folders above. */
export function ownVersion(): string {
  const manifest = JSON.parse(readBytes(fileURLToPath(new URL("../../package.json", import.meta.url))).toString()) as {
    version: string;
  };
  return manifest.version;
}

/** What a command line comes to: something to do, a text that was asked for, or a mistake in it. */
export type FullForm =
  | { readonly kind: "invocation"; readonly invocation: Invocation }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mistake"; readonly message: string; readonly hint: string };

const SEE_HELP = "`sdkwright --help` lists the commands";

/** Reads any command line with yargs. */
export async function readFullForm(args: readonly string[]): Promise<FullForm> {
  try {
    return await readWithYargs(args);
  } catch {
    return { kind: "mistake", message: "the command line cannot be read", hint: SEE_HELP };
  }
}

async function readWithYargs(args: readonly string[]): Promise<FullForm> {
  let mistake: string | undefined;
  const parser = newParser().fail((message: string | null, error) => {
    mistake ??= message ?? error.message;
  });
  const { _: words, ...argv } = await parser.parseAsync([...args]);
  if (argv["help"] === true || words[0] === "help") return { kind: "text", text: helpText(words.map(String)) };
  // Elsewhere `-v` means `--verbose`: a check that is none must not pass.
  if (argv["version"] === true && words.length > 0 && args.includes("-v"))
    return { kind: "mistake", message: "-v prints the version, and takes no command", hint: "did you mean --verbose?" };
  if (argv["version"] === true) return { kind: "text", text: `${ownVersion()}\n` };
  if (mistake !== undefined) return { kind: "mistake", ...explained(mistake, commandIn(words)) };
  const twice = givenTwice(args);
  if (twice !== undefined) {
    return { kind: "mistake", message: `--${twice} is given twice`, hint: "give it once" };
  }
  return invocationOf(words.map(String), given(argv));
}

/** `sdkwright help init` and `sdkwright init --help` print the same. */
function helpText(words: readonly string[]): string {
  const command = words.find((word) => word !== "help");
  return isCommand(command) ? commandHelp(command) : overview();
}

function seeHelp(command: CommandName): string {
  return `\`sdkwright ${command} --help\` lists its options`;
}

/** Commands are words to yargs: it loses the first of several words before a default command. */
function newParser(): Argv {
  return yargs()
    .help(false)
    .version(false)
    .locale("en")
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
      "greedy-arrays": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
    })
    .options(Object.fromEntries(Object.entries(OPTIONS).map(([name, spec]) => [name, yargsOption(spec)])))
    .options({ help: { type: "boolean", alias: "h" }, version: { type: "boolean", alias: "v" } })
    .strictOptions()
    .exitProcess(false);
}

function commandIn([first]: readonly unknown[]): CommandName {
  const word = String(first);
  return isCommand(word) ? word : "generate";
}

function invocationOf(words: readonly string[], options: GivenOptions): FullForm {
  const [first] = words;
  if (!isCommand(first)) {
    const invocation = { command: "generate", files: words, options } as const;
    return misspeltCommand(first) ?? checked(invocation);
  }
  return checked({ command: first, files: words.slice(1), options });
}

function checked(invocation: Invocation): FullForm {
  const conflict = argumentConflict(invocation) ?? optionConflict(invocation);
  return conflict === undefined
    ? { kind: "invocation", invocation }
    : { kind: "mistake", message: conflict, hint: meantCommand(invocation) ?? seeHelp(invocation.command) };
}

/** The commands that an option is for. */
function meantCommand({ command, options }: Invocation): string | undefined {
  for (const [name, { commands = [] }] of Object.entries(OPTIONS)) {
    if (options[name as keyof GivenOptions] === undefined || commands.length === 0 || commands.includes(command))
      continue;
    if (name === "output") return "did you mean --out?";
    if (command === "add" && commands.includes("init"))
      return "to create a provider without a document, run `sdkwright init <provider> --base-url <url>`";
    return `--${name} belongs to ${commands.join(", ")}`;
  }
  return undefined;
}

function argumentConflict({ command, files }: Invocation): string | undefined {
  const wanted = ARGUMENTS[command];
  if (wanted === undefined) return undefined;
  const [least, most, sentence] = wanted;
  return files.length < least || files.length > most ? sentence : undefined;
}

/** How many arguments a command takes, and what is said where they are fewer or more. */
const ARGUMENTS: { readonly [command in CommandName]?: readonly [number, number, string] } = {
  diff: [0, 1, "diff takes one base"],
  add: [1, 1, "add takes one OpenAPI document, a file or a URL"],
  init: [0, 1, "init takes one provider: its name, or an OpenAPI document"],
  types: [1, 1, "types takes one OpenAPI document, a file or a URL"],
  map: [2, 2, "map takes a profile and a provider: npx sdkwright map send-sms acme"],
  simulate: [
    0,
    2,
    "simulate takes a profile and a use-case: npx sdkwright simulate communication/send-sms SendMessage",
  ],
  explain: [
    1,
    2,
    'explain takes the code of a diagnostic, such as SW1203, or an operation: "GET /charges", /charges, listCharges',
  ],
  docs: [0, 2, "docs takes a page of the manual, and a heading on it: npx sdkwright docs rules P4"],
  report: [0, 0, "report takes no files; --config names another configuration, --file the page"],
  env: [0, 0, "env takes no files; --config names another configuration"],
};

/** That another option than a list is given twice is found in the arguments. */
function yargsOption({ type, choices, alias }: OptionSpec): Options {
  return {
    ...(alias !== undefined && { alias }),
    type: type === "list" ? "array" : type,
    ...(type === "list" && { string: true }),
    ...(type !== "boolean" && { requiresArg: true }),
    ...(choices !== undefined && { choices }),
  };
}

function given(argv: { readonly [name: string]: unknown }): GivenOptions {
  const names = Object.keys(OPTIONS).filter((name) => argv[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, argv[name]]));
}

/** yargs says what is wrong; what to do about it is added. */
function explained(mistake: string, command: CommandName): { message: string; hint: string } {
  const message = mistake
    .trim()
    .split(/\s*\n\s*/)
    .join(" ");
  const unknown = /^Unknown arguments?: ([^ ,]+)/.exec(message)?.[1];
  const hint = unknown === undefined ? undefined : insteadOf(unknown, command);
  if (hint !== undefined) return { message: `types does not have "${unknown}" of openapi-typescript`, hint };
  const meant = unknown === undefined ? undefined : meantOption(unknown, command);
  return { message, hint: meant ?? seeHelp(command) };
}

/** A first word that is no file and nearly a command was meant as one. */
function misspeltCommand(word: string | undefined): FullForm | undefined {
  if (word === undefined || !/^[a-z]+$/i.test(word)) return undefined;
  const near = /^(?:update|upgrade|import)$/i.test(word) ? "add" : nearest(word, Object.keys(COMMANDS));
  const hint = near === undefined ? SEE_HELP : `did you mean \`sdkwright ${near}\`?`;
  return { kind: "mistake", message: `"${word}" is neither a command nor a .json file`, hint };
}
