import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../../folder.js";
import { diagnosticsOf, sdkwright } from "../../sdkwright.js";
import { emit } from "./documents.js";

const test = suite("keys of operations that make a repeat harmless");

const TEXT = { type: "string" };
const header = (schema: object = TEXT, name = "Idempotency-Key") => ({
  parameters: [{ in: "header", name, required: true, schema }],
});
const json = (schema: object) => ({ requestBody: { required: true, content: { "application/json": { schema } } } });
const withKey = (schema: object = TEXT, name = "idempotency_key") => ({
  type: "object",
  required: [name],
  properties: { amount: { type: "integer" }, [name]: schema },
});

type Operations = { readonly [key: string]: object };

function documentOf(operations: Operations, components: object = {}): object {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = key.split(" ");
    (paths[path] ??= {})[method] = { responses: { 204: { description: "Done." } }, ...operation };
  }
  return { openapi: "3.1.0", info: { title: "Acme", version: "1" }, paths, components: { schemas: components } };
}

/** The keys of a document's operations, as `diff` says them; and what is noted of them. */
function keysOf(operations: Operations, components: object = {}): readonly [keys: object, notes: readonly string[]] {
  const emitted = emit(documentOf(operations, components));
  const { operations: entries } = JSON.parse(emitted?.model ?? "") as {
    operations: { [key: string]: { key?: string } };
  };
  const keys = Object.entries(entries).flatMap(([key, entry]) => (entry.key === undefined ? [] : [[key, entry.key]]));
  const notes = (emitted?.notes ?? []).filter(({ code }) => code === "SW1645");
  return [Object.fromEntries(keys) as object, notes.map(({ message }) => message)];
}

test("key-header: of POST and PATCH, under both names and in any case", () => {
  const found = keysOf({
    "post /a": header(),
    "patch /a": header(TEXT, "idempotency-key"),
    "post /b": header({ type: "string", format: "uuid", maxLength: 36 }, "X-Idempotency-Key"),
    "post /c": header(TEXT, "X-Idempotency"),
    "get /a": header(),
    "put /a": header(),
    "delete /a": header(),
    "post /files/*": header(),
  });
  assert.equal(found, [
    {
      "PATCH /a": 'header "idempotency-key"',
      "POST /a": 'header "Idempotency-Key"',
      "POST /b": 'header "X-Idempotency-Key"',
    },
    [],
  ]);
});

test("key-body: at the top level of a JSON body, behind references, `allOf` and in all of several choices", () => {
  const components = {
    Payment: withKey(),
    Refund: { allOf: [{ $ref: "#/components/schemas/Payment" }, { type: "object", properties: { reason: TEXT } }] },
    Tree: {
      type: "object",
      properties: { child: { $ref: "#/components/schemas/Tree" } },
      allOf: [{ $ref: "#/components/schemas/Tree" }],
    },
  };
  const payment = { $ref: "#/components/schemas/Payment" };
  const found = keysOf(
    {
      "post /plain": json(payment),
      "post /inherited": json({ $ref: "#/components/schemas/Refund" }),
      "post /camel": json(withKey({ type: ["string", "null"] }, "idempotencyKey")),
      "post /all": json({ oneOf: [payment, withKey()] }),
      "post /some": json({ oneOf: [payment, { type: "object", properties: { amount: TEXT } }] }),
      "post /below": json({ type: "object", properties: { order: payment } }),
      "post /circle": json({ $ref: "#/components/schemas/Tree" }),
      "post /form": { requestBody: { content: { "application/x-www-form-urlencoded": { schema: withKey() } } } },
      "put /plain": json(payment),
      "post /both": { ...header(), ...json(payment) },
    },
    components,
  );
  assert.equal(found, [
    {
      "POST /all": '"/idempotency_key" of the body',
      "POST /both": 'header "Idempotency-Key"',
      "POST /camel": '"/idempotencyKey" of the body',
      "POST /inherited": '"/idempotency_key" of the body',
      "POST /plain": '"/idempotency_key" of the body',
    },
    [],
  ]);
});

