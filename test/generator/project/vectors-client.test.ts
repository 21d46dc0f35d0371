import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Files } from "../folder.js";
import { brief, diagnosticsOf } from "../sdkwright.js";

const test = suite("vectors of client.json, through the generator");

const schemes = [
  { id: "key", type: "apiKey", in: "header", name: "X-Key" },
  { id: "basic", type: "http", scheme: "basic" },
];
const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://acme.example" }],
  defaultService: "default",
  securitySchemes: schemes,
};
const definitions: Files = Object.fromEntries(
  ["foo", "bar", "baz"].map((name) => [`client/providers/${name}.json`, { ...acme, name }]),
);
const document = {
  name: "a",
  version: "1.0.0",
  usecases: { Send: { input: { type: "object", properties: { to: { type: "string" } } }, result: {} } },
};

/** What is found in a client.json: severity, code and pointer; every place has a line and a column. */
async function found(client: unknown, files: Files = {}): Promise<string[]> {
  const diagnostics = await diagnosticsOf({ ...definitions, "client/client.json": client, ...files });
  return diagnostics.map((diagnostic) => {
    const { severity, code, file, pointer, start } = diagnostic;
    assert.ok(start !== undefined && start.line > 0 && start.column > 0, brief(diagnostic));
    return [severity, code, ...(file === "client/client.json" ? [] : [file]), pointer].join(" ").trim();
  });
}

const providers = { foo: {}, bar: {}, baz: {} };
const withDocument = { "client/profiles/a.json": document };
const profile = (settings: unknown) => found({ profiles: { a: settings }, providers }, withDocument);
const versioned = (settings: object) => profile({ version: "1.0.0", ...settings });
const profileProvider = (value: unknown, files: Files = {}) =>
  found({ profiles: { a: { version: "1.0.0", providers: { foo: value } } }, providers }, { ...withDocument, ...files });
const security = (...entries: object[]) => found({ providers: { foo: { security: entries } } });

function accepted(name: string, run: () => Promise<string[]>): void {
  test(name, async () => {
    assert.equal(await run(), []);
  });
}

function finds(name: string, run: () => Promise<string[]>, ...expected: readonly string[]): void {
  test(name, async () => {
    assert.equal(await run(), expected);
  });
}

accepted("profile-version: 1.0.0", () => profile("1.0.0"));
finds("profile-version: prerelease and build", () => profile("1.0.0-rc.1+b"), "error SW1316 /profiles/a");
for (const text of ["file:profiles/a.json", "file://profiles/a.json", "file:./profiles/a.json"]) {
  accepted(`profile-file: ${text}`, () => profile(text));
}
for (const text of ["madeup", "1.0", "^1.0.0", "1", "v1.0.0"]) {
  finds(`profile-bad: ${text}`, () => profile(text), "error SW1104 /profiles/a");
}
finds("profile-xor: both", () => profile({ file: "x.json", version: "1.0.0" }), "error SW1108 /profiles/a");
finds("profile-xor: neither", () => profile({}), "error SW1108 /profiles/a");
finds(
  "provider-string: a file that is not there",
  () => found({ providers: { foo: "file:///foo.json" } }),
  "error SW0202 /providers/foo",
);
finds("provider-string: madeup", () => found({ providers: { foo: "madeup" } }), "error SW1104 /providers/foo");
accepted("provider-empty", () => found({ providers: { foo: {} } }));
accepted("profile-provider-string: a map module", () =>
  profileProvider("file:maps/x.ts", { "client/maps/x.ts": "export default { Send() {} };\n" }),
);
finds(
  "profile-provider-string: a map module that is not there",
  () => profileProvider("file:maps/x.ts"),
  "error SW0221 /profiles/a/providers/foo",
);
finds(
  "profile-provider-string: some/path",
  () => profileProvider("some/path"),
  "error SW1104 /profiles/a/providers/foo",
);
finds("profile-provider-other", () => profileProvider("file:maps/x.suma"), "note SW0222 /profiles/a/providers/foo");
finds(
  "profile-provider-xor",
  () => profileProvider({ file: "x.json", mapVariant: "v" }),
  "error SW1108 /profiles/a/providers/foo",
);
finds("profile-provider-array", () => versioned({ providers: [{ foo: {} }] }), "error SW1103 /profiles/a/providers");
finds("priority-duplicate", () => versioned({ priority: ["foo", "foo"] }), "error SW1304 /profiles/a/priority/1");
finds(
  "failover-misplaced: under a provider",
  () => profileProvider({ providerFailover: true }),
  "error SW1107 /profiles/a/providers/foo/providerFailover",
);
finds(
  "failover-misplaced: under its defaults",
  () => profileProvider({ defaults: { Send: { providerFailover: true } } }),
  "error SW1107 /profiles/a/providers/foo/defaults/Send/providerFailover",
);
accepted("defaults-empty", () => versioned({ defaults: { Send: {} } }));

