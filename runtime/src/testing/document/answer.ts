import type { JsonObject, JsonValue } from "../../config/client-config.js";
import { isArray, isPlainObject, own } from "../../config/records.js";
import type { Answerer } from "../answers.js";
import { hashOf, seeded } from "../chance.js";
import type { Operation } from "./operations.js";
import type { References } from "./references.js";
import { sample } from "./sample.js";

/** What an operation answers where all goes well: an example of the document's, else what its schema allows. */
export function answerOf(references: References, operation: Operation, seed: number): Answerer {
  const { method, pattern, responses } = operation;
  const codes = Object.keys(responses);
  const code = codes.filter((one) => /^2(?:\d\d|XX)$/i.test(one)).sort()[0] ?? "default";
  const status = /^\d+$/.test(code) ? Number(code) : 200;
  const content = references.read(own(responses, code), "content");
  const types = Object.keys(isPlainObject(content) ? content : {});
  const type = types.find((one) => /\bjson\b/i.test(one)) ?? types[0];
  if (type === undefined || [204, 205].includes(status)) return () => ({ status });
  const media = own(content as JsonObject, type);
  // Not after what was asked before: a test more must not change the answers of others.
  const random = (): (() => number) => seeded(hashOf(`${seed} ${method} ${pattern.text}`));
  const headers = { "content-type": type.includes("*") ? "application/octet-stream" : type };
  return () => ({
    status,
    headers,
    body: written(exampleOf(media, references) ?? sampleOf(media, references, random()), type),
  });
}

/** An example may be any JSON, `null` too. */
function exampleOf(media: JsonValue | undefined, references: References): { readonly value: JsonValue } | undefined {
  const example = references.read(media, "example");
  if (example !== undefined) return { value: example };
  const examples = references.read(media, "examples");
  const [first] = isPlainObject(examples)
    ? Object.values(examples)
    : isArray(examples)
      ? examples.map((value) => ({ value }))
      : [];
  const value = references.read(first, "value");
  return value === undefined ? undefined : { value };
}

function sampleOf(
  media: JsonValue | undefined,
  references: References,
  random: () => number,
): { readonly value: JsonValue } {
  return { value: sample(references.read(media, "schema"), references, random) };
}

function written({ value }: { readonly value: JsonValue }, type: string): string {
  return typeof value === "string" && !/\bjson\b/i.test(type) ? value : JSON.stringify(value);
}
