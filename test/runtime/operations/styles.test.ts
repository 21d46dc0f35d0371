import { RequestError } from "@sdkwright/runtime";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SentRequest } from "../acme.js";
import { acme, recordingFetch, rejection } from "../acme.js";

const test = suite("styles of parameters");

/** A line of `vectors/wire.json`: the parameter `color` in a place, by a style, and its octets. */
interface Row {
  readonly id: string;
  readonly place: "path" | "query" | "header" | "form";
  readonly wire: object;
  readonly value: unknown;
  /** `null` for a header that is left out. */
  readonly bytes: string | null | { readonly error: string };
  /** `false` where OpenAPI leaves it open, and we chose. */
  readonly specified?: false;
}

const rows = JSON.parse(readFileSync("test/vectors/wire.json", "utf8")) as readonly Row[];

for (const row of rows) {
  test(row.id, async () => {
    if (typeof row.bytes === "object" && row.bytes !== null) {
      assert.is((await rejection(send(row), RequestError)).code, row.bytes.error);
    } else {
      assert.is(written(row.place, await send(row)), row.bytes);
    }
  });
}

test("every style, place and kind of value is there", () => {
  const seen = new Set(rows.map(({ id }) => id));
  const kinds = ["empty", "string", "array", "object", "none", "no items"];
  for (const style of ["path simple", "path label", "path matrix", "query form", "header simple"]) {
    for (const kind of kinds) assert.ok(seen.has(`${style}: ${kind}`) && seen.has(`${style} exploded: ${kind}`), style);
  }
});

async function send({ place, wire, value }: Row): Promise<SentRequest> {
  const { fetch, sent } = recordingFetch();
  const path: string = place === "path" ? "/a/{color}" : "/a";
  const option = place === "path" ? "params" : place === "header" ? "headers" : place;
  const method = place === "form" ? "POST" : "GET";
  const client = bindProvider(definition(`${method} ${path}`, { [option]: { color: wire } }), {}, { fetch });
  await client.request<string>(path, { method, [option]: { color: value } });
  assert.is(sent.length, 1);
  return sent[0] as SentRequest;
}

function definition(operation: string, wire: object): ProviderDefinition {
  return acme("https://acme.example/base", { operations: { [operation]: wire } });
}

function written(place: Row["place"], { url, headers, body }: SentRequest): string | null {
  if (place === "header") return headers.get("color");
  if (place === "form") return body;
  const prefix = `https://acme.example/base/a${place === "path" ? "/" : ""}`;
  assert.ok(url.startsWith(prefix), url);
  const rest = url.slice(prefix.length);
  return place === "query" ? rest.replace(/^\?/, "") : rest;
}

test.run();
