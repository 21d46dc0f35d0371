import { durationText, failureText } from "#generator/simulate/report/words.js";
import { pageHelpers } from "#generator/simulate/report/page-helpers.js";
import { policyText, useCaseSection } from "#generator/simulate/report/use-case-section.js";
import { schemeText, shownOverride, shownProse, shownUrl } from "#generator/simulate/report/provider-section.js";
import type { PublicProfile } from "#generator/emit/public-model.js";
import { DEFAULT_CIRCUIT_BREAKER, NO_RETRY } from "#runtime/config/circuit-defaults.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("the report's words");
const plain = (text: string): string => text.replaceAll("\u00A0", " ");

test("times have as many digits as somebody reads, and stay with their unit", () => {
  const times = [0, 0.4, 80, 999.6, 1250, 12_500, 59_949, 60_000, 62_400, 242_000];
  const texts = ["0 s", "1 ms", "80 ms", "1 s", "1.25 s", "12.5 s", "59.9 s", "1 min", "1 min 2 s", "4 min 2 s"];
  assert.equal(times.map(durationText).map(plain), texts);
  assert.not.match(durationText(242_000), / /);
});

test("policies are told by what they do", () => {
  const told = (policy: Parameters<typeof policyText>[0]) => plain(policyText(policy));
  assert.is(told(NO_RETRY), "one attempt of at most 30 s");
  assert.is(
    told(DEFAULT_CIRCUIT_BREAKER),
    "up to 6 attempts of at most 30 s each, with waits of 2 s, 4 s, 8 s, 16 s and 32 s between; when its circuit opens, it rests 2 s at first",
  );
  const often = { ...DEFAULT_CIRCUIT_BREAKER, maxContiguousRetries: 9, backoff: { kind: "exponential", start: 1, factor: 1 } } as const; // prettier-ignore
  assert.match(told(often), /up to 10 attempts .* waits of (1 ms, ){5}1 ms and so on between/);
  const once = { ...DEFAULT_CIRCUIT_BREAKER, maxContiguousRetries: 0, circuit: false };
  assert.is(told(once), "one attempt of at most 30 s; it has no circuit");
  assert.match(told({ ...once, maxContiguousRetries: 1 }), /with a wait of 2 s between; it has no circuit/);
  const before = plain(policyText({ ...once, maxContiguousRetries: 1 }, true));
  assert.match(before, "with a wait of 200 ms between if another provider follows, else 2 s; it has no circuit");
});

test("settings of failover are told where the order and the policies are", () => {
  const providers = { acme: { useCases: { U: { input: {}, retryPolicy: NO_RETRY, failoverOn: [404, 410, 413] } } } };
  const useCases = { U: { providerFailover: true, failoverAfter: "retries" } };
  const settings = { useCases, providers } as unknown as PublicProfile;
  const names = ["acme", "bell"];
  const { order, orderText } = useCaseSection(
    { profile: "p", useCase: "U", settings, names, isFirst: false },
    undefined,
  );
  assert.is(orderText, "A call tries acme first. If all its retries fail, bell takes over.");
  assert.is(plain(order[0]?.policy ?? ""), "one attempt of at most 30 s; after 404, 410 and 413, the next is tried");
});

test("ways to be down, in words that need no list of status codes", () => {
  const told = (failure: Parameters<typeof failureText>[0]) => plain(failureText(failure));
  assert.is(told({ kind: "status", status: 503 }), "answers 503 (unavailable)");
  assert.is(
    told({ kind: "status", status: 429, retryAfter: 90 }),
    "answers 429 (too many requests, again in 1 min 30 s)",
  );
  assert.is(told({ kind: "status", status: 500 }), "answers 500");
  assert.is(told({ kind: "timeout" }), "never answers");
});

test("every scheme says how a credential is sent", () => {
  assert.is(schemeText({ type: "apiKey", in: "query", name: "key" }), "API key in the query parameter key");
  assert.is(schemeText({ type: "http", scheme: "bearer" }), "token (HTTP Bearer)");
  const digest = { statusCode: 401, challengeHeader: "", authorizationHeader: "" };
  assert.match(schemeText({ type: "http", scheme: "digest", ...digest }), /Digest/);
  const oauth2 = {
    type: "oauth2",
    clientAuthentication: "post",
    tokenUrl: "https://a.example/token?x=canary",
  } as const;
  assert.is(schemeText({ ...oauth2, flow: "clientCredentials" }), "OAuth 2, client credentials, tokens from https://a.example/token"); // prettier-ignore
  assert.is(schemeText({ type: "signature", headers: ["x-sig"] }), "signature that code computes, in x-sig");
});

test("addresses lose what may be secret", () => {
  assert.is(shownUrl("https://user:canary@a.example/v1?key=canary#canary"), "https://a.example/v1");
  assert.is(shownUrl("https://{REGION}.a.example/v1"), "https://{REGION}.a.example/v1");
  assert.is(shownUrl("https://\u0430.example/v1"), "https://xn--80a.example/v1");
  assert.is(shownUrl("https://sk_live_51Hc0ffee8Qq7Zr2Tn9V.example"), "https://sk_live_51Hc0ffee8Qq7Zr2Tn9V.example");
  assert.is(shownOverride("https://a.example/canary"), "https://a.example/…");
  assert.is(shownOverride("https://a.example/"), "https://a.example");
  assert.is(shownOverride("$A_URL"), "$A_URL");
  assert.is(shownOverride("$ canary"), "***");
  assert.is(shownProse("the key sk_live_51Hc0ffee8Qq7Zr2Tn9Vb4Xk6Mw1Jd is one"), "the key *** is one");
});

test("everything that a template prints is quoted; what is no text is refused", () => {
  assert.is(pageHelpers.text(`<a b="c" d='e'>&`), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  assert.is(pageHelpers.text("\u202Ea\u0000"), "\\u202ea\\u0000");
  assert.throws(() => pageHelpers.text(undefined), /gave text something else: undefined/);
  assert.throws(() => pageHelpers.isTrue(undefined), /gave if something else/);
});

test("a use-case for which a page has no time left says so", () => {
  const settings = { useCases: {}, providers: {} } as unknown as PublicProfile;
  const { warnings, overviews } = useCaseSection(
    { profile: "p", useCase: "U", settings, names: ["acme"], isFirst: false },
    undefined,
  );
  assert.match(warnings.join(), /^Not simulated here: .* `npx sdkwright simulate`/);
  assert.equal(overviews, []);
});

test.run();
