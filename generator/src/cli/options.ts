export type CommandName = "generate" | "check" | "validate";

export interface CommandSpec {
  /** Name of the positional arguments. */
  readonly files: string;
  readonly summary: string;
}

/** The commands, in the order of the help. */
export const COMMANDS: { readonly [name in CommandName]: CommandSpec } = {
  generate: { files: "definitions", summary: "write the SDK (the default command)" },
  check: {
    files: "definitions",
    summary: "write nothing; say which emitted files are not current",
  },
  validate: { files: "files", summary: "only check definitions and configuration" },
};

/** How diagnostics and results are printed. */
export type Format = "pretty" | "json" | "github";

/** Options as they are given, on the command line or in package.json. */
export interface GivenOptions {
  readonly config?: string | undefined;
  readonly out?: string | undefined;
  readonly format?: Format | undefined;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
}

export type OptionName = keyof GivenOptions;

export interface OptionSpec {
  readonly type: "string" | "boolean";
  /** What the help calls the value of a string. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly summary: string;
}

/** The options, in the order of the help. */
export const OPTIONS: { readonly [name in OptionName]-?: OptionSpec } = {
  config: { type: "string", value: "file", summary: "client configuration [client/client.json]" },
  out: { type: "string", value: "dir", summary: "where the SDK goes [src/generated]" },
  format: {
    type: "string",
    value: "f",
    choices: ["pretty", "json", "github"],
    summary: "pretty, json (one document on stdout), github (annotations) [pretty]",
  },
  quiet: { type: "boolean", summary: "print errors only" },
  verbose: { type: "boolean", summary: "print every file, and the stack of an internal error" },
  "no-color": { type: "boolean", summary: "print without colors; so in CI, without a terminal and with NO_COLOR" },
};

/** What the command line asks for. */
export interface Invocation {
  readonly command: CommandName;
  /** Definitions, or files to validate; relative to the working directory. */
  readonly files: readonly string[];
  readonly options: GivenOptions;
}

export function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

/** Whether an option may have a value, on the command line or in package.json. */
export function isValueOf({ type, choices }: OptionSpec, value: unknown): boolean {
  return typeof value === type && value !== "" && (choices === undefined || choices.includes(String(value)));
}
