import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../../folder.js";
import { diagnosticsOf, sdkwright } from "../../sdkwright.js";

const test = suite("webhooks of definitions and documents");

const GENERATED = "src/generated/webhooks/acme.ts";
const MODEL = "src/generated/webhooks/acme.model.json";

interface Inputs {
  readonly webhooks?: object | undefined;
  readonly client?: object;
  readonly document?: object;
  readonly openEnums?: boolean;
}

function filesOf({ webhooks, client = {}, document, ...more }: Inputs): { readonly [path: string]: string } {
  const definition = {
    name: "acme",
    services: [{ id: "default", baseUrl: "https://api.acme.example" }],
    defaultService: "default",
    ...(webhooks && { webhooks }),
    ...(document && { openapi: "../openapi/acme.json" }),
    ...more,
  };
  const files = {
    "package.json": { type: "module" },
    "client/client.json": { providers: { acme: client } },
    "client/providers/acme.json": definition,
    ...(document && { "client/openapi/acme.json": { openapi: "3.1.0", info: {}, paths: {}, ...document } }),
  };
  return Object.fromEntries(Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)]));
}

/** The emitted module; `undefined` if there is none. */
async function moduleOf(inputs: Inputs): Promise<string | undefined> {
  return withFolder(filesOf(inputs), async (folder) => {
    const { status, stderr } = await sdkwright(folder, ["generate"]);
    assert.is(status, 0, stderr);
    return existsSync(join(folder, GENERATED)) ? readFileSync(join(folder, GENERATED), "utf8") : undefined;
  });
}

const standard = { signature: "standard" };
const hook = (schema: object, more: object = {}) => ({
  post: {
    requestBody: { content: { "application/json": { schema } } },
    responses: { 200: { description: "" } },
    ...more,
  },
});
const typed = (type: object, more: object = {}) => hook({ type: "object", properties: { type, ...more } });

test("nothing is emitted without a signature: a note has the line to paste", async () => {
  const document = { webhooks: { paid: typed({ const: "paid" }) } };
  assert.is(await moduleOf({ document }), undefined);
  const note = (await diagnosticsOf(filesOf({ document }))).find(({ code }) => code === "SW1661");
  assert.is(note?.severity, "note");
  assert.match(note?.hint ?? "", '"webhooks": { "signature": "standard" }');
  const parameters = [{ name: "X-Hub-Signature-256", in: "header", schema: { type: "string" } }];
  const ofGitHub = { "x-webhooks": { push: hook({}, { parameters }) } };
  const github = (await diagnosticsOf(filesOf({ document: ofGitHub }))).find(({ code }) => code === "SW1661");
  assert.match(github?.hint ?? "", '"webhooks": { "signature": "github" }');
  assert.match(github?.hint ?? "", '"webhooks": { "secret": "$ACME_WEBHOOK_SECRET" }');
  for (const [name, signature] of [
    ["X-GitHub-Event", "github"],
    ["X-Shopify-Topic", "shopify"],
    ["X-Slack-Request-Timestamp", "slack"],
    ["Svix-Id", "standard"],
    ["X-Other", "standard"],
  ] as const) {
    const shared = { name, in: "header", schema: { type: "string" } };
    const push = hook({}, { parameters: [{ $ref: "#/components/parameters/event" }] });
    const told = await diagnosticsOf(
      filesOf({ document: { webhooks: { push }, components: { parameters: { event: shared } } } }),
    );
    assert.match(told.find(({ code }) => code === "SW1661")?.hint ?? "", `"signature": "${signature}"`, name);
  }
  const callbacks = { moved: { "{$request.body#/url}": hook({}) } };
  const post = { callbacks, responses: { 200: { description: "" } } };
  for (const other of [{ "x-webhooks": document.webhooks }, { paths: { "/x": { post } } }])
    assert.ok((await diagnosticsOf(filesOf({ document: other }))).some(({ code }) => code === "SW1661"));
  assert.not.ok((await diagnosticsOf(filesOf({ document: {} }))).some(({ code }) => code === "SW1661"));
  assert.not.ok((await diagnosticsOf(filesOf({ document, webhooks: standard }))).some(({ code }) => code === "SW1661"));
});

