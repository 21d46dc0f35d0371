import { suite } from "uvu";
import * as assert from "uvu/assert";
import { run, type Result } from "../simulation/load.js";
import { product } from "../simulation/product.js";
import { backup, between, brownOut, outage, type Provider } from "../simulation/providers.js";

const test = suite("load, simulated");

const CALLS = 10_000;
const during = (times: readonly number[]): number => times.filter((time) => time >= 15_000 && time < 45_000).length;

test("load-100: a 30 s outage of the primary costs no call, and the primary next to nothing", async () => {
  const result = await run(product, { seed: 100, every: 6, calls: CALLS, b: backup, a: outage(15_000, 45_000) });
  const [attempts, begun] = [during(result.hits), during(result.calls.map((call) => call.begun))];
  assert.equal([result.ok, result.left], [CALLS, 0]);
  assert.ok(attempts / begun < 0.05, `${attempts} attempts, ${begun} calls`);
});

const slowBrownOut: Provider = () => (_, random) =>
  random() < 0.3 ? { status: 503, ms: between(random, 1, 2) } : { ms: between(random, 3000, 8000) };

const steady = (result: Result): void => {
  assert.equal([result.trips, result.left], [0, 0]);
  assert.ok(result.ok >= CALLS * 0.995, `${result.ok} of ${CALLS}`);
};

for (const [id, a] of [
  ["load-30", brownOut(0.3)],
  ["load-30, slow answers", slowBrownOut],
] as const) {
  test(`${id}: 30 % of answers are failures, 500 in flight: no trip while calls are being started`, async () => {
    const result = await run(product, { seed: 30, inFlight: 500, calls: CALLS, a });
    steady(result);
    assert.ok(result.hits.length <= CALLS * 1.5, `${result.hits.length} attempts`);
  });
}

test("load-30-map: the same with maps of three requests", async () => {
  const map = ["/1", "/2", "/3"].map((path) => ({ path }));
  steady(await run(product, { seed: 30, inFlight: 500, calls: CALLS, map, a: brownOut(0.3) }));
});

test.run();
