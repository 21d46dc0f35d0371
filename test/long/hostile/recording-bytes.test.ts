import { deflateSync, gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient } from "../../runtime/acme.js";
import { drawer, open, tapeOf } from "../../runtime/testing/tapes.js";

const test = suite("12: bytes in recordings");

const CANARY = "zebra-canary-22222";
const LOGIN = JSON.stringify({ name: "Zo\\u20ac", password: CANARY });
const ODD = Buffer.from([255]);

type Answered = NonNullable<ReturnType<typeof tapeOf>["exchanges"][number]["response"]>;

async function answered(body: Buffer, type: string | undefined): Promise<Answered> {
  const files = drawer();
  const headers = type === undefined ? {} : { "content-type": type };
  const tape = open(files, { fetch: async () => new Response(new Uint8Array(body), { headers }) });
  await acmeClient("https://a.test", tape.options).get("/x", { security: "header" }).bytes();
  await tape.done();
  const { response } = tapeOf(files).exchanges[0] ?? {};
  assert.ok(response);
  return response;
}

/** Of what is kept, without what a text in UTF-16 has between its letters. */
function readable({ body, base64 = "" }: Answered): string {
  return (JSON.stringify(body ?? "") + Buffer.from(base64, "base64").toString("latin1")).replaceAll(/\0|\\u0000/g, "");
}

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const lines = Buffer.concat([Buffer.from(`${LOGIN}\n`), ODD]);

const SAID: { readonly [what: string]: readonly [body: Buffer, type: string | undefined] } = {
  "lines of JSON": [lines, "application/x-ndjson"],
  "lines of JSON by another name": [lines, "application/jsonl"],
  YAML: [Buffer.concat([Buffer.from(`password: ${CANARY}\nname: `), ODD]), "application/yaml"],
  "JSON that nobody calls so": [Buffer.concat([Buffer.from('{"a":"'), ODD, Buffer.from(`",${LOGIN.slice(1)}`)]), undefined],
  "a text that is called an image": [Buffer.concat([ODD, Buffer.from(`token=${CANARY}`)]), "image/png"],
  "a password in no ASCII": [Buffer.from(`password=\u00fc-${CANARY}`, "latin1"), "application/octet-stream"],
  "a text among bytes": [Buffer.concat([Buffer.from([137, 80, 0, 255, 1]), Buffer.from(`token=${CANARY}`), Buffer.from([0])]), "application/x-msgpack"],
  "a part beside a file": [Buffer.concat([Buffer.from(`--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${CANARY}\r\n--b\r\n\r\n`), ODD, Buffer.from("\0\r\n--b--")]), "multipart/form-data; boundary=b"],
  "UTF-16": [utf16(LOGIN), "application/octet-stream"],
  "UTF-16, of which JSON says nothing": [utf16(LOGIN), "application/json"],
  "UTF-16 that says so": [utf16(`\ufeff${LOGIN}`), "text/csv"],
  "UTF-16 with big ends": [utf16(`\ufeff${LOGIN}`).swap16(), "application/octet-stream; charset=utf-16"],
  "UTF-16 after an octet": [Buffer.concat([ODD, utf16(LOGIN)]), undefined],
  gzip: [gzipSync(LOGIN + "header-secret", { level: 0 }), "application/gzip"],
  "gzip that nobody calls so": [gzipSync("header-secret"), "application/octet-stream"],
  deflate: [deflateSync(`${LOGIN}header-secret`), "application/octet-stream"],
  zip: [Buffer.concat([Buffer.from("PK\x03\x04"), ODD, deflateSync(LOGIN)]), "application/vnd.ms-excel"],
}; // prettier-ignore

for (const [what, [body, type]] of Object.entries(SAID)) {
  test(`12: ${what}: no password is kept`, async () => {
    const response = await answered(body, type);
    assert.not.match(readable(response), "canary");
    if (/zip|deflate/.test(what)) assert.is(response.body, "***");
  });
}

test("12: nor do bytes stay whose base64 spells a secret", async () => {
  const hex = Buffer.from("header-secret").toString("hex");
  for (const text of [hex, hex.toUpperCase()]) {
    const bytes = Buffer.concat([Buffer.from([255, 254, 255]), Buffer.from(`${text}00`, "base64"), ODD]);
    assert.ok(bytes.toString("base64").includes(text));
    assert.equal(await answered(bytes, "application/octet-stream"), { status: 200, headers: { "content-type": "application/octet-stream" }, body: "***" }); // prettier-ignore
  }
  const escaped = Buffer.from("header-secret").toString("hex").replaceAll(/../g, "%$&");
  for (const form of ["header-secret", escaped]) {
    for (const before of ["+", "+/", "/w+"]) {
      const written = before + Buffer.from(form).toString("base64").replace(/=+$/, "");
      const bytes = Buffer.concat([Buffer.from(written.padEnd(written.length + 4 - (written.length % 4), "0"), "base64"), ODD]); // prettier-ignore
      assert.ok(bytes.toString("base64").includes(written));
      assert.is((await answered(bytes, "application/octet-stream")).body, "***", written);
    }
  }
});

