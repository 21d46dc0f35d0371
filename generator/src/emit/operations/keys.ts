import {
  type JsonObject,
  type JsonValue,
  type KeyRule,
  matchesPattern,
  own,
  pathPattern,
  type ProviderDefinition,
} from "@sdkwright/runtime/config";
import type { SourceIssue } from "../../diagnostics/source.js";
import type { Api, ApiDocument, Content, Operation } from "../../openapi/api.js";
import { isJsonObject } from "../../schema/schema-part.js";
import { listIn, objectIn, resolved } from "./api-schemas.js";
import { byKind } from "../../openapi/media-types.js";
import { WireNotes } from "./wire-values.js";

// Keys that make a repeat harmless: where operations take one, and if one can be made.

/** The key that requests of an operation are sent with. */
export interface OperationKey extends Omit<KeyRule, "of"> {
  /** The definition says it, whatever the document does. */
  readonly isDeclared: boolean;
}

export interface OperationKeys {
  /** Most operations have none. */
  readonly keys: ReadonlyMap<Operation, OperationKey>;
  /** Notes on keys that cannot be made. */
  readonly issues: readonly SourceIssue[];
}

/** Finds the keys of a document's operations: what the definition declares wins. */
export function keysOf({ operations, document }: Api, { idempotency }: ProviderDefinition): OperationKeys {
  const notes = new WireNotes(document);
  const keys = new Map<Operation, OperationKey>();
  for (const operation of operations) {
    const declared = own(idempotency, operation.method.toUpperCase())?.find(({ of }) =>
      of.some((text) => text === operation.path || pathPattern(text)(operation.path)),
    );
    const { of: _, ...place } = declared ?? { of: [] };
    const key = declared === undefined ? documentedKey(operation, document, notes) : { ...place, isDeclared: true };
    if (key !== undefined && (key.header ?? key.body) !== undefined) keys.set(operation, key);
  }
  return { keys, issues: notes.issues };
}

/** Keys that the document alone has, by method and place, each with the paths of its operations. */
export function documentedRules(keys: OperationKeys["keys"]): NonNullable<ProviderDefinition["idempotency"]> {
  const documented = new Map<string, KeyRule & { readonly method: string; readonly of: string[] }>();
  for (const [{ method, path }, { isDeclared, ...place }] of keys) {
    if (isDeclared) continue;
    const rule = JSON.stringify([method, place]);
    const known = documented.get(rule) ?? { method: method.toUpperCase(), ...place, of: [] };
    known.of.push(path);
    documented.set(rule, known);
  }
  const rules: { [method: string]: readonly KeyRule[] } = {};
  for (const { method, ...rule } of documented.values()) rules[method] = [...(rules[method] ?? []), rule];
  return rules;
}

/** The place of an operation's key, for people. */
export function keyText({ header, body, form }: Omit<KeyRule, "of">): string {
  if (header === undefined && body === undefined) return "no key";
  const place = header === undefined ? `${JSON.stringify(body)} of the body` : `header ${JSON.stringify(header)}`;
  return form === "own" ? `${place}${IF_GIVEN}` : place;
}

const IF_GIVEN = " if the caller passes one";

/** By such a text: requests have the key by themselves. */
export function isMadeKey(text: string): boolean {
  return text !== "none" && !text.endsWith(IF_GIVEN);
}

