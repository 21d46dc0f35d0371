import { join } from "node:path";
import { relativePath } from "../files/relative-path.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Paint } from "../diagnostics/pretty.js";
import type { CommandName, Format } from "../quick/options.js";
import type { CommandResult } from "./result.js";
import { jsonText } from "./json-text.js";
import type { FileAs } from "../diagnostics/details.js";
import { summaryText } from "../quick/summary-text.js";

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
  const issues = shownIssues(result, reporting.quiet);
  const diagnostics = issues.length === 0 ? [] : await located(issues);
  if (reporting.format === "json") return { stdout: jsonDocument(result, diagnostics, reporting), stderr: "" };
  const text = diagnostics.length === 0 ? "" : await diagnosticText(diagnostics, reporting);
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

function shownIssues({ issues }: CommandResult, quiet: boolean): readonly SourceIssue[] {
  return quiet ? issues.filter(({ severity }) => severity === "error") : issues;
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
  const { prettyDiagnostic } = await import("../diagnostics/pretty.js");
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

/** Names files, which diagnostics give relative to the root, from another folder. */
function filesFrom(folder: string, root: string): FileAs {
  return (file) => relativePath(folder, join(root, file));
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
export async function jsonResult(result: CommandResult, { quiet }: Reporting): Promise<JsonResult> {
  const issues = shownIssues(result, quiet);
  return resultParts(result, issues.length === 0 ? [] : await located(issues));
}
