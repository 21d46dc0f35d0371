import { HttpError, type Page, PagesError, type PagesRule, RequestError } from "@sdkwright/runtime";
import { call } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient } from "../acme.js";
import { collect, listClient } from "./pages.js";

const test = suite("pages at the edges");

const CURSOR: PagesRule = { next: { query: "cursor", from: "/next" }, items: "/items" };
const PAGED: PagesRule = { next: { query: "page", first: 1 }, items: "/items" };
const OFFSET: PagesRule = { next: { query: "offset", step: "items" }, items: "/items" };
const LINK: PagesRule = { next: "link", items: "" };
const THREE = [{ items: [1, 2], next: "a" }, { items: [3, 4], next: "b" }, { items: [5] }];

const codeOf = (error: unknown): unknown =>
  error instanceof PagesError || error instanceof RequestError ? error.code : error;

/** The code with which an iteration ends at once, and how many requests it took. */
async function refusal(items: AsyncIterable<unknown>, asked: readonly unknown[]): Promise<unknown[]> {
  const { items: got, error } = await collect(items);
  assert.equal(got, []);
  return [codeOf(error), asked.length];
}

test("pages: each has its items, its body, its answer and where the next is", async () => {
  const headers = { "x-request-id": "r1" };
  const answers = [{ body: { items: [1], next: "a", total: 2 }, headers }, { items: [2] }];
  const { client, asked } = listClient(CURSOR, answers);
  const pages = client.get("/x").pages<{ total: number }, number>();
  const { value: first } = (await pages.next()) as { value: Page<{ total: number }, number> };
  assert.equal([first.items, first.body.total, first.response.headers.get("x-request-id")], [[1], 2, "r1"]);
  assert.is(first.response, first.response);
  assert.equal(await first.response.json(), first.body);
  assert.is(first.next?.path, "/x");
  assert.is(asked.length, 1);
  const { value: second } = (await pages.next()) as { value: Page<{ total: number }, number> };
  assert.equal([second.items, second.next], [[2], undefined]);
  assert.is((await pages.next()).done, true);
  assert.is(asked.length, 2);
});

test("page: one page by hand, and the next by its place", async () => {
  const { client, urls } = listClient(CURSOR, THREE);
  const first = await client.get("/x", { query: { q: 1 } }).page();
  const second = await client.get("/x", { query: { q: 1 }, from: first.next }).page<unknown, number>();
  assert.equal(
    [first.items, second.items],
    [
      [1, 2],
      [3, 4],
    ],
  );
  assert.equal(urls(), ["/x?q=1", "/x?q=1&cursor=a"]);
  const shape = listClient({ ...CURSOR, more: "/more" }, [{ items: [1], more: true }]);
  const page = await shape.client.get("/x").page();
  assert.equal(page.items, [1]);
  assert.throws(
    () => page.next,
    (error: unknown) => codeOf(error) === "pages-shape",
  );
});

test("limit and maxPages: no page is asked for that nobody wants, and 0 sends nothing", async () => {
  for (const [options, items, requests] of [
    [{ limit: 0 }, [], 0],
    [{ maxPages: 0 }, [], 0],
    [{ limit: 1 }, [1], 1],
    [{ limit: 2 }, [1, 2], 1],
    [{ limit: 3 }, [1, 2, 3], 2],
    [{ maxPages: 2 }, [1, 2, 3, 4], 2],
    [{ limit: Infinity }, [1, 2, 3, 4, 5], 3],
    [{ limit: 9, maxPages: undefined }, [1, 2, 3, 4, 5], 3],
  ] as const) {
    const { client, asked } = listClient(CURSOR, THREE);
    assert.equal(await collect(client.get("/x").items(options)), { items: [...items], error: undefined });
    assert.is(asked.length, requests);
    const pages = listClient(CURSOR, THREE);
    await collect(pages.client.get("/x").pages(options));
    assert.is(pages.asked.length, requests);
  }
  for (const wrong of [{ limit: -1 }, { limit: NaN }, { maxPages: -1 }, { limit: "2" }, { most: 3 }]) {
    const { client, asked } = listClient(CURSOR, THREE);
    assert.equal(await refusal(client.get("/x").items(wrong as object), asked), ["bad-option", 0]);
  }
});

