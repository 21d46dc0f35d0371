import { fork } from "node:child_process";
import { availableParallelism } from "node:os";

/** Tests that take longer, in ms of a processor, run last, and only where no other has noticed the mutant. */
const SLOW = 100;
/** A test that does not come back: the worker has a limit of its own, but a loop without an end does not let it fire. */
const PATIENCE = 8000;
/** What a worker's mutants leave behind adds up. */
const TURNS = 200;

/** Which mutants a test notices: `[{ ...mutant, test?, why? }]`. */
export async function check(mutants, { worker, suites }) {
  const start = (active) => startWorker(worker, suites, active);
  const known = await measure(start);
  const results = [];
  const queue = mutants.map((mutant) => ({ mutant, tests: known.testsOf(mutant), isSlow: false, isFresh: false }));
  const finish = (job, result) => {
    const hasSlow = job.tests.some(({ ms }) => ms > SLOW);
    if (result.test === undefined && !job.isSlow && hasSlow) return queue.push({ ...job, isSlow: true });
    if (result.test !== undefined && !result.isClean && !job.isFresh) return queue.unshift({ ...job, isFresh: true });
    if (result.test === undefined)
      console.error(`survived: ${job.mutant.place} ${job.mutant.original} → ${job.mutant.replacement}`);
    results.push({ ...job.mutant, isCovered: job.tests.length > 0, ...result });
    if (results.length % 100 === 0) console.error(`${results.length} of ${mutants.length}, ${known.seconds()} s`);
  };
  // What was found until somebody has seen enough.
  process.once("SIGINT", () => console.error(`not decided: ${queue.splice(0).length}`));
  const count = Number(process.env.WORKERS ?? availableParallelism());
  await Promise.all(Array.from({ length: count }, () => work(queue, start, known, finish)));
  return results;
}

async function work(queue, start, known, finish) {
  let worker;
  let turns = 0;
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const { mutant, isSlow, isFresh } = job;
    const isLoaded = known.isLoaded(mutant);
    if (worker !== undefined && (isFresh || isLoaded || turns >= TURNS)) worker = void worker.stop();
    if (worker === undefined) [worker, turns] = [await start(isLoaded ? mutant.id : undefined), 0];
    turns += 1;
    const asked = job.tests.filter(({ ms }) => ms > SLOW === isSlow);
    const result = worker.error ?? (await worker.ask({ mutant: mutant.id, asked }, patience(asked)));
    finish(job, result);
    // After anything but a test's own failure nobody knows what goes on in there.
    if (isLoaded || result.isClean === false) worker = void worker.stop();
  }
  worker?.stop();
}

const patience = (asked) => PATIENCE + 50 * Math.max(0, ...asked.map(({ ms }) => ms));

/** What the tests reach, and how long they take. */
async function measure(start) {
  const begun = Date.now();
  const worker = await start(undefined);
  const { times, loaded, reached, why } = await worker.ask({}, 600_000);
  if (times === undefined) throw new Error(`the suites fail without a mutant: ${why}`);
  worker.stop();
  const all = times.map((ms, test) => ({ test, ms })).sort((a, b) => a.ms - b.ms);
  const reach = new Map(Object.entries(reached).map(([test, ids]) => [Number(test), new Set(ids)]));
  console.error(`${times.length} tests, ${(times.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(0)} s`);
  const atLoading = new Set(loaded);
  return {
    isLoaded: ({ id }) => atLoading.has(id),
    // What a mutant in code that runs once, when it is loaded, changes may show anywhere.
    testsOf: ({ id }) => (atLoading.has(id) ? all : all.filter(({ test }) => reach.get(test)?.has(id))),
    seconds: () => ((Date.now() - begun) / 1000).toFixed(0),
  };
}

/** A process with the suites; with a mutant that is active while they load, where there is one. */
async function startWorker(worker, suites, active) {
  const env = { ...process.env, SUITES: JSON.stringify(suites), NODE_ENV: "test" };
  if (active !== undefined) env.__STRYKER_ACTIVE_MUTANT__ = active;
  const child = fork(worker, [], { env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  // Each word from it gives it new time.
  const ask = (message, limit) =>
    new Promise((resolve) => {
      const broken = (why) => resolve({ test: -1, why, isClean: false });
      const late = () => broken("it does not come back");
      let timer = setTimeout(late, limit);
      child.removeAllListeners().once("exit", () => broken("its process has ended"));
      child.on("message", (answer) => {
        clearTimeout(timer);
        if (answer.begins !== undefined) timer = setTimeout(late, limit);
        else resolve(answer);
      });
      if (message !== undefined) child.send(message, () => {});
    });
  const ready = await ask(undefined, 60_000);
  return { ask, error: ready.ready === undefined ? ready : undefined, stop: () => void child.kill("SIGKILL") };
}
