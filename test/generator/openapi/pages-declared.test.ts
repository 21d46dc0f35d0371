import { parseProvider, type Paths } from "@sdkwright/runtime/config";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-6";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { existsSync } from "node:fs";
import { type Files, withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { DEFINITION, documentOf } from "./project.js";

const test = suite("declared and emitted pages");

const text = { type: "string" };
const charge = { $ref: "#/components/schemas/Charge" };
const query = (name: string, schema: object = text) => ({ in: "query", name, schema });

function list(properties: object, ...parameters: readonly object[]): object {
  const schema = { type: "object", properties };
  return { parameters, responses: { 200: { description: "OK", content: { "application/json": { schema } } } } };
}

const charges = { type: "array", items: charge };
const COMPONENTS = { components: { schemas: { Charge: { type: "object", properties: { id: text } } } } };

/** A document of lists with a cursor, one with a page number, one that is not paged, and one thing. */
const DOCUMENT = documentOf(
  {
    "/v1/charges": { get: list({ data: charges, next_cursor: text }, query("cursor")) },
    "/v1/charges/{id}": {
      parameters: [{ in: "path", name: "id", required: true, schema: text }],
      get: list({ id: text, cards: { type: "array", items: text } }),
    },
    "/v1/refunds": { get: list({ data: charges, next_cursor: text }, query("cursor")) },
    "/v1/pages": { get: list({ rows: charges }, query("page", { type: "integer", default: 1 })) },
    "/v1/search": {
      get: list({ hits: charges, users: charges, next_cursor: text }, query("cursor")),
      post: {
        requestBody: { content: { "application/json": { schema: {} } } },
        ...list({ data: charges, following: text }),
      },
    },
    "/v1/plain": { get: list({ data: charges }, query("page", { type: "integer" })) },
  },
  COMPONENTS,
);

function project(pages?: object, document: object | null = DOCUMENT): Files {
  return {
    "package.json": { type: "module" },
    "client/client.json": { providers: { acme: { file: "providers/acme.json" } } },
    "client/providers/acme.json": {
      ...DEFINITION,
      ...(document !== null && { openapi: "../acme.json" }),
      ...(pages !== undefined && { pages }),
    },
    ...(document !== null && { "client/acme.json": document }),
  };
}

interface Entry {
  readonly of: Paths;
  readonly next: unknown;
  readonly items?: string;
}

/** The entries that the emitted definition has, by its own code. */
async function entriesIn(folder: string): Promise<readonly Entry[]> {
  const providers = join(folder, "src/generated/providers");
  const load = async (path: string): Promise<{ readonly [name: string]: unknown }> => {
    const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    return (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as { [name: string]: unknown };
  };
  const pages = join(providers, "acme.pages.ts");
  if (existsSync(pages)) return (await load(pages))["pages"] as readonly Entry[];
  const { acme } = await load(join(providers, "acme.definition.ts"));
  return (acme as { readonly pages?: readonly Entry[] }).pages ?? [];
}

interface Made {
  readonly entries: readonly Entry[];
  /** Emitted types, by path from the output folder. */
  readonly read: (path: string) => string;
  readonly stderr: string;
}

function generated<T>(files: Files, use: (made: Made) => T): Promise<T> {
  return withFolder(files, async (folder) => {
    const { status, stderr } = await sdkwright(folder, ["generate"]);
    assert.is(status, 0, stderr);
    const read = (path: string) => readFileSync(join(folder, "src/generated", path), "utf8");
    return use({ entries: await entriesIn(folder), read, stderr });
  });
}

function interfaceIn(text: string, name: string): string {
  return new RegExp(`^export interface ${name} \\{\n([^]*?)^\\}`, "m").exec(text)?.[1] ?? "";
}

test("what is detected is emitted: rules once, lists by their path, and items in the types", async () => {
  await generated(project(), ({ entries, read, stderr }) => {
    assert.equal(entries, [
      { next: { query: "cursor", from: "/next_cursor" }, items: "/data", of: [{ "/v1": ["/charges", "/refunds"] }] },
      { next: { query: "page", first: 1 }, items: "/rows", of: ["/v1/pages"] },
      { next: { query: "cursor", from: "/next_cursor" }, of: ["/v1/search"] },
    ]);
    assert.match(read("providers/acme.definition.ts"), 'pages: () => import("./acme.pages.js").then(');
    const types = read("operations/acme.ts");
    assert.match(interfaceIn(types, "GetV1Charges"), /^ {2}item: Charge;$/m);
    assert.match(interfaceIn(types, "GetV1Search"), /^ {2}pages: true;$/m);
    assert.not.match(interfaceIn(types, "GetV1ChargesById"), /item|pages/);
    assert.not.match(interfaceIn(types, "GetV1Plain"), /item|pages/);
    // Notes on a vendor's document are for whoever asks.
    assert.not.match(stderr, "SW1650");
  });
});

test("one rule in a line stands in the definition", async () => {
  const { paths } = DOCUMENT as { readonly paths: { readonly [path: string]: object } };
  const one = documentOf({ "/v1/charges": paths["/v1/charges"] }, COMPONENTS);
  await withFolder(project(undefined, one), async (folder) => {
    await sdkwright(folder, ["generate"]);
    assert.not.ok(existsSync(join(folder, "src/generated/providers/acme.pages.ts")));
    assert.equal(await entriesIn(folder), [
      { of: ["GET /v1/charges"], next: { query: "cursor", from: "/next_cursor" }, items: "/data" },
    ]);
  });
});

test("what is declared goes before, in the order written, and only where such a list may be", async () => {
  const pages = {
    "/v1/refunds": false,
    "/v1/**": { next: { query: "cursor", from: "/data/-1/id" }, items: "/data" },
    "POST /v1/search": { next: { body: "/cursor", from: "/following" }, items: "/data" },
  };
  await generated(project(pages), ({ entries, read }) => {
    assert.equal(entries, [
      { of: ["/v1/refunds"], next: false },
      { of: ["/v1/**"], next: { query: "cursor", from: "/data/-1/id" }, items: "/data" },
      { of: ["POST /v1/search"], next: { body: "/cursor", from: "/following" }, items: "/data" },
    ]);
    const types = read("operations/acme.ts");
    const having = ["GetV1Charges", "GetV1Plain", "PostV1Search"];
    const lacking = ["GetV1ChargesById", "GetV1Refunds", "GetV1Pages", "GetV1Search"];
    for (const name of having) assert.match(interfaceIn(types, name), /^ {2}item: Charge;$/m, name);
    for (const name of lacking) assert.not.match(interfaceIn(types, name), /item:|pages:/, name);
  });
});

test("without a document rules stand as they are declared", async () => {
  const pages = { "/things": { next: "link", items: "" } };
  await withFolder(project(pages, null), async (folder) => {
    await sdkwright(folder, ["generate"]);
    assert.equal(await entriesIn(folder), [{ of: ["/things"], next: "link", items: "" }]);
  });
});

test("items that no schema describes are unknown", async () => {
  const rows = { type: "array" };
  const document = documentOf({ "/things": { get: list({ rows, next_cursor: text }, query("cursor")) } });
  await generated(project(undefined, document), ({ read }) => {
    assert.match(interfaceIn(read("operations/acme.ts"), "GetThings"), /^ {2}item: unknown;$/m);
  });
});

/** Codes with their places, of what `validate` says. */
function validated(files: Files): Promise<readonly string[]> {
  return withFolder(files, async (folder) => {
    const { stdout } = await sdkwright(folder, ["validate", "--format", "json"]);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; pointer?: string }[] };
    return diagnostics
      .map(({ code, pointer = "" }) => `${code} ${pointer}`)
      .filter((each) => !each.startsWith("SW1620"));
  });
}