test("late-reader: pages are read at once, or not at all", async () => {
  const { client, asked } = listClient(CURSOR, THREE);
  const promise = client.get("/x");
  await promise;
  assert.equal(await refusal(promise.items(), asked), ["late-reader", 1]);
  const both = client.get("/x");
  const items = both.items();
  assert.is(codeOf(await both.catch((error: unknown) => error)), "late-reader");
  assert.equal((await collect(items)).items, [3, 4, 5]);
});

test("iterated: a second loop is refused", async () => {
  const { client } = listClient(CURSOR, THREE);
  const items = client.get("/x").items();
  for await (const item of items) if (item === 2) break;
  assert.is(codeOf((await collect(items)).error), "iterated");
  const begun = client.get("/x").items();
  await begun.next();
  assert.is(codeOf((await collect(begun)).error), "iterated");
});

test("next: parallel ones queue, and give each item once", async () => {
  const { client, asked } = listClient(CURSOR, THREE);
  const items = client.get("/x").items();
  const got = await Promise.all(Array.from({ length: 7 }, async () => items.next()));
  assert.equal(
    got.map(({ value, done }) => (done === true ? "end" : value)),
    [1, 2, 3, 4, 5, "end", "end"],
  );
  assert.is(asked.length, 3);
});

test("laziness: a page is asked for when the last item before it was taken and another is wanted", async () => {
  const { client, asked } = listClient(CURSOR, THREE);
  const items = client.get("/x").items();
  await Promise.resolve();
  assert.is(asked.length, 0);
  await items.next();
  await items.next();
  assert.is(asked.length, 1);
  await items.next();
  assert.is(asked.length, 2);
});

test("errors come where the item would have come, and end the list", async () => {
  const { client, asked } = listClient(CURSOR, [THREE[0], { status: 410, body: { message: "expired" } }]);
  const items = client.get("/x").items();
  assert.equal([(await items.next()).value, (await items.next()).value], [1, 2]);
  const error = await items.next().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof HttpError && error.status === 410);
  assert.match(String(error.stack), "pages-edges.test");
  assert.equal(await items.next(), { done: true, value: undefined });
  assert.is(asked.length, 2);
});

test("a signal ends all, between items and pages too", async () => {
  for (const at of [1, 2]) {
    const controller = new AbortController();
    const { client, asked } = listClient(CURSOR, THREE);
    const items = client.get("/x", { signal: controller.signal }).items();
    for (let taken = 0; taken < at; taken += 1) await items.next();
    controller.abort(new Error("enough"));
    const error = await items.next().catch((thrown: unknown) => thrown);
    assert.is((error as Error).message, "enough");
    assert.equal(await items.next(), { done: true, value: undefined });
    assert.is(asked.length, 1);
  }
});

test("handle, throwHttpErrors and stream do not go with pages", async () => {
  for (const option of [{ handle: [404] }, { throwHttpErrors: false }, { stream: true }]) {
    const { client, asked } = listClient(CURSOR, THREE);
    assert.equal(await refusal(client.get("/x", option).items(), asked), ["bad-option", 0]);
  }
});

test("no-pages: without a rule, for a method that it is not about, and where false stands", async () => {
  const { client, asked } = listClient(undefined, THREE);
  assert.equal(await refusal(client.get("/x").items(), asked), ["no-pages", 0]);
  const pages = [
    { of: ["GET /legacy/**"], next: false },
    { of: ["/a/*", "GET /b/{id}/c"], ...CURSOR },
    { of: ["POST /search"], ...CURSOR },
    { of: ["/only"], next: CURSOR.next },
  ];
  for (const [method, path, code] of [
    ["GET", "/legacy/a/x", "no-pages"],
    ["GET", "/a/x?y=1", undefined],
    ["GET", "/b/{id}/c", undefined],
    ["GET", "/a/x/y", "no-pages"],
    ["POST", "/a/x", "no-pages"],
    ["GET", "/search", "no-pages"],
    ["POST", "/search", undefined],
    ["GET", "/only", "no-pages"],
  ] as const) {
    const known = listClient(undefined, [{ items: [] }], { parts: { pages: async () => pages } });
    const params = path.includes("{id}") ? { params: { id: "1" } } : {};
    const { error } = await collect(known.client.request<string>(path, { method, ...params }).items());
    assert.equal([codeOf(error), known.asked.length], [code, code === undefined ? 1 : 0], `${method} ${path}`);
  }
});

