import { own, type ProviderJson } from "@sdkwright/runtime/config";
import type { Operation, Parameter } from "../openapi/api.js";
import { bodyKind, isReadAsJson } from "../openapi/media-types.js";
import { type ApiPages, operationKey } from "../openapi/pages.js";
import { objectKey, stringLiteral } from "./quoting.js";

/** One call, and how its answer is read. */
export interface Call {
  readonly comment?: string;
  /** Without `await`. */
  readonly expression: string;
  readonly answer: "json" | "text" | "items" | "none";
  /** Schemes that sign it. */
  readonly security?: readonly string[];
}

/** The part of a provider that decides which operation is the simplest, and what a call of it says. */
export interface CallDefaults {
  readonly definition: ProviderJson;
  /** Schemes that apply by default. */
  readonly security: readonly string[];
  /** Schemes to name for an operation of which the document says nothing. */
  readonly unsaid?: readonly string[] | undefined;
  /** Lists whose pages are turned are read item by item. */
  readonly pages?: Pick<ApiPages, "found"> | undefined;
}

/**
 * A call as every example shows it, with all that the operation requires. `client` is the expression that sends it; `name`
 * is that of the operation's function, without which it is called by its path.
 */
export function callOf(client: string, operation: Operation, defaults: CallDefaults, name?: string): Call {
  const { method, path } = operation;
  const [callee, first] = name === undefined ? [`${client}.${method}`, stringLiteral(path)] : [name, client];
  const expression = `${callee}(${[first, ...optionsOf(operation, defaults)].join(", ")})`;
  const security = namedSecurity(operation, defaults) ?? defaults.security;
  if (method === "head" || isEmpty(operation)) return { expression, answer: "none", security };
  if (defaults.pages?.found.get(operationKey(operation))?.rule.items !== undefined)
    return { expression, answer: "items", security };
  return { expression, answer: answersJson(operation) ? "json" : "text", security };
}

/**
 * The simplest operation: GETs before others, those that delete last, and those without a body before those that require one. It is not
 * deprecated, needs no other credentials and few values, answers JSON, and shows something at once.
 */
export function simplestOperation(operations: readonly Operation[], defaults: CallDefaults): Operation | undefined {
  const gets = operations.filter(({ method }) => method === "get");
  const mild = operations.filter(({ method }) => method !== "delete");
  const bodiless = mild.filter(({ isBodyRequired }) => !isBodyRequired);
  const candidates = [gets, bodiless, mild, operations].find(({ length }) => length > 0) ?? [];
  return candidates.reduce<Operation | undefined>(
    (best, operation) =>
      best === undefined || isSimpler(rankOf(operation, defaults), rankOf(best, defaults)) ? operation : best,
    undefined,
  );
}

type Rank = readonly number[];

function isSimpler(one: Rank, other: Rank): boolean {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index !== -1 && (one[index] ?? 0) < (other[index] ?? 0);
}

function rankOf(operation: Operation, defaults: CallDefaults): Rank {
  const { length: values } = neededBy(operation, defaults.definition);
  return [
    Number(operation.isDeprecated),
    Number(namedSecurity(operation, defaults) !== undefined),
    values,
    Number(!answersJson(operation)),
    operation.method === "get" && values === 0 ? -pointsOf(operation) : 0,
    operation.path.length,
  ];
}

/** Points for the last word of a path. Who calls, and lists that are there from the start, show that the key works. */
const POINTS: readonly (readonly [points: number, words: RegExp])[] = [
  [6, /^(?:me|myself|self|whoami|viewer)$/],
  [4, /^(?:account|profile|user|current[-_]?user)$/],
  [3, /(?:[^su]s|list)$/],
  [2, /^(?:categories|countries|currencies|languages|locations|models|plans|prices|products|regions)$/],
  [1, /^(?:accounts|contacts|customers|domains|images|organi[sz]ations|projects|sites|teams|users|workspaces)$/],
  [-4, /^(?:events|hooks|jobs|jwks|logs|metrics|settings|statistics|stats|webhooks)$/],
];
/** What these answer is not to be printed. */
const SECRET = /(?:certificate|credential|key|password|secret|token)s?(?![a-z])/;

