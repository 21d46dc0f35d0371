import { join } from "node:path";
import type { Diagnostic, FileAs, Paint } from "../diagnostics/diagnostic.js";
import type { SourceIssue } from "../diagnostics/source.js";
import { checkRun } from "../generate.js";
import { findProject, type InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import type { Progress } from "../io/progress.js";
import { escapeLines, escapeUnprintable } from "../io/text.js";
import { type QuickResult, showsEverything } from "../output/unchanged.js";
import { summaryText } from "./answer-from-lock.js";
import { loadProject } from "../project/load-project.js";
import { type CommandName, type Format, type GivenOptions, isCommand } from "../project/options.js";
import { soundProjects } from "../project/package-options.js";
import { Reader } from "../project/reader.js";
import { type CommandResult, type ExitCode, hasErrors } from "./result.js";

/** One JSON document. What a terminal would act on is escaped; the lines are ours. */
export function jsonText(document: object): string {
  return `${escapeLines(JSON.stringify(document, undefined, 2))}\n`;
}

const SHOWN_NOTES = 3;

/** How a result is printed. */
export interface Reporting {
  readonly command: CommandName;
  readonly format: Format;
  /** Whether nothing was to be written. */
  readonly dryRun: boolean;
  /** Errors only. */
  readonly quiet: boolean;
  /** Every file, with what became of it. */
  readonly verbose: boolean;
  readonly color: boolean;
  /** The folder that diagnostics name files from. */
  readonly root: string;
  readonly workingDirectory: string;
}

/** What goes where. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Prints a result; what only diagnostics need is loaded when there are some. */
export async function print(result: CommandResult, reporting: Reporting): Promise<Printed> {
  const { issues, untold } = await shownIssues(result, reporting);
  const diagnostics = issues.length === 0 ? [] : await located(issues);
  if (reporting.format === "json") return { stdout: jsonDocument(result, diagnostics, reporting), stderr: "" };
  const text =
    (diagnostics.length === 0 ? "" : await diagnosticText(diagnostics, reporting)) + untoldText(untold, reporting);
  const details = await detailsText(result, reporting);
  const summary = reporting.quiet ? "" : summaryText(result, reporting);
  if (reporting.format === "github") return { stdout: text + details + summary, stderr: "" };
  const failure = isSilentFailure(result, reporting) ? summaryText(result, reporting) : "";
  return { stdout: details + summary, stderr: text + failure };
}

/** What a command was asked to find is no diagnostic: exit code 1 says on stderr what it is about. */
function isSilentFailure({ exitCode, details }: CommandResult, { quiet, format }: Reporting): boolean {
  const isForPeople = format === "pretty" || (format === "markdown" && details?.markdown === undefined);
  return quiet && exitCode === 1 && isForPeople;
}

/** The diagnostics that are printed, and how many notes are not: those about a vendor's document are for whoever asks for them. */
async function shownIssues(
  { issues }: CommandResult,
  { quiet, verbose, format, command }: Reporting,
): Promise<{ readonly issues: readonly SourceIssue[]; readonly untold: number }> {
  if (quiet) return { issues: issues.filter(({ severity }) => severity === "error"), untold: 0 };
  const isAll = verbose || format === "json" || command === "validate";
  if (isAll || issues.length === 0) return { issues, untold: 0 };
  const { isVendorNote } = await import("../diagnostics/source.js");
  const told = issues.filter((issue) => !isVendorNote(issue));
  return { issues: told, untold: issues.length - told.length };
}

const SAYS_NUMBER: ReadonlySet<CommandName> = new Set(["add", "init", "types"]);

/** Their number is said once, when the document comes. */
function untoldText(count: number, { command, format }: Reporting): string {
  if (count === 0 || format !== "pretty" || !SAYS_NUMBER.has(command)) return "";
  const notes = count === 1 ? "One note" : `${count} notes`;
  return `${notes} about the document, which only its vendor can change; --verbose prints ${count === 1 ? "it" : "them"}.\n\n`;
}

/** Quiet output has no details; what was asked for as annotations, or as Markdown where there is any, is printed all the same. */
async function detailsText({ details }: CommandResult, reporting: Reporting): Promise<string> {
  if (details === undefined) return "";
  const { format, quiet, workingDirectory, root } = reporting;
  if (format === "markdown" && details.markdown !== undefined) return details.markdown();
  if (format === "github") return details.github(filesFrom(repositoryFolder(reporting), root));
  return quiet ? "" : details.pretty(await paintFor(reporting), filesFrom(workingDirectory, root));
}

async function located(issues: readonly SourceIssue[]): Promise<readonly Diagnostic[]> {
  const { locate } = await import("../diagnostics/locate.js");
  return locate(issues);
}

async function diagnosticText(diagnostics: readonly Diagnostic[], reporting: Reporting): Promise<string> {
  return reporting.format === "github" ? annotations(diagnostics, reporting) : textForPeople(diagnostics, reporting);
}

/** Annotations name files from the root of the repository. */
function repositoryFolder({ workingDirectory }: Reporting): string {
  return process.env["GITHUB_WORKSPACE"] ?? workingDirectory;
}

async function annotations(diagnostics: readonly Diagnostic[], reporting: Reporting): Promise<string> {
  const { githubDiagnostic } = await import("../diagnostics/github.js");
  const fileAs = filesFrom(repositoryFolder(reporting), reporting.root);
  return diagnostics.map((diagnostic) => `${githubDiagnostic(diagnostic, fileAs)}\n`).join("");
}

async function textForPeople(diagnostics: readonly Diagnostic[], reporting: Reporting): Promise<string> {
  const { prettyDiagnostic } = await import("../diagnostics/diagnostic.js");
  const fileAs = filesFrom(reporting.workingDirectory, reporting.root);
  const paint = await paintFor(reporting);
  const shown = reporting.verbose ? diagnostics : withoutMostNotes(diagnostics);
  const texts = shown.map((diagnostic) => prettyDiagnostic(diagnostic, paint, fileAs));
  const hidden = diagnostics.length - shown.length;
  if (hidden > 0) texts.push(`${hidden} more notes; --verbose prints them.`);
  return texts.map((text) => `${text}\n\n`).join("");
}

async function paintFor({ color }: Reporting): Promise<Paint> {
  const { createColors } = await import("picocolors").then((module) => module.default);
  return createColors(color);
}

/** Many notes would hide what matters: the first are shown. */
function withoutMostNotes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const hidden = new Set(diagnostics.filter(({ severity }) => severity === "note").slice(SHOWN_NOTES));
  return diagnostics.filter((diagnostic) => !hidden.has(diagnostic));
}