const policy = "/profiles/a/providers/foo/defaults/Send/retryPolicy";
const retry = (retryPolicy: unknown) => profileProvider({ defaults: { Send: { retryPolicy } } });
const breaker = (more: object) => retry({ kind: "circuit-breaker", ...more });
for (const kind of ["none", "circuit-breaker"]) accepted(`retry: ${kind}`, () => retry(kind));
accepted("retry-partial", () => breaker({ maxContiguousRetries: 5, backoff: { kind: "exponential", start: 5 } }));
finds("retry-none-extra", () => retry({ kind: "none", maxContiguousRetries: 3 }), `warning SW1307 ${policy}`);
finds(
  "retry-bad: max 1.5",
  () => breaker({ maxContiguousRetries: 1.5 }),
  `error SW1103 ${policy}/maxContiguousRetries`,
);
for (const max of [-1, 0]) {
  finds(
    `retry-bad: max ${max}`,
    () => breaker({ maxContiguousRetries: max }),
    `error SW1104 ${policy}/maxContiguousRetries`,
  );
}
finds(
  "retry-bad: start 2000 as text",
  () => breaker({ backoff: { kind: "exponential", start: "2000" } }),
  `error SW1103 ${policy}/backoff/start`,
);
finds(
  "retry-bad: start 0",
  () => breaker({ backoff: { kind: "exponential", start: 0 } }),
  `error SW1104 ${policy}/backoff/start`,
);
finds(
  "retry-bad: factor 1.5",
  () => breaker({ backoff: { kind: "exponential", factor: 1.5 } }),
  `error SW1103 ${policy}/backoff/factor`,
);
for (const factor of [0, -1]) {
  finds(
    `retry-bad: factor ${factor}`,
    () => breaker({ backoff: { kind: "exponential", factor } }),
    `error SW1104 ${policy}/backoff/factor`,
  );
}
finds("retry-bad: no kind", () => retry({}), `error SW1102 ${policy}`);
finds("retry-bad: kind simple", () => retry({ kind: "simple" }), `error SW1104 ${policy}/kind`);
finds("retry-bad: backoff without kind", () => breaker({ backoff: {} }), `error SW1102 ${policy}/backoff`);
finds(
  "retry-bad: backoff linear",
  () => breaker({ backoff: { kind: "linear" } }),
  `error SW1104 ${policy}/backoff/kind`,
);
finds(
  "retry-bad: requestTimeout",
  () => retry({ kind: "none", requestTimeout: 2_147_483_648 }),
  `error SW1104 ${policy}/requestTimeout`,
);
finds(
  "retry-misplaced",
  () => versioned({ defaults: { Send: { retryPolicy: "none" } } }),
  "error SW1107 /profiles/a/defaults/Send/retryPolicy",
);

