import {
  ConfigurationError,
  defineMap,
  NetworkError,
  type ProviderClient,
  type UseCase,
  UseCaseError,
} from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { normalizeRetryPolicy } from "@sdkwright/runtime/config";
import { bindClient, type ClientOptions, type ClientParts } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld, type Context } from "../policy/world.js";

const test = suite("use-case");

type Input = Record<string, unknown>;
type ProfileDefinition = (ClientParts["profiles"] & object)[string];

interface TestClient {
  profiles: { "a/send": { Send: UseCase<Input, unknown>; Other: UseCase<Input, unknown> } };
  providers: Record<string, ProviderClient>;
}

const retryPolicy = normalizeRetryPolicy("none");

function parts(change?: ProfileDefinition): ClientParts {
  const provider = (name: string): ClientParts["providers"][string] => ({
    definition: {
      name,
      defaultService: "default",
      services: { default: { baseUrl: "https://{host}.example/{path}" } },
      securitySchemes: {},
      parameters: { host: { default: name }, path: { default: "v1" }, note: {} },
    },
    configured: { parameters: { note: "$NOTE" } },
  });
  return {
    providers: { one: provider("one"), two: provider("two") },
    profiles: {
      "a/send": change ?? {
        name: "a/send",
        priority: ["one", "two"],
        useCases: {
          Send: {
            providerFailover: true,
            input: { from: "$FROM", deep: { a: 1, b: "$DEEP" }, list: ["$ITEM", 2], text: "$$5 ${X}" },
            providers: {
              one: { input: { deep: { a: 2, c: 3 } }, retryPolicy },
              two: { input: {}, retryPolicy },
            },
          },
          Other: {
            providerFailover: false,
            input: {},
            providers: { one: { input: {}, retryPolicy }, two: { input: {}, retryPolicy } },
          },
        },
      },
    },
  };
}

const env = { FROM: "me", DEEP: "well", ITEM: "first", NOTE: "noted" };
const echo = { Send: ({ input }: Context) => Promise.resolve(input), Other: () => Promise.resolve("other") };
const urls: string[] = [];
const fetch: typeof globalThis.fetch = (input) => {
  urls.push(input as string);
  return Promise.resolve(new Response("{}"));
};

function client(options: ClientOptions = {}, given: ClientParts = parts()): TestClient {
  return bindClient<TestClient>(given, { env, fetch, maps: { "a/send": { one: echo, two: echo } }, ...options });
}

const send = (options?: ClientOptions, input: Input = {}, callOptions = {}): Promise<unknown> =>
  client(options).profiles["a/send"].Send(input, callOptions);

async function failure(promise: Promise<unknown>): Promise<ConfigurationError> {
  return promise.then(
    () => assert.unreachable() as never,
    (error: unknown) => error as ConfigurationError,
  );
}

test("defaults: the provider's over the profile's, the call's over both, deeply", async () => {
  assert.equal(await send(), { from: "me", deep: { a: 2, b: "well", c: 3 }, list: ["first", 2], text: "$5 ${X}" });
  assert.equal(await send({}, {}, { provider: "two" }), {
    from: "me",
    deep: { a: 1, b: "well" },
    list: ["first", 2],
    text: "$5 ${X}",
  });
  const input = { from: undefined, deep: { a: null }, list: [], more: new Date(0) };
  assert.equal(await send({}, input), {
    from: "me",
    deep: { a: null, b: "well", c: 3 },
    list: [],
    text: "$5 ${X}",
    more: new Date(0),
  });
  assert.equal(input, { from: undefined, deep: { a: null }, list: [], more: new Date(0) });
});

test("every provider's map gets the input of the call, whatever the caller and the maps before it do with theirs", async () => {
  const input = { to: "alice", lines: [{ n: 1 }], when: new Date(0), self: {} as object };
  input.self = input;
  const seen: unknown[] = [];
  const spoil = (own: Input): void => {
    Object.assign(own, { to: "mallory", when: new Date(1) });
    (own["lines"] as { n: number }[]).push({ n: 2 });
    Object.assign((own["lines"] as object[])[0] ?? {}, { n: 9 });
  };
  const Send = async ({ input: own }: Context): Promise<unknown> => {
    const { to, lines, when } = own;
    seen.push(JSON.stringify({ to, lines, when }));
    spoil(own);
    if (seen.length === 1) throw new NetworkError("x", { code: "network-unreached", sent: false });
    return undefined;
  };
  const call = send({ maps: { "a/send": { one: { Send }, two: { Send } } } }, input);
  const given = JSON.stringify({ to: "alice", lines: [{ n: 1 }], when: new Date(0) });
  assert.is(JSON.stringify({ ...input, self: undefined }), given);
  spoil(input);
  await call;
  assert.equal(seen, [given, given]);
});

