import { existsSync } from "node:fs";
import { join } from "node:path";
import { callerOf } from "../add/caller.js";
import { connect, PATIENCE } from "../add/fetch-document.js";
import { isMeantAsName, nameMistake, usage } from "../add/questions.js";
import type { Network } from "../add/read-target.js";
import { type Refusal, shellWord } from "../add/request.js";
import type { Source } from "../diagnostics/source.js";
import { begin, type Begun, initReport, type Surroundings } from "../init/begin.js";
import { denoFile, type InitPlan, planInit } from "../init/plan-init.js";
import { type Asker, type InitRequest, providerOf } from "../init/request.js";
import { hasHiddenScript, isBeginning, withSchema } from "../init/starter.js";
import type { InputPlaces, ProjectPlace } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { escapeUnprintable } from "../io/text.js";
import type { GivenOptions } from "../project/options.js";
import { soundProjects } from "../project/package-options.js";
import { inputPlacesOf } from "../project/places.js";
import type { Reader } from "../project/reader.js";
import { failureOf, machineForm, pairsOf, withSetVariables } from "./add-command.js";
import { refused } from "./write-failure.js";
import { ownVersion } from "./full-form.js";
import { type CommandResult, countText, hasErrors } from "./result.js";

/** `sdkwright init`: a first provider, scripts, variables and a call; asks for what the command line does not say. */
export async function initCommand(
  given: InputPlaces,
  reader: Reader,
  target: string | undefined,
  options: GivenOptions,
  project: ProjectPlace,
  findAsker: () => Promise<Asker | undefined> = () => askerIn(options),
): Promise<CommandResult> {
  const isNew = isBeginning(project, given);
  const places = isNew ? newPlaces(given) : given;
  const manifest = await manifestOf(project, reader);
  if (hasErrors(reader.issues)) return mistakes(reader.issues);
  const request = misnamed(target, options, places) ?? requestOf(target, options);
  if ("exitCode" in request) return refused(request);
  const begun = await begin(request, surroundingsOf(places, options, await findAsker(), reader.progress));
  switch (begun.kind) {
    case "refusal":
      return refused(begun.refusal);
    case "mistakes":
      return mistakes(begun.issues);
    case "plan": {
      const flags = flagsOf(places, project);
      const userAgent = process.env["npm_config_user_agent"];
      const more = { packageFile: manifest, isNew, options: flags, userAgent, version: ownVersion() };
      const plan = await planInit(begun.plan, { ...places, ...more });
      const left = [...(begun.untaken ?? []), ...plan.left];
      return carriedOut(
        { ...begun, plan: withSetVariables(begun.plan) },
        { ...plan, left },
        places,
        options["dry-run"] === true,
      );
    }
  }
}

/** What package.json will say of a new project: ES modules, and beside deno.json the endings that Deno wants. */
function newPlaces(places: InputPlaces): InputPlaces {
  const isModule = places.isModule === true || !hasHiddenScript(places.root);
  return { ...places, isModule, ...(denoFile(places.root) !== undefined && { importEndings: ".ts" }) };
}

async function manifestOf({ packageFile }: ProjectPlace, reader: Reader): Promise<Source | undefined> {
  if (packageFile === undefined) return undefined;
  const reading = await reader.read(packageFile, "package");
  return "source" in reading ? reading.source : undefined;
}

function mistakes(issues: CommandResult["issues"]): CommandResult {
  return { issues, summary: `${countText(issues)}; nothing was written.`, exitCode: 2 };
}

/** A name that is none: without this it would be taken for a document, of which other things are said. */
function misnamed(
  target: string | undefined,
  { name }: GivenOptions,
  { root, workingDirectory = root }: InputPlaces,
): Refusal | undefined {
  const word = target !== undefined && isMeantAsName(target, workingDirectory) ? target : undefined;
  const mistake = word === undefined ? undefined : nameMistake(word, "sdkwright init");
  return mistake ?? (name === undefined ? undefined : nameMistake(name, "--name"));
}

