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
const DEFAULT = '"default" at "https://api.acme.example"';
const CALLS = "calls of it without types now use";
const AT_FILES = `${CALLS} ${FILES}, before ${DEFAULT}`;
const PLAIN = ['compatible: operation "GET /x" was added'];
const ADMIN = '"token" of scheme "admin" from $ADMIN';

test("another service, another scheme, and a scheme at another service", () => {
  assert.equal(added(operation("GET /x", { service: "files" })), [
    `compatible!: operation "GET /x" was added: credentials of scheme "key" go to ${FILES}, ${AT_FILES}`,
  ]);
  assert.equal(added(operation("GET /x", { security: ["admin"] })), [
    `compatible!: operation "GET /x" was added: credentials of scheme "admin" go to service "default" at "https://api.acme.example", ${ADMIN}, ${CALLS} security "admin" by default, before "key" or what \`create…\` gives`,
  ]);
  const apart = all(operation("GET /a", { security: ["admin"] }), operation("GET /b", { service: "files" }));
  assert.equal(added(operation("GET /x", { service: "files", security: ["key", "admin"] }), apart), [
    `compatible!: operation "GET /x" was added: credentials of scheme "admin" go to ${FILES}, ${ADMIN}, ${AT_FILES}, and security "key" and "admin" by default, before "key" or what \`create…\` gives`,
  ]);
});

test("schemes of which a call names one", () => {
  const named = (service: string) => operation("GET /x", { service }, '{ security: "key" | ["admin", "key"] }');
  assert.match(added(named("files")).join(), `credentials of schemes "key" and "admin" go to ${FILES}, ${ADMIN}`);
  const said = operation("GET /x", {}, '{ query?: { security?: "admin" } }');
  assert.equal(added(said), PLAIN);
});

test("what went there before is nothing new, nor is what sends nothing", () => {
  const unmarked = (edit: Edit, before?: Edit) => assert.match(added(edit, before).join(), /^compatible: [^!]*$/);
  assert.equal(added(operation("GET /x", {})), PLAIN);
  unmarked(operation("GET /x", { service: "files", security: [] }));
  const files = operation("GET /a", { service: "files", security: ["admin"] });
  unmarked(operation("GET /x", { service: "files", security: ["admin"] }), files);
  const twin: Edit = (_, { services }) => (services["twin"] = "https://api.acme.example/other");
  unmarked(operation("GET /x", { service: "twin" }), twin);
});

test("what is told of the provider or of a service is not told again", () => {
  const defaults: Edit = (_, provider) => {
    provider.security = ["admin"];
    provider.defaultService = "files";
  };
  assert.equal(added(all(defaults, operation("GET /x", {}))), PLAIN);
  const before = operation("GET /a", { service: "files" });
  const moved: Edit = (_, { services }) => (services["files"] = "https://elsewhere.example");
  assert.equal(added(all(moved, operation("GET /x", { service: "files" })), before), [
    `${PLAIN.join()}: ${AT_FILES.replace("files.acme", "elsewhere")}`,
  ]);
});

test("one that reroutes calls without types names where they go, unmarked where that origin has the credential", () => {
  const files = operation("GET /a", { service: "files", security: ["key", "admin"] });
  const admin = operation("POST /a", { security: ["admin"] });
  const before = all(files, admin);
  const calls = `${PLAIN.join()}: ${CALLS}`;
  const service = `${FILES}, before ${DEFAULT}`;
  const security = 'security "admin" by default, before "key" or what `create…` gives';
  assert.equal(added(operation("GET /x", { service: "files" }), before), [`${calls} ${service}`]);
  assert.equal(added(operation("GET /x", { security: ["admin"] }), before), [`${calls} ${security}, ${ADMIN}`]);
  assert.equal(added(operation("GET /x", { service: "files", security: ["admin"] }), before), [
    `${calls} ${service}, and ${security}, ${ADMIN}`,
  ]);
  assert.equal(added(operation("HEAD /x", { service: "files" }), before), [
    `${calls} ${service}`.replace("GET", "HEAD"),
  ]);
  const ownOne = 'security "key" by default, before "key" or what `create…` gives';
  assert.equal(added(operation("GET /x", { service: "default", security: ["key"] }), before), [`${calls} ${ownOne}`]);
});