function pointsOf({ path, parameters }: Operation): number {
  const plain = path.toLowerCase().replace(/[./](?:json|xml)$/, "");
  const words = plain.split(/[/.]/).filter((word) => !/^(?:|api|rest|v?\d[\d.-]*)$/.test(word));
  const last = words.at(-1) ?? "";
  const named = POINTS.reduce((sum, [points, pattern]) => sum + (pattern.test(last) ? points : 0), 0);
  return named - words.length + (parameters.length === 0 ? 1 : 0) - (SECRET.test(plain) ? 9 : 0);
}

/** Required parameters that nothing else fills. */
function neededBy(
  { parameters }: Operation,
  { parameters: declared = [], headers = {}, securitySchemes = [] }: ProviderJson,
): readonly Parameter[] {
  const place = (where: string, name: string) => `${where} ${where === "header" ? name.toLowerCase() : name}`;
  const filled = new Set([
    ...declared.map(({ name }) => place("path", name)),
    ...Object.keys(headers).map((name) => place("header", name)),
    ...securitySchemes.flatMap((scheme) => (scheme.type === "apiKey" ? [place(scheme.in, scheme.name ?? "")] : [])),
  ]);
  return parameters.filter((each) => each.isRequired && !filled.has(place(each.in, each.name)));
}

function answersJson({ answers }: Operation): boolean {
  const success = answers.find(({ status }) => status.startsWith("2"));
  return success?.contents.some(isReadAsJson) === true;
}

/** The schemes that a call has to name, where it needs others than the default. */
export function namedSecurity(
  { security: alternatives }: Operation,
  { security, definition, unsaid }: CallDefaults,
): readonly string[] | undefined {
  if (alternatives === undefined) return unsaid;
  if (alternatives.some((each) => isSame(each, security))) return undefined;
  const ids = new Set(definition.securitySchemes?.map(({ id }) => id));
  const sound = alternatives.find((each) => each.every((id) => ids.has(id)));
  return sound ?? (alternatives.length === 0 && security.length > 0 ? [] : undefined);
}

export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((scheme) => other.includes(scheme));
}

/** Documents leave content out that there is: only these statuses have none. */
function isEmpty({ answers }: Operation): boolean {
  const successes = answers.filter(({ status }) => status.startsWith("2"));
  return successes.length > 0 && successes.every(({ status }) => status === "204" || status === "205");
}

function optionsOf(operation: Operation, defaults: CallDefaults): readonly string[] {
  const wanted = neededBy(operation, defaults.definition);
  const named = namedSecurity(operation, defaults);
  const groups = (["path", "query", "header"] as const).flatMap((place) => {
    const parameters = wanted.filter((parameter) => parameter.in === place);
    return parameters.length === 0 ? [] : [`${GROUPS[place]}: ${valuesOf(parameters)}`];
  });
  const security = named === undefined ? [] : [`security: ${securityOf(named)}`];
  const parts = [...groups, ...security, ...bodyOf(operation)];
  return parts.length === 0 ? [] : [`{ ${parts.join(", ")} }`];
}

/** A body is a variable of the option's name: `json`. */
function bodyOf({ bodies, isBodyRequired }: Operation): readonly string[] {
  const [body] = bodies;
  return isBodyRequired && body !== undefined ? [bodyKind(body.mediaType)] : [];
}

function securityOf(ids: readonly string[]): string {
  const literals = ids.map(stringLiteral);
  return literals.length === 1 ? literals.join("") : `[${literals.join(", ")}]`;
}

const GROUPS = { path: "params", query: "query", header: "headers" } as const;

function valuesOf(parameters: readonly Parameter[]): string {
  return `{ ${parameters.map((parameter) => `${objectKey(parameter.name)}: ${exampleOf(parameter)}`).join(", ")} }`;
}

/** A value that fits the type as far as it is plain: the first of an enum, a number, a text that any place can carry. */
function exampleOf({ schema }: Parameter): string {
  const value =
    typeof schema?.value === "object" && schema.value !== null && !Array.isArray(schema.value) ? schema.value : {};
  const [first] = [own(value, "enum")].flat();
  if (typeof first === "string") return stringLiteral(first);
  if (typeof first === "number") return String(first);
  switch (own(value, "type")) {
    case "integer":
    case "number":
      return "1";
    case "boolean":
      return "true";
    case "array":
      return "[]";
    default:
      return '"test"';
  }
}
