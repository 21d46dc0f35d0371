import { isRecord } from "./json.js";
import { hashText, type InputKind } from "./lock.js";

/** Inputs that are hashed by what they say; of the others every character counts. */
export type JsonKind = Exclude<InputKind, "openapi" | "map" | "tsconfig">;

/** Hash of a JSON input by its canonical text. */
export function hashJson(kind: JsonKind, json: unknown): string {
  return hashText(canonicalJson(kind, json));
}

/**
 * The text of a JSON input in which white space and line endings count for nothing, nor does the order of keys that the
 * format fixes. The order of names (providers, profiles, use-cases) counts. Literal credentials are left out: a hash in
 * a committed file would let anyone try guesses.
 */
export function canonicalJson(kind: JsonKind, json: unknown): string {
  return JSON.stringify(SHAPES[kind](json)) ?? "";
}

type Shape = (value: unknown) => unknown;

const asWritten: Shape = (value) => value;

/** An object whose keys the format fixes: in one order, each with its own shape. */
function fixed(shapes: { readonly [key: string]: Shape }): Shape {
  const known = new Map(Object.entries(shapes));
  return (value) => {
    if (!isRecord(value)) return value;
    const keys = Object.keys(value).sort();
    return Object.fromEntries(keys.map((key) => [key, (known.get(key) ?? asWritten)(value[key])]));
  };
}

/** An object with names for keys: their order counts. */
function named(shape: Shape): Shape {
  return (value) => {
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shape(entry)]));
  };
}

function list(shape: Shape): Shape {
  return (value) => (Array.isArray(value) ? value.map(shape) : value);
}

/** Whatever the fields of credentials are called: nothing but the id is known to be no secret. */
const credentials: Shape = (value) => {
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, key === "id" ? value[key] : hidden(value[key])]));
};

/** A literal counts as set; a reference, and what is no legal value, as what it is. */
function hidden(value: unknown): unknown {
  return typeof value === "string" && /^(?:[^$]|\$\$)/.test(value) ? "***" : value;
}

const retryPolicy = fixed({ backoff: fixed({}) });
const useCases = named(fixed({ retryPolicy }));
const profile = fixed({ providers: named(fixed({ defaults: useCases })), defaults: useCases });

const SHAPES: { readonly [kind in JsonKind]: Shape } = {
  client: fixed({
    profiles: named(profile),
    providers: named(fixed({ security: list(credentials), limits: fixed({}), retries: fixed({}) })),
  }),
  definition: fixed({
    services: list(fixed({})),
    securitySchemes: list(fixed({})),
    parameters: list(fixed({})),
    openapi: fixed({}),
  }),
  profile: fixed({ usecases: named(fixed({ input: asWritten, result: asWritten, error: asWritten })) }),
};
