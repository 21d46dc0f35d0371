import { createLock, type Input, type LockContent } from "#generator/output/lock-of-run.js";
import { hashBytes, hashText, printLock, readLock } from "#generator/io/lock.js";
import { hashJson } from "#generator/io/input-hash.js";
import { CREDENTIAL_FIELDS } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("lock");

const options = {
  config: "client/client.json",
  out: "src/generated",
  definitions: [],
  importExtension: ".js",
  allowJs: false,
} as const;

const content = (inputs: readonly Input[]): LockContent => ({
  options,
  inputs,
  absent: ["z.json", "a.json"],
  warnings: 0,
  files: [
    { path: "index.ts", text: "b" },
    { path: "client.ts", text: "a" },
  ],
  model: { providers: {} },
});

const client = (json: unknown) => hashJson("client", json);

test("is stable: paths sorted, one entry per line, read as it was printed", () => {
  const inputs: Input[] = [
    { kind: "definition", file: "b.json", json: {} },
    { kind: "definition", file: "a.json", json: {} },
    { kind: "map", file: "m.ts", text: "map" },
    { kind: "map", file: "n.ts", text: undefined },
  ];
  const text = printLock(createLock(content(inputs)));
  assert.is(text, printLock(createLock(content([...inputs].reverse()))));
  assert.match(text, /"files": \{\n {4}"client.ts": "[0-9a-f]{64}",\n {4}"index.ts": "[0-9a-f]{64}"\n {2}\}/);
  const read = readLock(text);
  assert.ok(read.kind === "lock");
  assert.is(printLock(read.lock), text);
  assert.is(read.lock.inputs.map["n.ts"], "not accepted");
});

test("carries a fingerprint of the emitter", () => {
  assert.match(createLock(content([])).fingerprint, /^[0-9a-f]{64}$/);
});

test("whatever stands in the lock, nothing is thrown", () => {
  const lock = createLock(content([]));
  const broken = ["", "null", "[]", "{", '{"formatVersion":1}', JSON.stringify({ ...lock, files: { a: 1 } })];
  for (const text of broken) assert.is(readLock(text).kind, "unreadable", text);
  assert.is(readLock(JSON.stringify({ ...lock, inputs: { ...lock.inputs, client: null } })).kind, "unreadable");
  const deep = (levels: number): string => JSON.stringify({ ...lock, model: { deep: "?" } }).replace('"?"', `${"[".repeat(levels)}${"]".repeat(levels)}`); // prettier-ignore
  assert.equal([readLock(deep(1000)).kind, readLock(deep(100_000)).kind], ["lock", "lock"]);
  assert.is(readLock(undefined).kind, "absent");
  assert.is(readLock(JSON.stringify({ formatVersion: lock.formatVersion + 1 })).kind, "newer");
});

test("of an older format, it is known what is ours", () => {
  const lock = createLock(content([]));
  const read = readLock(JSON.stringify({ ...lock, formatVersion: lock.formatVersion - 1, model: {} }));
  assert.ok(read.kind === "older");
  assert.equal(read.lock.files, lock.files);
});

test("a merge conflict gives both sides, also in the style that shows the base", () => {
  const printed = (path: string) => printLock(createLock({ ...content([]), files: [{ path, text: path }] }));
  const lines = (path: string) => printed(path).split("\n");
  const index = lines("a.ts").findIndex((line) => line.includes('"a.ts"'));
  const at = (path: string) => lines(path)[index] ?? "";
  const conflict = ["<<<<<<< HEAD", at("a.ts"), "||||||| base", at("b.ts"), "=======", at("c.ts"), ">>>>>>> other"];
  const read = readLock([...lines("a.ts").slice(0, index), ...conflict, ...lines("a.ts").slice(index + 1)].join("\n"));
  assert.ok(read.kind === "conflict");
  assert.equal(
    read.sides.map((side) => Object.keys(side.files)),
    [["a.ts"], ["c.ts"]],
  );
});

test("line endings do not change a hash, other bytes do", () => {
  assert.is(hashText("a\r\nb\r\n"), hashText("a\nb\n"));
  assert.is.not(hashText("a\rb"), hashText("a\nb"));
  assert.is(hashText("é\r\n"), hashBytes(Buffer.from("é\n")));
  assert.is(hashBytes(Buffer.from([0xff, 0x0d, 0x0a])), hashBytes(Buffer.from([0xff, 0x0a])));
  assert.is.not(hashBytes(Buffer.from([0xff])), hashBytes(Buffer.from([0xfe])));
});

test("the order of fixed keys does not change an input's hash, at any depth", () => {
  const profile = {
    version: "1.0.0",
    providers: {
      a: {
        defaults: {
          Do: { input: { x: 1 }, retryPolicy: { kind: "circuit-breaker", backoff: { kind: "exponential", start: 1 } } },
        },
      },
    },
    defaults: { Do: { input: {}, providerFailover: true } },
  };
  const json = {
    profiles: { p: profile },
    providers: { a: { file: "a.json", security: [{ id: "k", apikey: "$K" }] } },
  };
  assert.is(client(json), client(reversed(json)));
  const definition = { name: "a", services: [{ id: "s", baseUrl: "u" }], parameters: [{ name: "P", default: "x" }] };
  assert.is(hashJson("definition", definition), hashJson("definition", reversed(definition)));
  const document = { name: "p", version: "1.0.0", usecases: { Do: { input: { type: "object" }, result: {} } } };
  assert.is(hashJson("profile", document), hashJson("profile", reversed(document)));
});

test("the order of names changes an input's hash, and so does every value", () => {
  const hashes = [
    client({ providers: { a: {}, b: {} } }),
    client({ providers: { b: {}, a: {} } }),
    client({ providers: { a: {}, b: { file: "x.json" } } }),
    client({ providers: { a: {}, b: { parameters: { x: "1", y: "2" } } } }),
    client({ providers: { a: {}, b: { parameters: { y: "2", x: "1" } } } }),
    client({ profiles: { p: { version: "1.0.0", priority: ["a", "b"] } } }),
    client({ profiles: { p: { version: "1.0.0", priority: ["b", "a"] } } }),
    client({ profiles: { p: "1.0.0" } }),
    client({}),
    client([]),
    client(null),
  ];
  assert.is(new Set(hashes).size, hashes.length);
});

test("a literal credential leaves no trace; a reference does", () => {
  for (const field of CREDENTIAL_FIELDS) {
    const of = (value: unknown) => client({ providers: { a: { security: [{ id: "k", [field]: value }] } } });
    assert.is(of("s3cret-one"), of("s3cret-two"), field);
    assert.is(of("s3cret"), of("$$cret"), field);
    const distinct = [of("s3cret"), of("$A"), of("$B"), of(""), of("$1bad"), of(undefined), of(7)];
    assert.is(new Set(distinct).size, distinct.length, field);
  }
  const withId = (id: string) => client({ providers: { a: { security: [{ id, token: "s3cret" }] } } });
  assert.is.not(withId("one"), withId("two"));
});

/** The same JSON with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => reversed(entry));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
}

test.run();
