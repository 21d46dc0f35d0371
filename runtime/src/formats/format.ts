import type { JsonObject, JsonValue } from "../config/definition.js";
import { isWithin } from "../config/env.js";
import { isPlainObject, withoutPrototypes } from "../config/options.js";
import { copyJson } from "./copy-json.js";
import type { Issue, Parsed } from "./issue.js";
import { prune, soundPart } from "./prune.js";
import type { SchemaError, Validate } from "./schema-error.js";
import { type FormatDescription, schemaIssues } from "./schema-issues.js";

/** What makes one of the formats. */
export interface Format<T> extends FormatDescription {
  readonly validate: Validate;
  /** Issues that say more than what the schema reports; the errors that they stand for are left out. */
  readonly explain: ((errors: readonly SchemaError[], document: JsonValue) => Explained) | undefined;
  /** Rules that no schema holds. Gets the document without the parts that are wrong, and as it was. */
  readonly check: (sound: Partial<T>, document: JsonObject) => readonly Issue[];
}

export interface Explained {
  readonly issues: readonly Issue[];
  readonly rest: readonly SchemaError[];
}

/**
 * Parses a value as one of the formats. All issues are collected, one for each mistake; the value is not changed. It is
 * checked without prototypes: what somebody puts on `Object.prototype` is no key of a document.
 */
export function parseFormat<T>(format: Format<T>, value: unknown): Parsed<T> {
  const { value: copy, issues: copied } = copyJson(value);
  const document = withoutPrototypes(copy);
  const errors = format.validate(document);
  const explained = format.explain?.(errors, document) ?? { issues: [], rest: errors };
  const found = inDocument([...explained.issues, ...schemaIssues(explained.rest, document, format)], copied);
  const sound = soundOf(format, document, errors, explained);
  const checked = sound !== undefined && isPlainObject(document) ? format.check(sound, document) : [];
  const issues = [...found, ...checked];
  if (issues.some(({ severity }) => severity === "error")) return { sound, issues };
  return { value: copy as T, sound, issues };
}

/** The document itself, where no schema error says otherwise: it is copied again only to be cut. */
function soundOf<T>(
  { validate }: Format<T>,
  document: JsonValue,
  errors: readonly SchemaError[],
  { issues }: Explained,
): Partial<T> | undefined {
  if (errors.length === 0) return document as Partial<T>;
  const wrong = issues.map(({ pointer }) => pointer);
  return soundPart(withoutPrototypes(prune(copyJson(document).value, wrong)), errors, validate) as
    Partial<T> | undefined;
}

/** What is wrong inside an unknown key is no further mistake. */
function inDocument(issues: readonly Issue[], copied: readonly Issue[]): readonly Issue[] {
  const unknown = issues.filter(({ code }) => code === "SW1101" || code === "SW1107").map(({ pointer }) => pointer);
  const replaced = new Set(copied.map(({ pointer }) => pointer));
  return [
    ...copied.filter(({ pointer }) => !unknown.some((outer) => isWithin(pointer, outer))),
    ...issues.filter(({ pointer }) => !replaced.has(pointer)),
  ];
}