/** A place that a document has for a key. */
interface Place extends Pick<KeyRule, "header" | "body"> {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** To do the others again changes nothing, and a path with a `*` would be a pattern. */
function documentedKey(operation: Operation, document: ApiDocument, notes: WireNotes): OperationKey | undefined {
  const { method, path } = operation;
  if ((method !== "post" && method !== "patch") || path.includes("*")) return undefined;
  const places = [...headerPlaces(operation, document), ...bodyPlaces(operation, document)];
  const judged = places.map((place) => ({ ...place, ...madeForm(place.schema) }));
  const found = judged.find(({ form }) => form !== "own") ?? judged[0];
  if (found === undefined) return undefined;
  const { header, body, pointer, form, why } = found;
  const what =
    header === undefined ? `${JSON.stringify(body?.slice(1))} of the body` : `the header ${JSON.stringify(header)}`;
  if (form === "own")
    notes.note("SW1645", pointer, `no key is generated for ${what}: ${String(why)}; calls pass their own`);
  return { ...(header === undefined ? { body } : { header }), ...(form && { form }), isDeclared: false };
}

function headerPlaces({ parameters }: Operation, document: ApiDocument): readonly Place[] {
  return parameters.flatMap(({ in: place, name, schema, contentType, pointer }) => {
    if (place !== "header" || !/^(?:x-)?idempotency-key$/i.test(name) || contentType !== undefined) return [];
    return [{ header: name, schema: resolved(schema?.value, document), pointer }];
  });
}

/** At the top level of each JSON body. */
function bodyPlaces({ bodies }: Operation, document: ApiDocument): readonly Place[] {
  const contents = byKind(bodies).get("json") ?? [];
  return ["idempotency_key", "idempotencyKey"].flatMap((name) => {
    const found = contents.map((content) => propertyIn(content.schema?.value, name, document));
    const [first] = found;
    const [content] = contents;
    if (first?.schema === undefined || content === undefined) return [];
    const isEverywhere = found.every(({ schema }) => schema !== undefined);
    return isEverywhere ? [{ body: `/${name}`, schema: first.schema, pointer: content.pointer }] : [];
  });
}

/** Tells whether the bodies demand the property at a place. */
export function isDemandedIn(contents: readonly Content[], body: string, document: ApiDocument): boolean {
  const name = body.slice(1);
  return contents.some(({ schema }) => propertyIn(schema?.value, name, document).isRequired);
}

interface Property {
  /** Absent if not all values may have it. */
  readonly schema?: JsonObject | undefined;
  readonly isRequired: boolean;
}

/** Looks through references, `allOf` and choices, each of which has to have it. */
function propertyIn(
  value: JsonValue | undefined,
  name: string,
  document: ApiDocument,
  known: Map<JsonObject, Property> = new Map(),
): Property {
  if (!isJsonObject(value)) return { isRequired: false };
  const before = known.get(value);
  if (before !== undefined) return before;
  // For circles.
  known.set(value, { isRequired: false });
  const found = own(objectIn(value, "properties"), name);
  const parts: Property[] = [
    {
      ...(found !== undefined && { schema: resolved(found, document) }),
      isRequired: listIn(value, "required").includes(name),
    },
  ];
  const below = (each: JsonValue | undefined) => propertyIn(each, name, document, known);
  const reference = own(value, "$ref");
  if (typeof reference === "string") parts.push(below(document.resolve(reference)?.value));
  for (const part of listIn(value, "allOf")) parts.push(below(part));
  for (const choice of [listIn(value, "oneOf"), listIn(value, "anyOf")]) {
    const all = choice.map(below);
    const isInAll = all.length > 0 && all.every(({ schema }) => schema !== undefined);
    parts.push({ schema: isInAll ? all[0]?.schema : undefined, isRequired: all.some(({ isRequired }) => isRequired) });
  }
  const property = {
    schema: parts.find(({ schema }) => schema !== undefined)?.schema,
    isRequired: parts.some(({ isRequired }) => isRequired),
  };
  known.set(value, property);
  return property;
}

/** A key as it is made outside of use-cases, and one that follows from the key of a call. */
const UUIDS = ["0b7d2f7e-53a1-4c0e-9a54-f08c6f1d2b39", "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"];
const TEXTS = ["uVx3_0PZq-8aKd7LrT2mYw5Nc1Gh4BsE", "0-Jx9_kQwErTyUiOpAsDfGhJkLzXcVbN"];

/** Formats of which no UUID is one. */
const OTHER_FORMATS = /^(?:date|date-time|time|duration|email|uri|url|ipv4|ipv6|ulid|byte|binary|int32|int64)$/;

/** The form of keys that a schema takes; `own` if no made one fits, and why. */
function madeForm(schema: JsonObject): { readonly form?: KeyRule["form"]; readonly why?: string } {
  const types = [own(schema, "type") ?? "string"].flat();
  const number = (keyword: string, otherwise: number): number => {
    const value = own(schema, keyword);
    return typeof value === "number" ? value : otherwise;
  };
  const [least, most] = [number("minLength", 0), number("maxLength", Infinity)];
  const [format, pattern] = [own(schema, "format"), own(schema, "pattern")];
  const no = (why: string) => ({ form: "own", why }) as const;
  if (!types.includes("string")) return no("it is not text");
  if (own(schema, "enum") !== undefined || own(schema, "const") !== undefined)
    return no("it only allows listed values");
  if (most < 36) return no(`it has at most ${most} characters`);
  if (least > 36) return no(`it has at least ${least} characters`);
  if (typeof format === "string" && OTHER_FORMATS.test(format)) return no(`its format is "${format}"`);
  const fits = (texts: readonly string[]) => typeof pattern !== "string" || texts.every(matchesPattern(pattern));
  if (!fits(UUIDS)) return no("no UUID fits its pattern");
  const isUuid = format === "uuid" || format === "guid" || least > 32 || !fits(TEXTS);
  return isUuid ? { form: "uuid" } : {};
}
