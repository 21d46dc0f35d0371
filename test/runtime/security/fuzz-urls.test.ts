import * as fc from "fast-check";
import { SdkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fillBaseUrl } from "#runtime/config/base-url.js";
import { joinUrl, parsePath } from "#runtime/http/join-url.js";
import { plainUrl } from "#runtime/http/url.js";
import { carriesCredential, clientOn, redirect, schemes, type SchemeId, type Sent } from "./leak-network.js";
import { regExpWork } from "./regexp-work.js";
import { runs } from "../../effort.js";

const test = suite("fuzzing URLs and redirects");
const home = "https://api.example.test";

/** What attackers write into paths, parameters and Location fields. */
const characters = "/\\.@:?#%&=;{} \t\n\r\0é\u202e\u200b？／。";
const dots = "..|//|/\\|%2e|%2f|%5c|%00|xn--|/v1|/v1/items|{id}";
const schemePrefixes = "http:|https://|HTTPS:|javascript:|data:,|file:///|u:p@|:8443|:443";
const hosts = "evil.test|api.example.test|api.example.test.evil.test|@evil.test|.evil.test|[::1]|0x7f.1|127.1";
const pieces = [...characters.split(""), ...`${dots}|${schemePrefixes}|${hosts}`.split("|")];

const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const value = fc.oneof(hostile, fc.double(), fc.boolean());
const elsewhere = fc.tuple(fc.constantFrom("//", "https://", "http://"), hostile).map((parts) => parts.join(""));
const hop = fc.tuple(fc.constantFrom(301, 302, 303, 307, 308), fc.oneof(hostile, elsewhere));
const scheme = fc.constantFrom(...schemes);

test("whatever the path and its values are, a request goes below the base URL or nowhere", async () => {
  let accepted = 0;
  const property = fc.asyncProperty(hostile, value, value, scheme, async (path, id, q, security) => {
    const { sent, fetch } = recorder(() => new Response("ok"));
    const call = clientOn(fetch, { baseUrl: `${home}/v1` }).get(path, {
      security,
      ...(path.includes("{id}") && { params: { id } }),
      query: { q },
    });
    const error = await rejection(call);
    assert.is(sent.length, error === undefined ? 1 : 0, String(error));
    for (const { url } of sent) assert.ok(isBelow(new URL(url), "/v1"), url);
    accepted += sent.length;
  });
  await fc.assert(property, { numRuns: runs(3000, 1000) });
  assert.ok(accepted > 20, `only ${accepted} paths were good`);
});

test("wherever a server redirects to, credentials and body stay at home", async () => {
  let left = 0;
  const following = fc.constantFrom({}, { crossOriginRedirects: "follow-anonymous" } as const);
  const property = fc.asyncProperty(
    fc.array(hop, { maxLength: 5 }),
    scheme,
    following,
    async (hops, security, options) => {
      const { sent, fetch } = recorder((request) => demand(security, request) ?? nextHop(hops));
      const client = clientOn(fetch, options);
      const posts = hops.length % 2 === 0;
      await rejection(posts ? client.post("/a", { security, json: { card: 4242 } }) : client.get("/a", { security }));
      const foreign = sent.filter(({ url }) => new URL(url).origin !== home);
      for (const request of foreign) {
        assert.not.ok(carriesCredential(request), `${request.url} got a credential`);
        assert.is(request.body, "");
      }
      if (!("crossOriginRedirects" in options)) assert.is(foreign.length, 0);
      left += foreign.length;
    },
  );
  await fc.assert(property, { numRuns: runs(3000, 1000) });
  assert.ok(left > 5, `only ${left} requests left home`);
});

test("what is read at once of a plain base URL is what the reader of all makes of it", () => {
  const usual = ["a", "A", "1", ".", "-", "/", "..", "_", "~", "b.example", "/v1"];
  const other = [":", ":80", ":70000", "%2e", "xn--a", "@", "?", "#", "{b}", ";", " ", "\u00e9", "https://"];
  const unit = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...other));
  let plain = 0;
  const shapes = fc.array(unit, { maxLength: 8 });
  const property = fc.property(fc.constantFrom("https://", "HTTP://", ""), shapes, (scheme, shape) => {
    const text = scheme + shape.join("");
    const url = plainUrl(text);
    if (url === undefined) return;
    plain += 1;
    const { origin, path } = url;
    assert.equal(
      fillBaseUrl(text, () => undefined),
      { url: { origin, path } },
      text,
    );
  });
  fc.assert(property, { numRuns: runs(30_000, 3000) });
  assert.ok(plain > 50, `only ${plain} were plain`);
});

test("joining takes work that grows with the path", () => {
  const units = ["{", "}", "{a}", "/", ".", "%2e", "../", "a", "?", ":", "{a", "a}", "/.{a}."];
  const shapes = fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 });
  const property = fc.property(shapes, (shape) => {
    const path = shape.join("").repeat(200);
    assert.ok(regExpWork(() => join(path)) <= 40 * path.length, shape.join(""));
  });
  fc.assert(property, { numRuns: runs(200) });
});

test.run();

/** Joins, or refuses with an error of our own. */
function join(path: string): string | undefined {
  const base = fillBaseUrl(`${home}/v1`, () => undefined);
  if ("problem" in base) throw new Error(base.problem.message);
  const refuse = (code: string): SdkError => new SdkError(code, { code });
  try {
    return joinUrl(base.url, parsePath(path, refuse), () => "x", refuse);
  } catch (error) {
    assert.instance(error, SdkError);
    return undefined;
  }
}

async function rejection(call: PromiseLike<unknown>): Promise<SdkError | undefined> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error === undefined || error instanceof SdkError, String(error));
  return error;
}

function isBelow({ origin, pathname }: URL, base: string): boolean {
  return origin === home && (pathname === base || pathname.startsWith(`${base}/`));
}

/** Home asks for digest before it does anything; so do some of the others. */
function demand(security: SchemeId, { headers, url }: Sent): Response | undefined {
  if (security !== "digest" || headers.has("authorization")) return undefined;
  if (!url.startsWith(home) && url.length % 2 === 0) return undefined;
  const challenge = 'Digest realm="r", nonce="n", qop="auth"';
  return new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
}

function nextHop(hops: [number, string][]): Response {
  const next = hops.shift();
  return next === undefined ? new Response("ok") : redirect(next[0], headerText(next[1]));
}

function recorder(answer: (request: Sent) => Response): { sent: Sent[]; fetch: typeof fetch } {
  const sent: Sent[] = [];
  const record: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const seen = { method, url, headers, body: await request.text() };
    sent.push(seen);
    return answer(seen);
  };
  return { sent, fetch: record };
}

/** What a header can carry of it: octets, without line breaks. */
function headerText(text: string): string {
  return Buffer.from(text.replaceAll(/[\0\r\n]/g, "")).toString("latin1");
}
