import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { failover, replayed } from "./doubles.ts";
import { program } from "./program.ts";

test("the program", async () => {
  writeFileSync("report.json", JSON.stringify(await program()));
});

test("providers in memory", async () => {
  const expected = { sent: { id: { text: "hello" } }, asked: ["pigeon", "pigeon", "pigeon", "raven"] };
  assert.deepEqual(await failover(), expected);
});

test("a recording", async () => {
  assert.deepEqual(await replayed(), [{ played: 1 }, { played: 1 }]);
});
