import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bindProvider } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { sendAll } from "./every-way.js";

const test = suite("what is read of Object.prototype");

const sources = join(root, "runtime/src");

/** All members that a type of ours lets an object leave out. The names that are left out are those of property descriptors. */
function optionalNames(): string[] {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
  const names = files
    .filter((file) => file.endsWith(".ts") && !/generated\.ts$|testing/.test(file))
    .map((file) => readFileSync(join(sources, file), "utf8"))
    .flatMap((source) => Array.from(source.matchAll(/\b(\w+)\?[:(]/g), ([, name = ""]) => name));
  return [...new Set(names)].filter((name) => !/^(?:value|get|set|then|toJSON)$/.test(name));
}

/** What of our code reads one of these there, meanwhile, as `file: name`. */
async function readsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const reads = new Set<string>();
  const keep = function (this: object, name: string): undefined {
    const [, , , caller = ""] = new Error("read").stack?.split("\n") ?? [];
    const [, file] = /\/runtime\/dist\/([^:]+)\.js/.exec(caller) ?? [];
    if (file !== undefined && !(this instanceof Error)) reads.add(`${file}: ${name}`);
  };
  const names = optionalNames().filter((name) => !(name in Object.prototype));
  for (const name of names) {
    // eslint-disable-next-line no-extend-native -- that is what is tested
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      get(this: object) {
        return keep.call(this, name);
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true });
      },
    });
  }
  try {
    await work();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
  return [...reads].sort();
}

/**
 * Where it does no harm: words of a message, and what may be wrong in client.json, for which a name there can be taken and
 * told, but not followed.
 */
const HARMLESS = new Set([
  "auth/oauth2/tell: status",
  "errors: hint",
  "policy/circuits: profile",
  "policy/circuits: useCase",
  "redaction: scheme",
  "sdk-error: cause",
]);
const isHarmless = (read: string): boolean => HARMLESS.has(read) || /^formats\/(?:check|client-validator)/.test(read);

test("12.3: no code of ours reads there what an object leaves out", async () => {
  if (!existsSync(sources)) return console.log("skipped: the sources, which have the names, are not here");
  assert.ok((await sendAll()).some((line) => line.includes("a proof")));
  const reads = await readsDuring(sendAll);
  assert.equal(
    reads.filter((read) => !isHarmless(read)),
    [],
  );
});

/** What would lead a request elsewhere, send something else, or be called. */
const taken: { readonly [name: string]: unknown } = {
  default: "evil.example/",
  services: { default: "https://evil.example" },
  token: { text: "evil", refused: false },
  outcome: { token: { text: "evil", refused: false } },
  rejection: "rejected",
  redirected: true,
  maxContiguousRetries: 9,
  contentType: "text/evil",
  contentTypes: { json: "text/evil" },
  explode: true,
  style: "deepObject",
  allowReserved: true,
  content: "application/json",
  headers: { "X-Evil": "1" },
  endings: "native",
  accept: "text/evil",
  definitions: { acme: { definition: {} } },
  retryPolicy: { kind: "circuit-breaker" },
  audience: "evil",
  prefix: "evil",
  text: "evil",
  mappedOnly: true,
  maps: { acme: { variant: "eu" } },
  variant: "eu",
  sessionCnonce: "evil",
  profile: "evil",
  part: { kind: "character", source: "c" },
  url: { url: "https://evil.example/token", origin: "https://evil.example" },
  problem: { message: "evil" },
};
const CALLED = ["compile", "sending", "waiting", "ended", "tokenGate", "explain", "sign", "load", "save"];
const evil = (): never => {
  throw new Error("called");
};

for (const [name, value] of [...Object.entries(taken), ...CALLED.map((name) => [name, evil] as const)]) {
  test(`12.3: ${name} there is neither taken nor called`, async () => {
    const expected = await sendAll();
    // Not enumerable: what can be seen in a client.json is refused there.
    // eslint-disable-next-line no-extend-native -- that is what is tested
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    try {
      assert.equal(await sendAll(), expected);
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  });
}

test("12.3: `headers` there does not become the type of a multipart body", async () => {
  const types: (string | null)[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    types.push(new Headers(init.headers).get("content-type"));
    return answer;
  };
  const answer = new Response();
  const definition = { name: "a", defaultService: "d", services: { d: { baseUrl: "https://a.test" } } };
  const client = bindProvider({ ...definition, securitySchemes: {}, parameters: {} }, {}, { fetch });
  // eslint-disable-next-line no-extend-native -- that is what is tested
  Object.defineProperty(Object.prototype, "headers", {
    value: { "content-type": "text/evil" },
    configurable: true,
    writable: true,
  });
  try {
    await client.post("/parts", { multipart: { a: "b" } });
  } finally {
    Reflect.deleteProperty(Object.prototype, "headers");
  }
  assert.match(types[0] ?? "", /^multipart\/form-data; boundary=/);
});

test("12.3: a token there is none where the token endpoint gives none", async () => {
  const sent: unknown[] = [];
  const fetch = async (url: unknown): Promise<Response> => (sent.push(url), new Response("in maintenance"));
  const login = { type: "oauth2", flow: "clientCredentials", tokenUrl: "https://a.test/token", clientAuthentication: "post" } as const; // prettier-ignore
  const services = { d: { baseUrl: "https://a.test" } };
  const definition = { name: "a", defaultService: "d", services, securitySchemes: { login }, parameters: {} };
  const credentials = { login: { clientId: "own-client", clientSecret: "own-secret" } };
  const client = bindProvider(definition, {}, { fetch, credentials }, { oauth2 });
  const there = { access_token: "evil", token_type: "Bearer", refresh_token: "evil" };
  Object.assign(Object.prototype, there);
  try {
    await client.get("/x", { security: "login" }).then(
      () => assert.unreachable(),
      () => {},
    );
  } finally {
    for (const name of Object.keys(there)) Reflect.deleteProperty(Object.prototype, name);
  }
  assert.equal(sent, ["https://a.test/token"]);
});

test.run();
