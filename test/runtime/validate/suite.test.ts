// The JSON Schema Test Suite as an oracle. Where we differ, it is always by holding what JSON Schema refuses, and counted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "@sdkwright/runtime/validate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";

const test = suite("JSON Schema Test Suite");

interface Group {
  readonly description: string;
  readonly schema: object | boolean;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}
type Suite = { readonly [file: string]: readonly Group[] };

const DIALECTS = { draft7: "http://json-schema.org/draft-07/schema#", "draft2020-12": undefined };

/** Why a value holds that the suite refuses: the schema has one of these, anywhere. In this order. */
const TOLERATED: readonly (readonly [why: string, has: RegExp])[] = [
  ["$dynamicRef", /"\$dynamicRef"/],
  ["unevaluatedItems", /"unevaluatedItems"/],
  ["unevaluatedProperties", /"unevaluatedProperties"/],
  ["a reference to elsewhere", /"\$ref":"[^"#]/],
  ["additionalProperties: false", /"additionalProperties":false/],
  ["oneOf as anyOf", /"oneOf"/],
];

interface Count {
  tests: number;
  agreed: number;
  /** Refused by us and allowed by the suite: never, but for vocabularies. */
  stricter: string[];
  unexplained: string[];
  tolerated: { [why: string]: number };
}

function run(draft: keyof typeof DIALECTS): Count {
  const text = readFileSync(join(root, `test/vectors/json-schema/${draft}.json`), "utf8");
  const count: Count = { tests: 0, agreed: 0, stricter: [], unexplained: [], tolerated: {} };
  for (const [file, groups] of Object.entries(JSON.parse(text) as Suite)) {
    for (const group of groups)
      for (const { description, data, valid } of group.tests) {
        const name = `${file}: ${group.description}: ${description}`;
        note(count, name, group.schema, { valid, holds: check(inDialect(group.schema, draft), data).length === 0 });
      }
  }
  return count;
}

function inDialect(schema: object | boolean, draft: keyof typeof DIALECTS): object | boolean {
  const dialect = DIALECTS[draft];
  return typeof schema === "boolean" || dialect === undefined ? schema : { $schema: dialect, ...schema };
}

function note(count: Count, name: string, schema: unknown, { valid, holds }: { valid: boolean; holds: boolean }): void {
  count.tests += 1;
  if (holds === valid) count.agreed += 1;
  else if (valid) count.stricter.push(name);
  else {
    const why = TOLERATED.find(([, has]) => has.test(JSON.stringify(schema)))?.[0];
    if (why === undefined) count.unexplained.push(name);
    else count.tolerated[why] = (count.tolerated[why] ?? 0) + 1;
  }
}

test("draft-07: 886 of 927 agree", () => {
  assert.equal(run("draft7"), {
    tests: 927,
    agreed: 886,
    stricter: [],
    unexplained: [],
    tolerated: { "a reference to elsewhere": 27, "additionalProperties: false": 6, "oneOf as anyOf": 8 },
  });
});

test("2020-12: 1138 of 1299 agree; a metaschema without the vocabulary of validation is not followed", () => {
  assert.equal(run("draft2020-12"), {
    tests: 1299,
    agreed: 1138,
    stricter: [
      "vocabulary: schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number, but it still validates",
    ],
    unexplained: [],
    tolerated: {
      $dynamicRef: 15,
      unevaluatedItems: 26,
      unevaluatedProperties: 61,
      "a reference to elsewhere": 41,
      "additionalProperties: false": 9,
      "oneOf as anyOf": 8,
    },
  });
});

test.run();
