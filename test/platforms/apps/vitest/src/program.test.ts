import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { failover, replayed } from "./doubles.ts";
import { program } from "./program.ts";

test("the program", async () => {
  writeFileSync("report.json", JSON.stringify(await program()));
});

test("providers in memory", async () => {
  expect(await failover()).toEqual({ sent: { id: { text: "hello" } }, asked: ["pigeon", "pigeon", "pigeon", "raven"] });
});

test("a recording", async () => {
  expect(await replayed()).toEqual([{ played: 1 }, { played: 1 }]);
});