test("a list in place of an input is copied for every map too", async () => {
  const seen: unknown[] = [];
  const Send = async ({ input: own }: { input: unknown }): Promise<unknown> => {
    seen.push(JSON.stringify(own));
    (own as unknown[]).push("spoilt");
    if (seen.length === 1) throw new NetworkError("x", { code: "network-unreached", sent: false });
    return undefined;
  };
  await send({ maps: { "a/send": { one: { Send }, two: { Send } } } }, ["alice"] as never);
  assert.equal(seen, ['["alice"]', '["alice"]']);
});

test("env-call-input: what the caller gives is literal", async () => {
  const { from, deep } = (await send({}, { from: "$HOME", deep: { b: "$$x" } })) as Input;
  assert.equal([from, deep], ["$HOME", { a: 2, b: "$$x", c: 3 }]);
});

test("env-overridden: an unset variable that the call's input replaces is no error", async () => {
  const { from } = (await send({ env: { DEEP: "d", ITEM: "i" } }, { from: "you" })) as Input;
  assert.is(from, "you");
});

test("env-unset: an error that names variable and place, before anything is sent", async () => {
  urls.length = 0;
  const error = await failure(send({ env: { FROM: "", DEEP: "d", ITEM: "i" } }));
  assert.is(error.name, "ConfigurationError");
  assert.match(error.message, /FROM/);
  assert.equal(
    error.issues.map(({ pointer }) => pointer),
    ["/profiles/a~1send/defaults/Send/input/from"],
  );
  assert.equal(urls, []);
});

test("the call's input does not pollute: keys such as __proto__ stay keys", async () => {
  const input = JSON.parse('{"__proto__":{"polluted":true},"constructor":"x"}') as Input;
  const merged = (await send({}, input)) as Input;
  assert.equal(Object.keys(merged).includes("__proto__"), true);
  assert.is(({} as Input)["polluted"], undefined);
  assert.is(merged["polluted"], undefined);
});

test("fail() ends the use-case with its own error; no failover", async () => {
  const maps = { "a/send": { one: { Send: ({ fail }: Context) => fail({ title: "Rejected" }) }, two: echo } };
  const error = await failure(send({ maps }));
  assert.instance(error, UseCaseError);
  assert.equal((error as unknown as UseCaseError).error, { title: "Rejected" });
  const outcome = await client({ maps }).profiles["a/send"].Send.safe({});
  assert.equal([outcome.ok, outcome.provider, outcome.attempts], [false, "one", 0]);
});

test("a map's own error is passed on as it is; what is no error becomes one in an outcome", async () => {
  const own = new TypeError("own");
  for (const [thrown, sync] of [
    [own, false],
    [own, true],
    ["text", false],
    [undefined, false],
    [Object.create(null), true],
  ] as const) {
    const Send = (): Promise<never> => {
      if (sync) throw thrown;
      // oxlint-disable-next-line prefer-promise-reject-errors -- a map may throw anything
      return Promise.reject(thrown);
    };
    const maps = { "a/send": { one: { Send }, two: echo } };
    assert.is(await send({ maps }).catch((error: unknown) => error), thrown);
    const outcome = await client({ maps }).profiles["a/send"].Send.safe({});
    if (outcome.ok) assert.unreachable();
    else assert.instance(outcome.error, Error);
  }
});

test("an input that cannot be read is an error of its call, in an outcome too", async () => {
  const input = {
    get broken(): string {
      throw new Error("broken");
    },
  };
  const outcome = await client({}).profiles["a/send"].Send.safe(input);
  assert.is(outcome.ok ? "" : outcome.error.message, "broken");
});