test("validate warns of patterns, places and parameters that the document does not have", async () => {
  const pages = {
    "/v2/**": { next: "link" },
    "/v1/charges": { next: { query: "after", from: "/nextt" }, items: "/data", more: "/has_more", total: "/data" },
    "/v1/pages": { next: { query: "page", first: 1, echo: "/page" }, items: "/rows" },
    "/v1/search": { next: { header: "X-Next", fromHeader: "X-Next" } },
  };
  assert.equal(await validated(project(pages)), [
    "SW1608 /pages/***",
    "SW1651 /pages/~1v1~1charges/next/query",
    "SW1651 /pages/~1v1~1charges/next/from",
    "SW1651 /pages/~1v1~1charges/more",
    "SW1651 /pages/~1v1~1pages/next/echo",
    "SW1651 /pages/~1v1~1search/next/header",
    "SW1650 /paths/~1v1~1plain/get/parameters/0",
  ]);
});

test("validate has a note with the line to paste for what is not detected", async () => {
  await withFolder(project(), async (folder) => {
    const { stdout } = await sdkwright(folder, ["validate"]);
    const { stderr } = await sdkwright(folder, ["validate"]);
    const told = `${stdout}${stderr}`;
    assert.match(
      told,
      'note SW1650  the rule for the pages of "GET /v1/plain" is unknown: it is unclear if the pages of "page"',
    );
    assert.match(told, '"GET /v1/plain": { "next": { "query": "page", "first": 1 }, "items": "/data" }');
  });
});

