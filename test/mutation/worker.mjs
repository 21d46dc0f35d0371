// Holds the suites over the code with all mutants in it, and runs tests with the one that it is told to switch on.
import { tests } from "uvu";

const suites = JSON.parse(process.env["SUITES"]);
/** The switch, and who reached what, of the code that Stryker has instrumented. */
const stryker = (globalThis.__stryker__ ??= {});
let ends = () => {};

for (const suite of suites) await import(suite);
process.on("message", (message) => void answer(message));
process.on("disconnect", () => process.exit());
process.on("beforeExit", () => ends({ why: "nothing is left that could end it", isClean: true }));
for (const event of ["unhandledRejection", "uncaughtException"])
  process.on(event, (error) => ends({ why: String(error), isClean: false }));
process.send({ ready: tests.length });

async function answer({ mutant, asked }) {
  if (mutant === undefined) return process.send(await measure().catch(({ message }) => ({ why: message })));
  stryker.activeMutant = mutant;
  for (const { test, ms } of asked) {
    process.send({ begins: test });
    const failure = await failureOf(test, 4000 + 40 * ms);
    if (failure !== undefined) return process.send({ mutant, test, ...failure });
  }
  stryker.activeMutant = undefined;
  process.send({ mutant });
}

/** What each test takes of a processor, in ms, and which mutants it reaches; those reached while modules load belong to none. */
async function measure() {
  const times = [];
  for (const test of tests.keys()) {
    stryker.currentTestId = String(test);
    const begun = process.cpuUsage();
    const failure = await failureOf(test, 300_000);
    if (failure !== undefined) throw new Error(`${tests[test].name}: ${failure.why}`);
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1000);
    stryker.currentTestId = undefined;
  }
  const { static: loaded = {}, perTest = {} } = stryker.mutantCoverage ?? {};
  const reached = Object.fromEntries(Object.entries(perTest).map(([test, ids]) => [test, Object.keys(ids)]));
  return { times, loaded: Object.keys(loaded), reached };
}

/** `isClean` where the test itself has failed; what else breaks may be left over from the mutant before. */
async function failureOf(index, limit) {
  const { handler, after } = tests[index];
  const broken = new Promise((resolve) => (ends = resolve));
  const timer = setTimeout(ends, limit, { why: "it takes too long", isClean: false });
  timer.unref();
  process.channel.unref();
  try {
    return await Promise.race([outcome(handler, after), broken]);
  } finally {
    process.channel.ref();
    clearTimeout(timer);
  }
}

async function outcome(handler, after) {
  try {
    await handler({});
    return undefined;
  } catch (error) {
    return { why: String(error?.message ?? error), isClean: true };
  } finally {
    for (const hook of after) await hook({});
  }
}
