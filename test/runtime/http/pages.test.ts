import { HttpError, type PagesRule, type Page, PagesError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "../policy/virtual-clock.js";
import { type Asked, BASE, collect, listClient } from "./pages.js";

const test = suite("pages");

const STRIPE: PagesRule = { next: { query: "starting_after", from: "/data/-1/id" }, more: "/has_more", items: "/data" };
const CURSOR: PagesRule = { next: { query: "cursor", from: "/next" }, items: "/items" };
const PAGED: PagesRule = { next: { query: "page", first: 1 }, items: "/items" };
const OFFSET: PagesRule = { next: { query: "offset", step: "items" }, items: "/items" };
const LINK: PagesRule = { next: "link", items: "" };
const URL_NEXT: PagesRule = { next: { url: "/next" }, items: "/items" };

const codeOf = (error: unknown): unknown => (error instanceof PagesError ? error.code : error);
const ids = (...names: string[]): object[] => names.map((id) => ({ id }));

test("pages-stripe: the last id goes back beside what the caller gave", async () => {
  const { client, urls } = listClient(STRIPE, [
    { object: "list", data: ids("ch_1", "ch_2"), has_more: true, url: "/v1/charges" },
    { data: ids("ch_3"), has_more: false },
  ]);
  const { items, error } = await collect(client.get("/charges", { query: { limit: 2, customer: "cus_1" } }).items());
  assert.is(error, undefined);
  assert.equal(items, ids("ch_1", "ch_2", "ch_3"));
  assert.equal(urls(), ["/charges?limit=2&customer=cus_1", "/charges?limit=2&customer=cus_1&starting_after=ch_2"]);
});

test("pages-openai: a cursor of its own field, and an end that has_more says", async () => {
  const rule: PagesRule = { next: { query: "after", from: "/last_id" }, more: "/has_more", items: "/data" };
  const { client, urls } = listClient(rule, [
    { data: ids("f1"), first_id: "f1", last_id: "f1", has_more: true },
    { data: [], last_id: null, has_more: false },
  ]);
  assert.equal(await collect(client.get("/files").items()), { items: ids("f1"), error: undefined });
  assert.equal(urls(), ["/files", "/files?after=f1"]);
});

test("pages-github: a Link header, and the caller's own headers on each page", async () => {
  const link = `<${BASE}/repos?page=2>; rel="next", <${BASE}/repos?page=9>; rel="last"`;
  const { client, asked, urls } = listClient(LINK, [
    { body: ids("a"), headers: { link } },
    { body: ids("b"), headers: { link: `<${BASE}/repos?page=1>; rel="prev"` } },
  ]);
  const headers = { accept: "application/vnd.x+json" };
  assert.equal(await collect(client.get("/repos", { headers }).items()), { items: ids("a", "b"), error: undefined });
  assert.equal(urls(), ["/repos", "/repos?page=2"]);
  assert.equal(
    asked.map(({ headers }) => headers.get("accept")),
    [headers.accept, headers.accept],
  );
});

test("pages-slack: an empty cursor is the end", async () => {
  const rule: PagesRule = { next: { query: "cursor", from: "/response_metadata/next_cursor" }, items: "/members" };
  const { client, urls } = listClient(rule, [
    { ok: true, members: ids("u1"), response_metadata: { next_cursor: "dXNlcjpVMDYx" } },
    { ok: true, members: ids("u2"), response_metadata: { next_cursor: "" } },
  ]);
  assert.equal(await collect(client.get("/users.list").items()), { items: ids("u1", "u2"), error: undefined });
  assert.equal(urls(), ["/users.list", "/users.list?cursor=dXNlcjpVMDYx"]);
});

test("pages-google: an empty page is no end", async () => {
  const rule: PagesRule = { next: { query: "pageToken", from: "/nextPageToken" }, items: "/items" };
  const { client, urls } = listClient(rule, [{ items: [], nextPageToken: "t1" }, { items: ids("a") }]);
  assert.equal(await collect(client.get("/events").items()), { items: ids("a"), error: undefined });
  assert.equal(urls(), ["/events", "/events?pageToken=t1"]);
});

test("pages-hubspot: the cursor stands beside the caller's query", async () => {
  const rule: PagesRule = { next: { query: "after", from: "/paging/next/after" }, items: "/results" };
  const { client, urls } = listClient(rule, [
    { results: ids("1"), paging: { next: { after: "5", link: "?after=5" } } },
    { results: ids("2") },
  ]);
  const { items } = await collect(client.get("/contacts", { query: { properties: "email" } }).items());
  assert.equal(items, ids("1", "2"));
  assert.equal(urls(), ["/contacts?properties=email", "/contacts?properties=email&after=5"]);
});

const SPRING: PagesRule = {
  next: { query: "page", first: 0, echo: "/number" },
  totalPages: "/totalPages",
  items: "/content",
};

test("pages-spring: the answer says its page and how many there are", async () => {
  const { client, urls } = listClient(SPRING, [
    { content: ids("a"), number: 0, totalPages: 2 },
    { content: ids("b"), number: 1, totalPages: 2 },
  ]);
  assert.equal(await collect(client.get("/orders").items()), { items: ids("a", "b"), error: undefined });
  assert.equal(urls(), ["/orders", "/orders?page=1"]);
});

test("pages-one-based-liar: a page that is not the one asked for is given to nobody", async () => {
  const { client, urls } = listClient(SPRING, [{ content: ids("a"), number: 0, totalPages: 2 }]);
  const { items, error } = await collect(client.get("/orders").items());
  assert.equal([codeOf(error), items, urls().length], ["pages-mismatch", ids("a"), 2]);
});

test("pages-offset: what came is added up, to the empty page", async () => {
  const { client, urls } = listClient(OFFSET, [
    { items: [1, 2, 3] },
    { items: [4, 5, 6] },
    { items: [7] },
    { items: [] },
  ]);
  assert.equal((await collect(client.get("/things").items())).items, [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(urls(), ["/things", "/things?offset=3", "/things?offset=6", "/things?offset=7"]);
});

test("pages-total-zero: a total below what has come is not believed, one that is reached ends the list", async () => {
  const rule: PagesRule = { next: { query: "start", step: "items" }, items: "/values", total: "/totalCount" };
  const ten = Array.from({ length: 10 }, (_, index) => index);
  const { client, urls } = listClient(rule, [
    { values: ten, totalCount: 0 },
    { values: ten.slice(6), totalCount: 0 },
    { values: [], totalCount: 0 },
  ]);
  assert.is((await collect(client.get("/v").items())).items.length, 14);
  assert.equal(urls(), ["/v", "/v?start=10", "/v?start=14"]);
  const honest = listClient(rule, [
    { values: ten, totalCount: 14 },
    { values: ten.slice(6), totalCount: 14 },
  ]);
  assert.is((await collect(honest.client.get("/v").items())).items.length, 14);
  assert.is(honest.urls().length, 2);
});

test("pages-foreign: a URL elsewhere is asked by nobody, and what came before stands", async () => {
  for (const next of [
    "https://evil.example/v1/charges?page=2",
    "//evil.example/v1/charges",
    "https://api.x.example:8443/v1/charges",
    "https://user:pw@api.x.example/v1/charges",
    "https://user@api.x.example/v1/charges",
    "https://:pw@api.x.example/v1/charges",
    "\\\\evil.example\\v1",
    "ftp://api.x.example/v1/charges",
    "https://",
  ]) {
    const { client, asked } = listClient(URL_NEXT, [{ items: ids("a"), next }]);
    const { items, error } = await collect(client.get("/charges").items());
    assert.equal([codeOf(error), items], ["next-origin", ids("a")], next);
    assert.equal(
      asked.map(({ origin }) => origin),
      ["https://api.x.example"],
    );
    assert.not.match(JSON.stringify(error), "pw");
  }
});

test("next-path: a URL beside the base URL is asked by nobody", async () => {
  for (const next of [
    "/v2/charges",
    "/v10/charges",
    "../charges",
    "/v1/../admin",
    "/v1/%2e%2e/admin",
    "/v1/x%2f..%2f..%2fadmin",
  ]) {
    const { client, asked } = listClient(URL_NEXT, [{ items: ids("a"), next }]);
    const { items, error } = await collect(client.get("/charges").items());
    assert.equal([codeOf(error), items, asked.length], ["next-path", ids("a"), 1], next);
  }
});

test("next-url: relative ones count from the page, fragments are dropped", async () => {
  for (const [next, url] of [
    ["?after=5", "/charges?after=5"],
    ["/v1/other?x=1#top", "/other?x=1"],
    ["more/2", "/more/2"],
    [`${BASE}/charges?q=a%20b&c=d+e`, "/charges?q=a%20b&c=d+e"],
  ] as const) {
    const { client, urls } = listClient(URL_NEXT, [{ items: ids("a"), next }, { items: [] }]);
    await collect(client.get("/charges", { query: { limit: 2 } }).items());
    assert.equal(urls(), ["/charges?limit=2", url]);
  }
});

const QUERY_KEY = {
  parts: { securitySchemes: { k: { type: "apiKey", in: "query", name: "key" } } as const, security: "k" },
  credentials: { k: { apikey: "OWN_SECRET" } },
};

test("pages-downgrade: http of the same host is read as https, and gets the key", async () => {
  const { client, asked } = listClient(
    URL_NEXT,
    [{ items: ids("a"), next: "http://api.x.example/v1/charges?page=2" }, { items: [] }],
    QUERY_KEY,
  );
  assert.is((await collect(client.get("/charges").items())).error, undefined);
  assert.equal(
    asked.map(({ origin, url }) => origin + url),
    ["https://api.x.example/charges?key=OWN_SECRET", "https://api.x.example/charges?page=2&key=OWN_SECRET"],
  );
});

test("pages-key-in-next: the key of the next URL is the client's own, and nothing shows one", async () => {
  const next = "/v1/charges?page=2&key=LEAKED_OR_OLD";
  const events: unknown[] = [];
  const { client, urls } = listClient(
    URL_NEXT,
    [
      { items: ids("a"), next },
      { items: ids("b"), next: "https://evil.example/?key=LEAKED_OR_OLD" },
    ],
    { ...QUERY_KEY, on: (event: unknown) => events.push(event) },
  );
  const pages: Page[] = [];
  const { error } = await collect(
    (async function* () {
      for await (const page of client.get("/charges").pages()) yield pages.push(page);
    })(),
  );
  assert.is(codeOf(error), "next-origin");
  assert.equal(urls(), ["/charges?key=OWN_SECRET", "/charges?page=2&key=OWN_SECRET"]);
  const { v, path, url } = (pages[0]?.next ?? {}) as { v?: 1; path?: string; url?: string };
  assert.equal([v, path, url], [1, "/charges", "/charges?page=2"]);
  assert.not.match(JSON.stringify([pages[0]?.next, error, (error as Error).message, events]), /LEAKED|SECRET/);
});

test("pages-loop: a position that was there before ends it after few requests", async () => {
  const answers = [
    { items: [1], next: "a" },
    ...Array.from({ length: 20 }, (_, at) => ({ items: [at], next: at % 2 ? "a" : "b" })),
  ];
  const { client, urls } = listClient(CURSOR, answers);
  const { error } = await collect(client.get("/x").items());
  assert.is(codeOf(error), "pages-repeat");
  assert.ok(urls().length <= 4, String(urls()));
});

test("pages-loop: a cursor that stays, a page that comes twice by its number, and a URL to the first page", async () => {
  for (const [rule, answer, most] of [
    [CURSOR, { items: [1], next: "a" }, 2],
    [PAGED, { items: [1] }, 2],
    [OFFSET, { items: [1] }, 2],
    [URL_NEXT, { items: [1], next: "/v1/x" }, 1],
  ] as const) {
    const { client, urls } = listClient(rule, [answer]);
    const { error } = await collect(client.get("/x").items());
    assert.equal([codeOf(error), urls().length], ["pages-repeat", most]);
  }
});

test("pages-break: nothing is sent after a break, a throw or return()", async () => {
  const answers = [{ items: [1, 2], next: "a" }, { items: [3], next: "b" }, { items: [4] }];
  const { client, urls } = listClient(CURSOR, answers);
  for await (const item of client.get("/x").items()) if (item === 1) break;
  assert.is(urls().length, 1);
  const thrown = new Error("mine");
  try {
    for await (const item of client.get("/x").items()) throw Object.assign(thrown, { item });
  } catch (error) {
    assert.is(error, thrown);
  }
  assert.is(urls().length, 2);
  const items = client.get("/x").items();
  await items.next();
  assert.equal(await items.return?.(), { done: true, value: undefined });
  assert.equal(await items.next(), { done: true, value: undefined });
  assert.is(urls().length, 3);
});

test("pages-retry: each page is repeated by itself, and gives its items once", async () => {
  const clock = new VirtualClock();
  const failed = { status: 503, body: {} };
  const { client, urls } = listClient(CURSOR, [{ items: [1], next: "a" }, failed, failed, { items: [2] }], {
    retries: undefined,
    retryPolicy: "circuit-breaker",
    clock,
  });
  const all = collect(client.get("/x", { query: { q: "ä" } }).items());
  await clock.advanceTo(120_000);
  assert.equal(await all, { items: [1, 2], error: undefined });
  const second = "/x?q=%C3%A4&cursor=a";
  assert.equal(urls(), ["/x?q=%C3%A4", second, second, second]);
});

test("pages-resume: a position goes through JSON to another client", async () => {
  const answers = [{ items: [1], next: "a" }, { items: [2], next: "b=/+ &" }, { items: [3] }];
  const first = listClient(CURSOR, answers, QUERY_KEY);
  const kept: unknown[] = [];
  for await (const page of first.client.get("/x").pages({ maxPages: 2 })) kept.push(page.next);
  const text = JSON.stringify(kept[1]);
  assert.not.match(text, /SECRET|example/);
  const second = listClient(CURSOR, answers.slice(2), QUERY_KEY);
  const { items, error } = await collect(second.client.get("/x", { from: JSON.parse(text) }).items());
  assert.equal([items, error], [[3], undefined]);
  assert.equal(second.urls(), ["/x?cursor=b%3D%2F%2B+%26&key=OWN_SECRET"]);
});

test("pages-more-without-next: more without a place is no quiet end", async () => {
  const { client, urls } = listClient(STRIPE, [{ data: [], has_more: true }]);
  const { items, error } = await collect(client.get("/charges").items());
  assert.equal([codeOf(error), items, urls().length], ["pages-shape", [], 1]);
});

test("pages-svix: a token that is kept for later is the end", async () => {
  const next = { query: "iterator", from: "/iterator" };
  for (const [rule, done] of [
    [{ next, last: "/done", items: "/data" }, [false, true]],
    [{ next, items: "/data" }, [undefined, undefined]],
  ] as const) {
    const { client, urls } = listClient(rule, [
      { data: ids("a"), iterator: "it1", done: done[0] },
      { data: [], iterator: "it1", done: done[1] },
    ]);
    assert.equal(await collect(client.get("/msg").items()), { items: ids("a"), error: undefined });
    assert.equal(urls(), ["/msg", "/msg?iterator=it1"]);
  }
});

test("pages-true: a token that says true goes nowhere", async () => {
  for (const next_page of ["True", "false", true, ["2"], { page: 2 }, 2 ** 60]) {
    const rule: PagesRule = { next: { query: "page", from: "/next_page" }, items: "/images" };
    const { client, urls } = listClient(rule, [{ images: ids("a"), next_page }]);
    const { items, error } = await collect(client.get("/images").items());
    assert.equal([codeOf(error), items, urls().length], ["pages-shape", ids("a"), 1]);
  }
});

test("pages-count: without a total a list ends at the empty page", async () => {
  const rule: PagesRule = { next: { query: "page", first: 1 }, items: "/items" };
  const { client, urls } = listClient(rule, [
    { count: 2, items: ["a", "b"] },
    { count: 2, items: ["c", "d"] },
    { count: 1, items: ["e"] },
    { count: 0, items: [] },
  ]);
  assert.equal((await collect(client.get("/i").items())).items, ["a", "b", "c", "d", "e"]);
  assert.equal(urls(), ["/i", "/i?page=2", "/i?page=3", "/i?page=4"]);
});

void HttpError;
export type { Asked };
test.run();
