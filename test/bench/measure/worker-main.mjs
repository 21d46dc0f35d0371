// The process behind worker.mjs. A subject's `prepare(options)` returns a function that makes one call.
const [subject, options] = process.argv.slice(2);
const { prepare } = await import(`../subjects/${subject}.mjs`);
const call = await prepare(JSON.parse(options));

process.on("message", ({ calls, inFlight }) => {
  measure(calls, inFlight).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.stack ?? String(error) }),
  );
});
process.on("disconnect", () => process.exit());
process.send({ ready: true });

async function measure(calls, inFlight) {
  globalThis.gc();
  const wallBefore = performance.now();
  const cpuBefore = process.cpuUsage();
  await makeCalls(calls, inFlight);
  const { user, system } = process.cpuUsage(cpuBefore);
  const wall = performance.now() - wallBefore;
  return { cpu: (user + system) / calls, wall: (wall * 1000) / calls, heap: await heapUsed() };
}

/** What weak references and finalizers hold goes in a job of its own, and with the collection after it. */
async function heapUsed() {
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function makeCalls(calls, inFlight) {
  let left = calls;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}