test("key-max: none is made that the document excludes, and a note says so once", () => {
  const [keys, notes] = keysOf({
    "post /short": header({ type: "string", maxLength: 32 }),
    "post /short-too": header({ type: "string", maxLength: 32 }),
    "post /long": json(withKey({ type: "string", minLength: 40 })),
    "post /digits": header({ type: "string", pattern: "^[0-9]+$" }),
    "post /evil": header({ type: "string", pattern: "^(([0-9a-f-])+)+(?!.)x$" }),
    "post /number": header({ type: "integer" }),
    "post /listed": header({ type: "string", enum: ["a"] }),
    "post /date": header({ type: "string", format: "date-time" }),
    "post /fits": header({ type: "string", minLength: 1, maxLength: 36, pattern: "^[\\w-]+$" }),
    "post /other": { ...header({ type: "string", maxLength: 10 }), ...json(withKey()) },
  });
  const own = 'header "Idempotency-Key" if the caller passes one';
  assert.equal(keys, {
    "POST /date": own,
    "POST /digits": own,
    "POST /evil": own,
    "POST /fits": 'header "Idempotency-Key"',
    "POST /listed": own,
    "POST /long": '"/idempotency_key" of the body if the caller passes one',
    "POST /number": own,
    "POST /other": '"/idempotency_key" of the body',
    "POST /short": own,
    "POST /short-too": own,
  });
  assert.equal(notes, [
    'no key is generated for the header "Idempotency-Key": it has at most 32 characters; calls pass their own (2 times)',
    'no key is generated for "idempotency_key" of the body: it has at least 40 characters; calls pass their own',
    'no key is generated for the header "Idempotency-Key": no UUID fits its pattern; calls pass their own (2 times)',
    'no key is generated for the header "Idempotency-Key": it is not text; calls pass their own',
    'no key is generated for the header "Idempotency-Key": it only allows listed values; calls pass their own',
    'no key is generated for the header "Idempotency-Key": its format is "date-time"; calls pass their own',
  ]);
});

test("types demand a key only if none is made", () => {
  const module =
    emit(documentOf({ "post /made": json(withKey()), "post /own": header({ maxLength: 8 }) }))?.module ?? "";
  assert.match(module, 'import type { MadeKey } from "@sdkwright/runtime/generated";');
  assert.match(
    module.replaceAll(/\s+/g, " "),
    'options: { json: MadeKey<{ amount?: number | undefined; idempotency_key: string }, "idempotency_key"> };',
  );
  assert.match(module, "idempotencyKey: string }");
});

const DEFINITION = {
  name: "acme",
  defaultService: "default",
  services: [{ id: "default", baseUrl: "https://api.acme.example/v1" }],
  openapi: "../openapi/acme.json",
};

const projectOf = (operations: Operations, definition: object) => ({
  "package.json": {},
  "client/client.json": { providers: { acme: "file:providers/acme.json" } },
  "client/providers/acme.json": { ...DEFINITION, ...definition },
  "client/openapi/acme.json": documentOf(operations),
});

/** What stands of keys in the emitted definition. */
async function emittedKeys(operations: Operations, definition: object): Promise<string> {
  return withFolder(projectOf(operations, definition), async (folder) => {
    const { status, stdout, stderr } = await sdkwright(folder, ["generate", "--quiet"]);
    assert.is(status, 0, stdout + stderr);
    const text = readFileSync(join(folder, "src/generated/providers/acme.definition.ts"), "utf8");
    return /^ {2}idempotency: \{\n.*?^ {2}\},\n/ms.exec(text)?.[0] ?? "";
  });
}

