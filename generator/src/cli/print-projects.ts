import { markdownCode } from "../diagnostics/markdown.js";
import { headingOf, projectName } from "../quick/projects.js";
import { relativePath } from "../files/relative-path.js";
import type { Executed } from "./execute.js";
import { jsonText } from "./json-text.js";
import { jsonResult, print, type JsonResult, type Printed } from "./report.js";
import type { ExitCode } from "./result.js";

/** Prints what several projects came to, each under its name; as JSON they are one document. */
export async function printProjects(executed: readonly Executed[]): Promise<readonly Printed[]> {
  const [first] = executed;
  if (first?.reporting.format === "json") return [{ stdout: await jsonDocument(first, executed), stderr: "" }];
  return Promise.all(executed.map(named));
}

/** The worst of them. */
export function exitCodeOf(executed: readonly Executed[]): ExitCode {
  return executed.reduce<ExitCode>((worst, { result: { exitCode } }) => (exitCode > worst ? exitCode : worst), 0);
}

async function named({ result, reporting, places }: Executed): Promise<Printed> {
  const { stdout, stderr } = await print(result, reporting);
  const isMarkdown = reporting.format === "markdown";
  const heading = isMarkdown ? `## ${projectName(places, markdownCode)}\n\n` : headingOf(places);
  return { stdout: stdout === "" ? "" : heading + stdout, stderr: stderr === "" ? "" : heading + stderr };
}

async function jsonDocument(
  { reporting: { command, dryRun } }: Executed,
  executed: readonly Executed[],
): Promise<string> {
  const projects = await Promise.all(executed.map(projectResult));
  const diagnostics = projects.flatMap((project) => project.diagnostics);
  return jsonText({ command, dryRun, exitCode: exitCodeOf(executed), diagnostics, projects });
}

/** What JSON says of one project. */
export interface ProjectJson extends JsonResult {
  readonly config: string;
  readonly out: string;
}

export async function projectResult({ result, reporting, places }: Executed): Promise<ProjectJson> {
  const { root, config, out } = places;
  return { config: relativePath(root, config), out: relativePath(root, out), ...(await jsonResult(result, reporting)) };
}