test("names are constants, single enums, headers; where the definition names the place also examples and keys", async () => {
  const names = async (webhooks: object, hooks: object) => {
    const text = (await moduleOf({ webhooks, document: { webhooks: hooks } })) ?? "";
    const [, list = ""] = /names: \[([^\]]*)\]/.exec(text) ?? [];
    return [/ name: \{ (\w+: "[^"]*") \}/.exec(text)?.[1] ?? "", list.replaceAll(/\s+/g, "").replace(/,$/, "")];
  };
  const constants = { a: typed({ const: "paid" }), b: typed({ type: "string", enum: ["failed"] }) };
  assert.equal(await names(standard, constants), ["", '"paid","failed"']);
  assert.equal(await names({ signature: "twilio" }, constants), ['body: "/type"', '"paid","failed"']);
  const header = (value: string) => [{ name: "X-Event", in: "header", schema: { const: value } }];
  const ofHeader = { a: hook({}, { parameters: header("A") }), b: hook({}, { parameters: header("B") }) };
  assert.equal(await names({ signature: "discord" }, ofHeader), ['header: "x-event"', '"A","B"']);
  const kinds = {
    a: hook({ properties: { kind: { const: "A" }, event: { const: "C" } } }),
    b: hook({ properties: { kind: { const: "B" }, event: { const: "D" } } }),
  };
  assert.equal(await names({ signature: "twilio" }, kinds), ['body: "/event"', '"C","D"'], "usual names first");
  const zoom = {
    "meeting.started": hook({ properties: { event: { type: "string" } } }),
    other: hook({ properties: { event: { type: "string", example: "meeting.ended" } } }),
  };
  assert.equal(await names({ ...standard, name: { body: "/event" } }, zoom), [
    'body: "/event"',
    '"meeting.started","meeting.ended"',
  ]);
  const nested = { a: hook({ properties: { event: { properties: { type: { const: "x" } } } } }) };
  assert.equal(await names({ signature: "slack", name: { body: "/event/type" } }, nested), [
    'body: "/event/type"',
    '"x"',
  ]);
});

test("one schema for several webhooks has the key of each in its enum; what has no constant beside others has no name", async () => {
  const type = { type: "string", enum: ["pay.made", "pay.sent"] };
  const shared = { "pay.made": typed(type), "pay.sent": typed(type), rest: hook({ properties: { other: {} } }) };
  const text = (await moduleOf({ webhooks: { signature: "twilio" }, document: { webhooks: shared } })) ?? "";
  assert.match(text, 'name: { body: "/type" },\n  names: ["pay.made", "pay.sent"],');
  assert.match(text, '"pay.made": { type?: "pay.made" | "pay.sent" | undefined };');
  const few = { a: typed({ const: "x" }), b: hook({ type: "object" }) };
  const none = (await moduleOf({ webhooks: { signature: "twilio" }, document: { webhooks: few } })) ?? "";
  assert.not.match(none, / names?: /);
});

test("what nothing tells apart is one union without a name, with a note", async () => {
  const document = {
    webhooks: { a: hook({ properties: { x: { type: "string" } } }), b: hook({ type: "array", items: {} }) },
  };
  const text = (await moduleOf({ webhooks: standard, document })) ?? "";
  assert.match(text, "export type AcmeWebhookPayloads = { x?: string | undefined } | unknown[];");
  assert.match(text, "export type AcmeWebhook = WebhookEvent<undefined, AcmeWebhookPayloads>;");
  const notes = (await diagnosticsOf(filesOf({ webhooks: standard, document }))).filter(
    ({ code }) => code === "SW1662",
  );
  assert.is(notes.length, 1);
  assert.match(notes[0]?.message ?? "", '"a", and 1 more');
});

test("payloads are read as answers: what is read-only is there, what is write-only is not; an enum may be open", async () => {
  const Card = {
    type: "object",
    required: ["id", "pin"],
    properties: {
      id: { type: "string", readOnly: true },
      pin: { type: "string", writeOnly: true },
      state: { enum: ["a", "b"] },
    },
  };
  const document = {
    webhooks: { a: hook({ $ref: "#/components/schemas/Card" }) },
    paths: {
      "/cards": {
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Card" } } } },
          responses: { 204: { description: "" } },
        },
      },
    },
    components: { schemas: { Card } },
  };
  const text = (await moduleOf({ webhooks: standard, document })) ?? "";
  assert.match(text, /export interface Card \{\n  id: string;\n  state\?: "a" \| "b" \| undefined;\n\}/);
  const open = (await moduleOf({ webhooks: standard, document, openEnums: true })) ?? "";
  assert.match(open, /state\?: "a" \| "b" \| \(string & \{\}\) \| undefined/);
});

