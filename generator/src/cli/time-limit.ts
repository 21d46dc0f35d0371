/** In ms: less than the hour that is promised, and more than the half that a run begins something in (rules F3). */
const LONGEST = 50 * 60_000;

/** In ms, for what a run does when it is interrupted. */
const GRACE = 10_000;

/** In a thread of its own, because the one that works may not come back: what takes long here waits for nothing. */
const CLOCK = `
const { workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
setTimeout(() => {
  try { writeSync(2, workerData.text); } catch {}
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), workerData.grace);
}, workerData.longest);
`;

/**
 * Ends this process by a signal where it has run for 50 minutes, whatever it is at then: limits on what is read keep a run
 * far from that, but nobody can know of all of them. Returns what calls it off. Does nothing where the platform refuses
 * threads.
 */
export function limitTime(longest: number = LONGEST): () => void {
  const begin = (): (() => void) => clockOf(longest);
  const callOff = (): void => {
    running?.end();
    running = undefined;
  };
  running = { begin, end: begin() };
  return callOff;
}

let running: { readonly begin: () => () => void; end: () => void } | undefined;

/** Who is asked something takes the time that it takes: with the answer it begins anew. */
export async function untimed<Value>(ask: () => Promise<Value>): Promise<Value> {
  running?.end();
  try {
    return await ask();
  } finally {
    if (running !== undefined) running.end = running.begin();
  }
}

function clockOf(longest: number): () => void {
  const minutes = String(Math.round(longest / 60_000));
  const text = `error SW0303  the run has taken ${minutes} minutes, and is ended: make several projects of it, with a command for each\n`;
  try {
    // Imported, it would cost each start some ms.
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const clock = new Worker(CLOCK, { eval: true, workerData: { text, longest, grace: GRACE }, env: {}, execArgv: [] });
    clock.unref();
    clock.on("error", () => {});
    return () => void clock.terminate();
  } catch {
    return () => {};
  }
}