const WRONG: readonly (readonly [rule: unknown, issue: string])[] = [
  [true, "SW1104 /pages/~1a"],
  ["link", "SW1103 /pages/~1a"],
  [{}, "SW1102 /pages/~1a"],
  [{ next: "links" }, "SW1104 /pages/~1a/next"],
  [{ next: {} }, "SW1222 /pages/~1a/next"],
  [{ next: { query: "a" } }, "SW1222 /pages/~1a/next"],
  [{ next: { query: "a", header: "B", from: "/c" } }, "SW1222 /pages/~1a/next"],
  [{ next: { query: "a", from: "/b", fromHeader: "C" } }, "SW1222 /pages/~1a/next"],
  [{ next: { url: "/a", query: "b" } }, "SW1222 /pages/~1a/next"],
  [{ next: { query: "a", first: 2 } }, "SW1104 /pages/~1a/next/first"],
  [{ next: { query: "a", step: "pages" } }, "SW1104 /pages/~1a/next/step"],
  [{ next: { query: "a", from: "b" } }, "SW1104 /pages/~1a/next/from"],
  [{ next: { header: "Authorization", from: "/b" } }, "SW1222 /pages/~1a/next/header"],
  [{ next: { header: "content-length", from: "/b" } }, "SW1222 /pages/~1a/next/header"],
  [{ next: { body: "/a", from: "/b" } }, "SW1222 /pages/~1a/next/body"],
  [{ next: "link", items: "data" }, "SW1104 /pages/~1a/items"],
  [{ next: "link", item: "/data" }, "SW1101 /pages/~1a/item"],
];

for (const [rule, issue] of WRONG) {
  test(`wrong: ${JSON.stringify(rule)}`, () => {
    const { issues } = parseProvider({ ...DEFINITION, pages: { "/a": rule } });
    assert.equal(
      issues.map(({ code, pointer }) => `${code} ${pointer}`),
      [issue],
    );
  });
}

const RIGHT: readonly unknown[] = [
  false,
  { next: "link" },
  { next: { url: "/next" } },
  { next: { query: "a", from: "/b" }, items: "" },
  { next: { query: "a", fromHeader: "X-Next" }, items: "/a/b", more: "/m", last: "/l" },
  { next: { header: "X-Next", from: "/b" } },
  { next: { query: "a", first: 0 }, total: "/t", totalPages: "/p" },
  { next: { query: "a", first: 1, echo: "/page" } },
  { next: { query: "a", echo: "/page" } },
  { next: { query: "a", step: "items" } },
  { next: { query: "a", step: "items", first: 1 } },
];

