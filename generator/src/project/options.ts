import type { ImportEndings } from "../io/paths.js";

export type CommandName =
  | "generate"
  | "check"
  | "diff"
  | "validate"
  | "add"
  | "types"
  | "init"
  | "map"
  | "env"
  | "simulate"
  | "report"
  | "explain"
  | "docs";

interface CommandSpec {
  /** The positional arguments as the help shows them. */
  readonly files: string;
  readonly summary: string;
}

export interface OptionSpec {
  /** A `list` can be given several times. */
  readonly type: "string" | "boolean" | "list";
  /** What the help calls the value. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The commands that know it; all if absent. */
  readonly commands?: readonly CommandName[];
  /** Whether it is about one run, so that it cannot stand in package.json. */
  readonly isForOneRun?: true;
  readonly summary: string;
  /** The summary for a command in which it means another thing. */
  readonly summaries?: { readonly [name in CommandName]?: string };
  /** Its short form, one letter. */
  readonly alias?: string;
}

/** Options of `simulate`; numbers and times are read by it. */
interface GivenSimulateOptions {
  readonly fail?: readonly string[] | undefined;
  readonly callers?: string | undefined;
  readonly for?: string | undefined;
  readonly provider?: string | undefined;
  readonly deadline?: string | undefined;
  readonly method?: string | undefined;
  readonly "not-idempotent"?: boolean | undefined;
  readonly "answer-time"?: string | undefined;
  readonly seed?: string | undefined;
}

const ABOUT = { commands: ["simulate"], isForOneRun: true } as const;

const SIMULATE_OPTIONS: { readonly [name in keyof GivenSimulateOptions]-?: OptionSpec } = {
  fail: {
    type: "list",
    value: "p=how",
    ...ABOUT,
    summary: "let a provider fail: refused, reset, timeout, a status, or 429:30 (with Retry-After, in s)",
  },
  callers: {
    type: "string",
    value: "n",
    ...ABOUT,
    summary: "calls per second of a crowd [10]; with --fail, show the crowd over time",
  },
  for: { type: "string", value: "time", ...ABOUT, summary: "how long the failure lasts for the crowd [60s]" },
  provider: { type: "string", value: "p", ...ABOUT, summary: "the call names this provider" },
  deadline: { type: "string", value: "time", ...ABOUT, summary: "deadline of the call, such as 5s" },
  method: { type: "string", value: "name", ...ABOUT, summary: "maps send GET, or POST without a key [GET]" },
  "not-idempotent": { type: "boolean", ...ABOUT, summary: "maps send a POST that must not be repeated" },
  "answer-time": { type: "string", value: "time", ...ABOUT, summary: "how long an answer takes [80ms]" },
  seed: {
    type: "string",
    value: "n",
    ...ABOUT,
    summary: "seed of the waits, which vary by ±20 % [their middle; 1 for a crowd]",
  },
};

/** Options of the commands around the first hour: where a project begins, and what it needs. */
interface GivenStartOptions {
  readonly "base-url"?: string | undefined;
  readonly auth?: string | undefined;
  readonly "key-prefix"?: string | undefined;
  readonly file?: string | undefined;
  readonly example?: boolean | undefined;
  readonly dotenv?: string | undefined;
  readonly base?: string | undefined;
  readonly check?: boolean | undefined;
  readonly output?: string | undefined;
}

export const START_OPTIONS: { readonly [name in keyof GivenStartOptions]-?: OptionSpec } = {
  "base-url": {
    type: "string",
    value: "url",
    commands: ["init"],
    isForOneRun: true,
    summary: "base URL of the API",
  },
  auth: {
    type: "string",
    value: "how",
    commands: ["init"],
    isForOneRun: true,
    summary:
      "header=<name>, query=<name>, cookie=<name>, bearer, basic, digest, oauth2=<token URL>, oauth2-refresh=<token URL>, signature=<headers> or none",
  },
  "key-prefix": {
    type: "string",
    value: "text",
    commands: ["init"],
    isForOneRun: true,
    summary: 'text before the key in its header, such as "Bot "',
  },
  file: {
    type: "string",
    value: "path",
    commands: ["map", "report"],
    isForOneRun: true,
    summary: "path of the map, .ts or .js [maps/<profile>.<provider>.ts beside the output folder]",
    summaries: { report: "path of the page [sdkwright-report.html]" },
  },
  example: {
    type: "boolean",
    commands: ["env"],
    isForOneRun: true,
    summary: "print the variables as a file to fill in: sdkwright env --example > .env.example",
  },
  dotenv: {
    type: "string",
    value: "file",
    commands: ["env", "report"],
    isForOneRun: true,
    summary: "count the variables in this file as set",
  },
  base: {
    type: "string",
    value: "rev",
    commands: ["report"],
    isForOneRun: true,
    summary: "show what changed since a git revision, lock file or folder",
  },
  check: {
    type: "boolean",
    commands: ["env", "types"],
    isForOneRun: true,
    summary: "exit with 1 if a variable is not set",
    summaries: { types: "write nothing; exit with 1 if the file of -o is not current" },
  },
  output: {
    type: "string",
    value: "file",
    alias: "o",
    commands: ["types"],
    isForOneRun: true,
    summary: "file for the types [printed]",
  },
};

