import { dirname, extname, relative, resolve, sep } from "node:path";
import { CREDENTIAL_FIELDS, isPlainObject, type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import type { DocumentSource, Source } from "../diagnostics/source.js";
import { isInside, realPathOf } from "../io/output-folder.js";

const ENDINGS: ReadonlySet<string> = new Set([".json", ".yaml", ".yml"]);

/** Whether a file by its path below a folder can be part of a document: what is hidden there is kept for oneself. */
function isPartPath(path: string, folder: string): boolean {
  const steps = relative(folder, path).split(sep);
  return ENDINGS.has(extname(path).toLowerCase()) && !steps.some((step) => step.startsWith("."));
}

const TYPES: ReadonlySet<unknown> = new Set(
  "string number integer boolean object array null file apiKey http basic oauth2 openIdConnect mutualTLS".split(" "),
);
const PLACES: ReadonlySet<unknown> = new Set(["path", "query", "querystring", "header", "cookie", "body", "formData"]);
const OBJECTS = ["properties", "items", "additionalProperties", "not", "schema", "content", "headers", "responses"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "enum"];
const TEXTS = ["$ref", "$schema", "operationId", "operationRef", "openapi", "swagger"];
/** Of an answer that says nothing else, and of an example. */
const SMALL: ReadonlySet<string> = new Set(["summary", "description", "value", "externalValue", "title", "format"]);

/**
 * Whether a file has parts of an OpenAPI document, wherever in it: anything below a document's folder can be named, and
 * a key file or a configuration is nothing of ours to read.
 */
function hasParts(json: JsonValue): boolean {
  if (isPlainObject(json) && Object.keys(json).length === 0) return true;
  if (isClientJson(json)) return false;
  const seen = new Set<JsonValue>();
  const waiting: JsonValue[] = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isPlainObject(value) && isPart(value)) return true;
    for (const child of Object.values(value)) waiting.push(child);
  }
  return false;
}

function isPart(value: JsonObject): boolean {
  const type = own(value, "type");
  return (
    [type].flat().some((each) => TYPES.has(each)) ||
    PLACES.has(own(value, "in")) ||
    OBJECTS.some((key) => isPlainObject(own(value, key))) ||
    LISTS.some((key) => Array.isArray(own(value, key))) ||
    TEXTS.some((key) => typeof own(value, key) === "string") ||
    (Object.keys(value).some((key) => SMALL.has(key)) &&
      Object.keys(value).every((key) => SMALL.has(key) || key.startsWith("x-")))
  );
}

/** A client configuration, of whatever name: in a default input of one may stand what OpenAPI has too. */
function isClientJson(json: JsonValue): boolean {
  if (!isPlainObject(json)) return false;
  const [providers, profiles] = [own(json, "providers"), own(json, "profiles")];
  const isWhole = Object.keys(json).every((key) => ["$schema", "providers", "profiles"].includes(key));
  if (isWhole && (isPlainObject(providers) || isPlainObject(profiles))) return true;
  // One with a mistake may hold credentials as well.
  return isPlainObject(providers) && Object.values(providers).some(hasCredentials);
}

function hasCredentials(provider: JsonValue): boolean {
  const entries = isPlainObject(provider) ? [own(provider, "security") ?? []].flat() : [];
  return entries.some(
    (entry) => isPlainObject(entry) && CREDENTIAL_FIELDS.some((field) => typeof own(entry, field) === "string"),
  );
}

/** A file that a reference names, and what in it. */
export interface FileReference {
  readonly path: string;
  /** With `#`, as written; empty for the whole file. */
  readonly fragment: string;
}

/** The file that a reference of a document at `from` names; a URL names none. */
export function fileIn(reference: string, from: string): FileReference | undefined {
  const hash = reference.indexOf("#");
  const written = hash === -1 ? reference : reference.slice(0, hash);
  if (written === "" || /^[A-Za-z][A-Za-z0-9+.-]+:|^\/\//.test(written) || written.includes("\0")) return undefined;
  return { path: resolve(dirname(from), decoded(written)), fragment: hash === -1 ? "" : reference.slice(hash) };
}

/** Without percent signs, where they are right. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Mutable = { [key: string]: JsonValue };

/**
 * Goes through all `$ref`s, and through mappings of discriminators, where names of schemas may stand for them. What
 * `change` returns takes its place, once in each object: aliases of YAML lead to the same one.
 */
export function forEachReference(json: JsonValue, change: (reference: string) => string | undefined): void {
  const changed = new Set<JsonValue>();
  const waiting: JsonValue[] = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isPlainObject(value) && !changed.has(value) && changeIn(value, change)) changed.add(value);
    const children: readonly JsonValue[] = Object.values(value ?? {});
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index] ?? null;
      if (typeof child === "object" && child !== null) waiting.push(child);
    }
  }
}