/** What is said of operations that were there, and are called otherwise or no longer described. */
function removed(edit: Edit, instead: Edit = () => {}): readonly string[] {
  return told(all(instead), all(edit)).map((text) => text.replace(/ @ .*/, ""));
}

test("one that is removed names where calls of it without types go now", () => {
  const gone = 'breaking: operation "GET /x" was removed';
  assert.equal(removed(operation("GET /x", { service: "files", security: [] })), [
    `${gone}: calls of it without types now use service ${DEFAULT}, before ${FILES.slice("service ".length)}, and security "key" or what \`create…\` gives by default, before none`,
  ]);
  assert.equal(removed(operation("GET /x", {})), [gone]);
  const chosen: Edit = (_, provider) => (provider.openapi = { file: "client/openapi/acme.json", include: ["/y"] });
  assert.match(
    removed(operation("GET /x", { security: [] }), chosen).join(),
    `${gone}: the definition chooses other operations, calls of it without types now use security "key" or what \`create…\` gives by default, before none`,
  );
});

test("one under another path names both", () => {
  const files = { service: "files", security: [] };
  for (const [from, to] of [
    ["GET /x", "GET /y"],
    ["GET /x/{id}", "GET /x/{key}"],
  ] as const) {
    const text = removed(operation(from, files), operation(to, files));
    const ways = [
      `calls of "${to}" without types now use ${FILES}, before ${DEFAULT}, and security none by default, before "key" or what \`create…\` gives`,
      `calls of "${from}" without types now use service ${DEFAULT}, before ${FILES.slice("service ".length)}, and security "key" or what \`create…\` gives by default, before none`,
    ];
    assert.match(text.join("\n"), ` is now "${to}": ${ways.join(", ")}`);
    assert.equal(removed(operation(from, {}), operation(to, {})).length, 1);
  }
});

test("several that say the same are one line", () => {
  const several = all(...["GET /x", "GET /y", "GET /z"].map((key) => operation(key, { service: "files" })));
  assert.equal(added(several), [
    `compatible!: operation "GET /x", "GET /y" and "GET /z" was added: credentials of scheme "key" go to ${FILES}, ${AT_FILES}`,
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
      /^compatible +credential destination: operation "GET \/more" .* go to service "files" at "https:\/\/files\.partner\.example", "token" of scheme "admin" from \$ADMIN, calls of it/m,
    );
    assert.is(run.status, status);
  }
});

test("--used keeps one that reroutes a call without types, unmarked", async () => {
  const provider = {
    name: "acme",
    defaultService: "default",
    services: [
      { id: "default", baseUrl: "https://api.acme.example" },
      { id: "files", baseUrl: "https://files.partner.example" },
    ],
    openapi: "../openapi/acme.json",
  };
  const servers = [{ url: "https://files.partner.example" }];
  const edit = document((next) => {
    at(next, "paths")["/more"] = { get: { servers, responses: {} } };
    at(next, "paths")["/most"] = { get: { servers, responses: {} } };
  });
  const code =
    'import { createAcme } from "./generated/providers/acme.js";\nvoid createAcme().untyped.get("/more").json();\n';
  const run = await diffAfter({ ...projectWith(code), "client/providers/acme.json": provider }, edit, {
    used: true,
    "fail-on": "behavioural",
  });
  assert.is(run.status, 0);
  assert.match(
    run.stdout,
    /^compatible +operation "GET \/more" .* was added: calls of it .* service "files" at "https:\/\/files\.partner\.example", before "default" at /m,
  );
  assert.not.match(run.stdout, "/most");
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
