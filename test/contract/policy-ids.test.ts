import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root, shared } from "../tree.js";

const test = suite("policy vectors");

test("each line is a test that carries its id", () => {
  const lines = readFileSync(join(shared, "vectors/policy.md"), "utf8").matchAll(/^\| ([a-z0-9-]+) \|/gm);
  const ids = [...lines].map(([, id]) => id).filter((id) => id !== "id" && id !== "---");
  assert.ok(ids.length > 80, `${ids.length} lines`);
  const sources = ["runtime", "vectors", "long"].flatMap(sourcesUnder).join("\n");
  const missing = ids.filter((id) => !new RegExp(`["\`(\\[|] ?${id}[:,"]`).test(sources));
  assert.equal(missing, []);
});

test.run();

function sourcesUnder(room: string): string[] {
  return readdirSync(join(root, "test", room), { recursive: true, encoding: "utf8" })
    .filter((file) => /(test|cases)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, "test", room, file), "utf8"));
}
