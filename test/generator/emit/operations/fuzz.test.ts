import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ts } from "ts-morph";
import { brokenDocuments, brokenOnce } from "./broken-documents.js";
import { emit, type Emitted } from "./documents.js";
import { textsOf, unknownsIn, untold } from "./untold.js";
import { runs } from "../../../effort.js";

const test = suite("broken documents");

const count = runs(10_000);

test("whatever is broken, the rest is emitted, and nothing but types", () => {
  for (const document of brokenDocuments(count)) {
    const emitted = emit(document);
    if (emitted === undefined) continue;
    const { module, calls, model } = emitted;
    assert.ok(JSON.parse(model));
    const code = module.replaceAll(/\/\*\*[^]*?\*\/|^(?:\/\/|import ).*$/gm, "");
    assert.match(code, /^\s*(?:export (?:interface|type) \w+ [^]*)$/);
    assert.not.match(code, /NaN|Infinity|\[object|= ;|: ;/);
    for (const text of typesIn(model)) assert.ok(isType(text), text);
    const constants = calls.match(/^export const .*$/gm) ?? [];
    assert.is(constants.length, emitted.operations.length);
    assert.ok(isCode(calls), calls);
  }
});

test("what is left out is said: operations, parameters, answers, bodies", () => {
  for (const document of brokenDocuments(count, 2)) {
    const emitted = emit(document);
    if (emitted !== undefined) assert.equal(untold(document, emitted), [], JSON.stringify(document));
  }
});

test("what became unknown is said", () => {
  for (const { sound, broken } of brokenOnce(count)) {
    const [before, after] = [emit(sound), emit(broken)];
    if (before === undefined || after === undefined) continue;
    if (unknownsOf(after) <= unknownsOf(before)) continue;
    const known = textsOf(before.notes);
    const isTold = [...textsOf(after.notes)].some((text) => !known.has(text)) || isCircleTold(after);
    assert.ok(isTold, JSON.stringify(broken));
  }
});

/** Apart from answers whose content the document does not list: of them nothing is said. */
function unknownsOf({ module, operations }: Emitted): number {
  const unlisted = operations.flatMap(({ operation, answer }) =>
    [...answer.answers, ...answer.errors].filter(
      ({ name, type }) =>
        type.kind === "text" &&
        type.text === "unknown" &&
        operation.answers.some(({ status, contents }) => status === name && contents.length === 0),
    ),
  );
  return unknownsIn(module) - unlisted.length;
}

/** A schema that is nothing but itself may have its note already, for the part of it that was. */
function isCircleTold({ module, notes }: Emitted): boolean {
  const [, name] = /^export type (\w+) = unknown;$/m.exec(module) ?? [];
  return notes.some(
    ({ pointer, message }) => pointer.endsWith(`/${name}`) && message.includes("only refers to itself"),
  );
}

function isType(text: string): boolean {
  return isCode(`type T = ${text};`);
}

function isCode(text: string): boolean {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  return diagnostics.length === 0;
}

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
