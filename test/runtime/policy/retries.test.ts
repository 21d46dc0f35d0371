import { HttpError, NetworkError, TimeoutError, type AttemptOutcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient } from "../acme.js";
import { world } from "./retries-world.js";

const test = suite("retries of a client");

test("a 503 once is answered with nothing configured, after half a second; three of them are the error", async () => {
  const once = world([503, 200]);
  assert.is(await once.send(), 200);
  assert.equal(once.times, [0, 500]);
  const always = world([503]);
  const error = await always.send();
  assert.ok(error instanceof HttpError && error.status === 503);
  assert.equal(always.times, [0, 500, 1500]);
});

test("what is harmless is sent again, and nothing else", async () => {
  for (const [method, answer, given, sends] of [
    ["GET", 500, {}, 3],
    ["HEAD", 500, {}, 3],
    ["OPTIONS", 500, {}, 3],
    ["PUT", 500, {}, 3],
    ["DELETE", 500, {}, 3],
    ["GET", "reset", {}, 3],
    ["GET", 404, {}, 1],
    ["GET", 501, {}, 1],
    ["POST", 500, {}, 1],
    ["PATCH", 500, {}, 1],
    ["POST", "reset", {}, 1],
    ["POST", "refused", {}, 3],
    ["POST", 425, {}, 3],
    ["POST", 429, {}, 3],
    ["POST", 503, {}, 1],
    ["POST", { status: 503, headers: { "retry-after": "1" } }, {}, 3],
    ["POST", { status: 502, headers: { "retry-after": "1" } }, {}, 1],
    ["POST", 500, { idempotencyKey: true }, 3],
    ["POST", 500, { headers: { "Idempotency-Key": "k" } }, 3],
    ["POST", 500, { idempotent: true }, 3],
    ["GET", 500, { idempotent: false }, 1],
    ["GET", 429, { idempotent: false }, 3],
    ["PUT", { status: 503, headers: { "retry-after": "1" } }, { idempotent: false }, 1],
    ["POST", "refused", { idempotent: false }, 3],
    ["GET", 503, { retries: 0 }, 1],
    ["GET", 503, { retryPolicy: "none" }, 1],
    ["GET", 503, { retries: 4 }, 5],
  ] as const) {
    const { send, times } = world([answer]);
    await send(method, given);
    assert.is(times.length, sends, `${method} ${JSON.stringify(answer)} ${JSON.stringify(given)}`);
  }
});

test("a key is the same on every attempt; one that the client gives to all makes nothing repeatable", async () => {
  const own = world([500, 200]);
  await own.send("POST", { idempotencyKey: true });
  assert.is(own.keys.length, 2);
  assert.ok(own.keys[0] !== null && own.keys[0] === own.keys[1]);
  const ofClient = world([500], { idempotencyKey: true });
  await ofClient.send("POST");
  assert.is(ofClient.keys.length, 1);
  assert.ok(ofClient.keys[0]);
  const get = world([200], { idempotencyKey: true });
  await get.send("GET");
  assert.equal(get.keys, [null]);
});

test("a time-out is repeated once; a POST that timed out is not", async () => {
  const get = world(["hang"], { requestTimeout: 1000 });
  assert.instance(await get.send(), TimeoutError);
  assert.equal(get.times, [0, 1500]);
  const post = world(["hang"], { requestTimeout: 1000 });
  assert.instance(await post.send("POST"), TimeoutError);
  assert.equal(post.times, [0]);
});

test("the request wins over the client, the nearer of retries and retryPolicy counts", async () => {
  for (const [client, request, sends] of [
    [{ retries: 0 }, {}, 1],
    [{ retries: 1 }, {}, 2],
    [{ retries: 1 }, { retries: 3 }, 4],
    [
      { retryPolicy: { kind: "circuit-breaker", maxContiguousRetries: 4, backoff: { kind: "exponential", start: 1 } } },
      {},
      5,
    ],
    [{ retryPolicy: { kind: "circuit-breaker", maxContiguousRetries: 4 } }, { retries: 1 }, 2],
    [{ retries: 5 }, { retryPolicy: "none" }, 1],
    [{ retries: 5, retryPolicy: "none" }, {}, 1],
    [{ idempotent: false }, {}, 1],
  ] as const) {
    const { send, times } = world([500], client);
    await send("GET", request);
    assert.is(times.length, sends, JSON.stringify([client, request]));
  }
});

test("start, factor and max say how long, within when no more; a deadline of the client ends it all", async () => {
  const slow = world([500], { retries: { limit: 4, start: 100, factor: 3, max: 500 } });
  await slow.send();
  assert.equal(slow.times, [0, 100, 400, 900, 1400]);
  const short = world([500], { retries: { limit: 9, start: 1000, factor: 1, within: 2500 } });
  await short.send();
  assert.equal(short.times, [0, 1000, 2000]);
  const late = world([500], { deadline: 700 });
  const error = await late.send();
  assert.is((error as Error).name, "DeadlineError");
  assert.equal(late.times, [0, 500]);
});

