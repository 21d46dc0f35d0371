import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { templateHelpers } from "#generator/emit/layout.js";
import { templates } from "#generator/emit/render.js";
import { root } from "../../tree.js";

const test = suite("templates");

test("every template of emitted code is compiled", () => {
  const files = readdirSync(join(root, "templates")).filter((file) => file.endsWith(".hbs"));
  const names = files.map((file) => file.replace(/\.hbs$/, ""));
  assert.equal([...templates.keys()].sort(), names.sort());
});

test("a name that the model does not have is an error, never nothing", () => {
  for (const [name, print] of templates) assert.throws(() => print({}), undefined, name);
});

test("helpers refuse what is not theirs to quote", () => {
  const call = (name: string, ...values: unknown[]) => templateHelpers[name]?.apply(undefined, values as never[]);
  for (const name of ["string", "key", "property", "id", "text", "doc", "code", "union", "isTrue", "each"]) {
    assert.throws(() => call(name, undefined, {}), /something else/, name);
  }
  for (const name of ["a-b", "a;b", "", "1a"]) assert.throws(() => call("id", name), /something else/);
});

interface Known {
  readonly helpers: object;
  readonly templates: readonly string[];
}

/** What the build makes of a template, printed for a context. */
async function print(source: string, context: object = {}): Promise<string> {
  const url = pathToFileURL(join(root, "generator/scripts/compile-template.mjs")).href;
  const { compileTemplate } = (await import(url)) as { compileTemplate: (source: string, known: Known) => string };
  const expression = compileTemplate(source, { helpers: templateHelpers, templates: ["part"] });
  const part = () => "a\n\nb\n";
  // eslint-disable-next-line typescript/no-implied-eval -- it is what the build writes into a module
  const run = new Function("helpers", "templates", "root", "c0", `return ${expression};`) as (
    ...values: unknown[]
  ) => string;
  return run(templateHelpers, { part }, {}, context);
}

test("a template says text, values, choices, lists and other templates", async () => {
  assert.is(await print("a{{! note }} {{code b}}", { b: "c" }), "a c");
  assert.is(await print("{{#if a}}1{{else}}2{{/if}}{{#unless a}}3{{/unless}}", { a: false }), "23");
  const list = { name: "x", items: [{ id: "a" }, { id: "b" }] };
  assert.is(await print("{{#each items}}{{code ../name}}.{{code id}};{{/each}}", list), "x.a;x.b;");
  assert.is(await print("{{#each items}}{{code this}}{{/each}}", { items: ["a", "b"] }), "ab");
  assert.is(await print("x\n{{> part}}\ny\n"), "x\na\n\nb\ny\n");
  assert.is(await print("x\n  {{> part}}\ny\n"), "x\n  a\n  \n  b\ny\n");
});

test("what a template cannot say fails the build with its line, and is never left out", async () => {
  const refused = [
    "{{a}}",
    "{{nothing a}}",
    "{{code a b=c}}",
    "{{#with a}}{{/with}}",
    "{{#if a b}}{{/if}}",
    "{{#each a as |b|}}{{/each}}",
    "{{#each a}}{{else}}{{/each}}",
    "{{#fit a}}{{/fit}}",
    "{{> other}}",
    "{{> part a b}}",
    "{{code @index}}",
    "{{code ../a}}",
    "{{code (code a)}}",
  ];
  for (const source of refused) {
    const error = await print(`\n${source}`).catch((thrown: Error) => thrown.message);
    assert.match(error, /^line 2: templates cannot say /, source);
  }
});

test.run();
