// The process behind entered.mjs: the files of which a function ran, by V8's counts.
import assert from "node:assert/strict";
import { Session } from "node:inspector/promises";
import { answering, key } from "../workload/calls.mjs";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const { create } = await import(process.argv[2]);

const answer = await filesOf(answering(), (call) => call);
const refusal = await filesOf(answering(400, "{}"), (call) => assert.rejects(call, /400/));
process.stdout.write(JSON.stringify({ answer, refusal }));

/** Counts the first call of a second client, which is made before: no module is evaluated by then. */
async function filesOf(fetch, settled) {
  const make = () => create({ fetch, credentials: { "api-key": { apikey: key } } });
  const get = (client) => settled(client.get("/items", { security: "api-key" }).json());
  await get(make());
  const client = make();
  await session.post("Profiler.takePreciseCoverage");
  await get(client);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
  return ran.flatMap(({ url }) => /\/runtime\/dist\/(.*)/.exec(url)?.[1] ?? []).sort();
}