test("a map gets parameters, resolved when they are read", async () => {
  const Send = ({ parameters }: Context): Promise<unknown> => Promise.resolve({ ...parameters });
  const maps = { "a/send": { one: { Send }, two: echo } };
  assert.equal(await send({ maps }), { host: "one", path: "v1", note: "noted" });
  assert.equal(await send({ maps, parameters: { one: { note: "code" } } }), { host: "one", path: "v1", note: "code" });
  assert.equal(await send({ maps }, {}, { parameters: { one: { note: "call" } } }), {
    host: "one",
    path: "v1",
    note: "call",
  });
  const lazy = {
    "a/send": { one: { Send: ({ parameters }: Context) => Promise.resolve(parameters["path"]) }, two: echo },
  };
  assert.is(await send({ maps: lazy, env: { FROM: "x", DEEP: "x", ITEM: "x" } }), "v1");
});

test("parameter-call: parameters of a call fill paths, and may not change the origin", async () => {
  urls.length = 0;
  const maps = { "a/send": { one: { Send: ({ http }: Context) => http.get("/x").text() }, two: echo } };
  await send({ maps }, {}, { parameters: { one: { path: "v2" } } });
  await send({ maps }, {}, { parameters: { one: { host: "one" }, two: { host: "elsewhere" } } });
  assert.equal(urls, ["https://one.example/v2/x", "https://one.example/v1/x"]);
  for (const parameters of [{ one: { host: "evil" } }, { one: { host: "a@evil" } }, { one: { unknown: "x" } }]) {
    const error = await failure(send({ maps }, {}, { parameters }));
    assert.is(error.name, "ConfigurationError");
    assert.not.match(error.message, /evil/);
  }
  assert.is((await failure(send({ maps }, {}, { parameters: { three: {} } }))).name, "RequestError");
  const none = { one: { path: null } };
  const error = await failure(send({ maps, parameters: { one: { path: "tenant" } } }, {}, { parameters: none }));
  assert.is(error.name, "ConfigurationError");
  assert.is(urls.length, 2);
});

test("a profile's own definition serves its use-cases alone, with the credentials and parameters of the provider", async () => {
  const given = parts();
  const profile = given.profiles?.["a/send"];
  const one = given.providers["one"];
  assert.ok(profile && one);
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "x-key" } } as const;
  const services = { default: { baseUrl: "https://{host}.own.example" } };
  const own = {
    definition: { ...one.definition, services, securitySchemes },
    configured: { credentials: { key: { apikey: "$KEY" } } },
  };
  const withOwn = { ...given, profiles: { "a/send": { ...profile, definitions: { one: own } } } };
  const sent: string[] = [];
  const recording: typeof globalThis.fetch = async (url, init) => {
    sent.push(`${url as string} ${new Headers(init?.headers).get("x-key")}`);
    return new Response("{}");
  };
  const Send = ({ http }: Context): Promise<unknown> => http.get("/x", { security: "key" }).json();
  const options = {
    maps: { "a/send": { one: { Send }, two: echo } },
    env: { ...env, KEY: "from-env" },
    fetch: recording,
  };
  await client(options, withOwn).profiles["a/send"].Send({});
  await client(options, withOwn).providers["one"]?.get("/x");
  const code = { credentials: { one: { key: { apikey: "from-code" } } }, parameters: { one: { host: "two" } } };
  await client({ ...options, ...code }, withOwn).profiles["a/send"].Send({});
  const json = {
    profiles: { "a/send": { version: "1.0.0", providers: { one: {} } } },
    providers: { one: { security: [{ id: "key", apikey: "from-json" }] } },
  };
  await client({ ...options, clientJson: clientJson(json) }, withOwn).profiles["a/send"].Send({});
  assert.equal(sent, [
    "https://one.own.example/x from-env",
    "https://one.example/v1/x null",
    "https://two.own.example/x from-code",
    "https://one.own.example/x from-json",
  ]);
});

test("two calls at once have their own parameters", async () => {
  urls.length = 0;
  const maps = { "a/send": { one: { Send: ({ http }: Context) => http.get("/x").text() }, two: echo } };
  const { Send } = client({ maps }).profiles["a/send"];
  await Promise.all(["p", "q", "r"].map((path) => Send({}, { parameters: { one: { path } } })));
  assert.equal(
    urls.sort(),
    ["p", "q", "r"].map((path) => `https://one.example/${path}/x`),
  );
});

