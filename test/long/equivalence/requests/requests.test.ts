import type { Change } from "#generator/diff/change.js";
import type { Output } from "#generator/output/plan.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../../../generator/folder.js";
import { changesBetween, outputFor } from "../../../generator/io/run.js";
import { callAll, type Sent } from "./calls.js";
import { Choices } from "./choices.js";
import { filesOf } from "./projects.js";
import { firstSeed, runs } from "../../../effort.js";

const test = suite("equivalence of requests");

const [edits, first] = [runs(500), firstSeed];

test(`diff names an edit by which calls send something else, and marks each credential at a new origin (${String(edits)} edits)`, async () => {
  const count = { silent: 0, other: 0, moved: 0 };
  for (let seed = first; seed < first + edits; seed += 1) {
    const edit = await randomEdit(seed);
    const [before, after] = [await callAll(edit.base, `${seed}-base`), await callAll(edit.next, `${seed}-next`)];
    const changes = await changesBetween(edit.base, edit.next);
    const [others, moved] = [changedCalls(before, after), newPlaces(before, after)];
    if (!changes.some(isOfRequests)) assert.equal(others, [], explain(seed, edit.keys, changes));
    if (!changes.some((change) => change.credentialDestination))
      assert.equal(moved, [], explain(seed, edit.keys, changes));
    count[moved.length > 0 ? "moved" : others.length > 0 ? "other" : "silent"] += 1;
  }
  assert.ok(count.moved > edits / 20 && count.other > edits / 10, JSON.stringify(count));
  console.log(`${String(edits)} edits from seed ${String(first)}: ${JSON.stringify(count)}`);
});

interface Edit {
  readonly base: Output;
  readonly next: Output;
  readonly keys: readonly string[];
}

/** A random project and an edit of it, both valid. */
async function randomEdit(seed: number): Promise<Edit> {
  for (let tries = 0; ; tries += 1) {
    const number = seed * 1000 + tries;
    const choices = new Choices(number);
    const base = await withFolder(filesOf(choices.choose), outputFor);
    const keys = choices.some();
    const next = await withFolder(filesOf(new Choices(number, keys).choose), outputFor);
    if (base !== undefined && next !== undefined) return { base, next, keys };
  }
}

/** What callers have to know of: also that an operation is there, since calls without types follow it. */
function isOfRequests(change: Change): boolean {
  return (
    change.class !== "compatible" || change.credentialDestination === true || change.sentence.startsWith("operation ")
  );
}

function changedCalls(before: Sent, after: Sent): string[] {
  const textsOf = (sent: Sent, name: string) => sent.get(name)?.map(({ text }) => text);
  return [...before.keys()].filter((name) => {
    const [was, is] = [textsOf(before, name), textsOf(after, name)];
    return was !== undefined && is !== undefined && was.join("\n\n") !== is.join("\n\n");
  });
}

/** Credentials, with the origins at which none of the calls left them before. */
function newPlaces(before: Sent, after: Sent): string[] {
  const placesOf = (sent: Sent) =>
    [...sent.values()].flatMap((requests = []) =>
      requests.flatMap(({ secrets, origin }) => secrets.map((name) => `${name} at ${origin}`)),
    );
  const known = new Set(placesOf(before));
  return [...new Set(placesOf(after))].filter((place) => !known.has(place));
}

function explain(seed: number, keys: readonly string[], changes: readonly Change[]): string {
  return [`seed ${String(seed)}: ${keys.join(", ")}`, ...changes.map((each) => `${each.class}: ${each.sentence}`)].join(
    "\n",
  );
}

test.run();
