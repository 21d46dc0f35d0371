import { createHmac } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderClient, SignatureCredentials } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { signature } from "@sdkwright/runtime/generated/signature";
import { transform } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { normalizeProvider } from "#runtime/formats/normalize-provider.js";
import { parseProvider } from "#runtime/formats/parse-provider.js";
import { startServer } from "../servers/http-server.js";
import { root } from "../tree.js";
import { codeBlocksOf, pageOf } from "./markdown.js";

const test = suite("recipes do what they say");

const blocks = ["docs/recipes.md", "docs/credentials.md"].flatMap((file) => codeBlocksOf(pageOf(file)));

type Sign = SignatureCredentials["sign"];
const { signAws } = (await moduleOf("sign-aws")) as { signAws: (keys: () => object) => Sign };
const { signHmac, hmacSha256 } = (await moduleOf("sign-hmac")) as {
  signHmac: (secret: () => Promise<string>, now: () => number) => Sign;
  hmacSha256: (secret: Uint8Array, data: Uint8Array) => Promise<string>;
};

/** The module that a page writes out, as it stands there. */
async function moduleOf(name: string): Promise<unknown> {
  const block = blocks.find(({ code }) => code.startsWith(`// src/${name}.ts`));
  const { code } = await transform(block?.code ?? "", { loader: "ts" });
  const folder = join(root, ".build", "docs-recipes");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.mjs`), code);
  return import(pathToFileURL(join(folder, `${name}.mjs`)).href);
}

/** A client of the definition that a page has under the name, elsewhere. */
function clientOf(name: string, baseUrl: string, options: object): ProviderClient {
  const block = blocks.find(({ language, code }) => language === "json" && code.includes(`"name": "${name}"`));
  const { value } = parseProvider(JSON.parse(block?.code ?? "{}"));
  assert.ok(value);
  const definition = { ...normalizeProvider(value), services: { default: { baseUrl } } };
  return bindProvider(definition, {}, options, { signature });
}

/** Of AWS's test suite for Signature Version 4, and the example of its documentation (ListUsers). */
const aws = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  service: "service",
  region: "us-east-1",
  datetime: "20150830T123600Z",
};
const urlencoded = "application/x-www-form-urlencoded";
const awsVectors: readonly {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly options?: object;
  readonly host?: string;
  readonly service?: string;
  readonly headers: string;
  readonly signature: string;
}[] = [
  {
    name: "get-vanilla",
    method: "GET",
    path: "/",
    headers: "host;x-amz-date",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  },
  {
    name: "get-vanilla-query-order-key-case",
    method: "GET",
    path: "/?Param2=value2&Param1=value1",
    headers: "host;x-amz-date",
    signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
  },
  {
    name: "post-vanilla",
    method: "POST",
    path: "/",
    headers: "host;x-amz-date",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  },
  {
    name: "post-x-www-form-urlencoded",
    method: "POST",
    path: "/",
    options: { form: { Param1: "value1" } },
    headers: "content-type;host;x-amz-date",
    signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  },
  {
    name: "ListUsers of IAM",
    method: "GET",
    path: "/?Action=ListUsers&Version=2010-05-08",
    options: { headers: { "content-type": `${urlencoded}; charset=utf-8` } },
    host: "iam.amazonaws.com",
    service: "iam",
    headers: "content-type;host;x-amz-date",
    signature: "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
  },
];

for (const { name, method, path, options, host = "example.amazonaws.com", service, headers, signature } of awsVectors) {
  test(`AWS Signature Version 4: ${name}`, async () => {
    const sent: Headers[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent.push(new Headers(init?.headers));
      return new Response("{}");
    };
    const keys = { ...aws, service: service ?? aws.service };
    const client = clientOf("queues", `https://${host}`, {
      fetch,
      credentials: { aws: { sign: signAws(() => keys) } },
    });
    await client.request(path, { method, ...options });
    const credential = `AKIDEXAMPLE/20150830/us-east-1/${keys.service}/aws4_request`;
    assert.equal(
      ["authorization", "x-amz-date"].map((header) => sent[0]?.get(header)),
      [`AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${headers}, Signature=${signature}`, aws.datetime],
    );
  });
}

test("AWS: a session's token is sent and signed; keys are asked for with each attempt", async () => {
  const sent: Headers[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent.push(new Headers(init?.headers));
    return new Response("{}");
  };
  const sign = signAws(() => ({ ...aws, sessionToken: `session-${sent.length}` }));
  const client = clientOf("queues", "https://example.amazonaws.com", { fetch, credentials: { aws: { sign } } });
  await client.get("/");
  await client.get("/");
  assert.equal(
    sent.map((headers) => headers.get("x-amz-security-token")),
    ["session-0", "session-1"],
  );
  assert.match(sent[0]?.get("authorization") ?? "", "SignedHeaders=host;x-amz-date;x-amz-security-token");
});

/** RFC 4231, §4.2, §4.3, §4.4 and §4.7. */
const hmacVectors: readonly (readonly [key: Buffer, data: Buffer, hex: string])[] = [
  [Buffer.alloc(20, 0x0b), Buffer.from("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [
    Buffer.from("Jefe"),
    Buffer.from("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [Buffer.alloc(20, 0xaa), Buffer.alloc(50, 0xdd), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
  [
    Buffer.alloc(131, 0xaa),
    Buffer.from("Test Using Larger Than Block-Size Key - Hash Key First"),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
];

test("HMAC-SHA256: the values of RFC 4231", async () => {
  for (const [key, data, hex] of hmacVectors) assert.is(await hmacSha256(key, data), hex);
});

test("an HMAC with a timestamp: a server that computes it too agrees", async () => {
  const secret = "ledger-secret";
  const server = await startServer(({ method, target, headers, body }) => {
    const text = `${String(headers["x-timestamp"])}.${method}.${target}.`;
    const expected = createHmac("sha256", secret).update(text).update(body).digest("hex");
    return { status: headers["x-signature"] === expected && headers["x-timestamp"] === "1440938160" ? 200 : 401 };
  });
  try {
    const sign = signHmac(async () => secret, () => 1_440_938_160_999); // prettier-ignore
    const client = clientOf("ledger", `${server.origin}/v1`, { credentials: { signed: { sign } } });
    await client.post("/entries", { security: "signed", query: { at: "a b" }, json: { amount: 100 } });
    await client.get("/entries", { security: "signed" });
    assert.is(server.received.length, 2);
  } finally {
    await server.close();
  }
});

test("a version header: the definition's, the client's, the request's", async () => {
  const server = await startServer(() => ({ body: "{}" }));
  try {
    const headers = { "Dated-Version": "2025-01-15" };
    await clientOf("dated-pay", server.origin, {}).get("/charges");
    await clientOf("dated-pay", server.origin, { headers }).get("/charges");
    await clientOf("dated-pay", server.origin, { headers }).get("/charges", {
      headers: { "Dated-Version": "2025-06-01" },
    });
    assert.equal(
      server.received.map(({ headers }) => headers["dated-version"]),
      ["2024-06-01", "2025-01-15", "2025-06-01"],
    );
  } finally {
    await server.close();
  }
});

test.run();
