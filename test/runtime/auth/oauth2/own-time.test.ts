import { AsyncLocalStorage } from "node:async_hooks";
import { SdkError, type StoredTokens } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { seeded } from "../../seeded.js";
import { answer, fakeVendor, granted, LOGIN, type Asked, type Fake, type Says } from "./fake.js";
import { runs } from "../../../effort.js";

const test = suite("oauth2: a token request's own time");

const SEEDS = runs(60, 10);
const USERS = 3;

const refreshToken = new AsyncLocalStorage<string>();

/** How long a thing takes, in ms of the clock. */
interface Times {
  /** The client's `requestTimeout`. */
  readonly requestTimeout: number;
  readonly answer: () => number;
  readonly load?: () => number;
  readonly save?: () => number;
  /** Whether the endpoint says 429 to a right token; to a guess it always does. */
  readonly refuses?: () => boolean;
}

/** Whose refresh tokens rotate, and end their grant where one is spent twice; it always answers in time. */
class StrictEndpoint {
  readonly fake: Fake;
  readonly times: Times;
  /** Of each user the one that is good. */
  readonly newest = new Map<string, string>();
  readonly #spent = new Set<string>();
  readonly saved = new Map<string, string>();
  /** How long after it was sent. */
  readonly cutAfter: number[] = [];
  readonly problems: string[] = [];
  readonly seen = { sent: 0, rotated: 0, refused: 0, waited: 0, gaveUp: 0, succeeded: 0, failed: 0 };