finds("unknown-key: at the root", () => found({ providers: {}, foo: 1 }), "error SW1101 /foo");
finds(
  "unknown-key: paramters",
  () => found({ providers: { foo: { paramters: { a: [] } } } }),
  "error SW1101 /providers/foo/paramters",
);
finds(
  "unknown-key: auth",
  () => found({ providers: { foo: { auth: [{ x: 1 }] } } }),
  "error SW1101 /providers/foo/auth",
);

const entry = "/providers/foo/security/0";
for (const fields of [{ apiKey: "x" }, { value: "x" }, { password: "$P" }, { digest: "x" }]) {
  finds(
    `credential-shape: ${Object.keys(fields)[0]}`,
    () => security({ id: "key", ...fields }),
    `error SW1311 ${entry}`,
  );
}
finds(
  "credential-shape: fields of another scheme",
  () => security({ id: "basic", apikey: "$K" }),
  `error SW1314 ${entry}`,
);
finds("credential-id: unknown", () => security({ id: "kye", apikey: "$K" }), `error SW1313 ${entry}/id`);
finds(
  "credential-id: twice",
  () => security({ id: "key", apikey: "$A" }, { id: "key", apikey: "$B" }),
  "error SW1312 /providers/foo/security/1/id",
);
accepted("credential-empty: a password", () => security({ id: "basic", username: "$U", password: "" }));
finds("credential-empty: an apikey", () => security({ id: "key", apikey: "" }), `error SW1104 ${entry}/apikey`);
finds(
  "credential-literal",
  () => security({ id: "basic", username: "u", password: "$PW" }),
  `warning SW1310 ${entry}/username`,
);
for (const value of ["${X}", "$", "$1", "$uper$ecret"]) {
  finds(`env-braces: ${value}`, () => security({ id: "key", apikey: value }), `error SW1309 ${entry}/apikey`);
}

for (const root of [{}, { $schema: "x" }]) finds(`root: ${JSON.stringify(root)}`, () => found(root), "warning SW1301");
for (const root of [{ providers: {} }, { profiles: {} }]) accepted(`root: ${JSON.stringify(root)}`, () => found(root));
finds("root: a foreign file", () => found({ foo: 1 }), "error SW1302");
test("root: a foreign file's error names --config", async () => {
  const [diagnostic] = await diagnosticsOf({ "client/client.json": { foo: 1 } });
  assert.match(diagnostic?.hint ?? "", /--config/);
});

// What is no legal name is not shown, in pointers neither (12.9).
for (const name of ["../x", "A/b", "a/b/c"]) {
  finds(`names: profile ${name}`, () => found({ profiles: { [name]: "1.0.0" } }), "error SW1105 /profiles/***");
}
for (const name of ["then", "a b"]) {
  finds(
    `names: use-case ${name}`,
    () => versioned({ defaults: { [name]: {} } }),
    "error SW1105 /profiles/a/defaults/***",
  );
}

