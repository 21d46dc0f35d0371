import type { Invocation } from "../project/options.js";
import { allPlaces } from "./all-places.js";
import { executeAll } from "./execute.js";
import { PlainError } from "./function-options.js";
import { print } from "./report.js";
import type { ExitCode } from "./result.js";
import { exitCodeOf, printProjects, type ProjectJson, projectResult } from "./run.js";
import { failureText, isRefusal, systemFailure } from "./write-failure.js";

/** What an invocation comes to for a program: the data of `--format json`, and the text for people. */
export interface InvocationResults {
  readonly exitCode: ExitCode;
  readonly projects: readonly ProjectJson[];
  readonly text: string;
  /** The folder that paths are relative to. */
  readonly root: string;
  /** Files that it depends on, there or not; absolute. */
  readonly inputs: readonly string[];
}

/** Does what an invocation asks for, and prints nothing. Throws what the file system refuses, as the command tells it. */
export async function results(invocation: Invocation, workingDirectory: string): Promise<InvocationResults> {
  try {
    return await resultsOfRun(invocation, workingDirectory);
  } catch (error) {
    throw isRefusal(error) ? new PlainError(failureText(systemFailure(error)).trimEnd()) : error;
  }
}

async function resultsOfRun(invocation: Invocation, workingDirectory: string): Promise<InvocationResults> {
  const options = { ...invocation.options, format: "pretty", "no-color": true } as const;
  const executed = await executeAll({ ...invocation, options }, workingDirectory);
  const [first] = executed;
  const printed =
    first !== undefined && executed.length === 1
      ? [await print(first.result, first.reporting)]
      : await printProjects(executed);
  return {
    exitCode: exitCodeOf(executed),
    projects: await Promise.all(executed.map(projectResult)),
    root: first?.places.root ?? workingDirectory,
    inputs: [...allPlaces(executed).inputs],
    text: printed.map(({ stdout, stderr }) => stderr + stdout).join(""),
  };
}
