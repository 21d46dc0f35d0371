import { AuthenticationError, NetworkError, SdkError, type ClientEvent } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { answer, fakeVendor, granted, invalid, unreached, type Says } from "./fake.js";

const test = suite("oauth2: failures of the token endpoint");

const typed = <Type extends ClientEvent["type"]>(events: readonly ClientEvent[], type: Type) =>
  events.filter((event): event is Extract<ClientEvent, { type: Type }> => event.type === type);

const failures: Record<string, () => Says> = {
  "connection refused": unreached,
  "connection reset": () => new TypeError("x", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) }),
  "500": () => 500,
  "503": () => 503,
  "429": () => answer(429, {}),
};

for (const [name, failure] of Object.entries(failures)) {
  test(`${name}: it is retried as the provider's own, without a request to the API`, async () => {
    const fake = fakeVendor({ token: (_, number) => (number < 3 ? failure() : granted("access")) });
    const { send } = fake.useCase(false);
    assert.ok((await fake.clock.finish(send())).ok);
    assert.equal([fake.tokens.length, fake.calls.length], [3, 1]);
  });

  test(`${name}: it fails over as the provider's own`, async () => {
    const fake = fakeVendor({ token: () => failure(), policy: { kind: "circuit-breaker", maxContiguousRetries: 1 } });
    const { send } = fake.useCase(true);
    assert.ok((await fake.clock.finish(send())).ok);
    assert.equal([fake.calls.length, fake.spare.length], [0, 1]);
  });
}

test("a request that must not be repeated is repeated: the API got nothing", async () => {
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? 500 : granted("access")) });
  const call = fake.client().post("/items", { idempotent: false, retryPolicy: "circuit-breaker" });
  await fake.clock.finish(call);
  assert.equal([fake.tokens.length, fake.calls.length], [2, 1]);
});

test("1000 waiters are 1000 attempts that say nothing of the API's endpoint, and one failure of the token endpoint", async () => {
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? unreached() : granted("access")) });
  const { send, circuits } = fake.useCase(false);
  const calls = Promise.all(Array.from({ length: 1000 }, async () => send()));
  await fake.clock.advance(100);
  const known = circuits();
  assert.equal(
    known.map(({ scheme, service, path, state, run }) => [scheme, service, path, state, run]),
    [
      [undefined, "default", "/items", "closed", 0],
      ["login", undefined, "https://auth.test/token", "closed", 1],
    ],
  );
  assert.ok((await fake.clock.finish(calls)).every(({ ok }) => ok));
  assert.equal([fake.tokens.length, fake.calls.length], [2, 1000]);
});

test("also after the API has said 401: the attempt is neither for its endpoint, and is retried", async () => {
  const fake = fakeVendor({
    token: (_, number) => (number === 2 ? unreached() : granted(`access-${number}`)),
    api: ({ authorization }) => (authorization === "Bearer access-1" ? invalid() : 200),
  });
  const { send, circuits } = fake.useCase(false);
  assert.ok((await fake.clock.finish(send())).ok);
  assert.equal([fake.tokens.length, fake.calls.length], [3, 2]);
  assert.ok(circuits().every(({ run }) => run === 0));
});

test("time that runs out while a renewed token is waited for is the token endpoint's", async () => {
  const fake = fakeVendor({
    token: (_, number) => (number === 2 ? "hang" : granted(`access-${number}`)),
    api: ({ authorization }) => (authorization === "Bearer access-1" ? invalid() : 200),
  });
  const { send, circuits } = fake.useCase(false);
  const call = send();
  await fake.clock.advanceTo(30_500);
  assert.is(circuits().find(({ service }) => service === "default")?.run, 0);
  assert.ok((await fake.clock.finish(call)).ok);
});

