import { AsyncLocalStorage } from "node:async_hooks";
import { TimeoutError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { settle, VirtualClock } from "../../policy/virtual-clock.js";
import { fakeVendor, granted, unreached, type Says } from "./fake.js";

const test = suite("oauth2: waiting");

/** Something that a test lets happen later. */
function later<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let settle: ((value: Value) => void) | undefined;
  const promise = new Promise<Value>((done) => (settle = done));
  return { promise, resolve: (value) => settle?.(value) };
}

test("who led the token request may give up: it goes on for the others", async () => {
  const answer = later<Says>();
  const fake = fakeVendor({ token: () => answer.promise });
  const [acme, abort] = [fake.client(), new AbortController()];
  const leader = acme.get("/items", { signal: abort.signal });
  const waiter = acme.get("/items").json();
  await settle();
  abort.abort(new Error("gave up"));
  assert.is((await rejection(leader, Error)).message, "gave up");
  assert.is(fake.tokens[0]?.signal.aborted, false);
  answer.resolve(granted("access-1"));
  await fake.clock.finish(waiter);
  assert.equal([fake.tokens.length, fake.calls.length], [1, 1]);
});

test("when all have given up it goes on too, and serves who comes later", async () => {
  const answer = later<Says>();
  const fake = fakeVendor({ token: () => answer.promise });
  const [acme, abort] = [fake.client(), new AbortController()];
  const leader = acme.get("/items", { signal: abort.signal });
  await settle();
  abort.abort(new Error("gave up"));
  await rejection(leader, Error);
  answer.resolve(granted("access-1"));
  await fake.clock.finish(acme.get("/items").json());
  assert.equal([fake.tokens.length, fake.calls.length], [1, 1]);
});

test("each waiter keeps its own time-out, and the error says what it waited for", async () => {
  const fake = fakeVendor({ token: () => "hang" });
  const acme = fake.client();
  const impatient = acme.get("/items", { requestTimeout: 1000 });
  const patient = acme.get("/items", { requestTimeout: 5000 });
  const errors = [rejection(impatient, TimeoutError), rejection(patient, TimeoutError)];
  await fake.clock.advanceTo(1000);
  assert.equal([(await errors[0])?.tokenEndpoint, fake.tokens[0]?.signal.aborted], ["login", false]);
  assert.is(
    (await errors[0])?.message,
    'GET /items of acme took longer than 1000 ms, waiting for a token (scheme "login")',
  );
  await fake.clock.finish(Promise.all(errors));
  assert.equal([fake.clock.now() >= 5000, fake.tokens.length, fake.calls.length], [true, 1, 0]);
});

test("the token request has the client's `requestTimeout`; then it is aborted, and the next one leads", async () => {
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? "hang" : granted(`access-${number}`)) });
  const acme = fake.client({ requestTimeout: 10_000 });
  const calls = [acme.get("/items"), acme.get("/items", { requestTimeout: 20_000 })].map((call) => rejection(call, TimeoutError)); // prettier-ignore
  await fake.clock.finish(Promise.all(calls));
  assert.equal([fake.tokens[0]?.signal.aborted, (await calls[1])?.message], [true, 'POST https://auth.test/token of acme (scheme "login") took longer than 10000 ms']); // prettier-ignore
  await fake.clock.finish(acme.get("/items").json());
  assert.equal([fake.tokens.length, fake.calls.length], [2, 1]);
});

test("nor does a `fetch` of one's own that never comes back hold up the next one, whatever it makes of the signal", async () => {
  const fake = fakeVendor();
  let asked = 0;
  const fetch = async (url: string): Promise<Response> => {
    if (url !== "https://auth.test/token") return new Response("{}");
    return (asked += 1) === 1 ? new Promise<never>(() => {}) : granted(`access-${asked}`);
  };
  const acme = fake.client({ fetch, requestTimeout: 10_000 });
  const get = () => acme.get("/items", { retryPolicy: { kind: "circuit-breaker", maxContiguousRetries: 1 } });
  const { message } = await rejection(fake.clock.finish(acme.get("/items", { requestTimeout: 20_000 })), TimeoutError);
  assert.match(message, 'POST https://auth.test/token of acme (scheme "login") took longer than 10000 ms');
  await fake.clock.finish(get());
  assert.equal([fake.clock.now(), asked], [10_000, 2]);
});

test("a token request that fails fails for all who waited, each with an error of its own", async () => {
  const fake = fakeVendor({ token: () => unreached() });
  const acme = fake.client();
  const calls = Array.from({ length: 50 }, () => acme.get("/items").catch((error: unknown) => error));
  const errors = (await fake.clock.finish(Promise.all(calls))) as (Error & { code: string })[];
  assert.equal([new Set(errors).size, new Set(errors.map(({ code }) => code))], [50, new Set(["network-unreached"])]);
  assert.equal([fake.tokens.length, fake.calls.length], [1, 0]);
});