test("a missing map or use-case is a ConfigurationError before anything is sent", async () => {
  for (const one of [undefined, {}, { Send: "no function" }, { Sned: echo.Send }]) {
    const error = await failure(send({ maps: { "a/send": { one, two: echo } } }));
    assert.is(error.name, "ConfigurationError");
    assert.match(error.message, /Send of a\/send has no map for one/);
  }
  const inherited = parts().profiles?.["a/send"] as object as { useCases: object };
  const given = parts({ ...inherited, useCases: { toString: Object.values(inherited.useCases)[0] as never } } as never);
  const bound = client({}, given) as never as { profiles: { "a/send": { toString: UseCase<Input, unknown> } } };
  assert.is((await failure(bound.profiles["a/send"].toString({}))).name, "ConfigurationError");
});

test("in the fallback to all providers only mapped ones take part", async () => {
  const base = parts().profiles?.["a/send"];
  if (base === undefined) return assert.unreachable();
  const given = parts({ ...base, mappedOnly: true });
  const bound = client({ maps: { "a/send": { two: echo } } }, given);
  const outcome = await bound.profiles["a/send"].Send.safe({});
  assert.is(outcome.provider, "two");
  assert.is((await bound.profiles["a/send"].Other.safe({})).provider, "two");
  const none = await failure(client({ maps: {} }, given).profiles["a/send"].Send({}));
  assert.match(none.message, /no configured provider/);
});

