import { existsSync } from "node:fs";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { isPlainObject, type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import type { InputPlaces } from "../io/find-project.js";
import { hashText } from "../io/lock.js";
import { isInGit, isInside, linkTarget, realPathOf } from "../io/output-folder.js";
import { relativePath } from "../io/paths.js";
import { readText } from "../io/read-file.js";
import { parseJsonText } from "../openapi/parse-json.js";
import { openapiReference } from "../project/load-documents.js";
import type { Existing } from "./existing.js";
import { usualDocumentPath } from "./plan.js";
import type { Refusal } from "./request.js";

/** The last key of a document that `add` wrote: a hash of the others says whether somebody has changed it since. */
const MARK = "x-sdkwright-add";

/** What a document in the project is: what `add` wrote, that with changes by hand, or somebody else's. */
export type Provenance = "ours" | "edited" | "foreign";

export function provenanceOf(document: unknown): Provenance {
  const mark = isPlainObject(document) ? own(document, MARK) : undefined;
  if (!isPlainObject(document) || typeof mark !== "string") return "foreign";
  return mark === markOf(document) ? "ours" : "edited";
}

/** Takes the mark out of a document that `add` wrote elsewhere; whether there was one. */
export function removeMark(document: { [key: string]: unknown }): boolean {
  const has = Object.hasOwn(document, MARK);
  delete document[MARK];
  return has;
}

/** A text of a JSON object that ends in a line of its own, with the mark of `add` as its last key; `document` is what it says. */
export function withMark(text: string, document: JsonObject = JSON.parse(text) as JsonObject): string {
  const last = text.lastIndexOf("\n}");
  return `${text.slice(0, last)},\n  ${JSON.stringify(MARK)}: ${JSON.stringify(markOf(document))}\n}\n`;
}

/** By what the document says: a formatter changes nothing. */
function markOf(document: JsonObject): string {
  const { [MARK]: _, ...others } = document;
  return hashText(JSON.stringify(others));
}

/** Where the document of a provider is to stand, and what of `add` stands there. */
export interface DocumentPlace {
  readonly path: string;
  readonly before?: Standing | undefined;
}

/** What stands there: its text, and what that says. */
interface Standing {
  readonly text: string;
  readonly json: JsonValue | undefined;
}

/** The place that a definition names, else the usual one. What `add` did not write there is not replaced. */
export function documentPlace(
  name: string,
  { config, root }: InputPlaces,
  { definition }: Existing,
): DocumentPlace | Refusal {
  const named = openapiReference(definition?.source.json)?.file;
  const path =
    named === undefined ? usualDocumentPath(name, config) : resolve(dirname(definition?.source.path ?? config), named);
  const shown = JSON.stringify(relativePath(root, path));
  const folder = named === undefined ? dirname(config) : root;
  if (!isInside(realPathOf(path), realPathOf(folder))) {
    return refusal(
      `${shown} stands, or leads by a link, outside of ${JSON.stringify(relativePath(root, folder) || ".")}`,
    );
  }
  // That of another provider, which would be told by its own path alone.
  if (linkTarget(path) !== undefined)
    return refusal(`${shown} is a link`, "remove the link; `--link` refers to a document where it is");
  const isPlace = isDocumentPlace(realPathOf(path), realPathOf(folder), config);
  const hint = named === undefined ? undefined : PLACE;
  const misplaced = isPlace ? undefined : refusal(`${shown} ${NO_PLACE}`, hint, "written");
  const read = readText(path);
  if ("reason" in read) return read.reason === "missing" ? (misplaced ?? { path }) : refusal(`${shown} cannot be read`);
  const { json, flaws } = parseJsonText(read.text);
  const provenance = provenanceOf(json);
  // What `add` writes has no key twice, and nothing else that is left out where it is read.
  switch (provenance === "ours" && flaws.length > 0 ? "edited" : provenance) {
    case "ours":
      return misplaced ?? { path, before: { text: read.text, json } };
    case "edited":
      if (misplaced !== undefined) return misplaced;
      return refusal(
        `${shown} has been changed by hand since it was added`,
        "take your changes out of it, or move it away; then run again",
      );
    case "foreign":
      return refusal(
        `${shown} was not made by \`sdkwright add\``,
        "replace it yourself, or move it away; `--link` refers to a document where it is",
      );
  }
}

const NO_PLACE = "is no place for a document of `sdkwright add`";
const PLACE =
  "in the definition, name a `.json` file below a folder called `openapi`, and move the document there if you have it; `--link` refers to one where it is";

/**
 * A definition may be a stranger's, and name what other programs obey where it is there: `nodemon.json`, `.github/workflows`.
 * Hardly any looks into a folder that is called like the standard, and keys that OpenAPI does not know are not written.
 */
function isDocumentPlace(real: string, realFolder: string, config: string): boolean {
  const folders = relative(realFolder, dirname(real)).split(/[\\/]/);
  return folders.some((step) => step.toLowerCase() === "openapi") && !isOthers(real, config);
}

/** Programs look for these in every folder. */
const OF_PROGRAMS = /^(?:package|tsconfig|jsconfig|deno)\.json$/i;

/** Whether a file is not JSON, hidden, or of an installed package, seen from where client.json is, by every name that Windows has for it. */
function isOthers(real: string, config: string): boolean {
  const steps = relative(realPathOf(dirname(config)), real).split(/[\\/]/);
  const isOther = (step: string) => /^\.(?!\.$)|~\d|^node_modules[ .]*$/i.test(step);
  return extname(real) !== ".json" || OF_PROGRAMS.test(basename(real)) || steps.some(isOther);
}

/** Where a link leads: a document of OpenAPI 3 in the project, which stays where it is. */
export function linkedPlace(path: string, { root }: InputPlaces, isConverted: boolean): DocumentPlace | Refusal {
  const shown = JSON.stringify(relativePath(root, path));
  const wrong = (message: string): Refusal => ({
    code: "SW0302",
    message,
    hint: "without --link it is copied",
    exitCode: 3,
  });
  if (!isInside(realPathOf(path), realPathOf(root)))
    return wrong(`--link refers to a file in the project, and ${shown} is not`);
  return isConverted ? wrong("--link refers to a document of OpenAPI 3, and this is Swagger 2.0") : { path };
}

const IN_PROJECT = "keep it in the project; a client.json elsewhere, and what stands beside it, is named by --config";

function refusal(what: string, hint = "move it away, or give another --name", done = "replaced"): Refusal {
  return { code: "SW0704", message: `${what}, and is not ${done}`, hint, exitCode: 2 };
}

/**
 * Whether a file, there or new, may be written where it stands: in the project, wherever links lead, or beside a client.json
 * that the command line names elsewhere, as package.json cannot. What stands in .git is run by git, and a link to nothing in
 * the place of a new file was put there by somebody who chose where it leads.
 */
export function fileRefusal(path: string, { config, root }: InputPlaces): Refusal | undefined {
  const shown = JSON.stringify(relativePath(root, path));
  const [real, realRoot] = [realPathOf(path), realPathOf(root)];
  const isBeside = !isInside(config, root) && isInside(real, realPathOf(dirname(config)));
  if (!isBeside && !isInside(real, realRoot))
    return refusal(`${shown} stands, or leads by a link, outside of the project`, IN_PROJECT);
  if (isInGit(path, root)) return refusal(`${shown} stands, or leads by a link, in .git`);
  const isDangling = !existsSync(path) && linkTarget(path) !== undefined;
  return isDangling
    ? refusal(`${shown} is a link to nothing`, "remove the link, or give it something to lead to")
    : undefined;
}

/** The same of a definition. A new one has a place of its own, too, whatever client.json says. */
export function definitionRefusal(path: string, places: InputPlaces): Refusal | undefined {
  const refused = fileRefusal(path, places);
  if (refused !== undefined || existsSync(path) || !isOthers(realPathOf(path), places.config)) return refused;
  const what = `${JSON.stringify(relativePath(places.root, path))} is hidden, of a package, or no \`.json\` of its own`;
  return refusal(what, "name another `file` for it in client.json, or give another --name", "written");
}
