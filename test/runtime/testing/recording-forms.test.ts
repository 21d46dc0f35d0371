import { ConfigurationError } from "@sdkwright/runtime";
import { recording } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cleanText } from "#runtime/testing/recording/clean.js";
import { acmeClient, rejection } from "../acme.js";
import { drawer, open, tapeOf, type Drawer } from "./tapes.js";

const test = suite("12: what a server may write a secret as, in recordings");

const CANARY = "zebra-canary";
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (unit) => unit.charCodeAt(0));
const utf16 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.split("").flatMap((unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]));

async function recorded(body: BodyInit, headers: Record<string, string>, more: object = {}): Promise<Drawer> {
  const files = drawer();
  const tape = open(files, { fetch: async () => new Response(body, { headers }), ...more });
  await acmeClient("https://a.test", tape.options).post("/x", { json: { name: "db.password", value: CANARY } });
  await tape.done();
  return files;
}

const json = (value: unknown): string => JSON.stringify(value);

const SAID: { readonly [what: string]: readonly [body: BodyInit, type: string] } = {
  "a value beside its name": [json({ env: [{ name: "DB_PASSWORD", value: CANARY }] }), "application/json"],
  "a value beside its key, with capitals": [json([{ Key: "token", Value: { text: CANARY } }]), "application/json"],
  "a field of a form": [`<input type="hidden" name="csrf_token" value="${CANARY}">`, "text/html"],
  "a field of a form, turned round": [`<input value='${CANARY}' type=hidden id='password'>`, "text/html"],
  "a tag of a page": [`<meta name="csrf-token" content="${CANARY}" />`, "text/html"],
  "a parameter of XML": [`<param name = "password" value = "${CANARY}"/>`, "text/xml"],
  CDATA: [`<a><password><![CDATA[${CANARY}]]></password></a>`, "text/xml"],
  "a URL in a URL": [`next=%2Fcb%3Faccess_token%3D${CANARY}`, "application/x-www-form-urlencoded"],
  "a URL in a URL in a URL": [`https://a.test/?a=%3Fb%3D%253Ftoken%253D${CANARY}`, "text/plain"],
  "a form with brackets": [`user%5Bpassword%5D=${CANARY}&a=b`, "application/x-www-form-urlencoded"],
  "YAML, a line of words": [`user: a\n- password: correct ${CANARY}\nb: c\n`, "application/yaml"],
  "YAML whose key stands in quotes": [`"password": correct ${CANARY}\nb: c\n`, "application/yaml"],
  "text behind a comma": [`your password: Qk,${CANARY} is set`, "text/plain"],
  "YAML with a tag": [`password: !!str ${CANARY}\n`, "application/yaml"],
  "YAML, an object": [`password: {current: ${CANARY}}\n`, "application/yaml"],
  PHP: [`['password' => '${CANARY}']`, "text/plain"],
  "a part": [`--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${CANARY}\r\n--b--`, "multipart/form-data; boundary=b"], // prettier-ignore
  "JSON in Latin-1": [latin1(json({ name: "é", access_token: CANARY })), "application/json; charset=iso-8859-1"],
  "XML in Latin-1, which does not say so": [latin1(`<a b="é"><token>${CANARY}</token></a>`), "text/xml"],
  "JSON in UTF-16": [utf16(json({ access_token: CANARY })), 'application/json; charset="utf-16le"'],
  "text in a charset that nobody knows": [latin1(`é password=${CANARY}`), "text/plain; charset=x-none"],
  "a key with slashes": [`the key is wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY`, "text/plain"],
};

for (const [what, [body, type]] of Object.entries(SAID)) {
  test(`12: ${what} is not in the file`, async () => {
    const text = (await recorded(body, { "content-type": type })).texts.get("pay.json") ?? "";
    assert.ok(text.length > 100);
    for (const part of [CANARY, "zebra", "wJalrXUtnFEMI", "bPxRfiCYEXAMPLEKEY", "base64"]) {
      assert.not.ok(text.includes(part), text);
    }
    assert.not.ok(text.includes(String.raw`z\u0000e`), text);
  });
}

