import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diagnosticsOf } from "../sdkwright.js";
import { projectOf } from "./project.js";
import { simulate, simulateHere } from "./run.js";

const test = suite("simulate: the worst case");

const defaults = projectOf({ policies: { pigeon: "circuit-breaker" } });

test("242 s with the formats' defaults: a warning with the numbers that make it, and what to change", async () => {
  const { status, stderr, stdout } = await simulate(defaults);
  assert.is(status, 0);
  const message =
    "warning SW0820  if no provider answers, a call of Send takes 242 s: 6 attempts of 30 s and 62 s of waits with pigeon\n  client/client.json:17:15\n";
  assert.is(stderr.slice(0, message.length), message);
  assert.match(stderr, "set a deadline for calls, or requestTimeout of the provider; with a retryPolicy, lower its");
  assert.match(stdout, / pigeon=timeout +242 s +6 {2}TimeoutError\n/);
});

test("of several providers it is their sum, and each has its share", async () => {
  const { stderr } = await simulateHere(projectOf({ policies: { pigeon: "circuit-breaker", raven: "none" } }));
  assert.match(stderr, "takes 270 s: 6 attempts of 30 s and 60 s of waits with pigeon, 1 attempt of 30 s with raven\n");
});

test("a deadline ends it, 30 s are not too long, and `--quiet` says nothing", async () => {
  assert.is((await simulateHere(defaults, ["--deadline", "20s"])).stderr, "");
  assert.is((await simulateHere(projectOf({ policies: { pigeon: "none" } }))).stderr, "");
  assert.equal(await simulate(defaults, ["--quiet"]), { status: 0, stdout: "", stderr: "" });
});

test("validate and generate do not say it: the defaults alone are no mistake", async () => {
  const codes = (await diagnosticsOf(defaults)).map(({ code }) => code);
  assert.equal(codes, ["SW0213"], "that there is no document of the profile");
});

test("a policy that goes on and on is given up, and so is its report", async () => {
  const endless = { kind: "circuit-breaker", circuit: false, maxContiguousRetries: 1e9, requestTimeout: 1 };
  const files = projectOf({
    policies: { pigeon: { ...endless, backoff: { kind: "exponential", start: 1, factor: 1 } } },
  });
  const { status, stderr, stdout } = await simulate(files);
  assert.equal([status, stdout], [2, "Nothing was simulated.\n"]);
  assert.match(stderr, "error SW0822  the simulation does not end");
});

test.run();
