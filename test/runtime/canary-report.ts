import { inspect } from "node:util";
import * as assert from "uvu/assert";

/** Everything that a log collector could make of a value. */
export function everythingOf(value: unknown): string {
  const options = {
    depth: Infinity,
    showHidden: true,
    getters: true,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
  };
  return [String(value), inspect(value, options), JSON.stringify(value), ...chain(value, 0)].join("\n");
}

/** Fails when one of the texts can be found in what is left of a value: plain, percent-encoded, or in base64. */
export function assertSilent(value: unknown, texts: readonly string[]): void {
  const everything = everythingOf(value);
  for (const text of texts) {
    for (const form of formsOf(text)) assert.not.ok(everything.includes(form), `"${form}" stands in ${everything}`);
  }
}

/** Every primitive that can be reached, through non-enumerable properties and causes too. */
function chain(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  if (depth > 10) return [];
  return Reflect.ownKeys(value).flatMap((key) => [
    String(key),
    ...chain((value as Record<PropertyKey, unknown>)[key], depth + 1),
  ]);
}

function formsOf(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    ...[0, 1, 2].map((offset) => base64At(text, offset)).filter(({ length }) => length > 8),
  ];
}

/** The base64 of a text that stands somewhere in a longer one: what does not depend on its neighbours. */
function base64At(text: string, offset: number): string {
  const bytes = Buffer.from(text);
  const start = (3 - offset) % 3;
  const end = bytes.length - ((bytes.length - start) % 3);
  return bytes.subarray(start, end).toString("base64");
}
