import { SdkError } from "@sdkwright/runtime";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fateOf, optionsOf } from "./fates.js";
import { smallDoors } from "./small-doors.js";
import { runs } from "../../effort.js";

const test = suite("fuzzing options of small doors");

const RUNS = runs(10_000);

for (const [name, { entries, use, says }] of Object.entries(smallDoors)) {
  test(`12.1: ${name}: heeded or refused, in ${RUNS} cases`, async () => {
    const count = { heeded: 0, refused: 0 };
    const property = fc.asyncProperty(fc.tuple(...entries.map(fateOf)), async (all) => {
      const isRight = all.every(({ kind }) => kind !== "misspell" && kind !== "wrong");
      const result = await use(optionsOf(entries, all)).catch((error: unknown) => error);
      if (!isRight) {
        count.refused += 1;
        assert.instance(result, SdkError, String(result));
        return;
      }
      count.heeded += 1;
      assert.type(result, "string", String(result));
      for (const [index, { path }] of entries.entries()) {
        const said = says[path[0] ?? ""];
        if (all[index]?.kind === "keep" && said !== undefined) assert.match(String(result), said);
      }
    });
    await fc.assert(property, { numRuns: RUNS });
    assert.ok(count.heeded > RUNS / 100 && count.refused > RUNS / 100, JSON.stringify(count));
  });
}

test.run();