/** Each has `zebra`, or `stripe` where a value is taken for its end. */
const LINES: { readonly [what: string]: readonly [text: string, clean: string] } = {
  "JSON in an event": ['event: key\ndata: {"secret":"zeb\\/stripe==","n":1,"total_tokens":17}\n\n', 'event: key\ndata: {"secret":"***","n":1,"total_tokens":17}\n\n'], // prettier-ignore
  "JSON below a name, in an event": ['data: {"secret":{"a":["zebra"]}}\r\n', 'data: {"secret":{"a":["***"]}}\r\n'],
  "JSON on each line": [`{"secret":"zeb\\"stripe"}\n{"password":"it's stripe"}\n`, '{"secret":"***"}\n{"password":"***"}\n'], // prettier-ignore
  "JSON in a script": [`cb({"secret":{"a":"zebra's"}});`, 'cb({"secret":{"a":"***"}});'],
  "JSON after a name": ['- secret: ["zebra"]', '- secret: ["***"]'],
  "an apostrophe": [`f("password": "it's-stripe", b)`, 'f("password": "***", b)'],
  "an escaped quote": [`{ password: 'it\\'s-stripe', a: 'b' }`, "{ password: '***', a: 'b' }"],
  "a quote after escaped backslashes": [String.raw`password="zebra\\", a="b"`, 'password="***", a="b"'],
  "a quote that stands twice": ["password: 'it''s-stripe' # a", "password: '***' # a"],
  "an escape at the beginning": [String.raw`f({"password":"\u007aebra"})`, 'f({"password":"***"})'],
  "an escaped text": [
    String.raw`x = "{\"token\":\"ze\\\"stripe\",\"a\":1}"`,
    String.raw`x = "{\"token\":\"***\",\"a\":1}"`,
  ],
  "three quotes": [`password = """zebra "stripe" """ + a`, 'password = """***""" + a'],
  "a kind of quotes": ["password = b'zebra stripe', 1", "password = b'***', 1"],
  "a literal block": ["a:\n  token: |\n    zebra\n\n    stripe\n\n  b: 1\n", "a:\n  token: ***\n\n  b: 1\n"],
  "a folded block": ["- password: >-\r\n    zebra\r\n    stripe\r\n  b: 1\r\n", "- password: ***\r\n  b: 1\r\n"],
  "a block with a tag": ["token: !!str |2+ # a\n   zebra", "token: ***"],
  "a field of HTML": [`<input name="password" value="it's-zebra">`, '<input name="password" value="***">'],
  "a field of HTML, turned round": [`<input value='my "zebra"' id='token'>`, "<input value='***' id='token'>"],
  "a form": ["a=1&access_token=ze'bra~(x)&b='c'", "a=1&access_token=***&b='c'"],
  "a list": ["secrets:\n- zebra\n- b: stripe\nc: 1", "secrets: ***\nc: 1"],
  "a deeper list": ["- secret:\n    - zebra\n    -\n      stripe\n- b", "- secret: ***\n- b"],
  "an object": ['"credentials":\n  pin: stripe\n  inner:\n    a: zebra\nc: 1', '"credentials": ***\nc: 1'],
  "JSON in a block": ['key: |\n  {"a": "zebra"}\nc: 1', "key: ***\nc: 1"],
};

for (const [what, [text, clean]] of Object.entries(LINES)) {
  test(`12: text that is no JSON as a whole: ${what}`, () => {
    assert.is(cleanText(text, new Set()), clean);
    assert.is(cleanText(clean, new Set()), clean);
  });
}

test("12: what has no telling name, or nothing below it, stays", () => {
  const text = 'a: |\n  b\nlist:\n- 1\ntoken:\n\nc: "it\'s"\ndata: {"a": 1.50, "b": []}\npassword: ""\n[1] {2}\n';
  assert.is(
    cleanText(text.replace("token:\n\nc", "token: ***\nc"), new Set()),
    text.replace("token:\n\nc", "token: ***\nc"),
  );
});

test("12: headers too; a challenge keeps its nonce", async () => {
  const nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093";
  const headers = {
    "www-authenticate": `Digest realm="r", nonce="${nonce}", qop="auth", token="${CANARY}"`,
    location: `https://a.test/cb?next=%3Ftoken%3D${CANARY}`,
  };
  const files = await recorded("{}", { "content-type": "application/json", ...headers });
  assert.not.ok(JSON.stringify(tapeOf(files)).includes(CANARY));
  const kept = tapeOf(files).exchanges[0]?.response?.headers["www-authenticate"] ?? "";
  assert.is(kept, `Digest realm="r", nonce="${nonce}", qop="auth", token="***"`);
});