test("pages: a rule of the caller's own goes before that of the definition, and only for readers of pages", async () => {
  const { client, urls, asked } = listClient(PAGED, THREE);
  const { items } = await collect(client.get("/x", { pages: CURSOR }).items<number>());
  assert.equal([items, urls().at(-1)], [[1, 2, 3, 4, 5], "/x?cursor=b"]);
  const none = {} as PagesRule;
  for (const pages of [none, { next: {} } as PagesRule, 5 as unknown as PagesRule])
    assert.equal(await refusal(client.get("/x", { pages }).items(), []), ["no-pages", 0]);
  for (const option of [{ pages: CURSOR }, { from: { v: 1, path: "/x" } as const }]) {
    const error = await client
      .get("/x", option)
      .json()
      .catch((thrown: unknown) => thrown);
    assert.equal([codeOf(error), asked.length], ["bad-option", 3]);
  }
});

test("other-position: of another operation, another service, another provider, another rule, or nonsense", async () => {
  const { client } = listClient(CURSOR, THREE);
  const { next } = await client.get("/x").page();
  const elsewhere = { parts: { name: "other" } };
  const service = {
    parts: { services: { default: { baseUrl: "https://a.example" }, b: { baseUrl: "https://b.example" } } },
  };
  const cases: [ReturnType<typeof listClient>, string, object][] = [
    [listClient(CURSOR, THREE), "/y", {}],
    [listClient(CURSOR, THREE, elsewhere), "/x", {}],
    [listClient(CURSOR, THREE, service), "/x", { service: "b" }],
    [listClient(PAGED, THREE), "/x", {}],
    [listClient(LINK, THREE), "/x", {}],
    [listClient(CURSOR, THREE), "/x", { query: { cursor: "mine" } }],
    [listClient(CURSOR, THREE), "/x?cursor=mine", {}],
    [listClient(CURSOR, THREE), "/x", { from: { ...next, v: 2 } }],
    [listClient(CURSOR, THREE), "/x", { from: { ...next, query: { cursor: { a: 1 } } } }],
    [listClient(CURSOR, THREE), "/x", { from: { v: 1, path: "/x" } }],
    [listClient(CURSOR, THREE), "/x", { from: 5 }],
    [listClient(CURSOR, THREE), "/x", { from: null }],
  ];
  for (const [{ client: other, asked }, path, options] of cases)
    assert.equal(
      await refusal(other.get(path, { from: next, ...options }).items(), asked),
      ["other-position", 0],
      JSON.stringify(options),
    );
  const from = { v: 1, ...next, path: "/x", query: undefined } as const;
  for (const url of ["https://evil.example/x", "//evil.example", "@evil.example/x", "/../admin", ".evil.example/"]) {
    const { client: other, asked } = listClient(LINK, THREE);
    const { error } = await collect(other.get("/x", { from: Object.assign({ ...from }, { url }) }).items());
    assert.ok(["next-origin", "next-path", "pages-shape", undefined].includes(codeOf(error) as string), String(error));
    assert.ok(asked.every(({ origin }) => origin === "https://api.x.example"));
  }
});

test("backward: the other direction of the rule's own parameter is refused, others are not", async () => {
  for (const [name, other, isRefused] of [
    ["starting_after", "ending_before", true],
    ["after", "before", true],
    ["startingAfter", "endingBefore", true],
    ["page[after]", "page[before]", true],
    ["next_token", "prev_token", true],
    ["cursor", "before", false],
    ["after", "created_before", false],
    ["starting_after", "before", false],
  ] as const) {
    const { client, asked } = listClient({ next: { query: name, from: "/next" }, items: "/items" }, [{ items: [] }]);
    const { error } = await collect(client.get("/x", { query: { [other]: "x" } }).items());
    assert.equal([codeOf(error), asked.length], isRefused ? ["backward", 0] : [undefined, 1], `${name} ${other}`);
  }
});

test("a caller's own first place is where it begins, and is replaced and not repeated", async () => {
  const cursor = listClient(CURSOR, THREE);
  await collect(cursor.client.get("/x?cursor=mine&a=%20", { query: { q: "a b" } }).items());
  assert.equal(cursor.urls(), ["/x?cursor=mine&a=%20&q=a+b", "/x?a=%20&q=a+b&cursor=a", "/x?a=%20&q=a+b&cursor=b"]);
  const paged = listClient(PAGED, [{ items: [1] }, { items: [2] }, { items: [] }]);
  await collect(paged.client.get("/x", { query: { page: 3 } }).items());
  assert.equal(paged.urls(), ["/x?page=3", "/x?page=4", "/x?page=5"]);
  const offset = listClient(OFFSET, [{ items: [1, 2] }, { items: [] }]);
  await collect(offset.client.get("/x", { query: { offset: 10 } }).items());
  assert.equal(offset.urls(), ["/x?offset=10", "/x?offset=12"]);
});

