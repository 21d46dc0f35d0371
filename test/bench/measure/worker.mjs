import { fork } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * A process of its own that holds one subject (a module of subjects/) and makes calls when told to. `run` resolves to
 * CPU and wall time per call in µs and the heap after a collection in bytes. A subject of another checkout is measured
 * with that one's own code.
 */
export async function startWorker(subject, options = {}, checkout = here) {
  const entry = join(resolve(checkout), "test/bench/measure/worker-main.mjs");
  const child = fork(entry, [subject, JSON.stringify(options)], { execArgv: ["--expose-gc"] });
  await answer(child);
  return {
    run(calls, inFlight) {
      child.send({ calls, inFlight });
      return answer(child);
    },
    stop: () => child.disconnect(),
  };
}

function answer(child) {
  return new Promise((resolve, reject) => {
    const onExit = (status) => reject(new Error(`worker ended with ${status}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      if (message.error === undefined) resolve(message);
      else reject(new Error(message.error));
    });
  });
}
