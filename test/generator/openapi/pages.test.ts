import { type ApiPages, pagesOf } from "#generator/openapi/pages.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { documentOf, readDocument } from "./project.js";

const test = suite("detection of pages");

interface Schema {
  readonly [keyword: string]: unknown;
}

const text = { type: "string" };
const whole = { type: "integer" };
const flag = { type: "boolean" };
const thing = { type: "object", properties: { id: text, name: text } };
const things = { type: "array", items: thing };
const uri = { type: "string", format: "uri" };

/** An object of these properties. */
function of(properties: { readonly [name: string]: Schema }): Schema {
  return { type: "object", properties };
}

interface Described {
  readonly query?: { readonly [name: string]: Schema };
  readonly answer?: Schema;
  readonly headers?: readonly string[];
  /** Headers of requests. */
  readonly sends?: readonly string[];
  readonly path?: string;
  readonly extension?: object;
}

function operation({ query = {}, answer, headers = [], sends = [], extension = {} }: Described): object {
  const parameters = [
    ...Object.entries(query).map(([name, schema]) => ({
      in: "query",
      name,
      schema,
      ...(schema["description"] !== undefined && { description: schema["description"] }),
    })),
    ...sends.map((name) => ({ in: "header", name, schema: text })),
  ];
  return {
    ...extension,
    parameters,
    responses: {
      200: {
        description: "OK",
        headers: Object.fromEntries(headers.map((name) => [name, { schema: text }])),
        content: { "application/json": answer === undefined ? {} : { schema: answer } },
      },
    },
  };
}

async function pagesIn(paths: { readonly [path: string]: Described }, root: object = {}): Promise<ApiPages> {
  const entries = Object.entries(paths).map(([path, described]) => [path, { get: operation(described) }] as const);
  const { api } = await readDocument(documentOf(Object.fromEntries(entries), root));
  assert.ok(api);
  return pagesOf(api, []);
}

/** The rule of an operation, or why there is none. */
async function pagesFor(described: Described): Promise<unknown> {
  const { path = "/things" } = described;
  const { found, missed } = await pagesIn({ [path]: described });
  const key = `GET ${path}`;
  return found.get(key)?.rule ?? missed.get(key)?.why;
}