test("12: text of another charset is replayed as text, and ordinary text stays as it is", async () => {
  const body = latin1(json({ name: "Zoë", key: "k", value: 5, list: [{ name: "size", value: "L" }] }));
  const files = await recorded(body, { "content-type": "application/json; charset=iso-8859-1" });
  const replayed = open(files);
  const answer = acmeClient("https://a.test", replayed.options).post("/x", { json: { name: "db.password", value: "other" } }); // prettier-ignore
  assert.equal(await answer.json(), { name: "Zoë", key: "***", value: 5, list: [{ name: "size", value: "L" }] });
  await replayed.done();
  const page = `<input name="size" value="L"> a => b, 50%3D off, /v1/projects/a/environments/b/releases/c/`;
  assert.is(cleanText(page, new Set()), page);
});

test("12: numbers that JavaScript would round are kept as they came, and masked", async () => {
  const [id, type] = ["12345678901234567891", { "content-type": "application/json" }];
  const kept = `{"id":${id},"most":1e400,"name":"a","password":"hunter2","keys":[{"current":"hunter2","pin":${id}}]}`;
  const masked = `{"account":${id},"keys":{"current":"hunter2"}}`;
  const files = await recorded(kept, type);
  const clean = `{"id":${id},"most":1e400,"name":"a","password":"***","keys":[{"current":"***","pin":"***"}]}`;
  assert.is(tapeOf(files).exchanges[0]?.response?.text, clean);
  const replayed = open(files);
  const answer = await acmeClient("https://a.test", replayed.options).post("/x", { json: { name: "db.password", value: "other" } }); // prettier-ignore
  assert.match(await answer.text(), `"id":${id}`);
  const [first] = tapeOf(await recorded(masked, type, { secrets: [id] })).exchanges;
  assert.is(first?.response?.text, `{"account":"***","keys":{"current":"***"}}`);
});

test("12: a file in parts keeps its bytes and its boundary", async () => {
  const bytes = latin1("--b\r\nContent-Disposition: form-data; name=a; filename=f\r\n\r\n\xff\xfe\r\n--b--");
  const files = await recorded(bytes, { "content-type": "multipart/form-data; boundary=b" });
  const { headers, base64 } = tapeOf(files).exchanges[0]?.response ?? {};
  assert.is(headers?.["content-type"], "multipart/form-data; boundary=b");
  assert.equal(Uint8Array.from(Buffer.from(base64 ?? "", "base64")), bytes);
});

test("12: `secrets` that would not be looked for are refused, and show nothing of themselves", async () => {
  for (const secrets of [["short"], [12_345_678], ["long-enough", ""], [null]]) {
    const error = await rejection((async () => recording("x", { secrets: secrets as string[], env: {}, files: drawer() }))(), ConfigurationError); // prettier-ignore
    assert.match(error.message, /^recording: `secrets` (?:has one of fewer than 6 characters|is not a list of texts)/);
    assert.not.match(error.message, /short|12345678/);
  }
});

test("12: whatever a server says, it is searched in time that grows with its length", () => {
  for (const unit of [
    'name="',
    'value="',
    'name="password"',
    "<![CDATA[",
    "<token>",
    "token%3D",
    "token=>",
    "aA1/",
    " ",
    "\n",
    '"',
    "=",
    "<a ",
    "token",
    'token="',
    "token='",
    "token='''",
    'token="\\"\\\\',
    'token="a""',
    "token:\n",
    "token: |\n ",
    "token_type: |\n a\n",
    "token:\n - ",
    "token: \t",
    "- ",
    "a:[",
    "a:{]\n",
    'data: {"a":1}\n',
    "token: !a ",
  ]) {
    // prettier-ignore
    const begin = process.cpuUsage().user;
    cleanText(unit.repeat(100_000 / unit.length), new Set());
    assert.ok(process.cpuUsage().user - begin < 3_000_000, unit);
  }
});

test.run();