const SWITCH = { type: "boolean", commands: ["types"], isForOneRun: true } as const;

type RootTypes = "root-types" | "root-types-no-schema-prefix";
type TypesSwitch =
  | "alphabetize"
  | "enum"
  | RootTypes
  | "default-non-nullable"
  | "empty-objects-unknown"
  | "immutable"
  | "read-write-markers";

/** Switches of `types`, as openapi-typescript has them. */
const TYPES_OPTIONS: { readonly [name in TypesSwitch]: OptionSpec } = {
  alphabetize: { ...SWITCH, summary: "sort by name" },
  enum: { ...SWITCH, summary: "enums instead of unions of literals" },
  "root-types": { ...SWITCH, summary: "also a name for each component: SchemaPet" },
  "root-types-no-schema-prefix": { ...SWITCH, summary: "Pet instead of SchemaPet" },
  "default-non-nullable": { ...SWITCH, summary: "=false: a default does not make a property required" },
  "empty-objects-unknown": { ...SWITCH, summary: "objects without properties may have any" },
  immutable: { ...SWITCH, summary: "everything is readonly" },
  "read-write-markers": { ...SWITCH, summary: "$Read<T> and $Write<T> for readOnly and writeOnly, for openapi-fetch" },
};

/** The commands, in the order of the help. */
export const COMMANDS: { readonly [name in CommandName]: CommandSpec } = {
  generate: { files: "[definitions..]", summary: "write the SDK (the default command)" },
  check: { files: "[definitions..]", summary: "list emitted files that are not current, with a diff; write nothing" },
  diff: { files: "[base]", summary: "show what changed for callers since a git revision, lock file or folder [HEAD]" },
  validate: { files: "[files..]", summary: "check only the definitions and the configuration" },
  add: { files: "<document>", summary: "make or update a provider from an OpenAPI document, a file or URL" },
  types: {
    files: "<document>",
    summary: "write the types of an OpenAPI document in the structure of openapi-typescript",
  },
  init: {
    files: "[provider]",
    summary: "set up a provider, by its name or its OpenAPI document, with scripts and a first call",
  },
  map: { files: "<profile> <provider>", summary: "write the skeleton of a map and name it in client.json" },
  env: { files: "", summary: "list the environment variables that the configuration needs, set or not" },
  simulate: {
    files: "[profile] [use-case]",
    summary: "show what a call does while providers fail, on a virtual clock; nothing is sent",
  },
  report: { files: "", summary: "write a page that shows the configuration, and what happens if a provider is down" },
  explain: {
    files: "<code|operation>",
    summary: "explain a diagnostic and its fix, or the key, streams and pages of an operation",
  },
  docs: { files: "[page] [heading]", summary: "print a page of the manual or a section of it, or list the pages" },
};

/** How diagnostics and results are printed. */
export type Format = "pretty" | "json" | "github" | "markdown";

/** The limit from which `diff` fails. */
export const FAIL_ON = ["breaking", "behavioural", "any", "none"] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Options as they are given, on the command line or in package.json. */
export interface GivenOptions
  extends GivenStartOptions, GivenSimulateOptions, Readonly<Partial<Record<TypesSwitch, boolean | undefined>>> {
  readonly config?: string | undefined;
  readonly out?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly "dry-run"?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly full?: boolean | undefined;
  readonly "fail-on"?: FailOn | undefined;
  readonly used?: boolean | undefined;
  readonly name?: string | undefined;
  readonly service?: readonly string[] | undefined;
  readonly "server-variable"?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly header?: readonly string[] | undefined;
  readonly link?: boolean | undefined;
  readonly format?: Format | undefined;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
}

export type OptionName = keyof GivenOptions;

