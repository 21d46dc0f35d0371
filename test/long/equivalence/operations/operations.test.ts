import type { Change } from "#generator/diff/change.js";
import type { Output } from "#generator/output/plan.js";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { changesBetween, outputForDocument } from "../../../generator/io/run.js";
import { imagined, mistakesIn, programOf } from "../judge.js";
import { Random } from "../random.js";
import { callersOfOperations } from "./callers.js";
import { randomDocument, type Document } from "./documents.js";
import { editDocument } from "./edits.js";
import { firstSeed, runs } from "../../../effort.js";

const test = suite("equivalence of operations");

const [edits, first] = [runs(500), firstSeed];

/** More in one program would take too much memory. */
const BATCH = 60;

interface Case {
  readonly name: string;
  readonly base: Output;
  readonly next: Output;
}

test(`diff calls an edit of a document breaking if and only if its callers do not compile any more (${String(edits)} edits)`, async () => {
  const count = { breaking: 0, other: 0 };
  for (let seed = first; seed < first + edits; seed += BATCH) {
    const cases: Case[] = [];
    for (let each = seed; each < Math.min(seed + BATCH, first + edits); each += 1) cases.push(await randomCase(each));
    for (const { name, changes, mistakes, faults } of await judge(cases)) {
      assert.equal(faults, [], `code for the base of ${name} does not compile with it`);
      const breaking = changes.filter((change) => change.class === "breaking");
      assert.is(breaking.length > 0, mistakes.length > 0, explain(name, changes, mistakes));
      count[breaking.length > 0 ? "breaking" : "other"] += 1;
    }
  }
  assert.ok(count.breaking > edits / 5 && count.other > edits / 5, JSON.stringify(count));
  console.log(`${String(edits)} edits from seed ${String(first)}: ${JSON.stringify(count)}`);
});

async function randomCase(seed: number): Promise<Case> {
  const random = new Random(seed);
  for (;;) {
    const before = randomDocument(random);
    const { document, edit } = editDocument(random, before);
    const [base, next] = [await generated(before), await generated(document)];
    if (base !== undefined && next !== undefined) return { name: `${String(seed)}: ${edit}`, base, next };
  }
}

function generated(document: Document): Promise<Output | undefined> {
  return outputForDocument({ openapi: "3.1.0", info: { title: "Acme", version: "1" }, ...document });
}

interface Verdict {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly mistakes: readonly string[];
  /** What should not be: code made for the base that does not compile with the base. */
  readonly faults: readonly string[];
}

async function judge(cases: readonly Case[]): Promise<Verdict[]> {
  const texts = new Map<string, string>();
  for (const [index, each] of cases.entries()) {
    for (const side of ["base", "next"] as const) {
      for (const { path, text } of each[side].files) {
        if (path.endsWith(".ts")) texts.set(placeOf(index, side, "generated", path), text);
      }
    }
  }
  const bare = programOf(texts);
  for (const index of cases.keys()) {
    const caller = callersOfOperations(bare, placeOf(index, "base", "generated", "operations/acme.ts"));
    for (const side of ["base", "next"] as const) texts.set(placeOf(index, side, "caller.ts"), caller);
  }
  const program = programOf(texts, bare);
  const changes = await Promise.all(cases.map(({ base, next }) => changesBetween(base, next)));
  return cases.map(({ name }, index) => ({
    name,
    changes: changes[index] ?? [],
    mistakes: mistakesIn(program, placeOf(index, "next", "caller.ts")),
    faults: [
      ...mistakesIn(program, placeOf(index, "base", "caller.ts")),
      ...mistakesIn(program, placeOf(index, "next", "generated", "operations/acme.ts")),
    ],
  }));
}

function placeOf(index: number, side: "base" | "next", ...path: readonly string[]): string {
  return join(imagined, `operations-${String(index)}-${side}`, "src", ...path);
}

function explain(name: string, changes: readonly Change[], mistakes: readonly string[]): string {
  const said = changes.map((change) => `  ${change.class}: ${change.sentence}`);
  return [name, "diff says", ...said, "the compiler says", ...mistakes.slice(0, 3).map((text) => `  ${text}`)].join(
    "\n",
  );
}

test.run();
