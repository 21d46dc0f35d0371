import { type Environment, lookUpVariable, mapValues } from "@sdkwright/runtime/config";
import { planAdd, type Told } from "../add/add.js";
import { callerOf } from "../add/caller.js";
import { connect, PATIENCE } from "../add/fetch-document.js";
import { fileRefusal } from "../add/locate-document.js";
import type { AddPlan } from "../add/plan.js";
import { usage } from "../add/questions.js";
import type { Network } from "../add/read-target.js";
import { reportOf } from "../add/report.js";
import type { AddRequest, Refusal } from "../add/request.js";
import { examplePlan } from "../init/plan-init.js";
import { withSchema } from "../init/starter.js";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { asciiUrl } from "../io/through-host.js";
import type { GivenOptions } from "../project/options.js";
import type { Reader } from "../project/reader.js";
import { type CommandResult, countText } from "./result.js";
import { failureToWrite, refused } from "./write-failure.js";

/** `sdkwright add`: makes a provider of an OpenAPI document; with `dry-run`, says what it would write. */
export async function addCommand(
  places: InputPlaces,
  reader: Reader,
  target: string,
  options: GivenOptions,
  network: Network = { connect, signal: AbortSignal.timeout(PATIENCE) },
): Promise<CommandResult> {
  if (reader.issues.length > 0)
    return { issues: reader.issues, summary: `${countText(reader.issues)}; nothing was written.`, exitCode: 2 };
  const request = requestOf(target, options);
  if ("exitCode" in request) return refused(request);
  const outcome = await planAdd(request, places, reader, network);
  switch (outcome.kind) {
    case "refusal":
      return refused(outcome.refusal);
    case "mistakes":
      return { issues: outcome.issues, summary: `${countText(outcome.issues)}; nothing was written.`, exitCode: 2 };
    case "plan":
      return carriedOut(withSetVariables(outcome.plan), outcome.told, places, options["dry-run"] === true);
  }
}

function requestOf(target: string, options: GivenOptions): AddRequest | Refusal {
  const services = pairsOf(options.service);
  const serverVariables = pairsOf(options["server-variable"]);
  if (services === undefined) return usage("--service takes <id>=<URL>");
  if (serverVariables === undefined) return usage("--server-variable takes <name>=<value>");
  const { name, include = [], header: headers, link = false } = options;
  return { target, name, services, serverVariables, include, headers, isLink: link };
}

/** `undefined` where one has no `=`. */
export function pairsOf(texts: readonly string[] = []): { readonly [name: string]: string } | undefined {
  const pairs = texts.map((text) => /^([^=]+)=(.+)$/s.exec(text));
  return pairs.includes(null) ? undefined : Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

function carriedOut(added: AddPlan, told: Told, places: InputPlaces, isDryRun: boolean): CommandResult {
  const { root, config } = places;
  const example = examplePlan(added, places, false);
  const files = [...added.files.map((file) => withSchema(file, root)), ...example.files];
  const plan = { ...added, files };
  const failure = failureOf(plan.files, places, isDryRun);
  if (failure !== undefined) return { issues: [...plan.issues, failure], summary: "Nothing was written.", exitCode: 2 };
  const { file: caller } = callerOf(places);
  const telling = { root, isDryRun, config: relativePath(root, config), caller, left: example.left };
  const summary = reportOf(plan, told, telling);
  const written = files.map(({ path }) => relativePath(root, path));
  return { issues: plan.issues, files: { written }, summary, exitCode: 0, details: detailsOf(plan, told) };
}

/** A variable that has a value already was somebody's before: it would be sent to the new server. */
export function withSetVariables(plan: AddPlan, environment: Environment = process.env): AddPlan {
  if (plan.added === undefined) return plan;
  const variables = plan.added.variables.map((variable) =>
    lookUpVariable(variable.name, environment) === undefined ? variable : ({ ...variable, isSet: true } as const),
  );
  return { ...plan, added: { ...plan.added, variables } };
}

/** What the file system has against it, or a file that stands out of the project; nothing has changed then. */
export function failureOf(
  files: AddPlan["files"],
  places: InputPlaces,
  isDryRun: boolean,
): CommandResult["issues"][number] | undefined {
  const [outside] = files.flatMap(({ path }) => fileRefusal(path, places) ?? []);
  if (outside !== undefined) {
    const { code, message, hint } = outside;
    return { code, severity: "error", pointer: "", message, hint };
  }
  return isDryRun ? undefined : failureToWrite(files);
}

function detailsOf({ name, title, operations, added }: AddPlan, told: Told): CommandResult["details"] {
  const provider = { name, title, operations, ...(added === undefined ? {} : machineForm(added)) };
  return { json: () => ({ provider, ...told }), pretty: () => "", github: () => "" };
}

export function machineForm({
  services,
  security,
  variables,
  others,
  missing,
  tokenUrls,
  tokenEndpoints,
  filled,
  call,
}: NonNullable<AddPlan["added"]>): object {
  return {
    services: services.services.map((service) => ({ ...service, baseUrl: asciiUrl(service.baseUrl) })),
    security,
    variables,
    others,
    missing,
    tokenUrls: mapValues(tokenUrls, (urls) => urls.map(asciiUrl)),
    tokenEndpoints: mapValues(tokenEndpoints, asciiUrl),
    filled: Object.fromEntries(Object.entries(filled).map(([url, place]) => [asciiUrl(url), asciiUrl(place)])),
    call,
  };
}
