import { SdkError } from "@sdkwright/runtime";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CLIENT_OPTIONS } from "#runtime/client/bind-client.js";
import { PROVIDER_OPTIONS, REQUEST_OPTIONS } from "#runtime/http/bound-provider.js";
import { CALL_OPTIONS } from "#runtime/failover/call.js";
import { doors, env, recorder, type Door, type Sent } from "./doors.js";
import { apart, entries, heard } from "./entries.js";
import { chosen, fateOf, optionsOf, type Entry } from "./fates.js";
import { runs } from "../../effort.js";

const test = suite("fuzzing options");

const RUNS = runs(10_000);

async function send(door: Door, options: Record<string, unknown>): Promise<{ sent: readonly Sent[]; error: unknown }> {
  const { fetch, sent } = recorder();
  const isMaker = door === "provider" || door === "client";
  const given = isMaker ? { ...options, env, fetch } : options;
  heard.clear();
  const error = await doors[door](given, fetch).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { sent, error };
}

for (const [door, list] of Object.entries(entries) as [Door, readonly Entry[]][]) {
  test(`12.1: ${door}: what is sent heeds everything that was given, in ${RUNS} cases`, async () => {
    const count = { sent: 0, refused: 0 };
    const property = fc.asyncProperty(fc.tuple(...list.map(fateOf)), fc.nat(11), async (drawn, choice) => {
      const all = chosen(list, drawn, choice);
      const isRight = all.every(({ kind }) => kind !== "misspell" && kind !== "wrong");
      const { sent, error } = await send(door, optionsOf(list, all));
      if (!isRight) {
        count.refused += 1;
        assert.equal(sent, []);
        assert.instance(error, SdkError, String(error));
        return;
      }
      count.sent += 1;
      assert.is(error, undefined, String(error));
      assert.is(sent.length, 1);
      for (const [index, { shows, path }] of list.entries()) {
        if (all[index]?.kind !== "keep" || shows === undefined) continue;
        assert.ok(
          sent.every((one) => shows(one)),
          path.join("."),
        );
      }
    });
    await fc.assert(property, { numRuns: RUNS });
    assert.ok(count.sent > RUNS / 100 && count.refused > RUNS / 100, JSON.stringify(count));
  });
}

/** An operation takes what a request takes. */
const tables: { readonly [D in Door]: object } = {
  provider: PROVIDER_OPTIONS,
  client: CLIENT_OPTIONS,
  operation: {},
  request: REQUEST_OPTIONS,
  call: CALL_OPTIONS,
};

test("12.1: no option of a door is left out of these cases", () => {
  for (const [door, table] of Object.entries(tables) as [Door, object][]) {
    const known = new Set([...entries[door].map(({ path }) => path[0]), ...apart]);
    assert.equal(
      Object.keys(table).filter((name) => !known.has(name)),
      [],
      door,
    );
  }
});

test.run();
