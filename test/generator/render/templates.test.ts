import { readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { templateHelpers } from "#generator/render/template-helpers.js";
import { templates } from "#generator/render/templates.js";
import { root } from "../../tree.js";

const test = suite("templates");

test("every template is compiled", () => {
  const names = readdirSync(join(root, "templates")).map((file) => file.replace(/\.hbs$/, ""));
  assert.equal([...templates.keys()].sort(), names.sort());
});

test("a name that the model does not have is an error, never nothing", () => {
  for (const [name, print] of templates) assert.throws(() => print({}), undefined, name);
});

test("helpers refuse what is not theirs to quote", () => {
  const call = (name: string, ...values: unknown[]) => templateHelpers[name]?.apply(undefined, values as never[]);
  for (const name of ["string", "scalar", "key", "property", "id", "text", "doc", "code", "union", "isTrue", "each"]) {
    assert.throws(() => call(name, undefined, {}), /something else/, name);
  }
  for (const name of ["a-b", "a;b", "", "1a"]) assert.throws(() => call("id", name), /something else/);
});

test.run();