  constructor(times: Times) {
    this.times = times;
    this.fake = fakeVendor({ scheme: { flow: "refreshToken" }, token: async (asked) => this.#answer(asked) });
    for (let user = 0; user < USERS; user += 1) this.newest.set(`user${user}`, `user${user}.0`);
  }

  async #answer({ form, signal, at }: Asked): Promise<Says> {
    const { clock } = this.fake;
    const given = form["refresh_token"] ?? "";
    const [user = "", number] = given.split(".");
    if (user === "guess" || this.times.refuses?.() === true) {
      this.seen.refused += 1;
      return new Response("{}", { status: 429, headers: { "retry-after": "2" } });
    }
    this.seen.sent += 1;
    signal.addEventListener("abort", () => this.cutAfter.push(clock.now() - at));
    if (this.#spent.has(given)) {
      this.problems.push(`${given} was spent twice`);
      return answer(400, { error: "invalid_grant" });
    }
    this.#spent.add(given);
    const next = `${user}.${Number(number) + 1}`;
    this.newest.set(user, next);
    this.seen.rotated += 1;
    await clock.sleep(this.times.answer());
    return granted(`access-${next}`, { refresh_token: next, expires_in: 60 });
  }

  /** One client for all users: whose request it is says the context. */
  client() {
    const { load, save, requestTimeout } = this.times;
    const { clock } = this.fake;
    const tokens = {
      ...(load && { load: async () => clock.sleep(load()).then(() => undefined) }),
      save: async (_: unknown, { refreshToken = "" }: StoredTokens) => {
        await clock.sleep(save?.() ?? 0);
        this.saved.set(refreshToken.split(".")[0] ?? "", refreshToken);
      },
    };
    const login = () => ({ ...LOGIN, refreshToken: refreshToken.getStore() });
    const acme = this.fake.client({ tokens, requestTimeout, credentials: { login } });
    return async (who: string, options: object = {}) =>
      refreshToken.run(who, async () => acme.get("/items", { retryPolicy: POLICY, ...options }).json());
  }

  /** Made-up refresh tokens, until the endpoint's circuit rests for 2 s. */
  async rest(get: ReturnType<StrictEndpoint["client"]>): Promise<void> {
    const guess = async (_: unknown, number: number) => get(`guess.${number}`, { deadline: 100 }).catch(() => {});
    await this.fake.clock.finish(Promise.all(Array.from({ length: 12 }, guess)));
  }
}

const POLICY = {
  kind: "circuit-breaker",
  maxContiguousRetries: 1,
  requestTimeout: 10_000,
  patience: 20_000,
  backoff: { kind: "exponential", start: 100, factor: 2 },
} as const;

test("what it waits in the circuit is not taken from it: guesses of others cost no grant", async () => {
  const endpoint = new StrictEndpoint({ requestTimeout: 3000, answer: () => 2900 });
  const get = endpoint.client();
  await endpoint.rest(get);
  for (let call = 0; call < 2; call += 1) await endpoint.fake.clock.finish(get("user0.0"));
  assert.equal([endpoint.problems, endpoint.seen.rotated, endpoint.saved.get("user0")], [[], 1, "user0.1"]);
});

test("nor what `tokens.load` takes", async () => {
  const endpoint = new StrictEndpoint({ requestTimeout: 3000, answer: () => 2900, load: () => 2900 });
  const get = endpoint.client();
  await endpoint.fake.clock.finish(get("user0.0"));
  assert.equal([endpoint.problems, endpoint.seen.rotated, endpoint.saved.get("user0")], [[], 1, "user0.1"]);
});

test("who waited in the circuit asks the store once more: another process may have spent the refresh token meanwhile", async () => {
  const endpoint = new StrictEndpoint({ requestTimeout: 3000, answer: () => 100 });
  const { fake } = endpoint;
  let stored: StoredTokens | undefined;
  const tokens = {
    load: async () => stored,
    save: async (_: unknown, given: StoredTokens) => {
      stored = given;
    },
  };
  const login = () => ({ ...LOGIN, refreshToken: refreshToken.getStore() });
  const processOf = () => {
    const acme = fake.client({ tokens, requestTimeout: 3000, credentials: { login } });
    return async (who: string, options: object = {}) =>
      refreshToken.run(who, async () => acme.get("/items", { retryPolicy: POLICY, ...options }).json());
  };
  const [first, second] = [processOf(), processOf()];
  await endpoint.rest(first);
  await fake.clock.advance(1000);
  await endpoint.rest(second);
  stored = undefined;
  const calls = fake.clock.finish(Promise.all([first("user0.0"), second("user0.0")]));
  await calls;
  assert.equal([endpoint.problems, endpoint.seen.rotated], [[], 1]);
});

test("nor is that of `tokens.load` after a denial taken from what the denial took", async () => {
  const fake: Fake = fakeVendor({
    scheme: { flow: "refreshToken" },
    token: async () => fake.clock.sleep(2900).then(() => answer(400, { error: "invalid_grant" })),
  });
  let loads = 0;
  const load = async (): Promise<StoredTokens | undefined> => {
    await fake.clock.sleep(1000);
    return (loads += 1) === 1 ? undefined : { accessToken: "another's" };
  };
  const acme = fake.client({ tokens: { load }, requestTimeout: 3000 }, { refreshToken: "refresh-0" });
  await fake.clock.finish(acme.get("/items", { requestTimeout: 10_000 }).json());
  assert.equal([loads, fake.calls.map(({ authorization }) => authorization)], [2, ["Bearer another's"]]);
});

test("all the same it ends: an endpoint that hangs is cut when its own time is up", async () => {
  const endpoint = new StrictEndpoint({ requestTimeout: 3000, answer: () => 100_000 });
  const get = endpoint.client();
  await endpoint.rest(get);
  const before = endpoint.fake.tokens.length;
  const call = rejection(get("user0.0", { deadline: 9000 }), SdkError);
  await endpoint.fake.clock.finish(call);
  const [sent] = endpoint.fake.tokens.slice(before);
  assert.equal([endpoint.cutAfter[0], sent?.signal.aborted], [3000, true]);
});

test("a caller's deadline and signal end its wait at once; what is sent later goes on, and serves the next", async () => {
  for (const how of ["deadline", "signal"]) {
    const endpoint = new StrictEndpoint({ requestTimeout: 3000, answer: () => 2900 });
    const { clock } = endpoint.fake;
    const get = endpoint.client();
    await endpoint.rest(get);
    const [before, abort] = [clock.now(), new AbortController()];
    const gone = get("user0.0", how === "deadline" ? { deadline: 500 } : { signal: abort.signal }).then(
      () => assert.unreachable(),
      () => clock.now() - before,
    );
    await clock.advance(500);
    abort.abort(new Error("enough"));
    assert.equal([await gone, endpoint.seen.sent], [500, 0]);
    await clock.finish(get("user0.0"));
    assert.equal([endpoint.problems, endpoint.seen.rotated, endpoint.saved.get("user0")], [[], 1, "user0.1"]);
  }
});

/** Users whose requests come by chance, each with a time, a deadline and a signal of its own, while others guess. */
async function run(seed: number): Promise<StrictEndpoint> {
  const random = seeded(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  const requestTimeout = [1000, 3000, 30_000][upTo(3)] ?? 0;
  const within = (): number => upTo(0.95 * requestTimeout);
  const endpoint = new StrictEndpoint({
    requestTimeout,
    answer: within,
    ...(random() < 0.5 && { load: within }),
    save: within,
    refuses: () => random() < 0.2,
  });
  const { fake, seen } = endpoint;
  const get = endpoint.client();
  const caller = async (_: unknown, number: number): Promise<void> => {
    await fake.clock.sleep(upTo(60_000));
    if (random() < 0.3) return endpoint.rest(get);
    const abort = new AbortController();
    if (random() < 0.3) void fake.clock.sleep(upTo(5000)).then(() => abort.abort());
    const deadline = random() < 0.5 ? 1 + upTo(20_000) : 100_000;
    const beganAt = fake.clock.now();
    await get(`user${number % USERS}.0`, { deadline, signal: abort.signal }).then(
      () => (seen.succeeded += 1),
      () => (seen.failed += 1),
    );
    if (fake.clock.now() - beganAt > deadline) endpoint.problems.push("a deadline was passed");
    if (abort.signal.aborted) seen.gaveUp += 1;
  };
  await fake.clock.finish(Promise.all(Array.from({ length: 12 }, caller)));
  await fake.clock.advance(150_000);
  for (const event of fake.events) if (event.type === "circuit" && event.to === "open") seen.waited += 1;
  endpoint.problems.push(...endpoint.cutAfter.map((after) => `cut after ${after} ms`));
  for (const [user, newest] of endpoint.newest) {
    if (newest !== `${user}.0` && endpoint.saved.get(user) !== newest) endpoint.problems.push(`${newest} is lost`);
  }
  return endpoint;
}

test(`${SEEDS} seeds: an endpoint that answers in time is never cut, nothing is spent twice, and all is saved`, async () => {
  const seen: Record<string, number> = {};
  const problems: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const endpoint = await run(seed);
    problems.push(...endpoint.problems.map((problem) => `seed ${seed}: ${problem}`));
    for (const [name, count] of Object.entries(endpoint.seen)) seen[name] = (seen[name] ?? 0) + count;
  }
  assert.equal([problems.length, problems.slice(0, 5)], [0, []]);
  for (const [name, count] of Object.entries(seen)) assert.ok(count > SEEDS / 2, `${name}: ${JSON.stringify(seen)}`);
});

test.run();
