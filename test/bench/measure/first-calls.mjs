// node first-calls.mjs <file> <kind> [fail]: the first calls of a bundled SDK over a fetch that answers at once.
import assert from "node:assert/strict";
import { answering, firstCalls } from "../workload/calls.mjs";

const [file, kind, fails] = process.argv.slice(2);
const { create } = await import(file);
await firstCalls[kind](create, answering());
if (fails !== undefined) {
  const refused = firstCalls[kind](create, answering(422, '{"message":"the label is too long"}'));
  await assert.rejects(refused, /422[^]*the label is too long/);
}
