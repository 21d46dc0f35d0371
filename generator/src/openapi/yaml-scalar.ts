import type { JsonValue } from "@sdkwright/runtime/config";

/** Tags of YAML's core schema (YAML 1.2.2 §10.3), by the ways to write them. */
const CORE: ReadonlyMap<string, string> = new Map(
  ["str", "int", "float", "bool", "null", "map", "seq"].flatMap((name) => [
    [`!!${name}`, name],
    [`!<tag:yaml.org,2002:${name}>`, name],
  ]),
);

/** Whether a tag is one of the core schema; `!` alone says that a scalar is text. */
export function isCoreTag(tag: string): boolean {
  return tag === "!" || CORE.has(tag);
}

/** A scalar's value: text where it is quoted or tagged so. */
export function scalarValue(text: string, isPlain: boolean, tag: string | undefined): JsonValue {
  const type = tag === undefined ? undefined : (CORE.get(tag) ?? (tag === "!" ? "str" : undefined));
  if (type === "str" || (type === undefined && !isPlain)) return text;
  return plainValue(text);
}

/** What a scalar without quotes is; `.inf` and `.nan`, which JSON does not have, stay text. */
function plainValue(text: string): JsonValue {
  if (WORDS.has(text)) return WORDS.get(text) ?? null;
  if (!/^[-+.\d]/.test(text)) return text;
  if (/^[-+]?\d+$/.test(text) || FLOAT.test(text)) return finite(Number(text), text);
  if (/^0o[0-7]+$/.test(text) || /^0x[\da-fA-F]+$/.test(text)) return finite(Number(text), text);
  return text;
}

function finite(value: number, text: string): JsonValue {
  return Number.isFinite(value) ? value : text;
}

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);