test("a schema that is called as something of the module gets another name", async () => {
  const schemas = {
    WebhookEvent: { type: "object", properties: { a: { type: "string" } } },
    AcmeWebhook: { type: "object" },
  };
  const named = (name: string) => hook({ $ref: `#/components/schemas/${name}` });
  const document = { webhooks: { a: named("WebhookEvent"), b: named("AcmeWebhook") }, components: { schemas } };
  const text = (await moduleOf({ webhooks: { signature: "shopify" }, document })) ?? "";
  assert.match(text, /a: WebhookEventSchema;\n  b: AcmeWebhookSchema;/);
});

test("of several content types JSON counts; a form is typed as its fields", async () => {
  const form = { properties: { payload: { type: "string" } } };
  const json = { properties: { ref: { type: "string" } } };
  const content = { "application/x-www-form-urlencoded": { schema: form }, "application/json": { schema: json } };
  const post = (body: object) => ({
    post: { requestBody: { content: body }, responses: { 200: { description: "" } } },
  });
  const only = { "application/x-www-form-urlencoded": { schema: form } };
  const document = { webhooks: { push: post(content), slash: post(only) } };
  const text = (await moduleOf({ webhooks: { signature: "shopify" }, document })) ?? "";
  assert.match(text, /push: \{ ref\?: string \| undefined \};\n  slash: \{ payload\?: string \| undefined \};/);
});

test("a document of webhooks alone is enough; a definition without a document too", async () => {
  const document = { webhooks: { a: typed({ const: "x" }) } };
  for (const webhooks of [standard, undefined]) {
    const codes = (await diagnosticsOf(filesOf({ webhooks, document }))).map(({ code }) => code);
    assert.not.ok(codes.includes("SW1609"), codes.join());
  }
  assert.match((await moduleOf({ webhooks: standard })) ?? "", "export type AcmeWebhook = WebhookEvent<undefined>;");
});

test("secrets of client.json are variables; one that is written out is emitted nowhere, and code has to give them", async () => {
  const of = async (webhooks: object) => (await moduleOf({ webhooks: standard, client: { webhooks } })) ?? "";
  assert.match(await of({ secret: "$ACME_WEBHOOK_SECRET" }), 'secrets: ["$ACME_WEBHOOK_SECRET"]');
  assert.match(await of({ secrets: ["$A", "$B"] }), 'secrets: ["$A", "$B"]');
  for (const webhooks of [{ secret: "whsec_s3cret" }, { secrets: ["$A", "whsec_s3cret"] }]) {
    const text = await of(webhooks);
    assert.not.match(text, /s3cret|  secrets: /);
    assert.match(text, "options: WebhooksOptionsWithSecrets");
    assert.match(text, ' * `"webhooks": { "secret": "$ACME_WEBHOOK_SECRET" }`.');
    const found = await diagnosticsOf(filesOf({ webhooks: standard, client: { webhooks } }));
    const warning = found.find(({ code }) => code === "SW1310");
    assert.match(warning?.hint ?? "", "$ACME_WEBHOOK_SECRET");
    assert.not.match(JSON.stringify(found), /s3cret/);
  }
});

