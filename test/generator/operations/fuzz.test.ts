import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseDeclarations } from "#generator/surface/type-syntax.js";
import { brokenDocuments } from "./broken-documents.js";
import { emit } from "./documents.js";

const test = suite("broken documents");

test("whatever is broken, the rest is emitted, and nothing but types", () => {
  for (const document of brokenDocuments(300)) {
    const emitted = emit(document);
    if (emitted === undefined) continue;
    const { module, model } = emitted;
    assert.ok(JSON.parse(model));
    const code = module.replaceAll(/\/\*\*[^]*?\*\/|^(?:\/\/|import ).*$/gm, "");
    assert.match(code, /^\s*(?:export (?:interface|type) \w+ [^]*)$/);
    assert.not.match(code, /NaN|Infinity|\[object|= ;|: ;/);
    for (const text of typesIn(model)) assert.ok(parseDeclarations(`type T = ${text};`), text);
  }
});

/** The types of a model, which `diff` reads. */
function typesIn(model: string): readonly string[] {
  const { operations, schemas } = JSON.parse(model) as {
    operations: { [key: string]: { options: string; answers: object; errors: object; bodies?: object } };
    schemas: { [name: string]: { interface?: string; type?: string } };
  };
  const ofOperations = Object.values(operations).flatMap(({ options, answers, errors, bodies = {} }) => [
    options,
    ...[answers, errors, bodies].flatMap((types) => Object.values(types) as string[]),
  ]);
  return [...ofOperations, ...Object.values(schemas).flatMap((schema) => schema.interface ?? schema.type ?? [])];
}

test.run();