test("the first request is byte for byte that of json()", async () => {
  for (const rule of [CURSOR, PAGED, OFFSET, LINK]) {
    const { client, asked } = listClient(rule, [{ items: [] }]);
    const options = { query: { q: ["ä", "b c"], "d'": "'" }, headers: { "x-a": "1" } };
    await client.get("/x/{id}?z=%7E", { ...options, params: { id: "ö/" } }).json();
    await collect(client.get("/x/{id}?z=%7E", { ...options, params: { id: "ö/" } }).items());
    const [one, two] = asked.map(({ url, headers }) => [url, [...headers]]);
    assert.equal(one, two);
  }
});

test("header: a token of one header goes into another", async () => {
  const rule: PagesRule = { next: { header: "X-Next-Token", fromHeader: "X-Next" }, items: "" };
  const { client, asked } = listClient(rule, [{ body: [1], headers: { "x-next": "t1" } }, { body: [2] }]);
  assert.equal((await collect(client.get("/x").items())).items, [1, 2]);
  assert.equal(
    asked.map(({ headers }) => headers.get("x-next-token")),
    [null, "t1"],
  );
});

test("body: any JSON goes back into the body of a POST, whose other fields stay", async () => {
  const rule: PagesRule = { next: { body: "/start/key", from: "/last" }, items: "/items" };
  const answers = [{ items: [1], last: { id: { S: "a" }, n: [1] } }, { items: [2], last: false }, { items: [3] }];
  const { client, asked } = listClient(rule, answers, { idempotencyKey: true });
  const json = { table: "t", start: { index: 1 } };
  assert.equal((await collect(client.post("/query", { json }).items())).items, [1, 2, 3]);
  assert.equal(
    asked.map(({ body }) => JSON.parse(body)),
    [json, { ...json, start: { index: 1, key: answers[0]?.last } }, { ...json, start: { index: 1, key: false } }],
  );
  assert.equal(json, { table: "t", start: { index: 1 } });
  // Another request is no repeat of the one before.
  assert.is(new Set(asked.map(({ headers }) => headers.get("idempotency-key"))).size, 3);
  const empty = listClient(rule, answers);
  await collect(empty.client.post("/query").items());
  assert.equal(
    empty.asked.slice(0, 2).map(({ body, headers }) => [body, headers.get("content-type")]),
    [
      ["", null],
      ['{"start":{"key":{"id":{"S":"a"},"n":[1]}}}', "application/json"],
    ],
  );
  const form = listClient(rule, answers);
  assert.equal(await refusal(form.client.post("/query", { form: { a: 1 } }).items(), form.asked), ["bad-body", 0]);
});

test("link: by RFC 8288", async () => {
  for (const [link, next] of [
    ['<?p=2>; rel="next"', "/x?p=2"],
    ["<?p=2>;rel=next", "/x?p=2"],
    ['<?p=1>; rel="prev", <?p=2>; title="a, <b>; rel=next"; REL="last NEXT"', "/x?p=2"],
    ['<?p=2>; rel="next"; results="true"; cursor="1:0:1"', "/x?p=2"],
    ['<?p=2>; rel="next"; results="false"; cursor="1:0:1"', undefined],
    ['<?p=2>; rel="nextish"', undefined],
    ['<?p=2>; rel="prev"; rel="next"', undefined],
    ["", undefined],
  ] as const) {
    const { client, urls } = listClient(LINK, [{ body: [1], headers: { link } }, { body: [] }]);
    assert.equal(await collect(client.get("/x").items()), { items: [1], error: undefined });
    assert.equal(urls(), ["/x", ...(next === undefined ? [] : [next])], link);
  }
});