test("every form of a rule is accepted", () => {
  for (const rule of RIGHT) {
    const { issues } = parseProvider({ ...DEFINITION, pages: { "/a": rule } });
    assert.equal(issues, [], JSON.stringify(rule));
  }
  const body = { "POST /a": { next: { body: "/a/b", from: "/c" } } };
  assert.equal(parseProvider({ ...DEFINITION, pages: body }).issues, []);
});

test("explain takes a path alone, an operationId, and the name of a call", async () => {
  const refund = { type: "object", properties: { id: text } };
  const answers = { 200: { description: "OK", content: { "application/json": { schema: refund } } } };
  const events = { 200: { description: "OK", content: { "text/event-stream": { schema: text } } } };
  const paths = {
    "/v1/charges": {
      get: { operationId: "charges.list", ...list({ data: charges, next_cursor: text }, query("cursor")) },
      post: {
        operationId: "Create_charge",
        parameters: [{ in: "header", name: "Idempotency-Key", schema: text }],
        responses: answers,
      },
    },
    "/v1/runs": { post: { operationId: "start-run", responses: events } },
    "/v1/ping": { post: { responses: { 204: { description: "OK" } } } },
  };
  await withFolder(project(undefined, documentOf(paths, COMPONENTS)), async (folder) => {
    const explained = (...words: readonly string[]) => sdkwright(folder, ["explain", ...words]);
    const { stdout: create } = await explained("POST /v1/charges");
    assert.match(
      create,
      "POST /v1/charges of acme\n" +
        "  call     createCharge()\n" +
        '  key      header "Idempotency-Key": sent with each request, the same in all attempts\n\n',
    );
    // It is no list: there is nothing to say of pages.
    assert.not.match(create, "pages");
    for (const name of ["createCharge", "Create_charge"]) assert.is((await explained(name)).stdout, create);
    const { stdout: both } = await explained("/v1/charges");
    assert.match(both, 'GET /v1/charges of acme\n  call     chargesList()\n  pages    turned by cursor "cursor"');
    assert.ok(both.includes("POST /v1/charges of acme"));
    assert.match((await explained("start-run")).stdout, "streams  read by .events()\n\n1 operation was explained.");
    assert.match((await explained("POST /v1/ping")).stdout, "of acme\n  call     postV1Ping()\n\n1 operation");
    for (const [given, said] of [
      ["createCharges", "no diagnostic and no operation createCharges\n  did you mean createCharge?"],
      ["/v1/charge", 'no document of the project has the operation /v1/charge\n  did you mean "/v1/charges"?'],
      ["no-match", "no operation no-match\n  each message starts with a code"],
      ["no-match", "`sdkwright docs webhooks` those of webhooks"],
    ] as const) {
      const { status, stderr } = await explained(given);
      assert.is(status, 3);
      assert.match(stderr, said);
    }
  });
});

test("explain says which rule an operation has, and why", async () => {
  await withFolder(project({ "/v1/refunds": { next: "link" } }), async (folder) => {
    const explained = async (...operation: readonly string[]) =>
      (await sdkwright(folder, ["explain", ...operation])).stdout;
    const charges = await explained("GET /v1/charges");
    assert.match(charges, 'GET /v1/charges of acme\n  call     getV1Charges()\n  pages    turned by cursor "cursor"\n');
    assert.match(charges, 'why      query parameter "cursor" and "/next_cursor" have the same name');
    assert.match(charges, '"items":"/data"');
    assert.is(await explained("get", "/v1/charges"), charges);
    assert.match(await explained("GET /v1/refunds"), 'declared in "pages" of the definition, as "/v1/refunds"');
    const plain = await explained("GET /v1/plain");
    assert.match(plain, "pages    not turned\n  why      it is unclear if the pages");
    assert.match(plain, 'declare  "GET /v1/plain": { "next": { "query": "page", "first": 1 }, "items": "/data" }');
    assert.match(await explained("GET /v1/charges/{id}"), "pages    not turned");
    const { status, stderr } = await sdkwright(folder, ["explain", "GET /v1/charge"]);
    assert.is(status, 3);
    assert.match(stderr, 'did you mean "GET /v1/charges"?');
    const { stdout } = await sdkwright(folder, ["explain", "GET /v1/charges", "--format", "json"]);
    const { operations } = JSON.parse(stdout) as { operations: { rule: unknown }[] };
    assert.equal(operations[0]?.rule, { next: { query: "cursor", from: "/next_cursor" }, items: "/data" });
  });
});

