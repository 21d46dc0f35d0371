// Whatever a map has under way with its signal, and whenever something else of it fails: what is marked is done once at most.
import type { ProviderClient } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme } from "../acme.js";
import { VirtualClock } from "./virtual-clock.js";
import { createWorld, type Answer, type Context, type World } from "./world.js";
import { seeded } from "../seeded.js";
import { runs } from "../../effort.js";

const test = suite("charged once, simulated");

const CALLS = runs(3000, 300);
/** What a server may do with a charge; with 429 and 501 it has done nothing. */
const STATUSES = [200, 200, 200, 429, 501, 503] as const;

/** One call's chance, time and count of charges. */
class Draw {
  readonly clock = new VirtualClock(1);
  readonly chance: () => number;
  charges = 0;

  constructor(seed: number) {
    this.chance = seeded(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.chance() * from.length)] as T;
  }

  /** Up to 60 ms, or none at all. */
  async pause(): Promise<void> {
    if (this.chance() < 0.7) await this.clock.sleep(Math.floor(this.chance() * 60));
  }

  /** A server that takes its time before it acts, and after it. */
  answer = async (method: string): Promise<number> => {
    await this.pause();
    const status = this.pick(STATUSES);
    if (method === "POST" && status !== 429 && status !== 501) this.charges += 1;
    return status;
  };

  /** As `http` and clients of a map's own are asked. */
  charge(client: ProviderClient, signal?: AbortSignal): Promise<unknown> {
    const retryPolicy = this.pick([undefined, "circuit-breaker"] as const);
    return client.post("/charges", { json: {}, idempotent: false, signal, retryPolicy });
  }

  own(): ProviderClient {
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const answer = this.answer(init?.method ?? "");
      const aborted = new Promise<never>((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      });
      return new Response("{}", { status: await Promise.race([answer, aborted]) });
    };
    const call = async (_: unknown, run: () => Promise<unknown>): Promise<void> => {
      await this.pause();
      await run();
    };
    const apikey = async (): Promise<string> => this.pause().then(() => "key");
    const around = this.pick([undefined, { call }]);
    const bound = { clock: this.clock, fetch, around, credentials: { header: { apikey } } };
    return bindProvider(acme("https://own.example"), {}, bound);
  }

  /** A use-case of one provider, or of two, whose maps charge. */
  world(depth: number): World {
    const answer: Answer = async ({ method }) => this.answer(method);
    const answers = this.pick([{ c: answer }, { c: answer, d: answer }]);
    return createWorld({ clock: this.clock, answers, map: async (context) => this.perform(context, depth) });
  }

  /** One way to charge, begun now or later. */
  async chargeBy({ http, signal }: Context, depth: number): Promise<unknown> {
    await this.pause();
    const ways = [
      async () => this.charge(http),
      async () => this.charge(this.own(), signal),
      async () => this.world(depth + 1).send({}, { signal, deadline: this.pick([undefined, 100]) }),
    ];
    return this.pick(depth < 2 ? ways : ways.slice(0, 2))();
  }

  /** Charges, with something beside it that may fail; may be gone before either has ended. */
  async perform(context: Context, depth: number): Promise<unknown> {
    const charge = this.chargeBy(context, depth);
    const beside = this.pause().then(() => context.http.get("/fx", { retryPolicy: "none" }));
    charge.catch(() => {});
    beside.catch(() => {});
    const waits = [async () => charge, async () => beside, async () => Promise.all([charge, beside]), async () => 0];
    await this.pick(waits)();
    return "done";
  }
}

test(`${CALLS} calls of use-cases that call others: no charge twice, and nothing after the end`, async () => {
  const twice: number[] = [];
  let [charged, none] = [0, 0];
  for (let seed = 1; seed <= CALLS; seed += 1) {
    const draw = new Draw(seed);
    const world = draw.world(0);
    await world.run();
    if (draw.charges > 1) twice.push(seed);
    if (draw.charges === 1) charged += 1;
    else none += 1;
  }
  assert.equal(twice, []);
  assert.ok(charged > 100 && none > 20, `${charged} charged, ${none} not`);
});

test.run();