const RULES: readonly (readonly [name: string, described: Described, rule: object])[] = [
  // 2. the vendor's own
  [
    "x-ms-pageable",
    { answer: of({ value: things, nextLink: text }), extension: { "x-ms-pageable": { nextLinkName: "nextLink" } } },
    { next: { url: "/nextLink" }, items: "/value" },
  ],
  [
    "x-speakeasy-pagination with a cursor",
    {
      query: { since: text },
      answer: of({ rows: things, meta: of({ mark: text }) }),
      extension: {
        "x-speakeasy-pagination": {
          type: "cursor",
          inputs: [{ name: "since", in: "parameters", type: "cursor" }],
          outputs: { nextCursor: "$.meta.mark", results: "$.rows" },
        },
      },
    },
    { next: { query: "since", from: "/meta/mark" }, items: "/rows" },
  ],
  [
    "x-speakeasy-pagination with pages",
    {
      query: { no: { ...whole, default: 1 } },
      answer: of({ rows: things, count: whole }),
      extension: {
        "x-speakeasy-pagination": {
          type: "offsetLimit",
          inputs: [{ name: "no", in: "parameters", type: "page" }],
          outputs: { numPages: "$.count" },
        },
      },
    },
    { next: { query: "no", first: 1 }, items: "/rows", totalPages: "/count" },
  ],
  [
    "x-fern-pagination",
    {
      query: { from: text },
      answer: of({ rows: things, following: text }),
      extension: {
        "x-fern-pagination": { cursor: "$request.from", next_cursor: "$response.following", results: "$response.rows" },
      },
    },
    { next: { query: "from", from: "/following" }, items: "/rows" },
  ],
  // 3. cursor, exact
  [
    "cursor and next_cursor",
    { query: { cursor: text }, answer: of({ data: things, next_cursor: text }) },
    { next: { query: "cursor", from: "/next_cursor" }, items: "/data" },
  ],
  [
    "pageToken and nextPageToken",
    { query: { pageToken: text }, answer: of({ items: things, nextPageToken: text }) },
    { next: { query: "pageToken", from: "/nextPageToken" }, items: "/items" },
  ],
  [
    "pages-hubspot: the exact pair goes before the link",
    {
      query: { after: text },
      answer: of({ results: things, paging: of({ next: of({ after: text, link: text }) }) }),
    },
    { next: { query: "after", from: "/paging/next/after" }, items: "/results" },
  ],
  [
    "pages-svix: the same name, with the place of the last page",
    { query: { iterator: text }, answer: of({ data: things, iterator: text, done: flag }) },
    { next: { query: "iterator", from: "/iterator" }, items: "/data", last: "/done" },
  ],
  [
    "next_page of a page number, whatever its base",
    { query: { page: whole }, answer: of({ rows: things, next_page: whole }) },
    { next: { query: "page", from: "/next_page" }, items: "/rows" },
  ],
  [
    "page[cursor] and next_cursor below meta",
    { query: { "page[cursor]": text }, answer: of({ data: things, meta: of({ next_cursor: text }) }) },
    { next: { query: "page[cursor]", from: "/meta/next_cursor" }, items: "/data" },
  ],
  // 4. URL in the body
  [
    "next with a format",
    { query: { page: whole }, answer: of({ results: things, next: uri, previous: uri }) },
    { next: { url: "/next" }, items: "/results" },
  ],
  [
    "next_url by its name",
    { answer: of({ data: things, next_url: text }) },
    { next: { url: "/next_url" }, items: "/data" },
  ],
  [
    "@odata.nextLink by its name",
    { answer: of({ value: things, "@odata.nextLink": text }) },
    { next: { url: "/@odata.nextLink" }, items: "/value" },
  ],
  [
    "links.next by its place",
    { answer: of({ data: things, links: of({ next: text }) }) },
    { next: { url: "/links/next" }, items: "/data" },
  ],
  [
    "_links.next.href by its place",
    { answer: of({ _embedded: of({ rows: things }), _links: of({ next: of({ href: text }) }) }) },
    { next: { url: "/_links/next/href" }, items: "/_embedded/rows" },
  ],
  [
    "next by its description",
    { answer: of({ data: things, next: { ...text, description: "URL of the next page, if any" } }) },
    { next: { url: "/next" }, items: "/data" },
  ],
  [
    "a URL is no cursor, whatever a parameter is called",
    { query: { nextPage: text }, answer: of({ values: things, nextPage: uri }) },
    { next: { url: "/nextPage" }, items: "/values" },
  ],
  // 5. cursor, by family
  [
    "cursor and next",
    { query: { cursor: text }, answer: of({ data: things, next: text }) },
    { next: { query: "cursor", from: "/next" }, items: "/data" },
  ],
  [
    "pages-openai: after and last_id, with has_more",
    { query: { after: text }, answer: of({ data: things, first_id: text, last_id: text, has_more: flag }) },
    { next: { query: "after", from: "/last_id" }, items: "/data", more: "/has_more" },
  ],
  [
    "page as text, and next_page",
    { query: { page: text }, answer: of({ data: things, next_page: text }) },
    { next: { query: "page", from: "/next_page" }, items: "/data" },
  ],
  [
    "token and nextPageToken",
    { query: { token: text }, answer: of({ data: things, nextPageToken: text }) },
    { next: { query: "token", from: "/nextPageToken" }, items: "/data" },
  ],
  [
    "cursor and cursors.after",
    { query: { cursor: text }, answer: of({ result: things, result_info: of({ cursors: of({ after: text }) }) }) },
    { next: { query: "cursor", from: "/result_info/cursors/after" }, items: "/result" },
  ],
  // 6. Link header
  ["a documented Link", { answer: things, headers: ["Link"] }, { next: "link", items: "" }],
  // 7. header token
  [
    "X-Next-Token of the answer and of requests",
    { answer: things, headers: ["X-Next-Token"], sends: ["x-next-token"] },
    { next: { header: "x-next-token", fromHeader: "X-Next-Token" }, items: "" },
  ],
  [
    "X-Next-Page for a parameter page",
    { query: { page: whole }, answer: things, headers: ["X-Next-Page"] },
    { next: { query: "page", fromHeader: "X-Next-Page" }, items: "" },
  ],
  // 8. last id
  [
    "pages-stripe: starting_after, has_more and items with an id",
    {
      query: { starting_after: text, ending_before: text, limit: whole },
      answer: of({ object: text, data: things, has_more: flag, url: text }),
    },
    { next: { query: "starting_after", from: "/data/-1/id" }, items: "/data", more: "/has_more" },
  ],
  // 9. page number
  [
    "a default as its base",
    { query: { page: { ...whole, default: 1 } }, answer: things },
    { next: { query: "page", first: 1 }, items: "" },
  ],
  [
    "a minimum as its base",
    { query: { page: { ...whole, minimum: 0 } }, answer: of({ data: things, total: whole }) },
    { next: { query: "page", first: 0 }, items: "/data", total: "/total" },
  ],
  [
    "words as its base",
    { query: { page: { ...whole, description: "Page of the results, starting with 1." } }, answer: things },
    { next: { query: "page", first: 1 }, items: "" },
  ],
  [
    "pages-spring: the answer says its page",
    { query: { page: whole }, answer: of({ content: things, number: whole, totalPages: whole, totalElements: whole }) },
    {
      next: { query: "page", echo: "/number" },
      items: "/content",
      total: "/totalElements",
      totalPages: "/totalPages",
    },
  ],
  [
    "unknown items beside has_more",
    { query: { page: { ...whole, default: 1 } }, answer: of({ a: things, b: things, has_more: flag }) },
    { next: { query: "page", first: 1 }, more: "/has_more" },
  ],
  [
    "pages-count: a count is no total",
    { query: { page: { ...whole, default: 1 } }, answer: of({ count: whole, items: things }) },
    { next: { query: "page", first: 1 }, items: "/items" },
  ],
  [
    "a count that is described as one is a total",
    {
      query: { page: { ...whole, default: 1 } },
      answer: of({ count: { ...whole, description: "Total number of things" }, items: things }),
    },
    { next: { query: "page", first: 1 }, items: "/items", total: "/count" },
  ],
  // 10. offset
  [
    "pages-offset: offset",
    { query: { offset: whole, limit: whole }, answer: of({ rows: things }) },
    { next: { query: "offset", step: "items" }, items: "/rows" },
  ],
  ["$skip", { query: { $skip: whole }, answer: things }, { next: { query: "$skip", step: "items" }, items: "" }],
  [
    "start with a base",
    { query: { start: { ...whole, default: 1 } }, answer: of({ rows: things, totalCount: whole }) },
    { next: { query: "start", step: "items", first: 1 }, items: "/rows", total: "/totalCount" },
  ],
];

