import { writeFileSync } from "node:fs";
import { failover, replayed } from "./doubles.js";
import { program } from "./program.js";

test("the program", async () => {
  writeFileSync("report.json", JSON.stringify(await program()));
});

test("providers in memory", async () => {
  expect(await failover()).toEqual({ sent: { id: { text: "hello" } }, asked: ["pigeon", "pigeon", "pigeon", "raven"] });
});

test("a recording", async () => {
  expect(await replayed()).toEqual([{ played: 1 }, { played: 1 }]);
});
