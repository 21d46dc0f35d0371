import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { operationsOf } from "#runtime/testing/document/document.js";
import { readable } from "#runtime/testing/document/references.js";
import { sample, seeded } from "#runtime/testing/document/sample.js";
import { problemsIn } from "#runtime/schema/check.js";
import { shared } from "../tree.js";

const test = suite("samples of vendors' documents");

const folder = join(shared, "corpus", "operations");

/** Of how many schemas of answers the sample satisfies the schema. */
function rateOf(text: string): { readonly all: number; readonly good: number } {
  const references = readable(load(text) as Parameters<typeof readable>[0], "writeOnly");
  const answers = operationsOf(references).flatMap(({ responses }) => Object.values(responses));
  const contents = answers.flatMap((answer) => Object.values((references.read(answer, "content") ?? {}) as object));
  const schemas = contents.flatMap((media: unknown) => references.read(media, "schema") ?? []);
  const good = schemas.filter(
    (schema) => problemsIn(schema, sample(schema, references, seeded(1)), references).length === 0,
  );
  return { all: schemas.length, good: good.length };
}

test("99 of 100 samples are what their schema says", () => {
  const files = readdirSync(folder).filter((file) => /\.(?:json|ya?ml)$/.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8")).filter((text) => !text.includes('swagger: "2.0"') && !/^swagger:/m.test(text)); // prettier-ignore
  const rates = texts.map(rateOf);
  const [all, good] = (["all", "good"] as const).map((field) => rates.reduce((sum, rate) => sum + rate[field], 0));
  assert.ok((all ?? 0) > 1000 && (good ?? 0) / (all ?? 1) > 0.99, `${good} of ${all}`);
});

test.run();