for (const [name, described, rule] of RULES) {
  test(`found: ${name}`, async () => {
    assert.equal(await pagesFor(described), rule);
  });
}

const MISSED: readonly (readonly [name: string, described: Described, why: RegExp | undefined])[] = [
  [
    "pages-twilio-page: a page number beside a cursor that the answer does not give",
    {
      query: { Page: { ...whole, default: 0 }, PageSize: whole, PageToken: text },
      answer: of({ messages: things, page: whole }),
    },
    /^"Page" goes with "PageToken", whose value is not in the answer$/,
  ],
  [
    "a token that is described as true or false",
    {
      query: { page: text },
      answer: of({ images: things, next_page: { ...text, description: "True if there are more pages, False if not" } }),
    },
    /^"\/next_page" is true or false/,
  ],
  [
    "the answer does not say what goes into the cursor",
    { query: { offset: text, limit: whole }, answer: of({ data: things }) },
    /^the answer has no value for "offset"$/,
  ],
  [
    "the answer is not described",
    { query: { cursor: text } },
    /^the answer is not described, and "cursor" may be a cursor$/,
  ],
  [
    "two places fit",
    {
      query: { cursor: text },
      answer: of({ data: things, a: of({ next_cursor: text }), b: of({ next_cursor: text }) }),
    },
    /^two rules would fit$/,
  ],
  [
    "two next URLs",
    { answer: of({ tracks: of({ items: things, next: uri }), albums: of({ items: things, next: uri }) }) },
    /^two places of the answer have a next URL$/,
  ],
  [
    "a page number without a base",
    { query: { page: whole }, answer: things },
    /^it is unclear if the pages of "page" start at 0 or 1$/,
  ],
  [
    "a base of two minds",
    { query: { page: { ...whole, default: 0, minimum: 1 } }, answer: things },
    /^it is unclear if the pages/,
  ],
  [
    "a page number of unknown items",
    { query: { page: { ...whole, default: 1 } }, answer: of({ a: things, b: things }) },
    /the list with the items is unknown$/,
  ],
  [
    "the start of what may be a range of unknown base",
    { query: { start: whole }, answer: things },
    /^it is unclear if "start" starts at 0 or 1$/,
  ],
  [
    "an offset that counts something else",
    { query: { offset: { ...whole, description: "Number of events to retrieve" } }, answer: things },
    /may be something other than an offset$/,
  ],
  [
    "after as a date",
    { query: { after: { ...text, format: "date-time" } }, answer: of({ data: things, has_more: flag }) },
    /^"after" is a date$/,
  ],
  [
    "what the vendor's extension names is not there, and a rule below fits no better",
    { answer: of({ value: things }), extension: { "x-ms-pageable": { nextLinkName: "nextLink" } } },
    /^"x-ms-pageable" names something that the document does not have$/,
  ],
  // Of these nothing is said.
  ["start and end are a range", { query: { start: { ...whole, default: 0 }, end: whole }, answer: things }, undefined],
  [
    "x-ms-pageable of one page",
    { answer: of({ value: things, nextLink: text }), extension: { "x-ms-pageable": { nextLinkName: null } } },
    undefined,
  ],
  [
    "one thing with links to another list",
    { path: "/albums/{id}", answer: of({ id: text, tracks: of({ items: things, next: uri }) }) },
    undefined,
  ],
  ["no list", { query: { cursor: text }, answer: of({ next_cursor: text, name: text }) }, undefined],
  ["an echo of a filter", { query: { status: text }, answer: of({ data: things, status: text }) }, undefined],
];