test("12: bytes beside what is masked stay, and so do bytes in which nothing is", async () => {
  const pdf = Buffer.from("%PDF-1.7\n%\u00e2\u00e3\0\u0001/ID [<2b7e151628aed2a6abf7158809cf4f3c>] \u00ff", "latin1");
  const masked = Buffer.from((await answered(pdf, "application/pdf")).base64 ?? "", "base64").toString("latin1");
  assert.is(masked.replace(/masked-[\da-f]{4}/, "…"), "%PDF-1.7\n%\u00e2\u00e3\0\u0001/ID [<…>] \u00ff");
  // By chance three octets are how keys begin.
  for (const text of ["\u00ff\u00fe\0 eyJ\u0001\u00e9", "\u00ff\u0001 sid", "na\u00efve", "\u00ff\0m\0a\0i\0l\0"]) {
    const bytes = Buffer.from(text, "latin1");
    assert.is((await answered(bytes, "application/octet-stream")).base64, bytes.toString("base64"));
  }
});

const noise = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0, seed = 1; at < length; at += 1) {
    seed = Math.imul(seed, 1_103_515_245) + 12_345;
    bytes[at] = seed >>> 16;
  }
  return bytes;
};

const MIB = 2 ** 20;
test("12: a stretch of text in bytes has no end that is too far", async () => {
  const bytes = Buffer.concat([ODD, Buffer.from("\0"), Buffer.alloc(6 * MIB, ". ")]);
  assert.ok((await answered(bytes, "application/octet-stream")).base64 === bytes.toString("base64"));
});

const SENT = "header-secret";
const FORMS: { readonly [form: string]: Buffer | string } = {
  "as it is": SENT,
  "in capitals": SENT.toUpperCase(),
  "in base64": btoa(`user:${SENT}`),
  "in hex": Buffer.from(SENT).toString("hex"),
  "as JSON in a script": "header\\u002dsecret",
  "in UTF-16": utf16(SENT),
  "in UTF-16 with big ends": utf16(SENT).swap16(),
  "in UTF-32": Buffer.from(Array.from(SENT, (letter) => `${letter}\0\0\0`).join("")),
};
for (const [form, said] of Object.entries(FORMS)) {
  test(`12: a credential among bytes, ${form}, leaves none of them`, async () => {
    for (const odd of [0, 1]) {
      const around = [noise(1000 + odd), Buffer.from([0, 255]), Buffer.from(said), Buffer.from([0, 1]), noise(999)];
      assert.is((await answered(Buffer.concat(around), "application/octet-stream")).body, "***");
    }
  });
}

test("12: a credential in letters of its own is found among bytes in any charset", async () => {
  const said = [
    Buffer.from("\u0441\u0435\u043a\u0440\u0435\u0442-1"),
    Buffer.from([0xd3, 0xc5, 0xcb, 0xd2, 0xc5, 0xd4, 0x2d, 0x31]),
  ];
  for (const bytes of said) {
    const files = drawer();
    const body = new Uint8Array(Buffer.concat([Buffer.from([0, 255]), bytes, Buffer.from([0])]));
    const tape = open(files, {
      fetch: async () => new Response(body),
      secrets: ["\u0441\u0435\u043a\u0440\u0435\u0442-1"],
    });
    await acmeClient("https://a.test", tape.options).get("/x", { security: [] }).bytes();
    await tape.done();
    assert.is(tapeOf(files).exchanges[0]?.response?.body, "***");
  }
});

test("12: a beginning of a secret at the end of bytes that were not read on is not kept", async () => {
  const files = drawer();
  const body = (): ReadableStream<Uint8Array<ArrayBuffer>> => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array([255, ...Buffer.from("the header-se")])) }, { highWaterMark: 0 }); // prettier-ignore
  const tape = open(files, { fetch: async () => new Response(body(), { headers: { "content-type": "application/x-ndjson" } }) }); // prettier-ignore
  const { body: stream } = await acmeClient("https://a.test", tape.options).get("/x", { security: "header", stream: true }); // prettier-ignore
  const reader = stream?.getReader();
  await reader?.read();
  await reader?.cancel();
  await tape.done();
  const kept = Buffer.from(tapeOf(files).exchanges[0]?.response?.base64 ?? "", "base64").toString("latin1");
  assert.match(kept, /^\u00ffthe \*\*\*.{0,3}$/);
});

test("12: a file of a form that is no text is its length", async () => {
  const bytes = Buffer.concat([Buffer.from("see sk_live_zebra "), ODD]);
  const form = (): FormData => {
    const made = new FormData();
    made.set("file", new Blob([new Uint8Array(bytes)]), "a.jsonl");
    return made;
  };
  const files = drawer();
  for (const mode of ["record", "replay"] as const) {
    const tape = open(files, { mode, fetch: async () => new Response("{}") });
    await acmeClient("https://a.test", tape.options).post("/x", { multipart: form() });
    await tape.done();
  }
  const { file } = (tapeOf(files).exchanges[0]?.request.body ?? {}) as { readonly file?: { readonly content?: unknown } }; // prettier-ignore
  assert.is(file?.content, `${bytes.length} bytes`);
});

test.run();
