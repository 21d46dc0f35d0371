import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seeded } from "#runtime/testing/chance.js";
import { operationsOf } from "#runtime/testing/document/operations.js";
import { readable } from "#runtime/testing/document/readable.js";
import { References } from "#runtime/testing/document/references.js";
import { sample } from "#runtime/testing/document/sample.js";
import { problemsIn } from "#runtime/validate/problems.js";
import { root } from "../../tree.js";

const test = suite("samples of vendors' documents");

const folder = join(root, "..", "shared", "corpus", "operations");

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
  if (!existsSync(folder)) return console.log("skipped: no documents beside the checkout");
  const files = readdirSync(folder).filter((file) => /\.(?:json|ya?ml)$/.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8")).filter((text) => !text.includes('swagger: "2.0"') && !/^swagger:/m.test(text)); // prettier-ignore
  const rates = texts.map(rateOf);
  const [all, good] = (["all", "good"] as const).map((field) => rates.reduce((sum, rate) => sum + rate[field], 0));
  assert.ok((all ?? 0) > 1000 && (good ?? 0) / (all ?? 1) > 0.99, `${good} of ${all}`);
});

const PATTERNS = [
  "^(user|org|mch)_\\w{27}$",
  "^oauth_(?:(?:token_)|(?:custom_))?[a-z]+$",
  "^ak_[0-9A-Fa-f]{32}$",
  "^(\\S(.*\\S)?)?$",
  "^[^_][A-Za-z0-9_-]*$",
  "^\\+?[1-9]\\d{1,14}$",
  "^\\d{4}-\\d{2}-\\d{2}$",
  "^#([0-9a-f]{3}|[0-9a-f]{6})$",
  "^[A-Z]{2}(-[A-Z]{2,3})?$",
  "^https?://[^/]+/.*$",
  "^(?<year>[0-9]{4})[.\\]-]$",
  "v[0-9]+?\\.[0-9]+",
];

for (const pattern of PATTERNS) {
  test(`a text of ${pattern}`, () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const text = sample({ type: "string", pattern }, new References({}), seeded(seed)) as string;
      assert.ok(new RegExp(pattern, "u").test(text), text);
    }
  });
}

for (const pattern of ["(?=a)b", "[", "(", "a{2", "\\p{L}", "*", "\\1"]) {
  test(`what cannot be read does no harm: ${pattern}`, () => {
    assert.type(sample({ type: "string", pattern }, new References({}), seeded(1)), "string");
  });
}

test.run();