for (const [name, described, why] of MISSED) {
  test(`not found: ${name}`, async () => {
    const outcome = await pagesFor(described);
    if (why === undefined) assert.is(outcome, undefined);
    else assert.match(String(outcome), why);
  });
}

test("not found: Jira's startAt of the answer is an echo, and the base is not said", async () => {
  const answer = of({ startAt: whole, maxResults: whole, issues: things, total: whole });
  assert.match(String(await pagesFor({ query: { startAt: whole }, answer })), /starts at 0 or 1/);
});

test("a vendor's extension that does not fit gives way to the rules below it", async () => {
  const answer = of({ value: things, next_cursor: text });
  const extension = { "x-ms-pageable": { nextLinkName: "nextLink" } };
  assert.equal(await pagesFor({ query: { cursor: text }, answer, extension }), {
    next: { query: "cursor", from: "/next_cursor" },
    items: "/value",
  });
});

test("a Link header of three other operations is evidence for a fourth, after all other rules", async () => {
  const linked = { answer: things, headers: ["Link"] };
  const lone = { query: { page: whole }, answer: things };
  const paths = { "/a": linked, "/b": linked, "/c": linked };
  const four = await pagesIn({ ...paths, "/d": lone, "/e": { ...lone, query: { page: { ...whole, default: 1 } } } });
  assert.equal(four.found.get("GET /d")?.rule, { next: "link", items: "" });
  assert.equal(four.found.get("GET /e")?.rule, { next: { query: "page", first: 1 }, items: "" });
  const three = await pagesIn({ "/a": linked, "/b": linked, "/d": lone });
  assert.is(three.found.get("GET /d"), undefined);
});

const ITEMS: readonly (readonly [name: string, answer: Schema, items: string | undefined, path?: string])[] = [
  ["the answer", things, ""],
  ["the only list of objects", of({ rows: things, tags: { type: "array", items: text } }), "/rows"],
  [
    "the list of the shallowest object",
    of({ result: of({ rows: things }), page: of({ deeper: of({ more: things }) }) }),
    "/result/rows",
  ],
  ["lists of messages do not count", of({ errors: things, messages: things, result: things }), "/result"],
  ["but where the path says so", of({ messages: things, media: things }), "/messages", "/v1/Messages.json"],
  ["the one that is called like the path", of({ orders: things, customers: things }), "/orders", "/shop/orders"],
  ["the one that is called data", of({ data: things, included: things, extra: things }), "/data"],
  ["none of two", of({ a: things, b: things }), undefined],
  ["a part of one thing is no page", of({ id: text, parts: things }), undefined],
  ["through references and allOf", { allOf: [of({ meta: of({}) }), { properties: { rows: things } }] }, "/rows"],
  ["beside null", { anyOf: [of({ rows: { anyOf: [things, { type: "null" }] } }), { type: "null" }] }, "/rows"],
  ["in every alternative", { oneOf: [of({ rows: things, a: text }), of({ rows: things, b: text })] }, "/rows"],
  ["not in one of two", { oneOf: [of({ rows: things }), of({ other: text })] }, undefined],
  [
    "what is not described may be the list that is meant",
    of({ images: {}, related: things }),
    undefined,
    "/search/images",
  ],
];

for (const [name, answer, items, path = "/things"] of ITEMS) {
  test(`items: ${name}`, async () => {
    const { found } = await pagesIn({ [path]: { query: { cursor: text }, answer, headers: ["Link"] } });
    const isList = found.get(`GET ${path}`) !== undefined;
    assert.equal(isList ? found.get(`GET ${path}`)?.rule.items : undefined, items);
  });
}

test("schemas that refer to themselves end", async () => {
  const node = {
    type: "object",
    properties: {
      children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
      parent: { $ref: "#/components/schemas/Node" },
    },
  };
  const circle = {
    allOf: [{ $ref: "#/components/schemas/Circle" }],
    anyOf: [{ $ref: "#/components/schemas/Circle" }, of({ rows: things, next_cursor: text })],
  };
  const components = { schemas: { Node: node, Circle: circle } };
  const pages = await pagesIn(
    {
      "/nodes": { query: { cursor: text }, answer: { $ref: "#/components/schemas/Node" } },
      "/circle": { query: { cursor: text }, answer: { $ref: "#/components/schemas/Circle" } },
    },
    { components },
  );
  assert.is(pages.found.size + pages.missed.size <= 2, true);
});

test("only GET is looked at", async () => {
  const post = operation({ query: { cursor: text }, answer: of({ data: things, next_cursor: text }) });
  const { api } = await readDocument(documentOf({ "/things": { post } }));
  assert.ok(api);
  assert.is(pagesOf(api, []).found.size, 0);
});

test.run();
