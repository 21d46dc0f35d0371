import type { JsonObject, JsonValue } from "../config/definition.js";
import { isWithin, pointerSegments, toPointer, valueAt } from "../config/pointers.js";
import { isArray, isPlainObject, own } from "../config/options.js";
import { error, type Issue, type IssueCode, type Parsed } from "./issue.js";
import { type FormatDescription, placeOf, type SchemaError, schemaIssues, type Validate } from "./schema-issues.js";

/** The parts of one of the formats. */
export interface Format<T> extends FormatDescription {
  readonly validate: Validate;
  /** Issues that say more than what the schema reports; the errors that they stand for are left out. */
  readonly explain?: (errors: readonly SchemaError[], document: JsonValue) => Explained;
  /** Rules that no schema holds. Gets the document without the parts that are wrong, and as it was. */
  readonly check: (sound: Partial<T>, document: JsonObject) => readonly Issue[];
}

export interface Explained {
  readonly issues: readonly Issue[];
  readonly rest: readonly SchemaError[];
}

/** Parses a value as one of the formats. All issues are collected, one for each mistake; the value is not changed. */
export function parseFormat<T>(format: Format<T>, value: unknown): Parsed<T> {
  const { value: document, issues: copied } = copyJson(value);
  const errors = format.validate(document);
  const explained = format.explain?.(errors, document) ?? { issues: [], rest: errors };
  const found = inDocument([...explained.issues, ...schemaIssues(explained.rest, document, format)], copied);
  const sound = soundPart(document, errors, explained.issues, format.validate) as Partial<T> | undefined;
  const checked = sound !== undefined && isPlainObject(document) ? format.check(sound, document) : [];
  const issues = [...found, ...checked];
  if (issues.some(({ severity }) => severity === "error")) return { sound, issues };
  return { value: document as T, sound, issues };
}

/** The issues of both; one inside an unknown key, or of a value that was left out, is no further mistake. */
function inDocument(issues: readonly Issue[], copied: readonly Issue[]): readonly Issue[] {
  const unknown = issues.filter(({ code }) => code === "SW1101" || code === "SW1107").map(({ pointer }) => pointer);
  const replaced = new Set(copied.map(({ pointer }) => pointer));
  return [
    ...copied.filter(({ pointer }) => !unknown.some((outer) => isWithin(pointer, outer))),
    ...issues.filter(({ pointer }) => !replaced.has(pointer)),
  ];
}

/**
 * A document without what is explained or fails, and without what then fails for lack of it; only the root may lack
 * keys. `undefined` if nothing is left. The document itself is not changed.
 */
function soundPart(
  document: JsonValue,
  errors: readonly SchemaError[],
  explained: readonly Issue[],
  validate: Validate,
): JsonValue | undefined {
  if (errors.length === 0) return document;
  const gone = new Set(explained.map(({ pointer }) => pointer));
  let left = prune(structuredClone(document), gone);
  for (let failing = errors; failing.length > 0 && left !== undefined; failing = validate(left)) {
    const places = failing.filter(({ pointer, keyword }) => pointer !== "" || keyword !== "required").map(placeOf);
    const more = places.filter((place) => !gone.has(place));
    if (more.length === 0) break;
    for (const place of more) gone.add(place);
    left = prune(left, more);
  }
  return left;
}

/**
 * Takes the places that the pointers name out of a document; `undefined` if that is the whole of it. An item that is
 * taken out of an array leaves a hole, so that the others keep their places.
 */
function prune(document: JsonValue, pointers: Iterable<string>): JsonValue | undefined {
  for (const pointer of pointers) {
    const keys = pointerSegments(pointer);
    const last = keys.pop();
    if (last === undefined) return undefined;
    const parent = valueAt(document, keys);
    if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, last);
  }
  return document;
}

/** How deep a document may be nested. */
export const MAX_DEPTH = 200;

/**
 * Copies a value as JSON has it, each property read once: what follows works on data that nobody else can change.
 * `undefined` properties are left out; what JSON does not have, `__proto__` and endless nesting are issues, and left out.
 */
export function copyJson(root: unknown): { readonly value: JsonValue; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const keys: (string | number)[] = [];
  /** The objects and arrays that the keys lead through. */
  const around: unknown[] = [];
  const report = (code: IssueCode, message: string, target?: "key"): undefined => {
    issues.push(error(code, toPointer(...keys), message, target && { target }));
  };
  const copy = (value: unknown): JsonValue | undefined => {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (!isArray(value) && !isPlainObject(value)) {
      const found = typeof value === "number" ? "a number beyond what JSON can hold" : `a ${typeof value}`;
      return report("SW1109", `expected a JSON value, not ${found}`);
    }
    if (around.length >= MAX_DEPTH || around.includes(value))
      return report("SW1110", `nested more than ${MAX_DEPTH} deep`);
    around.push(value);
    const copied = isArray(value)
      ? value.map((item, index) => copyAt(index, item) ?? null)
      : Object.fromEntries(
          Object.getOwnPropertyNames(value).flatMap((key) => {
            const item = own(value, key);
            const part = item === undefined ? undefined : copyAt(key, item);
            return part === undefined ? [] : [[key, part] as const];
          }),
        );
    around.pop();
    return copied;
  };
  const copyAt = (key: string | number, item: unknown): JsonValue | undefined => {
    keys.push(key);
    const isHalf = typeof key === "string" && /\p{Cs}/u.test(key);
    if (key === "__proto__") report("SW1106", '"__proto__" cannot be a key', "key");
    if (isHalf) report("SW1111", "a key has half a surrogate pair in it", "key");
    const copied = key === "__proto__" || isHalf ? undefined : copy(item);
    keys.pop();
    return copied;
  };
  return { value: copy(root) ?? null, issues };
}
