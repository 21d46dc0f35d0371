import { suite } from "uvu";
import * as assert from "uvu/assert";
import { at, diffAfter, edited as document, projectWith } from "./project.js";
import { told, type Edit, type Model } from "./models.js";

const test = suite("diff of added operations: where their credentials go");

type Wire = NonNullable<Model["operations"][string]["wire"]>;

/** `key` applies by default, at the service `default`. */
const schemes: Edit = (_, provider) => {
  provider.securitySchemes = { key: { type: "http", scheme: "bearer" }, admin: { type: "http", scheme: "bearer" } };
  provider.credentials = { admin: { token: "$ADMIN" } };
};
const operation =
  (key: string, wire: Wire, options = "{}"): Edit =>
  ({ operations }) =>
    (operations[key] = { options, answers: {}, errors: {}, wire });
const all =
  (...edits: readonly Edit[]): Edit =>
  (model, provider) => {
    for (const edit of [schemes, ...edits]) edit(model, provider);
  };

/** What is said of added operations, where there was something `before`. */
function added(edit: Edit, before: Edit = () => {}): readonly string[] {
  return told(all(before, edit), all(before)).map((text) => text.replace(/ @ .*/, ""));
}

const FILES = 'service "files" at "https://files.acme.example"';
const PLAIN = ['compatible: operation "GET /x" was added'];
const ADMIN = '"token" of scheme "admin" from $ADMIN';

test("another service, another scheme, and a scheme at another service", () => {
  assert.equal(added(operation("GET /x", { service: "files" })), [
    `compatible!: operation "GET /x" was added: credentials of scheme "key" go to ${FILES}`,
  ]);
  assert.equal(added(operation("GET /x", { security: ["admin"] })), [
    `compatible!: operation "GET /x" was added: credentials of scheme "admin" go to service "default" at "https://api.acme.example", ${ADMIN}`,
  ]);
  const apart = all(operation("GET /a", { security: ["admin"] }), operation("GET /b", { service: "files" }));
  assert.equal(added(operation("GET /x", { service: "files", security: ["key", "admin"] }), apart), [
    `compatible!: operation "GET /x" was added: credentials of scheme "admin" go to ${FILES}, ${ADMIN}`,
  ]);
});

test("schemes of which a call names one", () => {
  const named = (service: string) => operation("GET /x", { service }, '{ security: "key" | ["admin", "key"] }');
  assert.match(
    added(named("files")).join(),
    `"key" go to ${FILES}, credentials of scheme "admin" go to ${FILES}, ${ADMIN}`,
  );
  const said = operation("GET /x", {}, '{ query?: { security?: "admin" } }');
  assert.equal(added(said), PLAIN);
});

test("what went there before is nothing new, nor is what sends nothing", () => {
  assert.equal(added(operation("GET /x", {})), PLAIN);
  assert.equal(added(operation("GET /x", { service: "files", security: [] })), PLAIN);
  const files = operation("GET /a", { service: "files", security: ["admin"] });
  assert.equal(added(operation("GET /x", { service: "files", security: ["admin"] }), files), PLAIN);
  const twin: Edit = (_, { services }) => (services["twin"] = "https://api.acme.example/other");
  assert.equal(added(operation("GET /x", { service: "twin" }), twin), PLAIN);
});

test("what is told of the provider or of a service is not told again", () => {
  const defaults: Edit = (_, provider) => {
    provider.security = ["admin"];
    provider.defaultService = "files";
  };
  assert.equal(added(all(defaults, operation("GET /x", {}))), PLAIN);
  const before = operation("GET /a", { service: "files" });
  const moved: Edit = (_, { services }) => (services["files"] = "https://elsewhere.example");
  assert.equal(added(all(moved, operation("GET /x", { service: "files" })), before), PLAIN);
});

test("several that say the same are one line", () => {
  const several = all(...["GET /x", "GET /y", "GET /z"].map((key) => operation(key, { service: "files" })));
  assert.equal(added(several), [
    `compatible!: operation "GET /x", "GET /y" and "GET /z" was added: credentials of scheme "key" go to ${FILES}`,
  ]);
});

test("--fail-on behavioural ends on it, with --used too", async () => {
  const files = {
    ...projectWith('import { createAcme } from "./generated/providers/acme.js";\nvoid createAcme;\n'),
    "client/providers/acme.json": {
      name: "acme",
      defaultService: "default",
      services: [
        { id: "default", baseUrl: "https://api.acme.example" },
        { id: "files", baseUrl: "https://files.partner.example" },
      ],
      securitySchemes: [{ id: "admin", type: "http", scheme: "bearer" }],
      security: "admin",
      openapi: "../openapi/acme.json",
    },
    "client/client.json": { providers: { acme: { security: [{ id: "admin", token: "$ADMIN" }] } } },
  };
  const servers = [{ url: "https://files.partner.example" }];
  const edit = document((next) => (at(next, "paths")["/more"] = { get: { servers, responses: {} } }));
  for (const [limit, status] of [
    ["behavioural", 1],
    ["breaking", 0],
  ] as const) {
    const run = await diffAfter(files, edit, { used: true, "fail-on": limit });
    assert.match(
      run.stdout,
      /^compatible +credential destination: operation "GET \/more" .* go to service "files" at "https:\/\/files\.partner\.example", "token" of scheme "admin" from \$ADMIN\n/m,
    );
    assert.is(run.status, status);
  }
});

test("of a provider under another name: where its operations newly go, and what calls of it meet", async () => {
  const services = [
    { id: "default", baseUrl: "https://api.acme.example" },
    { id: "files", baseUrl: "https://files.partner.example" },
  ];
  const named = (name: string) => ({
    [`client/providers/${name}.json`]: {
      name,
      defaultService: "default",
      services,
      securitySchemes: [{ id: "admin", type: "http", scheme: "bearer" }],
      security: "admin",
      openapi: "../openapi/acme.json",
    },
    "client/client.json": { providers: { [name]: { security: [{ id: "admin", token: "$ADMIN" }] } } },
  });
  const code = 'import { createAcme } from "./generated/providers/acme.js";\nvoid createAcme;\n';
  const moved = document((next) => {
    at(next, "paths", "/refunds", "get")["servers"] = [{ url: "https://files.partner.example" }];
    delete at(next, "paths")["/charges/{id}"];
  });
  const { stdout } = await diffAfter(
    { ...projectWith(code), ...named("acme") },
    { ...named("acme-two"), ...moved },
    { used: true },
  );
  assert.match(stdout, /^breaking +provider "acme" was renamed to "acme-two"$/m);
  assert.match(
    stdout,
    /credential destination: "GET \/refunds" of provider "acme-two" now uses service "files" at "https:\/\/files\.partner\.example"/,
  );
  assert.match(stdout, /^breaking +operation "GET \/charges\/\{id\}" of provider "acme-two" was removed$/m);
  const renamed = await diffAfter({ ...projectWith(code), ...named("acme") }, named("acme-two"));
  assert.match(renamed.stdout, /1 change since .*: 1 breaking\./);
});

test.run();