test("the token endpoint has one circuit: it opens, calls with another candidate go on at once, the others wait", async () => {
  let isDown = true;
  const fake = fakeVendor({ token: () => (isDown ? unreached() : granted("access")) });
  const alone = fake.useCase(false);
  const calls = Array.from({ length: 20 }, async (_, index) => {
    await fake.clock.sleep(index * 10);
    return alone.send();
  });
  const all = Promise.all(calls);
  await fake.clock.advance(400);
  const circuit = alone.circuits().find(({ scheme }) => scheme === "login");
  assert.equal([circuit?.state, circuit?.cause], ["open", "failures"]);
  const opened = typed(fake.events, "circuit").map(({ call, scheme, service, method, path, to }) => [call, scheme, service, method, path, to]); // prettier-ignore
  assert.equal(opened, [[undefined, "login", undefined, "POST", "https://auth.test/token", "open"]]);
  const asked = fake.tokens.length;
  assert.is(asked, 16);
  await fake.clock.advance(1000);
  assert.is(fake.tokens.length, asked);
  isDown = false;
  assert.ok((await fake.clock.finish(all)).every(({ ok }) => ok));
  assert.is(fake.tokens.length, asked + 1);
});

test("while it is open, a call that has another candidate goes there, and asks nothing", async () => {
  const fake = fakeVendor({ token: () => unreached() });
  const { send, circuits } = fake.useCase(true);
  for (let call = 0; call < 10; call += 1) assert.ok((await fake.clock.finish(send())).ok);
  assert.is(circuits().find(({ scheme }) => scheme === "login")?.state, "open");
  const asked = fake.tokens.length;
  const before = fake.clock.now();
  assert.ok((await fake.clock.finish(send())).ok);
  assert.equal([fake.tokens.length, fake.clock.now()], [asked, before]);
  assert.is(typed(fake.events, "failover").at(-1)?.error.name, "CircuitOpenError");
});

for (const [error, status] of [
  ["invalid_client", 401],
  ["invalid_grant", 400],
  ["unauthorized_client", 400],
] as const) {
  test(`${error} is an AuthenticationError that fails over and is not repeated for authCoolDown`, async () => {
    const fake = fakeVendor({ token: () => answer(status, { error }) });
    const { send } = fake.useCase(true);
    for (let call = 0; call < 5; call += 1) assert.ok((await fake.clock.finish(send())).ok);
    assert.equal([fake.tokens.length, fake.calls.length, fake.spare.length], [1, 0, 5]);
    const failure = typed(fake.events, "failover").map(({ error }) => (error as AuthenticationError).kind);
    assert.equal(new Set(failure), new Set([error]));
    await fake.clock.advance(60_000);
    assert.ok((await fake.clock.finish(send())).ok);
    assert.is(fake.tokens.length, 2);
  });
}

test("or until the credentials differ", async () => {
  let secret = "old-secret";
  const api = ({ authorization }: { authorization: string }) => (authorization === "Bearer access" ? 200 : 500);
  const isNew = (header: string) => Buffer.from(header.slice(6), "base64").toString().endsWith(":new-secret");
  const token = ({ authorization }: { authorization: string }) => isNew(authorization) ? granted("access") : answer(401, { error: "invalid_client" }); // prettier-ignore
  const fake = fakeVendor({ token, api });
  const acme = fake.client({}, { clientSecret: () => secret });
  for (let call = 0; call < 3; call += 1) {
    const { kind, tokenEndpoint } = await rejection(fake.clock.finish(acme.get("/items")), AuthenticationError);
    assert.equal([kind, tokenEndpoint, fake.tokens.length], ["invalid_client", "login", 1]);
  }
  secret = "new-secret";
  await fake.clock.finish(acme.get("/items").json());
  assert.is(fake.tokens.length, 2);
});

