import type { JsonObject, JsonValue } from "../../config/client-config.js";
import { isArray, isPlainObject, own } from "../../config/records.js";
import type { Answerer } from "../answers.js";
import { hashOf, seeded } from "../chance.js";
import type { Operation } from "./operations.js";
import { resolved } from "./readable.js";
import { sample } from "./sample.js";

/** What an operation answers where all goes well: an example of the document's, else what its schema allows. */
export function answerOf(root: JsonObject, operation: Operation, seed: number): Answerer {
  const { method, pattern, responses } = operation;
  const codes = Object.keys(responses);
  const code = codes.filter((one) => /^2(?:\d\d|XX)$/i.test(one)).sort()[0] ?? "default";
  const status = /^\d+$/.test(code) ? Number(code) : 200;
  const content = own(resolved(own(responses, code), root), "content");
  const types = Object.keys(isPlainObject(content) ? content : {});
  const type = types.find((one) => /\bjson\b/i.test(one)) ?? types[0];
  if (type === undefined || [204, 205].includes(status)) return () => ({ status });
  const media = resolved(own(content as JsonObject, type), root) ?? {};
  // Not after what was asked before: a test more must not change the answers of others.
  const random = (): (() => number) => seeded(hashOf(`${seed} ${method} ${pattern.text}`));
  const headers = { "content-type": type.includes("*") ? "application/octet-stream" : type };
  return () => ({ status, headers, body: written(exampleOf(media, root) ?? sampleOf(media, root, random()), type) });
}

/** An example may be any JSON, `null` too. */
function exampleOf(media: JsonObject, root: JsonObject): { readonly value: JsonValue } | undefined {
  const example = own(media, "example");
  if (example !== undefined) return { value: example };
  const examples = own(media, "examples");
  const [first] = isPlainObject(examples)
    ? Object.values(examples)
    : isArray(examples)
      ? examples.map((value) => ({ value }))
      : [];
  const value = own(resolved(first, root), "value");
  return value === undefined ? undefined : { value };
}

function sampleOf(media: JsonObject, root: JsonObject, random: () => number): { readonly value: JsonValue } {
  return { value: sample(own(media, "schema"), root, random) };
}

function written({ value }: { readonly value: JsonValue }, type: string): string {
  return typeof value === "string" && !/\bjson\b/i.test(type) ? value : JSON.stringify(value);
}