test("a server's wish to wait is heard, and one beyond maxRetryAfter is not waited for", async () => {
  const asked = world([{ status: 429, headers: { "retry-after-ms": "700" } }, 200]);
  await asked.send();
  assert.equal(asked.times, [0, 735]);
  const long = world([{ status: 429, headers: { "retry-after": "61" } }, 200]);
  const error = await long.send();
  assert.ok(error instanceof HttpError && error.retryAfter === 61_000);
  assert.equal(long.times, [0]);
});

test("statuses replace those of the rule; failures of connections stay", async () => {
  for (const [answer, sends] of [
    [409, 3],
    [503, 1],
    ["reset", 3],
  ] as const) {
    const { send, times } = world([answer], { retries: { statuses: [409] } });
    await send();
    assert.is(times.length, sends, String(answer));
  }
});

test("when decides by the answer: again, as an answer, after a wait, or not at all", async () => {
  const throttled = { status: 200, body: { errors: [{ extensions: { code: "THROTTLED" } }] } };
  const isThrottled = ({ body }: { body: unknown }): true | undefined =>
    JSON.stringify(body).includes("THROTTLED") ? true : undefined;
  const again = world([throttled, 200], { retries: { when: isThrottled } });
  assert.is(await again.send("POST"), 200);
  assert.equal(again.times, [0, 500]);
  const always = world([throttled], { retries: { when: isThrottled, limit: 1 } });
  const error = await always.send();
  assert.ok(error instanceof HttpError);
  assert.equal([error.code, error.status, error.body], ["refused-by-when", 200, throttled.body]);
  const waits = world([{ status: 400 }, 200], { retries: { when: () => ({ after: 2000 }) } });
  await waits.send("POST");
  assert.equal(waits.times.slice(0, 2), [0, 2100]);
  const never = world([503], { retries: { when: () => false } });
  await never.send();
  assert.is(never.times.length, 1);
  const guarded = world([throttled], { retries: { when: isThrottled } });
  await guarded.send("POST", { idempotent: false });
  assert.is(guarded.times.length, 1);
});

test("a budget: retries of what fails everywhere end, and come back with what succeeds", async () => {
  const { clock } = world([]);
  let failing = true;
  let asked = 0;
  const fetch = async () => ((asked += 1), new Response("", { status: failing ? 500 : 200 }));
  const client = acmeClient("https://a.test", { fetch, clock, random: () => 0.5, retries: undefined });
  const send = () => clock.finish(client.get("/x").catch(() => {}));
  for (let call = 0; call < 300; call += 1) await send();
  assert.is(asked, 300 + 500);
  failing = false;
  for (let call = 0; call < 20; call += 1) await send();
  failing = true;
  asked = 0;
  for (let call = 0; call < 20; call += 1) await send();
  assert.ok(asked > 20 && asked <= 40, String(asked));
});

test("who cancels while a retry waits pays nothing for it", async () => {
  const { clock, client, times } = world([503]);
  for (let call = 0; call < 520; call += 1) {
    const controller = new AbortController();
    const sent = client.get("/x", { signal: controller.signal }).catch(() => {});
    while (times.length <= call) await clock.advance(0);
    await clock.advance(1);
    controller.abort();
    await clock.finish(sent);
  }
  await clock.finish(client.get("/x").catch(() => {}));
  assert.is(times.length, 520 + 3);
});

test("a POST that has acted before a redirect is not done again, whatever the answer behind it", async () => {
  for (const status of [425, 429, 503]) {
    const limited = { status, headers: { "retry-after": "1" } };
    const seeOther = { status: 303, headers: { location: "/done" } };
    for (const given of [{}, { retries: 2 }]) {
      const { send, times } = world([seeOther, limited, seeOther, limited]);
      const error = await send("POST", given);
      assert.ok(error instanceof HttpError && error.status === status);
      assert.is(times.length, 2, String(status));
    }
    const keyed = world([seeOther, limited, 200]);
    assert.is(await keyed.send("POST", { idempotencyKey: true }), 200);
  }
});

test("a header for a key that is not there is none", async () => {
  const { send, times } = world([500]);
  await send("POST", { headers: { "Idempotency-Key": undefined } });
  assert.is(times.length, 1);
});

test("what a definition says of an operation holds however its path is written", async () => {
  const parts = { idempotent: { "GET /send": false } };
  for (const [path, given] of [
    ["/send", {}],
    ["send", {}],
    ["/%73end", {}],
    ["/{what}", { params: { what: "send" } }],
  ] as const) {
    const { send, times } = world([500], {}, {}, parts);
    await send("GET", given, path);
    assert.is(times.length, 1, path);
  }
});

