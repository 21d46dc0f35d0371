import { CHECK, DIFF, GENERATE, readOptions } from "./cli/function-options.js";
import { resultsOf } from "./cli/main.js";

// The functions. Its types stand here in full: the package ships the declarations of this file alone.

/** Which project; everything else is as in its package.json. */
export interface ProjectOptions {
  /** The folder that paths are relative to; the project is the nearest one upward. By default the working directory. */
  readonly cwd?: string | undefined;
  /** The client configuration. Of several projects in package.json, it picks one. */
  readonly config?: string | undefined;
  /** Where the SDK goes. */
  readonly out?: string | undefined;
}

export interface DefinitionOptions extends ProjectOptions {
  /** Definitions beside those of client.json. */
  readonly definitions?: readonly string[] | undefined;
}

export interface CheckOptions extends DefinitionOptions {
  /** Believe no lock: render everything, and compare each file. For CI, and wherever others may have changed both. */
  readonly full?: boolean | undefined;
}

export interface GenerateOptions extends DefinitionOptions {
  /** Overwrite emitted files that were edited by hand. */
  readonly force?: boolean | undefined;
  /** Write nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface DiffOptions extends ProjectOptions {
  /** A git revision; or a lock file or output folder, as a path: `./old`, or absolute. By default `HEAD`. */
  readonly base?: string | undefined;
  /** From which class of change on `exitCode` is 1; by default `none`. */
  readonly failOn?: "breaking" | "behavioural" | "any" | "none" | undefined;
  /** Only changes that the project's code uses. */
  readonly used?: boolean | undefined;
}

/** What a command came to. The data are those of `--format json`. */
export interface Results<Project extends ProjectResult> {
  /** 0 fine, 1 not current or a diff above `failOn`, 2 invalid input or a refusal of the file system, 3 wrong usage. */
  readonly exitCode: ExitCode;
  /** One for each project of package.json. */
  readonly projects: readonly Project[];
  /** What the command line prints, without colours; safe for a terminal, which messages and file names are not. */
  readonly text: string;
  /** The project root, absolute. */
  readonly root: string;
  /** Files that the result depends on, there or not; absolute. When one changes, there is something to do again. */
  readonly inputs: readonly string[];
}

export type ExitCode = 0 | 1 | 2 | 3 | 70;

export interface ProjectResult {
  /** Relative to the project root, as every path here. */
  readonly config: string;
  readonly out: string;
  readonly exitCode: ExitCode;
  readonly diagnostics: readonly Diagnostic[];
}

export interface GenerateResult extends ProjectResult {
  /** Emitted files by what became of them; absent where a mistake kept them from being made. */
  readonly files?: Readonly<Record<string, readonly string[]>> | undefined;
}

export interface CheckResult extends GenerateResult {
  /** What differs, as a diff by file; absent where nothing does. */
  readonly patches?: Readonly<Record<string, string>> | undefined;
}

/** Without `changes` where nothing could be compared: then `diagnostics` say why. */
export interface DiffResult extends ProjectResult {
  readonly base?: string | undefined;
  /** Of a revision, the whole hash of its commit. */
  readonly commit?: string | undefined;
  readonly changes?: readonly Change[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

export interface Diagnostic {
  /** Stable, for instance `SW1203`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly hint?: string | undefined;
  readonly file?: string | undefined;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer?: string | undefined;
  /** From 1. */
  readonly start?: Position | undefined;
  readonly end?: Position | undefined;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Change {
  readonly class: "breaking" | "behavioural" | "compatible";
  /** Credentials may go to another place than before. */
  readonly credentialDestination?: boolean | undefined;
  readonly sentence: string;
  readonly file: string;
  readonly start?: Position | undefined;
}

/** Writes the SDK, as `sdkwright generate` does. Throws a TypeError for a wrong option; mistakes are in the result. */
export async function generate(options: GenerateOptions = {}): Promise<Results<GenerateResult>> {
  const read = readOptions(options, GENERATE);
  const { definitions: files = [], force, dryRun } = read;
  return run({ command: "generate", files, options: { ...placesOf(read), force, "dry-run": dryRun } }, read);
}

/** Whether the committed SDK is current, as `sdkwright check` says. Writes nothing. */
export async function check(options: CheckOptions = {}): Promise<Results<CheckResult>> {
  const read = readOptions(options, CHECK);
  const { definitions: files = [], full } = read;
  return run({ command: "check", files, options: { ...placesOf(read), full } }, read);
}

/** What changed for callers since a base, as `sdkwright diff` says. Writes nothing. */
export async function diff(options: DiffOptions = {}): Promise<Results<DiffResult>> {
  const read = readOptions(options, DIFF);
  const { base, failOn, used } = read;
  const files = base === undefined ? [] : [base];
  return run({ command: "diff", files, options: { ...placesOf(read), "fail-on": failOn, used } }, read);
}

/** What is not given must not hide what package.json says. */
async function run<Project extends ProjectResult>(
  { options, ...invocation }: Parameters<typeof resultsOf>[0],
  { cwd }: { readonly cwd: string },
): Promise<Results<Project>> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { projects, ...rest } = await resultsOf({ ...invocation, options: given }, cwd);
  return { ...rest, projects: projects as readonly object[] as readonly Project[] };
}

function placesOf({ config, out }: ProjectOptions): Pick<ProjectOptions, "config" | "out"> {
  return { config, out };
}
