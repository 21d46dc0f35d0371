import { HttpError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { attemptTexts } from "#runtime/http/attempt-texts.js";
import { readFields } from "#runtime/http/body-fields.js";
import { secretsSent } from "#runtime/http/sent-secrets.js";
import { scrub } from "#runtime/wire/scrub.js";
import { acmeClient, rejection } from "../acme.js";
import { seeded } from "../seeded.js";
import { regExpWork } from "./regexp-work.js";

const test = suite("12.8: what is too much to be searched for secrets");

const SECRET = "sk_Live-0f1e2d3c4b5a";
const MOST = 1_048_576;

/** The error for a request that is answered with 503, `Retry-After` and what `say` says. */
async function errorOf(options: object, say: () => string = () => `you sent ${SECRET}`): Promise<HttpError> {
  const headers = { "retry-after": "7", "x-request-id": SECRET };
  const fetch = async (): Promise<Response> => new Response(say(), { status: 503, headers });
  const request: object = { retryPolicy: "none", ...options };
  return rejection(acmeClient("https://a.test", { fetch }).post("/x", request), HttpError);
}

test("a body of more than 1 MiB is not read: nothing that the server said is shown, and its wait holds", async () => {
  for (const length of [MOST + 1, 12_000_000]) {
    const file = "A".repeat(length);
    for (const options of [{ json: { file, key: SECRET } }, { body: `"${file}` }, { form: { file, key: SECRET } }]) {
      const error = await errorOf(options);
      assert.equal([error.response.body, error.retryAfter], ["", 7000]);
      assert.is(error.response.headers["x-request-id"], "***");
    }
  }
});

test("one of less is, with texts of any length in it", async () => {
  const [long, escaped] = ["A".repeat(1_000_000), "\n".repeat(500_000)];
  for (const file of [long, escaped]) {
    for (const body of [JSON.stringify({ file, key: SECRET }), `"${file}", "key": "${SECRET}"`]) {
      const error = await errorOf({ body });
      assert.is(error.response.body, "you sent ***");
    }
  }
});

test("ordinary pages within JSON take no error its text", async () => {
  const page = `<td title="it's">It&#39;s <a href="https://x.example/?a=1&amp;b=%41#top">one%20more</a> "two" \\u0041</td>\n`;
  for (const json of [{ page: page.repeat(2000) }, Array.from({ length: 2000 }, () => ({ page }))])
    assert.is((await errorOf({ json }, () => "bad thing")).response.body, "bad thing");
});

test("of a long page as much is shown where a long token was sent", async () => {
  const token = SECRET.repeat(95);
  assert.is((await errorOf({ json: { token } }, () => "no way ".repeat(20_000))).response.body.length, 4096);
});

test("long files are not read, alone or in a part", async () => {
  const photo = new Uint8Array(2 * MOST).fill(65);
  const image = { body: photo, headers: { "content-type": "image/jpeg" } };
  assert.is((await errorOf(image, () => "too large")).response.body, "too large");
  const multipart = { photo: new File([photo], "photo.jpg"), password: SECRET };
  assert.is((await errorOf({ multipart })).response.body, "you sent ***");
  const text = { photo: "A".repeat(2 * MOST), password: SECRET };
  assert.is((await errorOf({ multipart: text })).response.body, "");
});

test("texts within texts are read a few times their length; where that is too little, no text is shown", async () => {
  const texts = { multipart: '"=<b>{\\"key\\":\\"1\\"}?"', form: '"<b>{>%3D\\"a\\":\\"//u:p@"', json: '"&key={1\\""' };
  for (const [option, unit] of Object.entries(texts)) {
    const a = unit.repeat(200_000 / unit.length);
    const begin = process.cpuUsage().user;
    const error = await errorOf({ [option]: { a } });
    const took = process.cpuUsage().user - begin;
    assert.ok(took < 2_000_000, `${option}: ${took}`);
    assert.is(error.response.body, "");
  }
});

test("what was given is read in the call, and what it says later is not asked for", async () => {
  let isBroken = false;
  const query = {
    get password(): string {
      if (isBroken) throw new Error("canary");
      return SECRET;
    },
  };
  const error = await errorOf({ query }, () => ((isBroken = true), SECRET));
  assert.equal([error.response.body, error.retryAfter, error.message.includes("canary")], ["***", 7000, false]);
});

test("the search ends with the 201st secret", async () => {
  const workOf = (count: number): number => {
    const json = { metadata: { keys: Array.from({ length: count }, (_, at) => `value-${at}`) } };
    const body = new TextEncoder().encode(JSON.stringify(json));
    const request = { url: "https://a.test/", headers: new Headers(), body };
    const bound = { redact: undefined, errorBodies: true };
    const prepared = { options: {}, base: { path: "" }, bound };
    const sendings = { prepared, state: { secrets: new Set<string>() }, sent: [request] };
    return regExpWork(() => assert.ok(attemptTexts(sendings).holdsSecret("")));
  };
  const [few, many] = [workOf(1000), workOf(10_000)];
  assert.ok(many <= few + 100, `${few}, ${many}`);
});

test("a body that was sent again is read once", () => {
  const sent = Uint8Array.from(Buffer.from(JSON.stringify({ password: SECRET })));
  const request = { method: "POST", url: "https://a.test/", headers: new Headers(), body: sent, redirected: false };
  const workOf = (times: number): number => regExpWork(() => secretsSent(Array.from({ length: times }, () => request)));
  assert.is(workOf(3), workOf(1));
});

test("comments and instructions of XML do not hide what follows them, nor what is in them", async () => {
  for (const body of [
    `<password><!-- c -->${SECRET}</password>`,
    `<a:password>\n<?x y?><!----> ${SECRET}<!-- c --></a:password>`,
    `<password>sk_Live<!-- <b> -->-0f1e2d3c4b5a</password>`,
    `<!-- <password>${SECRET}</password> -->`,
    `<password><!-- <![CDATA[ -->${SECRET}</password>`,
    `<password><![CDATA[${SECRET}]]></password><!--`,
    `<!-- no end <password>${SECRET}</password>`,
  ]) {
    assert.is((await errorOf({ body })).response.body, "you sent ***", body);
  }
});

test("comments without end are read in linear time", () => {
  for (const unit of ["<!--", "<!-- -->", "<?", "<a><!--<![CDATA[", "-->", "<?<!--"]) {
    const [few, many] = [20_000, 200_000].map((length) =>
      regExpWork(() => readFields(unit.repeat(length / unit.length), "", () => {})),
    );
    assert.ok((many ?? 0) < 11 * (few ?? 0) + 100, `${unit}: ${few} ${many}`);
  }
});

test("user info is looked for in linear time, however many beginnings stand before it", () => {
  for (const unit of ["%2F", "%252F", "//", "\\/", "&#47;"]) {
    const text = `a=${unit.repeat(200_000 / unit.length)}`;
    const before = process.cpuUsage();
    readFields(JSON.stringify({ text }), "application/json", () => {});
    const { user } = process.cpuUsage(before);
    assert.ok(user < 3_000_000, `${unit}: ${String(user)} µs`);
  }
  assert.is(secretOf(`u=${"%2F".repeat(1000)}me:${SECRET}@x`), SECRET);
  assert.is(secretOf(`https:///me:${SECRET}@x`), SECRET);
});

function secretOf(text: string): string | undefined {
  let found: string | undefined;
  readFields(JSON.stringify({ text }), "application/json", (name, value) => {
    if (name === "password" && value === SECRET) found = value;
  });
  return found;
}

test("an image of megabytes is no secret, however many keys are looked for", () => {
  const random = seeded(7);
  const letters = (length: number): string =>
    Buffer.from(Array.from({ length }, () => Math.floor(random() * 256))).toString("base64");
  const text = JSON.stringify({ image: letters(1_500_000) });
  const keys = new Set(Array.from({ length: 20 }, () => letters(30)));
  assert.ok(scrub(text, keys) === text);
  const [key = ""] = keys;
  assert.match(scrub(`${text} ACME\\${key} `, keys), /ACME\S*\*\*\* $/);
});

test.run();