/** The options, in the order of the help. */
export const OPTIONS: { readonly [name in OptionName]-?: OptionSpec } = {
  config: { type: "string", value: "file", summary: "client configuration [client/client.json]" },
  out: { type: "string", value: "dir", summary: "folder of the SDK [src/generated]" },
  watch: {
    type: "boolean",
    commands: ["generate"],
    isForOneRun: true,
    summary: "generate again when an input changes",
  },
  "dry-run": {
    type: "boolean",
    commands: ["generate", "add", "init", "map"],
    isForOneRun: true,
    summary: "list what would be written or removed",
  },
  force: {
    type: "boolean",
    commands: ["generate", "report", "types"],
    isForOneRun: true,
    summary: "overwrite emitted files edited by hand",
    summaries: {
      report: "overwrite a file that is not a report",
      types: "overwrite a file that neither this command nor openapi-typescript wrote",
    },
  },
  full: {
    type: "boolean",
    commands: ["check"],
    isForOneRun: true,
    summary: "ignore the lock: render and compare every file; for CI",
  },
  "fail-on": {
    type: "string",
    value: "c",
    choices: FAIL_ON,
    commands: ["diff"],
    isForOneRun: true,
    summary: "exit with 1 on breaking, behavioural or any changes, or on none [none]",
  },
  used: {
    type: "boolean",
    commands: ["diff"],
    isForOneRun: true,
    summary: "show and judge only changes that the project's code uses",
  },
  name: {
    type: "string",
    value: "p",
    commands: ["add", "init"],
    isForOneRun: true,
    summary: "name of the provider [from the title]",
  },
  service: {
    type: "list",
    value: "id=url",
    commands: ["add", "init"],
    isForOneRun: true,
    summary: "a service and its base URL; default=url for the first",
  },
  "server-variable": {
    type: "list",
    value: "x=y",
    commands: ["add", "init"],
    isForOneRun: true,
    summary: "the value of a variable in base URLs",
  },
  include: {
    type: "list",
    value: "op",
    commands: ["add", "init"],
    isForOneRun: true,
    summary: 'only these operations: "GET /charges*", "/refunds/**"',
  },
  header: {
    type: "list",
    value: "h",
    commands: ["add", "init", "types"],
    isForOneRun: true,
    summary: "send a header with the request for the document: 'X-API-Key: $NAME'",
  },
  link: {
    type: "boolean",
    commands: ["add", "init"],
    isForOneRun: true,
    summary: "use the document in its place instead of copying it",
  },
  ...START_OPTIONS,
  ...TYPES_OPTIONS,
  ...SIMULATE_OPTIONS,
  format: {
    type: "string",
    value: "f",
    choices: ["pretty", "json", "github", "markdown"],
    summary: "pretty, json (one document on stdout), github (annotations), markdown (diff only) [pretty]",
  },
  quiet: { type: "boolean", isForOneRun: true, summary: "print errors only" },
  verbose: { type: "boolean", summary: "print every file, and the stack of an internal error" },
  "no-color": { type: "boolean", summary: "print without colors [in CI, without a terminal or with NO_COLOR]" },
};

/** Options as they stand under `"sdkwright"` in package.json: some are about the project and not about a run. */
export interface PackageOptions extends GivenOptions {
  readonly importEndings?: ImportEndings | undefined;
}

/** Every option that package.json may have. */
export const PACKAGE_OPTIONS: { readonly [name in keyof PackageOptions]-?: OptionSpec } = {
  ...OPTIONS,
  importEndings: {
    type: "string",
    choices: [".js", ".ts", "none"],
    summary: "endings of relative imports in emitted files [what the tsconfig asks for]",
  },
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
  if (type === "list") return Array.isArray(value) && value.every((item) => typeof item === "string" && item !== "");
  return typeof value === type && value !== "" && (choices === undefined || choices.includes(String(value)));
}

/** Why options do not go together, or with the command. */
export function optionConflict({ command, options }: Invocation): string | undefined {
  for (const [name, spec] of Object.entries(OPTIONS)) {
    const isGiven = options[name as OptionName] !== undefined;
    if (isGiven && spec.commands?.includes(command) === false) return `${command} has no option --${name}`;
  }
  if (options.format === "markdown" && command !== "diff") return `${command} has no markdown format; diff has one`;
  if (options.format === "json" && options.watch === true) return "--watch prints more than one JSON document";
  if (command === "types" && options.check === true && options.output === undefined)
    return "--check compares with a file, which -o must name";
  if (options["root-types-no-schema-prefix"] === true && options["root-types"] !== true)
    return "--root-types-no-schema-prefix needs --root-types";
  return undefined;
}

/** An option with a value that stands in the arguments more than once: the last would win in silence. */
export function givenTwice(args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  const names = (end === -1 ? args : args.slice(0, end)).flatMap((arg) => {
    const [, long, short] = /^--([^=]+)|^-(\w)/.exec(arg) ?? [];
    return long ?? (short === OPTIONS.output.alias ? "output" : []);
  });
  return names.find((name, index) => {
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as OptionName] : undefined;
    return option?.type === "string" && names.indexOf(name) !== index;
  });
}
