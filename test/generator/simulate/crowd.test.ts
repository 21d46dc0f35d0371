import { suite } from "uvu";
import * as assert from "uvu/assert";
import { execute } from "#generator/cli/execute.js";
import { withFolder } from "../folder.js";
import { projectOf } from "./project.js";
import { simulate, simulateHere, simulation } from "./run.js";

const test = suite("simulate: a crowd");

const files = projectOf({ policies: { pigeon: "circuit-breaker", raven: "circuit-breaker" } });
const fails = { fail: ["pigeon=503"], callers: "5", for: "20s" };

test("slices of one length hold every call and say what became of it", async () => {
  const { crowd } = await simulation(files, fails);
  assert.ok(crowd);
  const { slices } = crowd;
  const sum = (of: (slice: (typeof slices)[number]) => number): number =>
    slices.reduce((total, slice) => total + of(slice), 0);
  assert.equal([sum(({ begun }) => begun), sum(({ succeeded }) => succeeded)], [crowd.calls, crowd.succeeded]);
  assert.equal(new Set(crowd.slices.map(({ begin, end }) => end - begin)).size, 1);
  assert.is(crowd.slices.at(-1)?.end, crowd.ends);
  assert.is(crowd.calls, (5 * crowd.ends) / 1000);
  const [before, , during] = crowd.slices;
  assert.equal(before?.requests, { pigeon: before?.begun, raven: 0 });
  assert.ok((during?.requests["raven"] ?? 0) > 0);
  assert.equal(crowd.slices.at(-1)?.states, { pigeon: "closed", raven: "closed" });
});

test("the same seed, the same crowd; another seed, another", async () => {
  const { crowd } = await simulation(files, fails);
  assert.equal((await simulation(files, { ...fails, seed: "1" })).crowd, crowd);
  assert.not.equal((await simulation(files, { ...fails, seed: "2" })).crowd, crowd);
});

test("a table over time: calls, failures, requests to each provider, circuits that are not closed", async () => {
  const { stdout } = await simulate(files, ["--fail", "pigeon=503", "--callers", "5", "--for", "20s"]);
  assert.match(stdout, "5 calls per second through one client; the failure lasts from 10 s to 30 s.\n");
  assert.match(stdout, "    from  calls failed  slowest   pigeon    raven  circuits at the end\n");
  assert.match(stdout, "     0 s     25      0   0.08 s       25        0\n");
  assert.match(stdout, / {4}25 s {5}25 {6}0 .* pigeon open\n/);
  assert.match(
    stdout,
    "\n\nMany callers, 5 a second for 20 s: none of 100 calls is lost, 99 of 100 take\n0.48 s at most; answered 100 % by raven.\n",
  );
  assert.ok(stdout.indexOf("Many callers") < stdout.indexOf("One caller:\n"));
});

test("what hung is watched until it is used again", async () => {
  const { crowd } = await simulation(files, { ...fails, fail: ["pigeon=timeout"] });
  const last = crowd?.slices.at(-1);
  assert.equal([last?.states["pigeon"], last?.requests["raven"]], ["closed", 0]);
});

test("limits of client.json hold: what is over them goes on", async () => {
  const settings = { pigeon: { limits: { perSecond: 2 } } };
  const policies = { pigeon: "circuit-breaker", raven: "none" };
  const { crowd } = await simulation(projectOf({ policies, settings }), { ...fails, fail: ["raven=503"], for: "1s" });
  assert.ok(
    crowd?.slices.every(({ requests, begin, end }) => (requests["pigeon"] ?? 0) <= 2 + (2 * (end - begin)) / 1000),
  );
  assert.ok((crowd?.slices[0]?.requests["raven"] ?? 0) > 0);
});

test("long work says how far it is, and that is all", async () => {
  const steps: string[] = [];
  const progress = { step: (text: string) => void steps.push(text), clear: () => {} };
  await withFolder(files, (folder) =>
    execute({ command: "simulate", files: [], options: fails }, folder, { progress }),
  );
  const shares = steps.filter((step) => step.startsWith("simulating the crowd: "));
  assert.is(shares[0], "simulating the crowd: 0 %");
  assert.ok(shares.length > 1);
});

test("fifty providers that are all down are simulated, and shown in 80 columns", async () => {
  const letters = Array.from(
    { length: 50 },
    (_, index) => `provider-${"abcdefghij"[index % 10]}-${"abcde"[index % 5]}${"klmnopqrst"[Math.floor(index / 5)]}`,
  );
  const policies = Object.fromEntries(letters.map((name) => [name, "circuit-breaker"]));
  const args = letters.flatMap((name) => ["--fail", `${name}=503`]);
  const { status, stdout, stderr } = await simulateHere(projectOf({ policies }), [
    ...args,
    "--callers",
    "1",
    "--for",
    "5s",
  ]);
  assert.is(status, 0);
  assert.match(stderr, "and 40 more");
  assert.equal(
    stdout.split("\n").filter((line) => line.length > 80),
    [],
  );
});

test.run();