finds("profile-version-document: of another version", () => profile("1.0.1"), "error SW1316 /profiles/a");
finds(
  "profile-version-document: none",
  () => found({ profiles: { a: { version: "1.0.0", defaults: { Send: {} } } } }),
  "note SW0213 /profiles/a/version",
);
finds(
  "12.17: profile-version-document: none, and no use-case: a warning",
  () => found({ profiles: { a: "1.0.0" } }),
  "warning SW0214 /profiles/a",
);
finds(
  "12.17: profile-version-document: none, and another version lies there",
  () => found({ profiles: { a: "1.0.0" } }, { "client/profiles/a@1.0.1.json": { ...document, version: "1.0.1" } }),
  "error SW0215 /profiles/a",
);
accepted("12.17: another version beside the one that is pinned", () =>
  found(
    { profiles: { a: "1.0.0" } },
    { "client/profiles/a@1.0.0.json": document, "client/profiles/a@1.0.1.json": document },
  ),
);
finds(
  "12.17: a document without use-cases",
  () => found({ profiles: { a: "1.0.0" } }, { "client/profiles/a.json": { ...document, usecases: {} } }),
  "warning SW0214 /profiles/a",
);
finds(
  "12.17: a profile in another tool's format, without use-cases",
  () => found({ profiles: { a: "file:a.supr" } }),
  "warning SW0214 /profiles/a",
);
test("profile-version-document: <name>@<version>.json comes first", async () => {
  const files = { "client/profiles/a@2.0.0.json": { ...document, version: "2.0.0" }, ...withDocument };
  assert.equal(await found({ profiles: { a: "2.0.0" } }, files), []);
});
accepted("profile-definition: as string", () =>
  profileProvider("file:own.json", { "client/own.json": { ...acme, name: "foo" } }),
);
accepted("profile-definition: as object", () =>
  profileProvider({ file: "own.json" }, { "client/own.json": { ...acme, name: "foo" } }),
);
finds(
  "map-variant: alone",
  () => profileProvider({ mapVariant: "v" }),
  "warning SW1308 /profiles/a/providers/foo/mapVariant",
);
finds(
  "proto: as a key",
  () => found('{"providers":{"foo":{"__proto__":{"x":1}}}}'),
  "error SW1106 /providers/foo/__proto__",
);
finds(
  "name-mismatch: provider",
  () => found({ providers: { bar: { file: "providers/foo.json" } } }),
  "error SW1316 /providers/bar",
);
finds(
  "name-mismatch: profile",
  () => found({ profiles: { b: "file:profiles/a.json" } }, withDocument),
  "error SW1316 /profiles/b",
);
finds(
  "a provider of a profile that is not at top level",
  () => versioned({ providers: { qux: {} } }),
  "error SW1305 /profiles/a/providers/qux",
);
finds(
  "use-case: not in the document",
  () => versioned({ defaults: { Sned: {} } }),
  "error SW1317 /profiles/a/defaults/Sned",
);
finds(
  "input: not in the document",
  () => versioned({ defaults: { Send: { input: { too: 1 } } } }),
  "error SW1318 /profiles/a/defaults/Send/input/too",
);

test("12.17: the warning shows a document to write, which then is one", async () => {
  const [warning] = await diagnosticsOf({ "client/client.json": { profiles: { "a/b": "1.2.0" } } });
  const { path = "", json = "" } =
    /write (?<path>\S+) beside client\.json: (?<json>.*)$/.exec(warning?.hint ?? "")?.groups ?? {};
  assert.equal(await found({ profiles: { "a/b": "1.2.0" } }, { [`client/${path}`]: json }), []);
  assert.match(warning?.message ?? "", /looked at client\/profiles\/a\/b@1\.2\.0\.json/);
});

test("12.17: the error names the versions that are there", async () => {
  const files = { "client/profiles/a@2.0.0.json": document, "client/profiles/a@1.5.0-rc.1.json": document };
  const [error] = await diagnosticsOf({ "client/client.json": { profiles: { a: "1.0.0" } }, ...files });
  assert.match(
    error?.message ?? "",
    /profile "a" has no document of version 1\.0\.0, but one of 1\.5\.0-rc\.1, 2\.0\.0$/,
  );
});

test("12.17: files of another tool are summed up in one note", async () => {
  const send = (name: string) => ({
    file: `${name}.supr`,
    defaults: { Send: {} },
    providers: { foo: `file:${name}.foo.suma`, bar: { file: `${name}.bar.suma` } },
  });
  const notes = await diagnosticsOf({
    ...definitions,
    "client/client.json": { profiles: { p: send("p"), q: send("q") }, providers },
  });
  assert.equal(
    notes.map(({ code, severity, pointer }) => [code, severity, pointer]),
    [["SW0216", "note", "/profiles/p/file"]],
  );
  assert.match(notes[0]?.message ?? "", /^6 files .* 2 profiles \(\.supr\) and 4 maps \(\.suma\)/);
});

test.run();