test("a `when` that is async, gives something else or throws is named, and repeats nothing", async () => {
  for (const when of [async () => undefined, () => null, () => ({ after: "soon" }), () => ({ after: -1 })]) {
    const fine = world([200], { retries: { when } });
    assert.match(
      String(await fine.send("POST")),
      /`retries\.when` returned something other than .*; the server answered 200/,
    );
    assert.is(fine.times.length, 1);
  }
  const throwing = () => {
    throw new Error("mine");
  };
  const failed = world([503], { retries: { when: throwing } });
  const error = await failed.send();
  assert.ok(error instanceof HttpError && error.status === 503);
  assert.match(error.message, /`retries\.when` threw$/);
  assert.is(failed.times.length, 1);
});

test("where an error was found before anything was sent, nothing is sent again", async () => {
  const { send, times } = world([200]);
  await send("GET", { params: { nope: 1 } });
  assert.equal(times, []);
});

test("what is given is read at once: who changes it later changes nothing", async () => {
  const [ofClient, ofRequest] = [
    { limit: 1, statuses: [500] },
    { limit: 1, statuses: [500] },
  ];
  const { send, times } = world([500], { retries: ofClient });
  Object.assign(ofClient, { limit: 5, statuses: [] });
  await send();
  assert.equal(times, [0, 500]);
  const sending = send("GET", { retries: ofRequest });
  Object.assign(ofRequest, { limit: -1 });
  ofRequest.statuses[0] = 503;
  await sending;
  assert.is(times.length, 4);
});

test("what is wrong is refused when the client is made", () => {
  for (const wrong of [
    { retries: -1 },
    { retries: 1.5 },
    { retries: { limit: 101 } },
    { retries: { start: 0 } },
    { retries: { factor: 0.5 } },
    { retries: { statuses: [200] } },
    { retries: { wen: () => true } },
    { idempotencyKey: false },
    { idempotent: true },
  ])
    assert.throws(() => acmeClient("https://a.test", wrong), /retries|idempot/, JSON.stringify(wrong));
});

test("a POST with a key of its own is sent again after a time-out, with it", async () => {
  const { send, times, keys } = world(["hang", 200], { requestTimeout: 1000 });
  assert.is(await send("POST", { idempotencyKey: "k-1" }), 200);
  assert.equal(
    [times, keys],
    [
      [0, 1500],
      ["k-1", "k-1"],
    ],
  );
});

test("an answer that the second of two requests gets says that an earlier attempt may have succeeded", async () => {
  const SAID = "; an earlier attempt may have succeeded";
  for (const [method, answers, isSaid] of [
    ["DELETE", [500, 404], true],
    ["DELETE", ["reset", 410], true],
    ["PUT", [503, 412], true],
    ["PUT", [408, 500, 412], true],
    ["DELETE", [404], false],
    ["PUT", [412], false],
    ["DELETE", [429, 404], false],
    ["DELETE", ["refused", 404], false],
    ["DELETE", [500, 403], false],
    ["PUT", [500, 404], false],
    ["GET", [500, 404], false],
  ] as const)
    for (const options of [{}, { on: () => {} }, { retryPolicy: "circuit-breaker" }]) {
      const error = await world(answers, options).send(method);
      assert.ok(error instanceof HttpError);
      assert.is(error.message.endsWith(SAID), isSaid, `${method} ${JSON.stringify(answers)}: ${error.message}`);
    }
});

test("client.json says it for all requests to a provider; code wins over it", async () => {
  for (const [settings, options, request, sends] of [
    [{ retries: { limit: 4 } }, {}, {}, 5],
    [{ retries: { limit: 0 } }, {}, {}, 1],
    [{ retries: { limit: 4 } }, { retries: 1 }, {}, 2],
    [{ retries: { limit: 4 } }, {}, { retries: 1 }, 2],
    [{ retries: { limit: 4 } }, { retryPolicy: "none" }, {}, 1],
    [{ retries: { limit: 4 } }, {}, { retryPolicy: "none" }, 1],
    [{ retries: { statuses: [409] } }, {}, {}, 1],
    [{ retries: { limit: 4, within: 1000 } }, {}, {}, 2],
    [{ idempotent: false }, {}, {}, 1],
    [{ idempotent: false }, {}, { idempotent: true }, 3],
  ] as const) {
    const { send, times } = world([500], options, settings);
    await send("GET", request);
    assert.is(times.length, sends, JSON.stringify([settings, options, request]));
  }
  const short = world(["hang"], {}, { requestTimeout: 1000 });
  assert.instance(await short.send(), TimeoutError);
  assert.equal(short.times, [0, 1500]);
  const bounded = world([500], {}, { deadline: 700 });
  assert.is(((await bounded.send()) as Error).name, "DeadlineError");
  const longer = world([500], { deadline: 5000, requestTimeout: 2000 }, { deadline: 700, requestTimeout: 1 });
  assert.instance(await longer.send(), HttpError);
  const keyed = world([500], {}, { idempotencyKey: true });
  await keyed.send("PATCH");
  assert.is(keyed.times.length, 1);
  assert.ok(keyed.keys[0]);
});

