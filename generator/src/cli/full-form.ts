import yargs, { type Argv, type Options } from "yargs";
import { nearest } from "@sdkwright/runtime/config";
import { commandHelp, overview } from "./help.js";
import { meantOption } from "./meant-option.js";
import { ownVersion } from "./own-version.js";
import {
  COMMANDS,
  givenTwice,
  isCommand,
  optionConflict,
  OPTIONS,
  type CommandName,
  type GivenOptions,
  type Invocation,
  type OptionSpec,
} from "../quick/options.js";

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
    return { kind: "mistake", message: "-v stands alone, and says the version", hint: "did you mean --verbose?" };
  if (argv["version"] === true) return { kind: "text", text: `${ownVersion()}\n` };
  if (mistake !== undefined) return { kind: "mistake", ...explained(mistake, commandIn(words)) };
  const twice = givenTwice(args);
  if (twice !== undefined) {
    return { kind: "mistake", message: `--${twice} is given twice`, hint: "give it once: only one value can hold" };
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
    if (command === "add" && commands.includes("init"))
      return "a provider without a document, a further one too, is made by `sdkwright init <provider> --base-url <url>`";
    return `--${name} goes with ${commands.join(", ")}`;
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
  map: [2, 2, "map takes a profile and a provider: npx sdkwright map send-sms acme"],
  simulate: [
    0,
    2,
    "simulate takes a profile and a use-case: npx sdkwright simulate communication/send-sms SendMessage",
  ],
  explain: [1, 1, "explain takes one code of a diagnostic, such as SW1203"],
  report: [0, 0, "report takes no files; --config names another configuration, --file where the page goes"],
  env: [0, 0, "env takes no files; --config names another configuration"],
};

/** That another option than a list is given twice is found in the arguments. */
function yargsOption({ type, choices }: OptionSpec): Options {
  return {
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
  const meant = unknown === undefined ? undefined : meantOption(unknown, command);
  return { message, hint: meant ?? seeHelp(command) };
}

/** A first word that is no file and nearly a command was meant as one. */
function misspeltCommand(word: string | undefined): FullForm | undefined {
  if (word === undefined || !/^[a-z]+$/i.test(word)) return undefined;
  const near = nearest(word, Object.keys(COMMANDS));
  const hint = near === undefined ? SEE_HELP : `did you mean \`sdkwright ${near}\`?`;
  return { kind: "mistake", message: `"${word}" is neither a command nor a .json file`, hint };
}