test("what is declared comes first, what is documented once for each place, with the paths of its operations", async () => {
  const operations = {
    "post /charges": header(),
    "post /refunds": header(),
    "post /search": header(),
    "post /labels": header({ type: "string", format: "uuid" }),
    "post /payments": json(withKey()),
    "patch /charges": header(),
    "put /charges": {},
  };
  const idempotency = {
    "POST /search": false,
    "POST /payments": { header: "Pay-Key" },
    "PUT /charges": { header: "Idempotency-Key" },
    "/beta/**": { body: "/meta/key" },
  };
  assert.is(
    await emittedKeys(operations, { idempotency }),
    `  idempotency: {
    POST: [
      { of: ["/search"] },
      { header: "Pay-Key", of: ["/payments"] },
      { body: "/meta/key", of: ["/beta/**"] },
      { header: "Idempotency-Key", of: ["/charges", "/refunds"] },
      { header: "Idempotency-Key", form: "uuid", of: ["/labels"] },
    ],
    PUT: [{ header: "Idempotency-Key", of: ["/charges"] }],
    PATCH: [
      { body: "/meta/key", of: ["/beta/**"] },
      { header: "Idempotency-Key", of: ["/charges"] },
    ],
  },
`,
  );
});

test("of 400 operations each has its path alone, and none if one pattern says it", async () => {
  const paths = Array.from({ length: 400 }, (_, index) => `/v1/things-${index}`);
  const operations = Object.fromEntries(paths.map((path) => [`post ${path}`, header()]));
  const lines = (await emittedKeys(operations, {})).split("\n");
  assert.is(lines.length, 400 + 10);
  assert.ok(lines.every(({ length }) => length < 40));
  const declared = await emittedKeys(operations, { idempotency: { "POST /v1/**": { header: "Idempotency-Key" } } });
  assert.is(declared, '  idempotency: {\n    POST: [{ header: "Idempotency-Key", of: ["/v1/**"] }],\n  },\n');
});

test("a pattern that matches nothing is a warning at its place", async () => {
  const idempotency = { "POST /charges": { header: "K" }, "POST /gone": false, "PATCH /charges": { body: "/k" } };
  const found = (await diagnosticsOf(projectOf({ "post /charges": {} }, { idempotency }))).filter(
    ({ code }) => code === "SW1608",
  );
  assert.equal(
    found.map(({ pointer }) => pointer),
    ["/idempotency/POST ~1gone", "/idempotency/PATCH ~1charges"],
  );
});

for (const [name, idempotency, message] of [
  ["true", { "POST /a": true }, /SW1104 .*expected \{ "header": name \}, \{ "body": place \} or false/],
  ["two places", { "POST /a": { header: "K", body: "/k" } }, /SW1104 .*expected either "header" or "body"/],
  ["no place", { "POST /a": {} }, /SW1104 .*expected either "header" or "body"/],
  ["no pattern", { charges: false }, /SW1105 .*is not an operation such as "POST \/charges"/],
  ["no name of a header", { "POST /a": { header: "a b" } }, /SW1104 .*expected the name of an HTTP header/],
  ["no place in a body", { "POST /a": { body: "k" } }, /SW1104 .*expected a place in the body such as/],
  ["a header with a meaning", { "POST /a": { header: "cookie" } }, /SW1225 .*"cookie" has another meaning/],
  ["a header of a scheme", { "POST /a": { header: "x-KEY" } }, /SW1225 .*the security scheme "token" sets/],
  ["a constant header", { "POST /a": { header: "Constant" } }, /SW1225 .*"Constant" is a constant header/],
] as const) {
  test(`what is declared wrongly: ${name}`, async () => {
    const securitySchemes = [{ id: "token", type: "apiKey", in: "header", name: "X-Key" }];
    const files = projectOf({ "post /a": {} }, { idempotency, securitySchemes, headers: { constant: "1" } });
    const found = (await diagnosticsOf(files)).filter(({ severity }) => severity === "error");
    assert.is(found.length, 1, JSON.stringify(found));
    assert.match(`${found[0]?.code} ${found[0]?.message}`, message);
  });
}

test.run();