test("where a platform ends the token request together with the request that led it, one of those who wait leads", async () => {
  const requests = new AsyncLocalStorage<{ dead: boolean }>();
  const isDead = (): boolean => requests.getStore()?.dead === true;
  // On Workers: what a request began, timers too, never ends once the request has.
  const clock = new VirtualClock(1);
  const mortal = {
    now: clock.now,
    sleep: async (ms: number, signal: AbortSignal) => clock.sleep(ms, signal).then(() => (isDead() ? new Promise<void>(() => {}) : undefined)), // prettier-ignore
  };
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? "hang" : granted(`access-${number}`)) });
  const acme = fake.client({ clock: mortal });
  const request = { dead: false };
  requests.run(request, () => void acme.get("/items").catch(() => {}));
  await settle();
  const waiters = Promise.all(Array.from({ length: 20 }, () => acme.get("/items").json()));
  await settle();
  request.dead = true;
  await clock.advanceTo(5000);
  await waiters;
  assert.equal([fake.tokens.length, fake.calls.length, fake.tokens[0]?.signal.aborted], [2, 20, true]);
});

test("a loop that was busy, or a page that was hidden, is no death: nothing is asked for a second time", async () => {
  for (const wait of [1, 500, 999]) {
    const answer = later<Says>();
    const clock = new VirtualClock(1);
    let busy = 0;
    const fake = fakeVendor({ token: () => answer.promise });
    const acme = fake.client({ clock: { now: () => clock.now() + busy, sleep: clock.sleep } });
    const first = acme.get("/items").json();
    await settle();
    await clock.advanceTo(wait);
    busy = 25_000;
    const calls = [first, ...Array.from({ length: 3 }, () => acme.get("/items").json())];
    await clock.advanceTo(wait + 3000);
    answer.resolve(granted("access-1"));
    await clock.finish(Promise.all(calls));
    assert.equal([fake.tokens.length, fake.calls.length], [1, 4]);
  }
});

test("a token endpoint that is slow is waited for: it lives", async () => {
  const answer = later<Says>();
  const fake = fakeVendor({ token: () => answer.promise });
  const acme = fake.client();
  const calls = Promise.all(Array.from({ length: 20 }, () => acme.get("/items").json()));
  await fake.clock.advanceTo(29_000);
  answer.resolve(granted("access-1"));
  await fake.clock.finish(calls);
  assert.equal([fake.tokens.length, fake.calls.length], [1, 20]);
});

test("nothing is left behind: no timer, no listener", async () => {
  const fake = fakeVendor();
  await fake.client().get("/items").json();
  assert.is(fake.clock.pending, 0);
});

test("at most 100 keys are kept, and the oldest that is idle goes", async () => {
  const fake = fakeVendor();
  const acme = fake.client();
  const ask = async (scope: number) => fake.clock.finish(acme.get("/items", { security: { id: "login", scopes: [`s${scope}`] } }).json()); // prettier-ignore
  for (let scope = 0; scope < 100; scope += 1) await ask(scope);
  await ask(0);
  assert.is(fake.tokens.length, 100);
  await ask(100);
  await ask(0);
  assert.is(fake.tokens.length, 101);
  await ask(1);
  assert.is(fake.tokens.length, 102);
});

test("a key that is waited for is not dropped, however many others there are", async () => {
  const answer = later<Says>();
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? answer.promise : granted(`access-${number}`)) });
  const acme = fake.client();
  const ask = (scope: number) => acme.get("/items", { security: { id: "login", scopes: [`s${scope}`] } }).json();
  const first = ask(0);
  for (let scope = 1; scope <= 110; scope += 1) await ask(scope);
  const second = ask(0);
  answer.resolve(granted("access-0"));
  await fake.clock.finish(Promise.all([first, second]));
  assert.is(fake.tokens.length, 111);
});

test("another client id is another key, and so is another secret", async () => {
  const fake = fakeVendor();
  const login = { id: "a", secret: "secret-1" };
  const acme = fake.client({}, { clientId: () => login.id, clientSecret: () => login.secret });
  for (const change of [{}, { secret: "secret-2" }, { id: "b" }]) {
    Object.assign(login, change);
    await fake.clock.finish(acme.get("/items").json());
  }
  assert.equal(
    fake.tokens.map(({ authorization }) => Buffer.from(authorization.slice(6), "base64").toString()),
    ["a:secret-1", "a:secret-2", "b:secret-2"],
  );
});

test.run();