test("pages-shape: what cannot be read is no quiet end", async () => {
  for (const [rule, answer] of [
    [CURSOR, { items: { a: 1 } }],
    [CURSOR, { items: "none" }],
    [LINK, { message: "no" }],
    [
      { ...CURSOR, more: "/more" },
      { items: [], more: "yes" },
    ],
    [
      { next: { query: "after", from: "/items/-1/id" }, items: "/items" },
      { items: [], next: 1, more: 1 },
    ],
  ] as const) {
    const { client } = listClient(rule, [answer]);
    const { error } = await collect(client.get("/x").items());
    assert.is(codeOf(error), "next" in answer ? undefined : "pages-shape", JSON.stringify(answer));
  }
  const lost = listClient({ next: { query: "after", from: "/items/-1/id" }, items: "/items" }, [
    { items: [{ name: 1 }] },
  ]);
  assert.equal([(await collect(lost.client.get("/x").items())).error].map(codeOf), ["pages-shape"]);
  const unknown = listClient({ next: { query: "page", first: 1 } }, [{ rows: [1] }]);
  assert.equal([(await collect(unknown.client.get("/x").pages())).error].map(codeOf), ["pages-shape"]);
});

test("pages-repeat: a place that leads to itself is found before its items come twice", async () => {
  const answers = ["a", "b", "c", "d", "d"].map((next, index) => ({ items: [index], next }));
  const { client, asked } = listClient(CURSOR, answers);
  const { items, error } = await collect(client.get("/x").items());
  assert.equal([codeOf(error), items, asked.length], ["pages-repeat", [0, 1, 2, 3, 4], 5]);
  assert.match((error as Error).message, /: the next page has come before: cursor=d$/);
  // The server sends back what was sent as a secret.
  const echoing = listClient(CURSOR, [{ items: [1], next: "SECRET-1234" }]);
  const echoed = await collect(echoing.client.get("/x", { headers: { "x-api-key": "SECRET-1234" } }).items());
  assert.match((echoed.error as Error).message, /before: cursor=\*\*\*$/);
  const byUrl = listClient({ next: { url: "/next" }, items: "/items" }, [{ items: [1], next: "/v1/x" }]);
  assert.match(
    ((await collect(byUrl.client.get("/x").items())).error as Error).message,
    /the next page has come before$/,
  );
  const insisting = listClient({ ...CURSOR, more: "/more" }, [
    { items: [1], next: "a", more: true },
    { items: [], next: "a", more: true },
  ]);
  assert.is(codeOf((await collect(insisting.client.get("/x").items())).error), "pages-repeat");
});

test("last: true ends the list whatever the token says, false without one is no end", async () => {
  const rule: PagesRule = { ...CURSOR, last: "/done" };
  const ended = listClient(rule, [
    { items: [1], next: "a", done: false },
    { items: [2], next: "b", done: true },
  ]);
  assert.equal(await collect(ended.client.get("/x").items()), { items: [1, 2], error: undefined });
  const lost = listClient(rule, [{ items: [1], done: false }]);
  assert.is(codeOf((await collect(lost.client.get("/x").items())).error), "pages-shape");
});

test("an empty page is no end, and no repeat, where the answer says that more follows", async () => {
  const empty = { items: [], more: true };
  const paged = listClient({ ...PAGED, more: "/more" }, [empty, empty, { items: [1], more: false }]);
  assert.equal(await collect(paged.client.get("/x").items()), { items: [1], error: undefined });
  const uncounted = listClient({ ...CURSOR, total: "/total" }, [
    { items: [], next: "a", total: 0 },
    { items: [1], total: 0 },
  ]);
  assert.equal(await collect(uncounted.client.get("/x").items()), { items: [1], error: undefined });
});

test("keys in URLs of the next page: a token of a bearer scheme is left out, a key in the path is refused", async () => {
  const rule: PagesRule = { next: { url: "/next" }, items: "/items" };
  const answers = [{ items: [1], next: "/v1/x?access_token=LEAKED&after=2" }, { items: [2] }];
  const bearer = { parts: { securitySchemes: { k: { type: "http", scheme: "bearer" } }, security: ["k"] } };
  const { client, urls } = listClient(rule, answers, { ...bearer, credentials: { k: { token: "t" } } });
  await collect(client.get("/x").items());
  assert.equal(urls(), ["/x", "/x?after=2"]);
  const path = { parts: { securitySchemes: { k: { type: "apiKey", in: "path", name: "token" } }, security: ["k"] } };
  const keyed = listClient(rule, [{ items: [1], next: "/v1/bot-key/x?after=2" }], {
    ...path,
    credentials: { k: { apikey: "bot-key" } },
  });
  const request = keyed.client.get as (path: string) => ReturnType<typeof keyed.client.get>;
  const { items, error } = await collect(request("/{token}/x").items());
  assert.equal([items, codeOf(error), keyed.asked.length], [[1], "next-path", 1]);
});

