import { HttpError, type PagesRule } from "@sdkwright/runtime";
import { type FakeProviders, fakeProviders } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient } from "../acme.js";
import { collect } from "../http/pages.js";

const test = suite("lists in pages of fakes");

const BASE = "https://api.acme.example/v1";
const LISTS = [[{ id: "a" }, { id: "b" }], [{ id: "c" }], [], [{ id: "d" }]];
const NUMBERED = [LISTS[0] ?? [], LISTS[1] ?? [], [{ id: "d" }]];
const CURSOR: PagesRule = { next: { query: "cursor", from: "/meta/next" }, items: "/data" };

function start(rule?: PagesRule): {
  readonly fake: FakeProviders<"acme">;
  readonly client: ReturnType<typeof acmeClient>;
} {
  const fake = fakeProviders({ acme: BASE });
  const pages = rule && [{ of: ["/**", "POST /**"], ...rule }];
  return { fake, client: acmeClient(BASE, fake.options, pages && { pages }) };
}

const RULES: readonly (readonly [PagesRule, typeof LISTS])[] = [
  [CURSOR, LISTS],
  [{ next: { query: "after", from: "/data/-1/id" }, more: "/has_more", items: "/data" }, NUMBERED],
  [{ next: { url: "/links/next" }, items: "/data" }, LISTS],
  [{ next: "link", items: "" }, LISTS],
  [{ next: { header: "X-Next-Token", fromHeader: "X-Next" }, items: "" }, LISTS],
  [{ next: { body: "/start/key", from: "/last" }, last: "/done", items: "/items" }, LISTS],
  [{ next: { query: "page", first: 1 }, items: "/items" }, NUMBERED],
  [{ next: { query: "page", echo: "/number" }, totalPages: "/pages", items: "/items" }, LISTS],
  [{ next: { query: "offset", step: "items" }, items: "/items" }, NUMBERED],
  [{ next: { query: "offset", step: "items", first: 1 }, items: "/items", total: "/total" }, NUMBERED],
];

for (const [rule, lists] of RULES)
  test(`a list is served by ${JSON.stringify(rule.next)}, and a kept place too`, async () => {
    const { fake, client } = start(rule);
    const isPost = "body" in Object(rule.next);
    fake.providers.acme.on(isPost ? "POST" : "GET", "/things").pages(lists, rule);
    const ask = (from?: object) => {
      const options = { query: { q: "a b" }, ...(from && { from: from as never }) };
      return isPost ? client.post("/things", { ...options, json: { table: "t" } }) : client.get("/things", options);
    };
    assert.equal(await collect(ask().items()), { items: lists.flat(), error: undefined });
    const { next } = await ask().page();
    assert.ok(next !== undefined);
    assert.equal((await collect(ask(JSON.parse(JSON.stringify(next)) as object).items())).items, lists.slice(1).flat());
    fake.verify();
  });

test("the rule is that of the definition, as its file or its emitted module has it", async () => {
  const definition = {
    name: "acme",
    services: [{ id: "default", baseUrl: BASE }],
    pages: { "/v/**": false, "/**": CURSOR },
  };
  const emitted = {
    name: "acme",
    services: { default: { baseUrl: BASE } },
    pages: async () => [{ of: ["GET /things"], ...CURSOR }],
  };
  for (const source of [definition, emitted]) {
    const fake = fakeProviders({ acme: source });
    const client = acmeClient(BASE, fake.options, { pages: [{ of: ["/**"], ...CURSOR }] });
    fake.providers.acme.on("GET", "/things").pages(LISTS);
    fake.providers.acme.on("GET", "/v/things").pages(LISTS);
    assert.equal((await collect(client.get("/things").items())).items, LISTS.flat());
    assert.match(String((await collect(client.get("/v/things").items())).error), "no rule for this list");
  }
});

test("another request between pages is told, without its values", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/things").pages(LISTS, CURSOR);
  await client.get("/things", { query: { limit: 2, status: "secret-status" } });
  const error = await client
    .get("/things", { query: { limit: 3, status: "secret-status", cursor: "page-2" } })
    .catch((thrown: unknown) => thrown);
  assert.match(String(error), 'differs from the first in query "limit"');
  assert.not.match(String(error), "secret-status");
  assert.throws(() => fake.verify(), 'query "limit"');
  const nowhere = await client.get("/things?limit=2&status=secret-status&cursor=x").catch((thrown: unknown) => thrown);
  assert.match(String(nowhere), 'no page is at "x"');
});

test("an answer between pages, and repeats of one", async () => {
  const { fake, client } = start(CURSOR);
  fake.providers.acme.on("GET", "/things").pages(LISTS, CURSOR);
  const items = client.get("/things", { retryPolicy: "circuit-breaker" }).items();
  await items.next();
  fake.providers.acme.on("GET", "/things").replyOnce(503).replyOnce(503);
  const rest = await collect({ [Symbol.asyncIterator]: () => items });
  assert.equal(rest, { items: LISTS.flat().slice(1), error: undefined });
  const { fake: other, client: second } = start(CURSOR);
  other.providers.acme.on("GET", "/things").pages(LISTS, CURSOR).replyOnce(410);
  const { items: got, error } = await collect(second.get("/things").items());
  assert.equal([got, error instanceof HttpError && error.status], [LISTS[0], 410]);
});

test("without a rule it says which definition has those that were found", async () => {
  const { fake, client } = start();
  fake.providers.acme.on("GET", "/things").pages(LISTS);
  const { error } = await collect(client.get("/things", { pages: CURSOR }).items());
  assert.match((error as Error).message, "are only in the emitted definition");
  assert.match((error as Error).message, "pages(lists, { next: … })");
});

test("what is no list of lists is told at once", () => {
  const { fake } = start();
  assert.throws(() => fake.providers.acme.on("GET", "/x").pages([1] as never, CURSOR), "a list of lists");
});

test.run();