test("a definition says of operations what their methods do not; `false` wins, and so does who says it nearer", async () => {
  for (const [idempotent, method, path, request, sends] of [
    [{ "POST /search": true }, "POST", "/search", {}, 3],
    [{ "POST /search": true }, "PATCH", "/search", {}, 1],
    [{ "POST /search": true }, "POST", "/charges", {}, 1],
    [{ "post /search/**": true }, "POST", "/search/a/b", {}, 3],
    [{ "POST /search/*": true }, "POST", "/search/a/b", {}, 1],
    [{ "/search": true }, "PATCH", "/search", {}, 3],
    [{ "POST /{kind}/search": true }, "POST", "/{kind}/search", { params: { kind: "x" } }, 3],
    [{ "GET /send": false }, "GET", "/send", {}, 1],
    [{ "GET /send": false }, "GET", "/list", {}, 3],
    [{ "/**": true, "POST /charges": false }, "POST", "/charges", {}, 1],
    [{ "POST /search": true }, "POST", "/search", { idempotent: false }, 1],
    [{ "GET /send": false }, "GET", "/send", { idempotent: true }, 3],
  ] as const) {
    const { send, times } = world([500], {}, {}, { idempotent });
    await send(method, request, path);
    assert.is(times.length, sends, JSON.stringify([idempotent, method, path, request]));
  }
  const careful = world([500], { idempotent: false }, {}, { idempotent: { "POST /x": true } });
  await careful.send("POST");
  assert.is(careful.times.length, 1);
});

test("redirects that would do it again follow the same words", async () => {
  const moved = { status: 302, headers: { location: "/y" } };
  for (const [method, options, idempotent, sends] of [
    ["PATCH", {}, {}, 1],
    ["PATCH", {}, { "PATCH /x": true }, 2],
    ["GET", {}, {}, 2],
    ["GET", {}, { "GET /x": false }, 1],
    ["GET", { idempotent: false }, {}, 1],
  ] as const) {
    const { send, times } = world([moved, 200], options, {}, { idempotent });
    await send(method);
    assert.is(times.length, sends, JSON.stringify([method, options, idempotent]));
  }
});

test("when: a wait after a broken connection, one that `idempotent: false` allows, and an answer that is masked", async () => {
  const after = { retries: { when: () => ({ after: 2000 }), limit: 1 } };
  const broken = world(["reset", 500], after);
  await broken.send("POST");
  assert.equal(broken.times, [0, 2100]);
  const refused = world([{ status: 400 }], after);
  await refused.send("POST", { idempotent: false });
  assert.equal(refused.times, [0, 2100]);
  const long = world([{ status: 400 }], { retries: { when: () => ({ after: 61_000 }) } });
  const error = await long.send();
  assert.ok(error instanceof HttpError);
  assert.equal([long.times, error.retryAfter], [[0], 61_000]);
  const never = world(["reset"], { retries: { when: () => false } });
  await never.send();
  assert.equal(never.times, [0]);
  const masked = world([{ status: 200, body: { you: "sent-secret-value" } }], {
    retries: { when: () => true, limit: 0 },
  });
  const refusal = await masked.send("GET", { headers: { "x-api-key": "sent-secret-value" } });
  assert.ok(refusal instanceof HttpError);
  assert.equal([refusal.code, refusal.status], ["refused-by-when", 200]);
  assert.not.ok(JSON.stringify([refusal.body, refusal.text]).includes("sent-secret-value"));
});

test("when is asked of what was read whole, with the number of the attempt", async () => {
  const asked: unknown[] = [];
  const when = ({ status, body, attempt, error }: AttemptOutcome): undefined =>
    void asked.push([status, body, attempt, error?.name]);
  const { send } = world(["reset", 503, { status: 200, body: { ok: 1 } }], { retries: { when } });
  assert.is(await send(), 200);
  assert.equal(asked, [
    [undefined, "", 1, "NetworkError"],
    [503, {}, 2, "HttpError"],
    [200, { ok: 1 }, 3, undefined],
  ]);
  const stream = world([200], { retries: { when: () => true } });
  assert.is(await stream.send("GET", { stream: true }), 200);
});

test("a NetworkError after retries is the last one", async () => {
  const { send } = world(["reset"]);
  assert.instance(await send(), NetworkError);
});

test.run();