test("pages-empty: after 100 empty pages in a row", async () => {
  const answers = Array.from({ length: 120 }, (_, index) => ({ items: index === 3 ? [1] : [], next: `t${index}` }));
  const { client, asked } = listClient(CURSOR, answers);
  const { items, error } = await collect(client.get("/x").items());
  assert.equal([codeOf(error), items, asked.length], ["pages-empty", [1], 104]);
});

test("a list that is null or absent is an empty page", async () => {
  const { client } = listClient(CURSOR, [{ items: null, next: "a" }, { next: "b" }, { items: [1] }]);
  assert.equal(await collect(client.get("/x").items()), { items: [1], error: undefined });
});

test("totals: pages and items that are said end a list, from a kept place too", async () => {
  const rule: PagesRule = { next: { query: "page", first: 1 }, items: "/items", total: "/total" };
  const answers = [1, 2, 3].map((item) => ({ items: [item], total: 3 }));
  const whole = listClient(rule, answers);
  const kept: Page["next"][] = [];
  for await (const { next } of whole.client.get("/x").pages()) kept.push(next);
  assert.equal(whole.urls(), ["/x", "/x?page=2", "/x?page=3"]);
  const rest = listClient(rule, answers.slice(1));
  await collect(rest.client.get("/x", { from: JSON.parse(JSON.stringify(kept[0])) as Page["next"] }).items());
  assert.equal(rest.urls(), ["/x?page=2", "/x?page=3"]);
  const pages: PagesRule = { next: { query: "page", echo: "/page" }, items: "/items", totalPages: "/pages" };
  for (const base of [0, 1]) {
    const given = [0, 1, 2].map((index) => ({ items: [index], page: base + index, pages: 3 }));
    const list = listClient(pages, given);
    assert.equal((await collect(list.client.get("/x").items())).items, [0, 1, 2]);
    assert.is(list.asked.length, 3);
    // Nothing is lost where the number of the first page is not known.
    const from = listClient(pages, [...given.slice(1), { items: [], page: base + 3, pages: 3 }]);
    assert.equal((await collect(from.client.get("/x", { query: { page: base + 1 } }).items())).items, [1, 2]);
  }
});

test("a server on this machine sees one request for each page, and none after a break", async () => {
  await withServer(
    (_, response, count) => {
      const body = { items: [count], ...(count < 3 && { next: `t${count}` }) };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    },
    async (server) => {
      const client = acmeClient(`${server.origin}/v1`, {}, { pages: [{ of: ["GET /x"], ...CURSOR }] });
      const options = { query: { q: "a b" }, security: "bearer" };
      assert.equal((await collect(client.get("/x", options).items())).items, [1, 2, 3]);
      assert.equal(
        server.received.map(({ url, headers }) => [url, headers["authorization"], headers["accept"]]),
        ["", "&cursor=t1", "&cursor=t2"].map((end) => [
          `/v1/x?q=a+b${end}`,
          "Bearer bearer-secret",
          "application/json",
        ]),
      );
      for await (const item of client.get("/x", options).items()) if (item) break;
      assert.is(server.received.length, 4);
    },
  );
});

test("events and hooks have the number of the page", async () => {
  const events: [string, unknown][] = [];
  const hooks: unknown[] = [];
  const around = {
    attempt: async ({ page }: { page?: number }, run: () => Promise<unknown>) => void hooks.push(page, await run()),
  };
  const { client } = listClient(CURSOR, THREE, {
    around,
    on: (event: { type: string; page?: number }) => events.push([event.type, event.page]),
  });
  await collect(client.get("/x").items());
  assert.equal(
    events.filter(([type]) => type === "attempt"),
    [1, 2, 3].map((page) => ["attempt", page]),
  );
  assert.equal(hooks.filter(Number.isInteger), [1, 2, 3]);
  events.length = 0;
  await client.get("/x").json();
  assert.equal(
    events.map(([, page]) => page),
    events.map(() => undefined),
  );
});

test("named calls read pages as others do", async () => {
  const { client } = listClient(CURSOR, THREE);
  const listThings = call("get", "/x") as (of: typeof client, options?: object) => ReturnType<typeof client.get>;
  assert.equal((await collect(listThings(client, { query: { q: 1 } }).items())).items, [1, 2, 3, 4, 5]);
});

test.run();