test("a first call in a route collects items, and one that is no list is read as before", async () => {
  const document = { ...DOCUMENT, servers: [{ url: "https://api.acme.example" }] };
  const next = { "package.json": { dependencies: { next: "15" } }, "app/page.tsx": "" };
  await withFolder({ ...next, "acme.json": document }, async (folder) => {
    const { stdout } = await sdkwright(folder, ["add", "acme.json", "--name", "item"]);
    assert.match(stdout, "for await (const each of getV1Pages(item).items({ limit: 10 })) eachList.push(each);");
    assert.match(stdout, "return Response.json(eachList);");
  });
  const one = { get: list({ id: text }) };
  await withFolder({ "acme.json": { ...document, paths: { "/v1/me": one } } }, async (folder) => {
    const { stdout } = await sdkwright(folder, ["add", "acme.json", "--name", "acme"]);
    assert.match(stdout, "console.log(await getV1Me(acme).json());");
  });
});

test("add says how many operations answer piece by piece, and shows no call if all need a body", async () => {
  const answer = (type: string) => ({ responses: { 200: { description: "OK", content: { [type]: {} } } } });
  const post = (type: string) => ({
    post: { requestBody: { required: true, content: { "application/json": {} } }, ...answer(type) },
  });
  const paths = {
    "/a": post("text/event-stream"),
    "/b": post("text/event-stream"),
    "/c": post("application/x-ndjson"),
    "/d": post("application/json"),
  };
  const document = { ...documentOf(paths, COMPONENTS), servers: [{ url: "https://api.acme.example" }] };
  await withFolder({ "acme.json": document }, async (folder) => {
    const { stdout } = await sdkwright(folder, ["add", "acme.json", "--name", "acme"]);
    assert.match(stdout, "\nStreams of events: 2 operations\nStreams of lines: 1 operation\n");
    assert.ok(stdout.endsWith("Next: `npx sdkwright generate`.\n"), stdout);
    const told = await sdkwright(folder, ["add", "acme.json", "--name", "acme", "--format", "json"]);
    assert.equal((JSON.parse(told.stdout) as { streams: unknown }).streams, { events: 2, lines: 1 });
  });
});

test("add says what was detected, and what was not", async () => {
  const document = { ...DOCUMENT, servers: [{ url: "https://api.acme.example" }] };
  await withFolder({ "package.json": { type: "module" }, "acme.json": document }, async (folder) => {
    const { stdout, stderr, status } = await sdkwright(folder, ["add", "acme.json", "--name", "acme"]);
    assert.is(status, 0, stderr);
    assert.match(stdout, 'Lists with pages, by rule:\n      3  cursor "cursor"\n      1  page number "page"\n');
    assert.match(
      stdout,
      'Lists without a known rule, which "pages" of the definition can add:\n      1  it is unclear if the pages of "page" start at 0 or 1: GET /v1/plain\n',
    );
    // The simplest operation is a list: what is printed reads all of it.
    assert.match(stdout, "for await (const item of getV1Pages(acme).items({ limit: 10 })) console.log(item);\n");
    const generated = await sdkwright(folder, ["generate"]);
    assert.is(generated.status, 0, generated.stderr);
    const provider = readFileSync(join(folder, "src/generated/providers/acme.ts"), "utf8");
    assert.match(provider, ' * for await (const item of client.get("/v1/pages").items()) console.log(item);\n');
  });
});

test.run();