/** Whether something was there to be looked at. */
function changeIn(value: Mutable, change: (reference: string) => string | undefined): boolean {
  const reference = own(value, "$ref");
  const changed = typeof reference === "string" ? change(reference) : undefined;
  if (changed !== undefined) value["$ref"] = changed;
  const discriminator = own(value, "discriminator");
  const mapping = isPlainObject(discriminator) ? own(discriminator, "mapping") : undefined;
  if (isPlainObject(mapping)) changeMapping(mapping, change);
  return changed !== undefined || isPlainObject(mapping);
}

/** Without a path in it a value is the name of a schema. */
function changeMapping(mapping: Mutable, change: (reference: string) => string | undefined): void {
  for (const [name, target] of Object.entries(mapping)) {
    if (typeof target !== "string" || !/[/#]|\.(?:json|ya?ml)$/i.test(target)) continue;
    const changed = change(target);
    if (changed !== undefined) mapping[name] = changed;
  }
}

/** A file that was read, or why it was not, as the end of a sentence. */
export type NeighbourReading = { readonly source: Source } | { readonly reason: string };

/** Reads the files of a document's own folder that it refers to, and those that these refer to. */
export async function readNeighbours(
  document: Source,
  read: (path: string) => Promise<NeighbourReading>,
): Promise<Pick<DocumentSource, "neighbours" | "refused">> {
  const neighbours = new Map<string, Source>();
  const refused = new Map<string, string>();
  const folder = dirname(document.path);
  const waiting: Source[] = [document];
  for (const source of waiting) {
    for (const path of filesNamedIn(source)) {
      if (path === document.path || neighbours.has(path) || refused.has(path)) continue;
      const reading = await readInside(folder, path, read);
      if ("reason" in reading) refused.set(path, reading.reason);
      else {
        const source = withParts(reading.source);
        neighbours.set(path, source);
        if (source.json === undefined) refused.set(path, flawText(source));
        else waiting.push(source);
      }
    }
  }
  return { neighbours, refused };
}

const NO_PART = "leads to a file that is not read: it is hidden, or does not end in .json, .yaml or .yml";

/** A link that leads out of the folder is no way out of it. */
async function readInside(
  folder: string,
  path: string,
  read: (path: string) => Promise<NeighbourReading>,
): Promise<NeighbourReading> {
  const [real, realFolder] = [realPathOf(path), realPathOf(folder)];
  const isOurs = isInside(path, folder) && isInside(real, realFolder);
  if (!isOurs) return { reason: "leads out of the document's folder, so it is not followed" };
  if (!isPartPath(path, folder) || !isPartPath(real, realFolder)) return { reason: NO_PART };
  return read(path);
}

/** Without what it says, where that is nothing of OpenAPI. */
function withParts(source: Source): Source {
  if (source.json === undefined || hasParts(source.json as JsonValue)) return source;
  return { ...source, json: undefined, flaws: [] };
}

function flawText({ flaws = [], text }: Source): string {
  const isEmpty = text.trim() === "";
  if (flaws.length === 0 && !isEmpty) return "leads to a file that is not part of OpenAPI";
  return `leads to a file that cannot be read: ${flaws[0]?.message ?? "it is empty"}`;
}

/** Files that a document refers to, itself included where it does so by name. */
export function filesNamedIn(source: Source): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!isPlainObject(source.json) || !mayNameFiles(source.text)) return paths;
  forEachReference(source.json, (reference) => {
    const file = fileIn(reference, source.path);
    if (file !== undefined) paths.add(file.path);
    return undefined;
  });
  return paths;
}

/** Most documents refer to nothing outside of them: that shows without a walk. */
export function mayNameFiles(text: string): boolean {
  if (/\$ref["']?\s*:\s*(?:["'](?!#)|[^\s"'#])/.test(text)) return true;
  return /\bmapping["']?\s*:/.test(text) && /\.(?:json|ya?ml)\b/i.test(text);
}
