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

function chain(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth > 10) return [];
  const own = Reflect.ownKeys(value).map((key) => (value as Record<PropertyKey, unknown>)[key]);
  const { message, stack } = value as Partial<Error>;
  return [String(message), String(stack), ...own.map(String), ...own.flatMap((part) => chain(part, depth + 1))];
}

function formsOf(text: string): string[] {
  const encoded = Buffer.from(text).toString("base64").replaceAll("=", "");
  return [text, encodeURIComponent(text), encoded];
}
