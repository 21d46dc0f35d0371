import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seeded } from "../../seeded.js";
import { answer, fakeVendor, granted, invalid, LOGIN, unreached, type Asked, type Fake, type Says } from "./fake.js";
import { runs } from "../../../effort.js";

const test = suite("oauth2: interleavings");

const SEEDS = runs(1000);

/** What a run did, to see that the seeds reach everything. */
interface Seen {
  tokens: number;
  refused: number;
  renewed: number;
  down: number;
  rotated: number;
  succeeded: number;
  failed: number;
}

/** Servers whose every word is chance, and what they hold against a client. */
class World {
  readonly random: () => number;
  readonly isRotating: boolean;
  readonly hasExpiry: boolean;
  readonly refused = new Set<string>();
  readonly valid = new Set<string>();
  readonly spent = new Set<string>();
  readonly inFlight = new Map<string, number>();
  readonly problems: string[] = [];
  readonly seen: Seen = { tokens: 0, refused: 0, renewed: 0, down: 0, rotated: 0, succeeded: 0, failed: 0 };
  newest = "refresh-0";
  made = 0;

  constructor(seed: number) {
    this.random = seeded(seed);
    this.isRotating = this.random() < 0.5;
    this.hasExpiry = this.random() < 0.7;
  }

  /** One of several, each as likely. */
  pick<Value>(...values: readonly Value[]): Value {
    return values[Math.floor(this.random() * values.length)] as Value;
  }

  later(fake: Fake, most: number): Promise<void> {
    return fake.clock.sleep(Math.floor(this.random() * most));
  }

  async token(fake: Fake, asked: Asked): Promise<Says> {
    const { refresh_token: refreshing, scope } = asked.form;
    const lane = refreshing === undefined ? `${asked.authorization} ${scope}` : "refresh";
    const others = this.inFlight.get(lane) ?? 0;
    if (others > 0) this.problems.push(`two token requests at once for ${lane}`);
    this.inFlight.set(lane, others + 1);
    const end = (): void => void this.inFlight.set(lane, (this.inFlight.get(lane) ?? 0) - 1);
    asked.signal.addEventListener("abort", end);
    await this.later(fake, 400);
    const { aborted } = asked.signal;
    asked.signal.removeEventListener("abort", end);
    if (!aborted) end();
    return aborted ? "hang" : this.grant(asked);
  }

  grant({ form }: Asked): Says {
    const given = form["refresh_token"];
    if (given !== undefined && this.spent.has(given)) this.problems.push(`${given} was spent before`);
    this.seen.tokens += 1;
    const fate = this.random();
    if (fate < 0.25) this.seen.down += 1;
    if (fate < 0.1) return unreached();
    if (fate < 0.2) return 503;
    if (fate < 0.25) return answer(401, { error: "invalid_client" });
    this.made += 1;
    const text = `access-${this.made}`;
    this.valid.add(text);
    const expires_in = this.hasExpiry ? this.pick(1, 2, 5, 60) : undefined;
    if (!this.isRotating || given === undefined) return granted(text, { expires_in });
    this.spent.add(given);
    this.seen.rotated += 1;
    this.newest = `refresh-${this.made}`;
    return granted(text, { expires_in, refresh_token: this.newest });
  }

  async api(fake: Fake, { authorization, signal }: Asked): Promise<Says> {
    const text = authorization.replace("Bearer ", "");
    if (this.refused.has(text)) this.problems.push(`${text} was sent after it was refused`);
    await this.later(fake, 300);
    // A server may stop taking a token at any time.
    if (this.random() < 0.05) this.valid.delete(text);
    if (!this.valid.has(text)) {
      // Who has given up hears nothing of it.
      void answerRead().then(() => signal.aborted || this.refused.add(text));
      this.seen.refused += 1;
      return invalid();
    }
    return this.random() < 0.1 ? 500 : 200;
  }
}

/** What others send before the answer has been read cannot be helped: so many jobs later it has. */
async function answerRead(): Promise<void> {
  for (let job = 0; job < 30; job += 1) await Promise.resolve();
}

/** Some callers, each with scopes, a time limit, a policy and a patience of its own. */
async function run(seed: number): Promise<World> {
  const world = new World(seed);
  const isRefresh = world.random() < 0.6;
  const fake: Fake = fakeVendor({
    token: async (asked) => world.token(fake, asked),
    api: async (asked) => world.api(fake, asked),
    scheme: { flow: isRefresh ? "refreshToken" : "clientCredentials" },
  });
  const save = async (): Promise<void> => {
    await world.later(fake, 50);
    if (world.random() < 0.2) throw new Error("the database is away");
  };
  const tokens = world.random() < 0.3 ? { save } : undefined;
  const secret = (): string => (world.random() < 0.02 ? "another-secret" : LOGIN.clientSecret);
  const acme = fake.client({ tokens, requestTimeout: world.pick(500, 5000) }, { clientSecret: secret, ...(isRefresh && { refreshToken: "refresh-0" }) }); // prettier-ignore
  const caller = async (): Promise<void> => {
    await world.later(fake, 5000);
    const abort = new AbortController();
    if (world.random() < 0.2) void world.later(fake, 600).then(() => abort.abort());
    const retryPolicy = world.pick("none", "circuit-breaker");
    const scopes = world.pick(["a"], ["a"], ["a", "b"]);
    const requestTimeout = world.pick(200, 1000, 20_000);
    const request = { security: { id: "login", scopes }, retryPolicy, requestTimeout, signal: abort.signal } as const;
    await acme.get("/items", request).then(
      () => (world.seen.succeeded += 1),
      () => (world.seen.failed += 1),
    );
  };
  const callers = Array.from({ length: 15 }, caller);
  await fake.clock.finish(Promise.race([Promise.all(callers), fake.clock.sleep(3_600_000)]));
  const { succeeded, failed } = world.seen;
  if (succeeded + failed < callers.length) world.problems.push("somebody waits forever");
  return world;
}

test(`${SEEDS} seeds: one token request at a time, nothing refused or spent is sent again, everybody settles`, async () => {
  const seen: Record<string, number> = {};
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const world = await run(seed);
    assert.equal(world.problems, [], `seed ${seed}`);
    for (const [name, count] of Object.entries(world.seen)) seen[name] = (seen[name] ?? 0) + count;
  }
  for (const name of ["tokens", "refused", "down", "rotated", "succeeded", "failed"])
    assert.ok((seen[name] ?? 0) > SEEDS, `${name}: ${JSON.stringify(seen)}`);
});

test.run();
