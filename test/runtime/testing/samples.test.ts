import { suite } from "uvu";
import * as assert from "uvu/assert";
import { References } from "#runtime/testing/document/references.js";
import { sample, seeded } from "#runtime/testing/document/sample.js";

const test = suite("samples of patterns");

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