function requestOf(target: string | undefined, options: GivenOptions): InitRequest | Refusal {
  const services = pairsOf(options.service);
  const serverVariables = pairsOf(options["server-variable"]);
  if (services === undefined) return usage("--service takes <id>=<URL>");
  if (serverVariables === undefined) return usage("--server-variable takes <name>=<value>");
  const given = target === undefined ? {} : providerOf(target);
  if (given.name !== undefined && options.name !== undefined) return usage("the name is given twice");
  const hasDocument = "document" in given;
  if (hasDocument && (options.auth ?? options["key-prefix"]) !== undefined)
    return usage("--auth and --key-prefix only apply without a document: a document says how requests authenticate");
  if (!hasDocument && given.name !== undefined && (options.include ?? options.link) !== undefined)
    return usage("--include and --link only apply to an OpenAPI document");
  if (!hasDocument && options.header !== undefined)
    return usage("--header only applies to an OpenAPI document", "for a key of the API: --auth header=<name>");
  return {
    ...given,
    ...(options.name !== undefined && { name: options.name }),
    baseUrl: options["base-url"],
    auth: options.auth,
    keyPrefix: options["key-prefix"],
    services,
    serverVariables,
  };
}

function surroundingsOf(
  places: InputPlaces,
  options: GivenOptions,
  asker: Asker | undefined,
  progress: Reader["progress"],
): Surroundings {
  const { root, workingDirectory = root } = places;
  const known: Network["known"] = new Map();
  return {
    places,
    asker,
    progress,
    // The document is asked for again when questions were answered; patience does not count the time of a person.
    network: () => ({ connect, signal: AbortSignal.timeout(PATIENCE), known }),
    document: DOCUMENTS.find((file) => existsSync(join(workingDirectory, file))),
    include: options.include ?? [],
    headers: options.header,
    isLink: options.link === true,
  };
}

/** What documents are usually called. */
const DOCUMENTS = ["openapi.json", "openapi.yaml", "openapi.yml", "swagger.json", "swagger.yaml"];

/** In a terminal somebody can answer; not in CI, and not where a program reads the result. */
async function askerIn({ format = "pretty", quiet = false }: GivenOptions): Promise<Asker | undefined> {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && (process.env["CI"] ?? "") === "";
  if (!isTerminal || format !== "pretty" || quiet) return undefined;
  return (await import("../init/prompts.js")).prompts;
}

/** What the scripts have to say, where the command line names other places than package.json and the defaults. */
function flagsOf({ root, config, out }: InputPlaces, project: ProjectPlace): readonly string[] {
  const plain = { command: "generate", files: [], options: {} } as const;
  const usual = (soundProjects(project) ?? [{}]).map((each) => inputPlacesOf(plain, each, project, root));
  if (usual.some((places) => places.config === config && places.out === out)) return [];
  return [
    ...(usual.some((places) => places.config === config) ? [] : [`--config ${shellWord(relativePath(root, config))}`]),
    ...(usual.some((places) => places.out === out) ? [] : [`--out ${shellWord(relativePath(root, out))}`]),
  ];
}

function carriedOut(
  { plan: provider, told }: Extract<Begun, { kind: "plan" }>,
  plan: InitPlan,
  places: InputPlaces,
  isDryRun: boolean,
): CommandResult {
  const { root, workingDirectory = root, config } = places;
  const all = [...provider.files.map((file) => withSchema(file, root)), ...plan.files];
  const failure = failureOf(all, places, isDryRun);
  if (failure !== undefined)
    return { issues: [...provider.issues, failure], summary: "Nothing was written.", exitCode: 2 };
  const { file: caller } = callerOf(places);
  const telling = { root, isDryRun, config: relativePath(root, config), caller };
  const { name, title, operations, added } = provider;
  const machine = { name, title, operations, ...(added === undefined ? {} : machineForm(added)) };
  const { left, steps } = plan;
  return {
    issues: provider.issues,
    files: { written: all.map(({ path }) => relativePath(root, path)) },
    summary: `${workingDirectory === root ? "" : elsewhere(root)}${initReport(provider, told, plan, telling)}`,
    exitCode: 0,
    details: { json: () => ({ provider: machine, ...told, left, steps }), pretty: () => "", github: () => "" },
  };
}

/** Paths that are told are those of another folder than the one where one stands. */
function elsewhere(root: string): string {
  return `The project is ${escapeUnprintable(root)}, the nearest folder upward with a package.json.\n`;
}
