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

/** Fails when one of the texts can be found in what is left of a value. */
export function assertSilent(value: unknown, texts: readonly string[]): void {
  const found = findTexts(value, texts);
  assert.equal(found, [], `shown by ${everythingOf(value)}`);
}

/** Which of the texts can be found in what is left of a value: plain, percent-encoded, or in base64. */
export function findTexts(value: unknown, texts: readonly string[]): string[] {
  const everything = everythingOf(value);
  return texts.filter((text) => formsOf(text).some((form) => everything.includes(form)));
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
  const ofBase64 = [0, 1, 2].map((offset) => base64At(text, offset)).filter(({ length }) => length > 8);
  return [...new Set([...usualForms(text).slice(0, -1), ...ofBase64])];
}

const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** The writings in which servers usually echo what they got. */
export function usualForms(text: string): string[] {
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    new URLSearchParams([["", text]]).toString().slice(1),
    text.replaceAll(/[&<>"']/g, (mark) => MARKS[mark] ?? mark),
    Buffer.from(text).toString("base64"),
  ];
}

/** The base64 of a text that stands somewhere in a longer one: what does not depend on its neighbours. */
function base64At(text: string, offset: number): string {
  const bytes = Buffer.from(text);
  const start = (3 - offset) % 3;
  const end = bytes.length - ((bytes.length - start) % 3);
  return bytes.subarray(start, end).toString("base64");
}

/** Runs a task and collects what is written to standard output and standard error meanwhile. */
export async function printedBy<Value>(task: () => Promise<Value>): Promise<{ value: Value; printed: string }> {
  let printed = "";
  const originals = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write.bind(stream) }));
  for (const { stream } of originals) stream.write = (chunk: string | Uint8Array) => ((printed += String(chunk)), true);
  try {
    return { value: await task(), printed };
  } finally {
    for (const { stream, write } of originals) stream.write = write;
  }
}