test("who waited with another secret than the one that was denied asks with its own", async () => {
  const secrets = ["old-secret", "new-secret", "new-secret"];
  const isNew = (header: string) => Buffer.from(header.slice(6), "base64").toString().endsWith(":new-secret");
  const fake = fakeVendor({ token: ({ authorization }) => isNew(authorization) ? granted("access") : answer(401, { error: "invalid_client" }) }); // prettier-ignore
  const acme = fake.client({}, { clientSecret: () => secrets.shift() ?? "" });
  const calls = await fake.clock.finish(Promise.allSettled([1, 2, 3].map(async () => acme.get("/items").json())));
  assert.equal([calls.map(({ status }) => status), fake.tokens.length], [["rejected", "fulfilled", "fulfilled"], 2]);
});

test("a token endpoint that asks for a pause: a call with another candidate goes on at once", async () => {
  const fake = fakeVendor({ token: () => 429 });
  assert.ok((await fake.clock.finish(fake.useCase(true).send())).ok);
  assert.equal([fake.tokens.length, fake.clock.now()], [1, 0]);
});

for (const [name, says, requests] of [
  ["the answer is lost", () => new TypeError("x", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) }), 1],
  ["no answer comes", () => "hang", 1],
  ["408", () => 408, 1],
  ["500", () => 500, 1],
  ["503", () => 503, 1],
  ["503 that asks for a wait", () => new Response("", { status: 503, headers: { "retry-after": "1" } }), 3],
  ["429", () => 429, 3],
  ["425", () => 425, 3],
  ["connection refused", unreached, 3],
] as const satisfies readonly (readonly [string, () => Says, number])[]) {
  test(`retries spend no refresh token twice: ${name}`, async () => {
    for (const on of [undefined, () => {}])
      for (const asked of [
        {},
        { idempotent: true },
        { retries: { statuses: [408, 425, 429, 500, 503], when: () => true } },
      ]) {
        const fake = fakeVendor({ token: says, scheme: { flow: "refreshToken" } });
        const acme = fake.client({ retries: undefined, requestTimeout: 1000, on }, { refreshToken: "once" });
        const error = await rejection(fake.clock.finish(acme.get("/items", asked)), SdkError);
        assert.equal(
          [error.tokenEndpoint, fake.tokens.length, fake.calls.length],
          ["login", requests, 0],
          JSON.stringify(asked),
        );
      }
  });
}

test("a GET that is retried after its own failure spends no refresh token twice", async () => {
  const lost = () => new TypeError("x", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) });
  const token = (_: unknown, number: number) => (number === 1 ? granted("access", { refresh_token: "next" }) : lost());
  const fake = fakeVendor({
    token,
    api: (_, number) => (number === 1 ? 503 : invalid()),
    scheme: { flow: "refreshToken" },
  });
  const acme = fake.client({ retries: 5 }, { refreshToken: "once" });
  const error = await rejection(fake.clock.finish(acme.get("/items")), NetworkError);
  assert.is(error.tokenEndpoint, "login");
  assert.equal(
    fake.tokens.map(({ form }) => form["refresh_token"]),
    ["once", "next"],
  );
});

test("without retries nothing is repeated: the request fails with what the token endpoint did", async () => {
  const fake = fakeVendor({ token: () => unreached() });
  const error = await rejection(fake.clock.finish(fake.client().get("/items", { retries: 0 })), NetworkError);
  assert.equal([error.tokenEndpoint, error.message], ["login", 'POST https://auth.test/token of acme (scheme "login"): the connection was refused']); // prettier-ignore
  assert.is(fake.tokens.length, 1);
});

test("token requests are events of their own; attempts stay those to the API", async () => {
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? 500 : granted("access")) });
  await fake.clock.finish(fake.useCase(false).send());
  assert.equal(
    typed(fake.events, "token").map(({ provider, scheme, step, status, error }) => [provider, scheme, step, status, error?.name]), // prettier-ignore
    [
      ["acme", "login", "request", 500, "HttpError"],
      ["acme", "login", "request", undefined, undefined],
    ],
  );
  assert.equal(
    typed(fake.events, "attempt").map(({ attempt, status }) => [attempt, status]),
    [[2, 200]],
  );
});

test.run();
