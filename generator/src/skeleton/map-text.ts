import { isPlainObject, isShownName, own, type JsonValue, type UseCaseJson } from "@sdkwright/runtime/config";
import { escapeUnprintable } from "../files/escape.js";
import { profileNames } from "../names/profile-names.js";
import { commentText, stringLiteral } from "../names/quoting.js";

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
    `It gets { input, http, fail, parameters, signal }, for instance: async ${name}({ input, http }) { … }`,
    ...(json === undefined ? [] : partsOf(json)),
    request === undefined
      ? `http sends requests to ${provider}: await http.post("/path", { ${named}json: input }).json()`
      : `http has the paths of ${provider}'s OpenAPI document: await http.${request}`,
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