test("12.1: a map that is an instance of a class takes part, and one that is no function is refused", async () => {
  const base = parts().profiles?.["a/send"];
  if (base === undefined) return assert.unreachable();
  const given = parts({ ...base, mappedOnly: true });
  class One {
    readonly #answer = "of one";
    Send(): Promise<string> {
      return Promise.resolve(this.#answer);
    }
  }
  class Other extends One {}
  for (const one of [new One(), new Other()]) {
    const bound = client({ maps: { "a/send": { one, two: echo } } }, given);
    assert.equal(await bound.profiles["a/send"].Send({}), "of one");
    assert.is((await bound.profiles["a/send"].Other.safe({})).provider, "two");
  }
  const wrong = client({ maps: { "a/send": { one: { Send: Promise.resolve() }, two: echo } } }, given);
  assert.match((await failure(wrong.profiles["a/send"].Send({}))).message, "has no map for one");
});

test("maps of code go before the files that client.json names", async () => {
  const given = { ...parts(), maps: { "a/send": { one: { Send: () => "file", Other: () => "file" }, two: echo } } };
  assert.is(await client({ maps: {} }, given).profiles["a/send"].Send({}), "file");
  assert.is(
    await client({ maps: { "a/send": { one: { Send: () => "code" } } } }, given).profiles["a/send"].Send({}),
    "code",
  );
});

test("12.1: what `defineMap` is given beside a map is checked as options are", () => {
  const marked = (selection: unknown) => () => defineMap({ Send: echo.Send }, selection as object);
  for (const [selection, says] of [
    [{ varient: "us" }, /`selection\.varient` is unknown; known: variant, revision/],
    [{ variant: 1 }, /`selection\.variant` is not a string/],
    [{ revision: null }, /`selection\.revision` is not a string/],
    [new Map([["variant", "us"]]), /`selection` is not a plain object of: variant, revision/],
    ["us", /`selection` is not a plain object/],
  ] as const)
    assert.throws(
      marked(selection),
      (error: unknown) => error instanceof ConfigurationError && says.test(error.message),
    );
  marked({ variant: undefined, revision: "1" })();
  marked(undefined)();
});

test("map-variant: variant and revision select among maps; one that is not there is an error naming both", async () => {
  const marked = (variant?: string, revision?: string): object =>
    defineMap({ Send: () => Promise.resolve(`${variant} ${revision}`) }, { variant, revision });
  const base = parts().profiles?.["a/send"];
  if (base === undefined) return assert.unreachable();
  const wanting = (variant?: string, revision?: string): ClientParts =>
    parts({ ...base, maps: { one: { variant, revision } } });
  const all = [marked("a"), marked("b", "1"), marked("b", "2")];
  const run = (given: ClientParts, one: object): Promise<unknown> =>
    client({ maps: { "a/send": { one, two: echo } } }, given).profiles["a/send"].Send({});
  assert.is(await run(wanting("a"), all), "a undefined");
  assert.is(await run(wanting("b", "2"), all), "b 2");
  assert.is(await run(wanting(undefined, "1"), all), "undefined 1".replace("undefined", "b"));
  assert.is(await run(wanting("a"), marked("a", "7")), "a 7");
  assert.is(await run(wanting(), marked("x")), "x undefined");
  assert.is(await run(wanting(), [marked("x"), { Send: () => Promise.resolve("plain") }]), "plain");
  for (const [given, one] of [
    [wanting("c"), all],
    [wanting("c"), { Send: echo.Send }],
    [wanting("b"), all],
    [wanting(), all],
  ] as const) {
    try {
      client({ maps: { "a/send": { one, two: echo } } }, given);
      assert.unreachable();
    } catch (error) {
      assert.is((error as Error).name, "ConfigurationError");
      assert.match((error as Error).message, /a\/send and one.*selects/);
    }
  }
  assert.equal(Object.keys(marked("a")), ["Send"]);
});

test("listener-throws: the call is unaffected", async () => {
  const world = createWorld({
    answers: { a: [503, 501], b: 200 },
    options: {
      on: () => {
        throw new Error("listener");
      },
    },
  });
  assert.is((await world.run()).provider, "b");
  const rejecting = createWorld({
    answers: { a: 200 },
    options: { on: () => Promise.reject(new Error("late")) as never },
  });
  assert.is((await rejecting.run()).provider, "a");
});

test("events: every attempt, wait, change and end of a call, in order, with where and how long", async () => {
  const world = createWorld({
    answers: { a: [503, 501], b: 200 },
    map: ({ http }) => http.get("/items/{id}", { params: { id: "7" }, query: { secret: "s3cret" } }).then(() => "ok"),
  });
  await world.run();
  assert.equal(
    world.events.map(({ type }) => type),
    ["attempt", "retry", "attempt", "failover", "attempt", "success"],
  );
  const [attempt] = world.eventsOf("attempt");
  assert.equal(
    { ...attempt, error: attempt?.error?.name },
    {
      type: "attempt",
      call: 1,
      profile: "test",
      useCase: "Send",
      provider: "a",
      method: "GET",
      service: "default",
      path: "/items/{id}",
      attempt: 1,
      duration: 0,
      status: 503,
      error: "HttpError",
    },
  );
  assert.equal(world.eventsOf("success"), [
    { type: "success", call: 1, profile: "test", useCase: "Send", provider: "b", attempts: 3, duration: 200 },
  ]);
  assert.is(world.eventsOf("failover")[0]?.duration, 200);
  assert.not.match(JSON.stringify(world.events), /s3cret|key-of/);
});

test("requests outside use-cases have events too", async () => {
  const world = createWorld({ answers: { a: [200, 404] } });
  await world.providers["a"]?.get("/x");
  await world.providers["a"]?.get("/x").catch(() => {});
  assert.equal(
    world.events.map((event) => [event.type, "profile" in event]),
    [
      ["attempt", false],
      ["success", false],
      ["attempt", false],
      ["failure", false],
    ],
  );
});

test("two clients share nothing", async () => {
  const [first, second] = [client(), client({ maps: { "a/send": { one: { Send: () => "mine" }, two: echo } } })];
  assert.is(await second.profiles["a/send"].Send({}), "mine");
  assert.is.not(await first.profiles["a/send"].Send({}), "mine");
});

test("a parameter of a call that is undefined leaves what the client was made with", async () => {
  const urls: string[] = [];
  const fetch = async (url: unknown): Promise<Response> => new Response(String(urls.push(String(url))));
  const map = { Send: ({ http }: Context) => http.get("/x").text(), Other: () => undefined };
  const client = bindClient<TestClient>(
    { ...parts(), maps: { "a/send": { one: map, two: map } } },
    {
      fetch,
      env: { FROM: "f", DEEP: "d", ITEM: "i" },
      parameters: { one: { path: "mine" } },
    },
  );
  const given = { one: { path: undefined } } as unknown as { one: { path: string } };
  await client.profiles["a/send"].Send({}, { parameters: given });
  assert.equal(urls, ["https://one.example/mine/x"]);
});

test.run();
