import { dirname, join } from "node:path";
import {
  isPlainObject,
  isShownName,
  type JsonObject,
  type JsonValue,
  own,
  PROFILE_NAME,
  type UseCaseJson,
} from "@sdkwright/runtime/config";
import { withValue } from "../add/existing.js";
import type { Source } from "../diagnostics/source.js";
import { profileNames } from "../emit/names.js";
import { commentText, stringLiteral } from "../emit/quoting.js";
import { ANY_VERSION, filesLike } from "../io/any-version.js";
import { readJson } from "../io/json.js";
import { readText } from "../io/read-file.js";
import { escapeUnprintable } from "../io/text.js";

/** A map that is to be written. */
export interface MapSketch {
  readonly profile: string;
  readonly provider: string;
  readonly useCases: readonly { readonly name: string; readonly json?: UseCaseJson | undefined }[];
  /** How the map imports the profile's module. */
  readonly module: string;
  readonly language: "TypeScript" | "JavaScript";
  /** A request that the provider's document has, as code; without a document any. */
  readonly request?: string | undefined;
  /** A scheme that a request has to name. */
  readonly security?: string | undefined;
}

/** A map with a function per use-case that says what comes in and goes out, and throws until it is written. */
export function mapText(sketch: MapSketch): string {
  const { profile, provider, useCases, module, language } = sketch;
  const type = `${profileNames(profile).map}<${stringLiteral(provider)}>`;
  const [head, start] =
    language === "TypeScript"
      ? [[`import type { ${profileNames(profile).map} } from ${stringLiteral(module)};`, ""], `const map: ${type} = {`]
      : [[`/** @type {import(${inComment(stringLiteral(module))}).${type}} */`], "const map = {"];
  const functions = useCases.map(({ name, json }) => functionText(name, json, sketch));
  return [...head, start, functions.join("\n\n"), "};", "", "export default map;", ""].join("\n");
}

/** A folder may be called so that it would end a comment. */
const inComment = (literal: string): string => literal.replaceAll("*/", String.raw`*\/`);

function functionText(name: string, json: UseCaseJson | undefined, { provider, request, security }: MapSketch): string {
  const named = security === undefined ? "" : `security: ${stringLiteral(security)}, `;
  const comments = [
    `It gets { input, http, fail, next, parameters, signal }, for example: async ${name}({ input, http }) { … }`,
    ...(json === undefined ? [] : partsOf(json)),
    request === undefined
      ? `http sends requests to ${provider}: await http.post("/path", { ${named}json: input }).json()`
      : `http has the paths of ${provider}'s OpenAPI document: await ${request}`,
  ];
  return [
    ...titleOf(json),
    `  async ${name}() {`,
    ...comments.map((comment) => `    // ${escapeUnprintable(comment)}`),
    `    throw new Error(${stringLiteral(`${name} is not written yet for ${provider}`)});`,
    "  },",
  ].join("\n");
}

function titleOf(json: UseCaseJson | undefined): readonly string[] {
  const title = commentText(json?.title ?? json?.description?.split("\n")[0] ?? "");
  return title === "" ? [] : [`  /** ${title} */`];
}

function partsOf({ input, result, error }: UseCaseJson): readonly string[] {
  const [taken, given, refused] = [input, result, error].map(keysOf);
  return [
    ...(taken === undefined ? [] : [`input: ${taken}`]),
    ...(given === undefined ? [] : [`it returns: ${given}`]),
    ...(refused === undefined ? [] : [`return fail(${refused}) ends the call with the use-case's own error`]),
  ];
}

/** `{ to, text? }`: properties that a schema lists; `undefined` where it lists none. */
function keysOf(schema: JsonValue | undefined): string | undefined {
  const properties = isPlainObject(schema) ? own(schema, "properties") : undefined;
  if (!isPlainObject(schema) || !isPlainObject(properties)) return undefined;
  const required = new Set([own(schema, "required")].flat());
  const keys = Object.keys(properties)
    .filter(isShownName)
    .map((key) => `${key}${required.has(key) ? "" : "?"}`);
  return keys.length === 0 ? undefined : `{ ${keys.join(", ")} }`;
}

/** client.json with a profile that it does not name yet, if the document of one is beside it. */
export function withProfile({ path, text, json }: Source, profile: string): string | undefined {
  const isNamed = entryAt(json as JsonObject, "profiles", profile) !== undefined;
  if (isNamed || !PROFILE_NAME.test(profile)) return undefined;
  const version = versionOf(join(dirname(path), "profiles", profile));
  return version === undefined ? undefined : withValue(text, ["profiles", profile], { version });
}

/** The newest one by the names of files, else what the document says; whoever reads it then reports its mistakes. */
function versionOf(path: string): string | undefined {
  const versions = filesLike(`${path}${ANY_VERSION}`).map((file) => file.slice(file.indexOf("@") + 1, -".json".length));
  const [newest] = versions.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const read = readText(`${path}.json`);
  if (newest !== undefined || "reason" in read) return newest;
  const document = readJson(read.text);
  const version = "json" in document && isPlainObject(document.json) ? own(document.json, "version") : undefined;
  return typeof version === "string" ? version : "1.0.0";
}

/** client.json with a map for a provider of a profile; what else it says stays as it is written. */
export function withMap(text: string, json: JsonObject, profile: string, provider: string, file: string): string {
  const settings = entryAt(json, "profiles", profile);
  const path = ["profiles", profile, "providers", provider];
  if (!isPlainObject(settings)) return withValue(text, ["profiles", profile], expanded(settings, provider, file));
  const entry = entryAt(settings, "providers", provider);
  return isPlainObject(entry) ? withValue(text, [...path, "file"], file) : withValue(text, path, { file });
}

/** What is written so that the next provider is asked if one fails. */
export interface Failover {
  /** Absent if client.json has one. */
  readonly priority?: readonly string[] | undefined;
  readonly useCases: readonly string[];
}

/** client.json with failover in use-cases of a profile. */
export function withFailover(text: string, profile: string, { priority, useCases }: Failover): string {
  const at = ["profiles", profile];
  return useCases.reduce(
    (edited, useCase) => withValue(edited, [...at, "defaults", useCase, "providerFailover"], true),
    priority === undefined ? text : withValue(text, [...at, "priority"], priority),
  );
}

function entryAt(record: JsonObject, key: string, name: string): JsonObject[string] | undefined {
  const entries = own(record, key);
  return isPlainObject(entries) ? own(entries, name) : undefined;
}

/** A profile that is a version or a file alone has no place for providers. */
function expanded(shorthand: unknown, provider: string, file: string): object {
  const source = String(shorthand);
  const from = source.startsWith("file:") ? { file: source } : { version: source };
  return { ...from, providers: { [provider]: { file } } };
}
