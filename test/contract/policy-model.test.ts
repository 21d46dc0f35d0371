import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  admission,
  type CircuitInput,
  type CircuitReport,
  type CircuitState,
  newCircuit,
  reduceCircuit,
} from "#runtime/policy/circuit-reducer.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shared } from "../tree.js";
import { seeded } from "../runtime/seeded.js";

const test = suite("agreement with the model");

const SEQUENCES = 10_000;
const EVENTS = 60;

/** What the model keeps, as far as it is compared. */
interface ModelState {
  readonly kind: "free" | "paced" | "open" | "probing";
  readonly cause: string | undefined;
  readonly gen: number;
  readonly until: number;
  readonly rate: number;
  readonly ceiling: number;
  readonly openTime: number;
  readonly nextAt: number;
  readonly lat: number | undefined;
  readonly run: { readonly n: number };
}

interface Model {
  readonly K0: object;
  readonly FREE: (start: number) => ModelState;
  readonly reduce: (state: ModelState, event: object, now: number, constants: object) => ModelState;
  readonly decide: (state: ModelState, hasNext: boolean, now: number, constants: object) => Decision;
}

interface Decision {
  readonly go?: boolean;
  readonly free?: boolean;
  readonly probe?: boolean;
}

const kinds = { free: "closed", paced: "limited", open: "open", probing: "half-open" } as const;
const causes: { readonly [cause: string]: string } = {
  refused: "refusals",
  failed: "failures",
  down: "failures",
  auth: "denials",
  silent: "silence",
  recovering: "recovery",
};

const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };

/** Two reducers side by side, told the same. */
class Pair {
  state: CircuitState = newCircuit(rules, 0);
  model: ModelState;
  readonly #source: Model;

  constructor(source: Model) {
    this.#source = source;
    this.model = source.FREE(2000);
  }

  tell(input: CircuitInput, event: object, now: number): void {
    this.state = reduceCircuit(this.state, input, rules, now);
    this.model = this.#source.reduce(this.model, event, now, this.#source.K0);
  }

  /** The model's sum of weighted counts leaves a residue where nothing was accepted, and limits to 1/s. */
  isRounded(): boolean {
    return this.state.kind === "open" && this.model.kind === "paced" && this.model.rate === 1;
  }

  compare(now: number): void {
    const { state, model } = this;
    const seen = [state.kind, state.cause, state.generation, state.evidence.run.length];
    assert.equal(seen, [kinds[model.kind], model.cause && causes[model.cause], model.gen, model.run.n]);
    almost(state.usual ?? 0, model.lat ?? 0);
    if (state.kind === "open") almost(state.until, model.until);
    if (state.kind !== "limited") almost(state.openTime, model.openTime);
    if (state.kind !== "limited") return;
    almost(state.rate, model.rate);
    almost(state.ceiling, model.ceiling);
    almost(state.nextAt, model.nextAt);
    for (const hasNext of [true, false]) {
      const decision = this.#source.decide(model, hasNext, now, this.#source.K0);
      const expected = decision.go !== true ? "no" : decision.free ? "close" : decision.probe ? "probe" : "go";
      assert.is(admission(state, { hasNext, isShared: false }, now), expected);
    }
  }
}

function almost(actual: number, expected: number): void {
  if (actual === expected || Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected))) return;
  assert.is(actual, expected);
}

interface Begun {
  readonly generation: number;
  readonly startedAt: number;
}

/** A provider whose mood changes, asked by many. */
function oneSequence(source: Model, random: () => number): boolean {
  const pair = new Pair(source);
  const flying: Begun[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const pace = pick([1, 20, 400, 3000]);
  let now = 0;
  let mood = pick(MOODS);
  for (let event = 0; event < EVENTS; event += 1) {
    now += Math.floor(random() * pace);
    if (random() < 0.1) mood = pick(MOODS);
    const roll = random();
    if (roll < 0.45) begin(pair, flying, now);
    else if (roll < 0.5) pair.tell({ type: "held" }, { type: "held" }, now);
    else if (roll < 0.505) pair.tell({ type: "silence" }, { type: "silent" }, now);
    else if (roll < 0.51) pair.tell({ type: "idle" }, { type: "freed" }, now);
    else answer(pair, flying, now, pick(mood), random);
    if (pair.isRounded()) return true;
    pair.compare(now);
  }
  return false;
}

/** The model knows nothing of answers that last, and no 404 as an answer to a probe. */
type Outcome = Exclude<CircuitReport["type"], "begun" | "missing"> | "timeout";
const MOODS: readonly (readonly Outcome[])[] = [
  ["success"],
  ["failure"],
  ["failure", "timeout"],
  ["refusal"],
  ["refusal", "success", "success"],
  ["failure", "success"],
  ["denial"],
  ["failure", "refusal", "denial", "neither", "success", "timeout"],
];

function begin(pair: Pair, flying: Begun[], now: number): void {
  const { state } = pair;
  const probe = state.kind === "open" && now >= state.until;
  pair.tell({ type: "begin", probe }, { type: "begin", probe }, now);
  flying.push({ generation: pair.state.generation, startedAt: now });
}

function answer(pair: Pair, flying: Begun[], now: number, outcome: Outcome, random: () => number): void {
  const [begun] = flying.splice(Math.floor(random() * flying.length), 1);
  if (begun === undefined) return;
  const { generation, startedAt } = begun;
  const type = outcome === "timeout" ? "failure" : outcome;
  const unanswered = (): number => (flying.length > 8 ? 2 : 0);
  const retryAfter = type === "refusal" && random() < 0.5 ? Math.floor(random() * 400_000) : undefined;
  const timedOut = outcome === "timeout";
  const report = { type, generation, startedAt, duration: now - startedAt, timedOut, retryAfter, unanswered };
  const names = { denial: "auth", refusal: "refused", success: "success", failure: "failure", neither: "neither" };
  pair.tell(
    report,
    {
      type: names[type],
      gen: generation,
      startedAt,
      lat: now - startedAt,
      timeout: timedOut,
      ra: retryAfter,
      unanswered,
    },
    now,
  );
}

test(`${SEQUENCES} random histories: the same states, rates and rests`, async () => {
  const source = (await import(pathToFileURL(join(shared, "policy-model/reducer.mjs")).href)) as Model;
  const random = seeded(20_261_121);
  let rounded = 0;
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) if (oneSequence(source, random)) rounded += 1;
  assert.ok(rounded < SEQUENCES / 100, `${rounded} end with a difference that is named`);
});

test.run();
