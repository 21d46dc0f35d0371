import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { type Environment, lookUpVariable } from "@sdkwright/runtime/config";
import type { Details } from "../diagnostics/diagnostic.js";
import type { InputPlaces } from "../io/find-project.js";
import { readText } from "../io/read-file.js";
import { escapeUnprintable } from "../io/text.js";
import { loadProject } from "../project/load-project.js";
import type { GivenOptions } from "../project/options.js";
import { type Reader, reasonText } from "../project/reader.js";
import { exampleFile, variablesTable, type VariableUse, variableUses } from "../project/variables.js";
import { type CommandResult, nothingDone } from "./result.js";

/** `sdkwright env`: which variables the configuration needs, and whether they are set; never a value. */
export async function envCommand(
  places: InputPlaces,
  reader: Reader,
  options: GivenOptions,
  environment: Environment = process.env,
): Promise<CommandResult> {
  const { issues, project } = await loadProject(places, reader);
  const errors = issues.filter(({ severity }) => severity === "error");
  if (project === undefined || errors.length > 0) return nothingDone(errors, "listed");
  const variables = knownVariables(options, places, environment);
  if ("refusal" in variables) return variables.refusal;
  const { isSet } = variables;
  const uses = project.client === undefined ? [] : variableUses(project.client.config);
  const missing = [...new Set(uses.map(({ name }) => name))].filter((name) => !isSet(name));
  const exitCode = options.check === true && missing.length > 0 ? 1 : 0;
  if (options.example === true) return exampleResult(exampleFile(uses, places.isNextApp), exitCode);
  return { issues: [], summary: summaryOf(uses, missing), exitCode, details: detailsOf(uses, isSet, missing) };
}

/** Whether variables are set, in the environment or in the file that `--dotenv` names. */
export function knownVariables(
  { dotenv }: GivenOptions,
  places: InputPlaces,
  environment: Environment,
): { readonly isSet: (name: string) => boolean } | { readonly refusal: CommandResult } {
  const file = fileVariables(dotenv, places);
  if ("refusal" in file) return file;
  const known = [environment, file.variables];
  return { isSet: (name) => known.some((each) => lookUpVariable(name, each) !== undefined) };
}

/** Variables of a file as `node --env-file` reads it. */
function fileVariables(
  file: string | undefined,
  { workingDirectory, root }: InputPlaces,
): { readonly variables: Environment } | { readonly refusal: CommandResult } {
  if (file === undefined) return { variables: {} };
  const read = readText(resolve(workingDirectory ?? root, file));
  if ("text" in read) return { variables: parseEnv(read.text) };
  const message = `--dotenv ${escapeUnprintable(file)} ${reasonText(read.reason)}`;
  const issue = { code: "SW0302", severity: "error", pointer: "", message } as const;
  return { refusal: { issues: [issue], summary: "Nothing was done.", exitCode: 3 } };
}

function summaryOf(uses: readonly VariableUse[], missing: readonly string[]): string {
  const count = new Set(uses.map(({ name }) => name)).size;
  if (count === 0) return "The configuration refers to no environment variable.";
  const all = count === 1 ? "The variable" : `All ${count} variables`;
  if (missing.length === 0) return `${all} ${count === 1 ? "is" : "are"} set.`;
  return `${missing.length} of ${count} ${count === 1 ? "variable is" : "variables are"} not set: ${missing.join(", ")}.`;
}

function detailsOf(
  uses: readonly VariableUse[],
  isSet: (name: string) => boolean,
  missing: readonly string[],
): Details {
  const variables = uses.map(({ name, of, place }) => ({ name, isSet: isSet(name), ...of, ...place }));
  return {
    json: () => ({ variables, missing }),
    pretty: (paint) => variablesTable(uses, isSet, paint),
    github: () => "",
  };
}

function exampleResult(example: string, exitCode: CommandResult["exitCode"]): CommandResult {
  const details = { json: () => ({ example: `${example}\n` }), pretty: () => "", github: () => "" };
  return { issues: [], summary: example, exitCode, details };
}
