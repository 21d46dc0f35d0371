import type { PagesRule } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { check } from "@sdkwright/runtime/validate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, acmeClient } from "../acme.js";
import { collect } from "../http/pages.js";

const test = suite("lists of an OpenAPI document in pages");

const BASE = "https://api.acme.example/v1";

const text = { type: "string" };
const whole = { type: "integer" };
const thing = { type: "object", required: ["id", "size"], properties: { id: text, size: whole } };
const things = { type: "array", minItems: 2, items: thing };

/** An answer of a list: all its properties are required, so that an end is written as their types allow. */
function listOf(properties: { readonly [name: string]: object }): object {
  return { type: "object", required: Object.keys(properties), properties, additionalProperties: false };
}

interface Listed {
  readonly schema: object;
  readonly example?: unknown;
}

/** A client of a fake that answers lists from a document, by the rule of its definition. */
function start({ schema, example }: Listed, rule: PagesRule, type: object = text) {
  const operation = {
    parameters: [{ name: "cursor", in: "query", schema: type }],
    responses: { 200: { description: "ok", content: { "application/json": { schema, example } } } },
  };
  const pages = [{ of: ["GET /{desk}/things", "POST /{desk}/things"], ...rule }];
  const fake = fakeProviders({ acme: acme(BASE, { pages: async () => pages }) });
  fake.providers.acme.document({
    openapi: "3.1.0",
    paths: { "/{desk}/things": { get: operation, post: { ...operation, requestBody: { content: { "*/*": {} } } } } },
  });
  const client = acmeClient(BASE, fake.options, { pages });
  const isPost = "body" in Object(rule.next);
  const ask = (query: object = {}) => {
    const options = { params: { desk: "7" }, query: { q: "a b", ...query } };
    return isPost
      ? client.post("/{desk}/things", { ...options, json: { table: "t" } })
      : client.get("/{desk}/things", options);
  };
  return { fake, ask };
}

const LISTS: readonly (readonly [name: string, rule: PagesRule, schema: object, type?: object])[] = [
  ["a cursor", { next: { query: "cursor", from: "/meta/next" }, items: "/data" }, listOf({ data: things, meta: listOf({ next: text }) })],
  ["a cursor that is a number or null", { next: { query: "cursor", from: "/next" }, items: "/data" }, listOf({ data: things, next: { type: ["integer", "null"] } }), whole],
  ["a cursor that need not be there", { next: { query: "cursor", from: "/next" }, items: "/data" }, { type: "object", properties: { data: things, next: { ...text, minLength: 30 } } }],
  ["a cursor with a flag", { next: { query: "cursor", from: "/next" }, last: "/done", items: "/data" }, listOf({ data: things, next: { ...text, pattern: "^c_\\d{4}$" }, done: { type: "boolean" } }), { ...text, pattern: "^c_" }],
  ["the last id", { next: { query: "after", from: "/data/-1/id" }, more: "/has_more", items: "/data" }, listOf({ data: things, has_more: { type: "boolean" } })],
  ["Link", { next: "link", items: "" }, things],
  ["a URL", { next: { url: "/links/next" }, items: "/data" }, listOf({ data: things, links: listOf({ next: { type: ["string", "null"], format: "uri" } }) })],
  ["a page number", { next: { query: "page", first: 1 }, items: "/data" }, listOf({ data: things })],
  ["a page number and its echo", { next: { query: "page", echo: "/page" }, totalPages: "/pages", items: "/data" }, listOf({ data: things, page: whole, pages: text })],
  ["an offset", { next: { query: "offset", step: "items" }, items: "/data" }, listOf({ data: things })],
  ["an offset from 1 and a total", { next: { query: "offset", step: "items", first: 1 }, items: "/data", total: "/total" }, listOf({ data: things, total: whole })],
  ["a header", { next: { header: "X-Next-Token", fromHeader: "X-Next" }, items: "" }, things],
  ["a place of the body", { next: { body: "/start/key", from: "/last" }, items: "/data" }, listOf({ data: things, last: text })],
]; // prettier-ignore

for (const [name, rule, schema, type] of LISTS)
  test(`samples come in two pages that end: ${name}`, async () => {
    const { fake, ask } = start({ schema }, rule, type);
    const { items, error } = await collect(ask().items());
    assert.is(error, undefined);
    assert.is(new Set(items.map((item) => JSON.stringify(item))).size, 4);
    assert.is(items.length, 4);
    const answers = fake.requests.length;
    const { items: bodies } = await collect(ask().pages());
    assert.equal(
      bodies.slice(0, 2).map((page) => check(schema, JSON.parse(JSON.stringify((page as { body: unknown }).body)))),
      [[], []],
    );
    // Without an end of its own a list of numbers ends with an empty page.
    assert.ok(answers === 2 || (answers === 3 && bodies.length === 3));
    assert.equal(check(schema, await ask().json()), []);
    fake.verify();
  });

test("an example is the first page as it stands, but for where the next one is; what it says is not said again", async () => {
  const rule: PagesRule = { next: { query: "cursor", from: "/next" }, items: "/data" };
  const example = { data: [{ id: "a", size: 1 }], next: null, note: "n" };
  const drawn = start({ schema: listOf({ data: things, next: text }), example }, rule);
  assert.equal(await drawn.ask().json(), { ...example, next: "page-2" });
  const { items } = await collect(drawn.ask().items());
  assert.equal([items.length, items[0]], [3, { id: "a", size: 1 }]);
  const fixed = { ...thing, example: { id: "a", size: 1 } };
  const numbered: PagesRule = { next: { query: "page", first: 1 }, items: "" };
  const alike = start({ schema: { type: "array", items: fixed } }, numbered);
  assert.equal(await collect(alike.ask().items()), { items: [{ id: "a", size: 1 }], error: undefined });
  const empty = start({ schema: {}, example: { data: [], next: "x" } }, rule);
  assert.equal(await collect(empty.ask().items()), { items: [], error: undefined });
  assert.is(empty.fake.requests.length, 1);
});

test("a place that no sample has is answered too: the list ends there", async () => {
  const cursor = start({ schema: listOf({ data: things, next: text }) }, { next: { query: "cursor", from: "/next" }, items: "/data" }); // prettier-ignore
  assert.is((await collect(cursor.ask({ cursor: "kept-long-ago" }).items())).items.length, 2);
  const offset = start({ schema: things }, { next: { query: "offset", step: "items" }, items: "" });
  const page = start({ schema: listOf({ data: things, page: whole }) }, { next: { query: "page", echo: "/page" }, items: "/data" }); // prettier-ignore
  for (const { fake, ask } of [offset, page]) {
    assert.equal(await collect(ask({ offset: 50, page: 9 }).items()), { items: [], error: undefined });
    fake.verify();
  }
});

test("an operation without a rule is answered as ever", async () => {
  const { fake, ask } = start({ schema: listOf({ next: text }), example: { next: "x" } }, { next: false } as never);
  assert.equal(await ask({ cursor: "y" }).json(), { next: "x" });
  fake.verify();
});

test.run();
