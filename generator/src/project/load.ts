import { loadGivenDefinitions, loadReferencedDefinitions } from "./load-definitions.js";
import { loadDocuments } from "./load-documents.js";
import { loadProfiles } from "./load-profiles.js";
import { reasonText, type Reader } from "./reader.js";
import { referencesIn } from "./references.js";
import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import { packagesBelow } from "./packages-below.js";
import { meantPath, wrongEnding } from "./path-hints.js";
import { relativePath } from "../files/relative-path.js";
import type { Source, SourceIssue, Sources } from "../diagnostics/source.js";
import { commonJsIssues, loadTsconfig } from "./load-tsconfig.js";
import { declarationIssues } from "./declaration-issues.js";
import type { InputPlaces } from "../files/find-project.js";

/** Reads everything that a project names (rules C1, C4, C7, C11); what it says is not checked yet. Mistakes become issues of the reader. */
export async function loadSources(places: InputPlaces, reader: Reader): Promise<Sources> {
  const client = await loadClient(places, reader);
  const { providers, profiles } = referencesIn(client?.json);
  const referenced = client === undefined ? [] : await loadReferencedDefinitions(reader, client, providers);
  const given = await loadGivenDefinitions(reader, places.definitions, places.workingDirectory);
  const isReferenced = new Set(referenced.map(({ source }) => source));
  const definitions = [...referenced, ...given.filter(({ source }) => !isReferenced.has(source))];
  const loaded = client === undefined ? [] : await loadProfiles(reader, client, profiles);
  const documents = await loadDocuments(reader, definitions, loaded);
  const tsconfig = await loadTsconfig(places, reader);
  for (const issue of commonJsIssues(places, reader)) reader.issues.push(issue);
  if (tsconfig.importExtension === "" && places.importEndings === undefined)
    for (const issue of declarationIssues(places, reader)) reader.issues.push(issue);
  return {
    root: places.root,
    client,
    definitions,
    profiles: loaded,
    documents,
    tsconfig,
    absent: reader.absent,
  };
}

async function loadClient(places: InputPlaces, reader: Reader): Promise<Source | undefined> {
  const { config, isConfigGiven, definitions } = places;
  if (isConfigGiven && extname(config) !== ".json") return refuse(places, reader, wrongEnding(config));
  const reading = await reader.read(config, "client");
  const isMissing = "reason" in reading && reading.reason === "missing";
  if (isMissing && !isConfigGiven && definitions.length === 0) reader.issues.push(nothingToDo(places, reader));
  else if (places.passedOver !== undefined) reader.issues.push(passedOver(places.passedOver, places, reader));
  if ("source" in reading) return reading.source;
  if (isMissing && !isConfigGiven) return undefined;
  const hint = isMissing ? meantPath(config, places.workingDirectory ?? reader.root, [reader.root]) : undefined;
  return refuse(places, reader, { reason: reasonText(reading.reason), hint });
}

function refuse(
  { config }: InputPlaces,
  reader: Reader,
  { reason, hint }: { readonly reason: string; readonly hint?: string | undefined },
): undefined {
  const message = `the client configuration ${reader.named(config)} ${reason}`;
  reader.issues.push({ code: "SW0201", severity: "error", pointer: "", message, hint });
}

const MINIMAL = '{ "providers": { "acme": { "file": "providers/acme.json" } } }';

/** Neither a configuration nor a definition: where it was looked for and why there, and both ways on (rules C1). */
function nothingToDo(places: InputPlaces, reader: Reader): SourceIssue {
  const { config, passedOver: nearer } = places;
  const way = nearer === undefined ? "" : `, or read ${reader.named(nearer)}: --config ${nearerWay(nearer, places)}`;
  const usual = `npx sdkwright init begins with a provider; or give definitions (npx sdkwright generate acme.json), write that file (such as ${MINIMAL}), or name another with --config${way}`;
  return {
    code: "SW0200",
    severity: "error",
    pointer: "",
    message: `there is nothing to generate from: no definition was given, and ${reader.named(config)} does not exist in ${rootText(places)}`,
    hint: nearer === undefined ? (packagesHint(places) ?? usual) : usual,
  };
}

/** With `--config` from here, the output folder would be the one of this package. */
function packagesHint({ root, workingDirectory = root }: InputPlaces): string | undefined {
  const [first, second, ...more] = packagesBelow(root).map((folder) => relativePath(workingDirectory, folder));
  if (first === undefined) return undefined;
  const others = second === undefined ? "" : ` or ${second}${more.length === 0 ? "" : " or another"}`;
  return `run it in the package that has one, as --config would leave the output folder here: cd ${first}${others}`;
}

function passedOver(nearer: string, places: InputPlaces, reader: Reader): SourceIssue {
  const message = `${reader.named(nearer)} is not read: client.json belongs to ${rootText(places)}`;
  const hint = `--config ${nearerWay(nearer, places)} reads it`;
  return { code: "SW0205", severity: "warning", pointer: "", message, hint };
}

function nearerWay(nearer: string, { root, workingDirectory = root }: InputPlaces): string {
  return relativePath(workingDirectory, nearer);
}

/** The project root, and why it is the one (rules C1). */
function rootText({ root }: InputPlaces): string {
  const has = existsSync(join(root, "package.json"));
  const why = has
    ? "the nearest folder upward with a package.json"
    : "the working directory, as no folder upward has a package.json";
  return `the project root ${JSON.stringify(root)}, ${why}`;
}
