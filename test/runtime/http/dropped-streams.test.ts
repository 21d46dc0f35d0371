import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";

const test = suite("C1: streamed answers that are dropped without being read");

/** `test:long` drops as many as were reported. */
const CALLS = process.env["SDKWRIGHT_LONG"] === undefined ? 30 : 1000;

test("C1: no more of them keep their connections than with plain `fetch`, and one that is read later is whole", async () => {
  const script = join(root, ".build/test/runtime/http/dropped-streams.js");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script, String(CALLS)]);
  const { fetch: plain = 0, "read later": missing, ...ours } = JSON.parse(stdout) as Record<string, number>;
  assert.is(missing, 0);
  assert.is(Object.keys(ours).length, 5);
  for (const [what, left] of Object.entries(ours)) assert.ok(left <= plain, `${what}: ${left}, ${plain} of fetch`);
});

test.run();
