import type { ProviderJson } from "@sdkwright/runtime/config";
import type { Operation, Parameter } from "../openapi/api.js";
import { isSame, type Requirement } from "./requirements.js";

/** What decides how simple an operation is to call. */
export interface Given {
  readonly definition: ProviderJson;
  /** Schemes that apply by default. */
  readonly security: Requirement;
}

/**
 * The simplest operation, GETs before others: it is not deprecated, needs no other credentials and few values, answers
 * JSON, and shows something at once.
 */
export function simplestOperation(operations: readonly Operation[], given: Given): Operation | undefined {
  const gets = operations.filter(({ method }) => method === "get");
  const candidates = gets.length > 0 ? gets : operations.filter(({ isBodyRequired }) => !isBodyRequired);
  return candidates.reduce<Operation | undefined>(
    (best, operation) =>
      best === undefined || isSimpler(rankOf(operation, given), rankOf(best, given)) ? operation : best,
    undefined,
  );
}

type Rank = readonly number[];

function isSimpler(one: Rank, other: Rank): boolean {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index !== -1 && (one[index] ?? 0) < (other[index] ?? 0);
}

function rankOf(operation: Operation, given: Given): Rank {
  const { length: values } = neededBy(operation, given.definition);
  return [
    Number(operation.isDeprecated),
    Number(namedSecurity(operation, given) !== undefined),
    values,
    Number(!answersJson(operation)),
    operation.method === "get" && values === 0 ? -pointsOf(operation) : 0,
    operation.path.length,
  ];
}

/** Points for the last word of a path. Who calls, and lists that are there from the start, show that the key works. */
const POINTS: readonly (readonly [points: number, words: RegExp])[] = [
  [6, /^(?:me|self|whoami|viewer)$/],
  [4, /^(?:account|profile|user|current[-_]?user)$/],
  [3, /(?:[^su]s|list)$/],
  [2, /^(?:categories|countries|currencies|languages|locations|models|plans|prices|products|regions)$/],
  [1, /^(?:accounts|contacts|customers|domains|organi[sz]ations|projects|sites|teams|users|workspaces)$/],
  [-4, /^(?:events|hooks|jobs|jwks|logs|metrics|settings|statistics|stats|webhooks)$/],
];
/** What these answer is not to be printed. */
const SECRET = /(?:certificate|credential|key|password|secret|token)s?(?![a-z])/;

function pointsOf({ path, parameters }: Operation): number {
  const plain = path.toLowerCase().replace(/\.(?:json|xml)$/, "");
  const words = plain.split(/[/.]/).filter((word) => !/^(?:|api|rest|v?\d[\d.-]*)$/.test(word));
  const last = words.at(-1) ?? "";
  const named = POINTS.reduce((sum, [points, pattern]) => sum + (pattern.test(last) ? points : 0), 0);
  return named - words.length + (parameters.length === 0 ? 1 : 0) - (SECRET.test(plain) ? 9 : 0);
}

/** Required parameters that nothing else fills. */
export function neededBy(
  { parameters }: Operation,
  { parameters: declared = [], headers = {} }: ProviderJson,
): readonly Parameter[] {
  const filled = new Set(declared.map(({ name }) => name));
  const constant = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return parameters.filter(({ isRequired, name, ...parameter }) => {
    if (parameter.in === "header") return isRequired && !constant.has(name.toLowerCase());
    return isRequired && !(parameter.in === "path" && filled.has(name));
  });
}

export function answersJson({ answers }: Operation): boolean {
  const success = answers.find(({ status }) => status.startsWith("2"));
  return success?.contents.some(({ mediaType }) => /(?:\/|\+)json$|^\*\/\*$/.test(mediaType)) === true;
}

/** What a call has to name, where it needs other schemes than the default. */
export function namedSecurity(
  { security: alternatives }: Operation,
  { security, definition }: Given,
): Requirement | undefined {
  if (alternatives === undefined || alternatives.some((each) => isSame(each, security))) return undefined;
  const ids = new Set(definition.securitySchemes?.map(({ id }) => id));
  const sound = alternatives.find((each) => each.every((id) => ids.has(id)));
  return sound ?? (alternatives.length === 0 && security.length > 0 ? [] : undefined);
}