/** Names files, which diagnostics give relative to the root, from another folder; documents of URLs by these. */
function filesFrom(folder: string, root: string): FileAs {
  return (file) => (/^https?:\/\//.test(file) ? file : relativePath(folder, join(root, file)));
}

function jsonDocument(result: CommandResult, diagnostics: readonly Diagnostic[], reporting: Reporting): string {
  const { command, dryRun } = reporting;
  return jsonText({ command, dryRun, ...resultParts(result, diagnostics) });
}

function resultParts({ files, exitCode, details }: CommandResult, diagnostics: readonly Diagnostic[]): JsonResult {
  const shown = diagnostics.map((diagnostic) => ({ ...diagnostic, frame: undefined }));
  return { exitCode, diagnostics: shown, files, ...details?.json() };
}

/** What the JSON document says of one result. */
export interface JsonResult {
  readonly exitCode: CommandResult["exitCode"];
  readonly diagnostics: readonly object[];
  readonly [key: string]: unknown;
}

/** The same, as one of several projects has it. */
export async function jsonResult(result: CommandResult, reporting: Reporting): Promise<JsonResult> {
  const { issues } = await shownIssues(result, { ...reporting, format: "json" });
  return resultParts(result, issues.length === 0 ? [] : await located(issues));
}

interface Environment {
  readonly [name: string]: string | undefined;
}

/** Whether to print with colors: on a terminal, unless NO_COLOR, CI or a dumb terminal says otherwise. */
export function hasColors(env: Environment, isTerminal: boolean | undefined): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  if (isSet(env["FORCE_COLOR"])) return env["FORCE_COLOR"] !== "0";
  return isWatched(env, isTerminal);
}

/** Whether a person looks at the terminal, and not a log; Node says nothing of what is no terminal. */
export function isWatched(env: Environment, isTerminal: boolean | undefined): boolean {
  return isTerminal === true && !isSet(env["CI"]) && env["TERM"] !== "dumb";
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

/** Why a command line came to nothing, before it could be carried out. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly exitCode: ExitCode;
  /** For people, where it is not message and hint alone. */
  readonly text?: string | undefined;
}

/** A failure in the format that was asked for, as far as the command line says. */
export async function printFailure(
  args: readonly string[],
  { code, message, hint, exitCode, text }: Failure,
): Promise<Printed> {
  switch (formatAsked(args) ?? "pretty") {
    case "json": {
      const diagnostics = [{ code, severity: "error", message, hint }];
      return { stdout: documentOf(args, exitCode, { diagnostics }), stderr: "" };
    }
    case "github": {
      const { annotation } = await import("../diagnostics/github.js");
      return { stdout: `${annotation("error", { title: `sdkwright ${code}` }, `${message} (${hint})`)}\n`, stderr: "" };
    }
    default:
      return {
        stdout: "",
        stderr: text ?? `${escapeUnprintable(message)}\n${escapeUnprintable(hint)}\n`,
      };
  }
}

/** A text that was asked for, as JSON where that was asked for too. */
export function printText(args: readonly string[], text: string): Printed {
  const isJson = formatAsked(args) === "json";
  return { stdout: isJson ? documentOf(args, 0, { diagnostics: [], text }) : text, stderr: "" };
}

function documentOf(args: readonly string[], exitCode: ExitCode, more: object): string {
  const [first] = args;
  const dryRun = args.includes("--dry-run");
  return jsonText({ command: isCommand(first) ? first : "generate", dryRun, exitCode, ...more });
}

/** The last `--format` of the arguments, whatever else is wrong with them; else that of package.json. */
function formatAsked(args: readonly string[]): string | undefined {
  const given = args.flatMap((arg, index) => {
    if (arg === "--format") return args[index + 1] ?? [];
    return arg.startsWith("--format=") ? arg.slice("--format=".length) : [];
  });
  return given.at(-1) ?? configuredFormat();
}

function configuredFormat(): string | undefined {
  try {
    return soundProjects(findProject(process.cwd()))?.[0]?.format;
  } catch {
    return undefined;
  }
}

/**
 * What the lock answered, with the warnings and notes that the same inputs were given before: they hold until they are
 * mended. `undefined` where a mistake shows that the lock does not know of.
 */
export async function withRemarks(
  quick: QuickResult | undefined,
  places: InputPlaces,
  options: GivenOptions,
  progress: Progress,
): Promise<CommandResult | undefined> {
  if (quick === undefined) return undefined;
  const isAsked = quick.documentNotes > 0 && showsEverything(options);
  if (quick.remarks === 0 && !isAsked) return quick;
  const reader = Object.assign(new Reader(places.root), { progress });
  const { issues } = await checkRun(await loadProject(places, reader), places, progress);
  return hasErrors(issues) ? undefined : { ...quick, issues };
}
