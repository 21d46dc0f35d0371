import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isPlainObject, type JsonObject, own } from "@sdkwright/runtime/config";
import type { InputPlaces } from "../io/find-project.js";
import { hashText } from "../io/lock.js";
import { isInGit, isInside, linkTarget, realPathOf } from "../io/output-folder.js";
import { relativePath } from "../io/paths.js";
import { readText } from "../io/read-file.js";
import { parseJsonText } from "../openapi/parse-json.js";
import { openapiReference } from "../project/load-documents.js";
import type { Existing } from "./existing.js";
import type { Refusal } from "./request.js";

/** The last key of a document that `add` wrote: a hash of the others says whether somebody has changed it since. */
const MARK = "x-sdkwright-add";

/** What a document in the project is: what `add` wrote, that with changes by hand, or somebody else's. */
export function provenanceOf(document: unknown): "ours" | "edited" | "foreign" {
  const mark = isPlainObject(document) ? own(document, MARK) : undefined;
  if (!isPlainObject(document) || typeof mark !== "string") return "foreign";
  return mark === markOf(document) ? "ours" : "edited";
}

export function removeMark(document: { [key: string]: unknown }): void {
  delete document[MARK];
}

/** The text of a document, with the mark of `add` as its last key. */
export function withMark(document: JsonObject): string {
  return `${JSON.stringify({ ...document, [MARK]: markOf(document) }, undefined, 2)}\n`;
}

/** By what the document says: a formatter changes nothing. */
function markOf(document: JsonObject): string {
  const { [MARK]: _, ...others } = document;
  return hashText(JSON.stringify(others));
}

/** Where the document of a provider is to stand, and the text of `add` that stands there. */
export interface DocumentPlace {
  readonly path: string;
  readonly before?: string | undefined;
}

/** The place that a definition names, else the usual one. What `add` did not write there is not replaced. */
export function documentPlace(
  name: string,
  { config, root }: InputPlaces,
  { definition }: Existing,
): DocumentPlace | Refusal {
  const named = openapiReference(definition?.source.json)?.file;
  const folder = named === undefined ? dirname(config) : root;
  const path =
    named === undefined
      ? join(folder, "openapi", `${name}.json`)
      : resolve(dirname(definition?.source.path ?? config), named);
  const shown = JSON.stringify(relativePath(root, path));
  const [real, realFolder] = [realPathOf(path), realPathOf(folder)];
  if (!isInside(real, realFolder))
    return refusal(`${shown} is outside of ${JSON.stringify(relativePath(root, folder) || ".")}`);
  // That of another provider, which would be told by its own path alone.
  if (linkTarget(path) !== undefined)
    return refusal(`${shown} is a link`, "remove the link, or use `--link`, which does not copy it");
  // Hardly any other program looks into a folder that is called like the standard.
  const isPlace = real.endsWith(".json") && /(?:^|[\\/])openapi[\\/]/i.test(relative(realFolder, real));
  const place = isPlace
    ? undefined
    : refusal(`${shown} is not a place for documents of \`sdkwright add\``, PLACE, "written");
  const read = readText(path);
  if ("reason" in read) return read.reason === "missing" ? (place ?? { path }) : refusal(`${shown} cannot be read`);
  const { json, flaws } = parseJsonText(read.text);
  const provenance = provenanceOf(json);
  if (provenance === "foreign") {
    const hint = "replace it yourself, or move it away; or use `--link`, which does not copy it";
    return refusal(`${shown} was not made by \`sdkwright add\``, hint);
  }
  if (place !== undefined) return place;
  // What `add` writes has no key twice, and nothing else that is left out where it is read.
  if (provenance === "ours" && flaws.length === 0) return { path, before: read.text };
  const hint = "undo your changes, or move it away; then run again";
  return refusal(`${shown} has been changed by hand since it was added`, hint);
}

const PLACE =
  "in the definition, name a `.json` file below a folder called `openapi`, and move an existing document there; or use `--link`, which does not copy it";

/** Where a link leads: a document of OpenAPI 3 in the project, which stays where it is. */
export function linkedPlace(path: string, { root }: InputPlaces, isConverted: boolean): DocumentPlace | Refusal {
  const shown = JSON.stringify(relativePath(root, path));
  const message = !isInside(realPathOf(path), realPathOf(root))
    ? `--link needs a file in the project, and ${shown} is not in it`
    : isConverted
      ? "--link needs an OpenAPI 3 document, and this is Swagger 2.0"
      : undefined;
  return message === undefined
    ? { path }
    : { code: "SW0302", message, hint: "without --link it is copied", exitCode: 3 };
}

function refusal(what: string, hint = "move it away, or give another --name", done = "replaced"): Refusal {
  return { code: "SW0704", message: `${what}, and is not ${done}`, hint, exitCode: 2 };
}

/**
 * Whether a file, there or new, may be written where it stands: in the project, wherever links lead, or beside a client.json
 * that the command line names elsewhere, as package.json cannot. What stands in .git is run by git.
 */
export function fileRefusal(path: string, { config, root }: InputPlaces): Refusal | undefined {
  const shown = JSON.stringify(relativePath(root, path));
  const real = realPathOf(path);
  const isBeside = !isInside(config, root) && isInside(real, realPathOf(dirname(config)));
  if (!isBeside && !isInside(real, realPathOf(root)))
    return refusal(
      `${shown} is outside of the project, perhaps by a link`,
      "keep it in the project, or name a client.json elsewhere with --config: files beside it are written too",
    );
  if (isInGit(path, root)) return refusal(`${shown} is in .git, perhaps by a link`);
  // Somebody put it there who chose where it leads.
  const isDangling = !existsSync(path) && linkTarget(path) !== undefined;
  return isDangling ? refusal(`${shown} is a link to nothing`, "remove the link, or give it a target") : undefined;
}