test("secrets in a wrong form are errors that show none", async () => {
  for (const webhooks of [
    { secret: "$A", secrets: ["$B"] },
    {},
    { secrets: [] },
    { secret: "${s3cret}" },
    { secret: "" },
    { main: { secret: "s3cret" } },
    "s3cret",
  ]) {
    const found = await diagnosticsOf(filesOf({ webhooks: standard, client: { webhooks } }));
    assert.ok(
      found.some(({ severity }) => severity === "error"),
      JSON.stringify(webhooks),
    );
    assert.not.match(JSON.stringify(found), /s3cret/);
  }
});

const DATA = {
  algorithm: "hmac-sha256",
  header: "X-S",
  encoding: "hex",
  content: "{timestamp}.{body}",
  timestamp: { header: "X-T" },
};

test("a signature that proves nothing is an error", async () => {
  const wrong: readonly object[] = [
    { ...DATA, content: "{timestamp}" },
    { ...DATA, content: "{body}" },
    { ...DATA, timestamp: undefined },
    { ...DATA, content: "{timestamp}{body}{nonce}" },
    { ...DATA, content: "{timestamp}{body" },
    { ...DATA, content: "{id}.{timestamp}.{body}" },
    { ...DATA, value: "v1={sig}" },
    { ...DATA, value: "{signature}{signature}" },
    { ...DATA, value: "t={timestamp},{body}={signature}" },
    { ...DATA, algorithm: "ed25519", key: "text" },
    { ...DATA, content: "{body}", timestamp: undefined, tolerance: 300 },
    { ...DATA, tolerance: 3601 },
    { ...DATA, tolerance: true },
    { ...DATA, algorithm: "md5" },
    { ...DATA, header: "X S" },
  ];
  for (const signature of wrong) {
    const found = await diagnosticsOf(filesOf({ webhooks: { signature } }));
    const errors = found.filter(({ severity }) => severity === "error");
    assert.ok(
      errors.length === 1 || errors.every(({ code }) => code === "SW1251"),
      `${JSON.stringify(signature)} ${JSON.stringify(errors)}`,
    );
    assert.ok(errors.length > 0, JSON.stringify(signature));
  }
  for (const signature of [
    DATA,
    { ...DATA, tolerance: 3600 },
    { ...DATA, content: "{header:X-A}{method}{url}{body}{timestamp}" },
    "discord",
  ])
    assert.equal(await diagnosticsOf(filesOf({ webhooks: { signature } })), []);
  const noted = await diagnosticsOf(filesOf({ webhooks: { signature: { ...DATA, tolerance: false } } }));
  assert.equal(
    noted.map(({ code, severity }) => [code, severity]),
    [["SW1252", "note"]],
  );
});

test("env lists the secret; generate says what to import; the model is in the lock", async () => {
  const document = { webhooks: { a: typed({ const: "x" }) } };
  const client = { webhooks: { secret: "$ACME_WEBHOOK_SECRET" } };
  await withFolder(filesOf({ webhooks: standard, client, document }), async (folder) => {
    const { stdout } = await sdkwright(folder, ["generate"]);
    assert.match(stdout, `createAcmeWebhooks from ${GENERATED}`);
    assert.match((await sdkwright(folder, ["env"])).stdout, /ACME_WEBHOOK_SECRET +not set +secret of webhooks/);
    assert.match((await sdkwright(folder, ["env", "--example"])).stdout, "# secret of webhooks\nACME_WEBHOOK_SECRET=");
    const lock = JSON.parse(readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8")) as {
      readonly files: object;
      readonly model: { readonly providers: { readonly acme: object } };
    };
    assert.ok("webhooks/acme.ts" in lock.files && "webhooks/acme.model.json" in lock.files);
    assert.equal((lock.model.providers.acme as { webhooks: object }).webhooks, {
      documented: true,
      secrets: ["$ACME_WEBHOOK_SECRET"],
      signature: "standard",
    });
    assert.ok(existsSync(join(folder, MODEL)));
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test.run();
