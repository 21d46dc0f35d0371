// Every form in which servers ask for a wait, on every status: where it counts, and where it is reported and means nothing.
import { HttpError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { world } from "../policy/retries-world.js";

const test = suite("waits that servers ask for");

type Headers = Readonly<Record<string, string>>;

const DATE = "Sun, 06 Nov 2033 08:49:37 GMT";
const NOW = Date.parse(DATE);
const at = (ms: number): Date => new Date(NOW + ms);

/** Each asks for 7 s. */
const exact: Readonly<Record<string, Headers>> = {
  seconds: { "retry-after": "7" },
  "seconds with a fraction": { "retry-after": "7.000" },
  "a date": { "retry-after": at(7000).toUTCString(), date: DATE },
  "epoch seconds": { "retry-after": String(NOW / 1000 + 7), date: DATE },
  "epoch milliseconds": { "retry-after": String(NOW + 7000), date: DATE },
  milliseconds: { "retry-after-ms": "7000" },
  "milliseconds with a fraction": { "retry-after-ms": "7000.4" },
  "Azure's milliseconds": { "x-ms-retry-after-ms": "7000" },
  "milliseconds before seconds": { "retry-after": "9", "retry-after-ms": "7000" },
  "milliseconds before Azure's": { "retry-after-ms": "7000", "x-ms-retry-after-ms": "9000" },
  "Azure's before seconds": { "retry-after": "1", "x-ms-retry-after-ms": "7000" },
  "seconds before resets": { "retry-after": "7", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "20" },
  "seconds where milliseconds cannot be read": { "retry-after-ms": "soon", "retry-after": "7" },
};

const resets: Readonly<Record<string, Headers>> = {
  "ratelimit-reset": { "ratelimit-remaining": "0", "ratelimit-reset": "7" },
  "x-ratelimit-reset": { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "7" },
  "x-ratelimit-reset as epoch": {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(NOW / 1000 + 7),
    date: DATE,
  },
  RateLimit: { ratelimit: '"minute";r=0;t=7' },
  "RateLimit, the other way round": { ratelimit: '"minute"; t=7; r=0' },
  "RateLimit of several": { ratelimit: '"second";r=0;t=1, "minute";r=0;t=7, "day";r=5;t=9000' },
  "RateLimit of earlier drafts": { ratelimit: "limit=10, remaining=0, reset=7" },
  "requests as a duration": { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "7s" },
  "requests in minutes": { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "0m7s" },
  "tokens in milliseconds": { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "7000ms" },
  "the longest": {
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "20ms",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-tokens": "7s",
  },
  "the one that is used up": {
    "x-ratelimit-remaining-requests": "3",
    "x-ratelimit-reset-requests": "20s",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-tokens": "7s",
  },
  "ISO dates": {
    "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": at(7000).toISOString(),
    date: DATE,
  },
  "ISO dates of tokens": {
    "anthropic-ratelimit-input-tokens-remaining": "0",
    "anthropic-ratelimit-input-tokens-reset": at(7000).toISOString(),
    date: DATE,
  },
};

/** When a GET that is answered so once is sent, and what of it is told where it is not sent again. */
async function sentAt(status: number, headers: Headers): Promise<readonly number[]> {
  const { send, times } = world([{ status, headers }, 200]);
  await send();
  return times;
}

/** 7 s, and half of the up to 10 % on top. */
const AFTER_WAIT = [0, 7350];

for (const [name, headers] of Object.entries(exact))
  test(`${name}: counts on 403, 408, 413, 425, 429 and 5xx; on others it is reported`, async () => {
    for (const status of [403, 408, 413, 425, 429, 500, 502, 503, 504, 529])
      assert.equal(await sentAt(status, headers), AFTER_WAIT, String(status));
    await isReported(headers);
  });

for (const [name, headers] of Object.entries(resets))
  test(`${name}: counts on 403, 429 and 5xx; on others it is reported`, async () => {
    for (const status of [403, 429, 500, 502, 503, 504, 529])
      assert.equal(await sentAt(status, headers), AFTER_WAIT, String(status));
    for (const status of [408, 425]) assert.equal(await sentAt(status, headers), [0, 500], String(status));
    assert.equal(await sentAt(413, headers), [0]);
    await isReported(headers);
  });

async function isReported(headers: Headers): Promise<void> {
  for (const status of [400, 401, 404, 409, 422]) {
    const { send, times } = world([{ status, headers }, 200]);
    const error = await send();
    assert.ok(error instanceof HttpError);
    assert.equal([times, error.status, error.retryAfter], [[0], status, 7000]);
  }
}

test("a limit that is not used up asks for nothing", async () => {
  for (const headers of [
    { "ratelimit-remaining": "1", "ratelimit-reset": "7" },
    { "x-ratelimit-reset": "7" },
    { ratelimit: '"minute";r=1;t=7' },
    { ratelimit: '"second";r=0, "minute";r=1;t=7' },
    { ratelimit: "limit=10, remaining=10, reset=7" },
    { "x-ratelimit-remaining-requests": "10", "x-ratelimit-reset-requests": "7s" },
  ] as Headers[]) {
    assert.equal(await sentAt(403, headers), [0], JSON.stringify(headers));
    assert.equal(await sentAt(503, headers), [0, 500], JSON.stringify(headers));
  }
});

test("a time that is over asks to come back at once, after the client's own wait", async () => {
  for (const headers of [
    { "retry-after": at(-5000).toUTCString(), date: DATE },
    { "retry-after": String(NOW / 1000 - 5), date: DATE },
    { "retry-after": "0" },
  ] as Headers[])
    assert.equal(await sentAt(503, headers), [0, 500], JSON.stringify(headers));
});

test("a POST is sent again after 425, 429, and 503 with a wait in any form, and after no other status", async () => {
  for (const headers of [...Object.values(exact), ...Object.values(resets)])
    for (const [status, sends] of [
      [403, 1],
      [408, 1],
      [413, 1],
      [429, 2],
      [500, 1],
      [503, 2],
      [529, 1],
    ] as const) {
      const { send, times } = world([{ status, headers }, 200]);
      await send("POST");
      assert.is(times.length, sends, `${status} ${JSON.stringify(headers)}`);
    }
});

test("what cannot be read is told in the event of the retry, and is no wait", async () => {
  const told: unknown[] = [];
  const on = (event: { readonly type: string; readonly unreadWait?: string }): void =>
    void (event.type === "retry" && told.push(event.unreadWait));
  for (const [headers, times] of [
    [{ "retry-after": "soon" }, [0, 500]],
    [{ "retry-after-ms": "soon", "retry-after": "7" }, AFTER_WAIT],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "tomorrow" }, [0, 500]],
  ] as const) {
    const run = world([{ status: 503, headers }, 200], { on });
    await run.send();
    assert.equal(run.times, times);
  }
  assert.equal(told, ["retry-after: soon", "retry-after-ms: soon", "x-ratelimit-reset: tomorrow"]);
});

test("more than maxRetryAfter, or than is left of `within`, is not waited for: the error says how long", async () => {
  for (const [options, seconds] of [
    [{}, 61],
    [{}, 31],
    [{ maxRetryAfter: 5000 }, 7],
    [{ retries: { within: 5000 } }, 7],
  ] as const) {
    const { send, times } = world([{ status: 429, headers: { "retry-after": String(seconds) } }, 200], options);
    const error = await send();
    assert.ok(error instanceof HttpError);
    assert.equal([times, error.retryAfter], [[0], seconds * 1000]);
  }
});

test.run();
