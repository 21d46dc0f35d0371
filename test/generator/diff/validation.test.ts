import { compareModels } from "#generator/diff/compare.js";
import { readModel } from "#generator/surface/read-model.js";
import type { PublicModel, PublicUseCase } from "#generator/surface/public-model.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { model, type Mutable } from "./models.js";

const test = suite("diff of validation");

type Edit = (useCase: Mutable<PublicUseCase>) => void;
const edited = (edit: Edit): PublicModel =>
  model(({ profiles }) => {
    const useCase = profiles["pay/charge"]?.useCases["Charge"];
    assert.ok(useCase);
    edit(useCase);
  });
const told = (before: Edit, after: Edit): string[] =>
  compareModels(edited(before), edited(after)).map(({ class: kind, sentence }) => `${kind}: ${sentence}`);
const nothing: Edit = () => {};
const throws: Edit = (useCase) => void (useCase.validate = "throw");
const reports: Edit = (useCase) => void (useCase.validate = "report");
const stricter: Edit = ({ document }) => {
  const input = document?.input as { properties: { amount: object } };
  Object.assign(input.properties.amount, { minimum: 1 });
};

test("whether calls validate is behavioural", () => {
  const about = 'use-case "Charge" of profile "pay/charge"';
  const now = (how: string) => [
    `behavioural: ${about} now ${how} where an input or a result is not what the profile says`,
  ];
  assert.equal(told(nothing, throws), now("fails"));
  assert.equal(told(throws, reports), now("tells in an event"));
  assert.equal(told(reports, nothing), [`behavioural: ${about} no longer validates inputs and results`]);
  assert.equal(told(throws, throws), []);
});

test("what is held against values is behavioural where calls validate, and compatible where none does", () => {
  const both: Edit = (useCase) => (throws(useCase), stricter(useCase));
  assert.equal(
    told(throws, both)[0],
    'behavioural: what `validate` holds the input of use-case "Charge" of profile "pay/charge" against changed',
  );
  assert.not.ok(told(nothing, stricter).some((line) => !line.startsWith("compatible")));
  const described: Edit = (useCase) => {
    throws(useCase);
    Object.assign(useCase.document?.result as object, { description: "New." });
  };
  assert.not.ok(told(throws, described).some((line) => line.startsWith("behavioural")));
});

test("a lock from before has no `validate`, and one with another value is none of ours", () => {
  assert.ok(readModel(structuredClone(edited(nothing))) !== undefined);
  assert.ok(readModel(structuredClone(edited(throws))) !== undefined);
  assert.is(readModel(structuredClone(edited((useCase) => void (useCase.validate = "never" as "throw")))), undefined);
});

test.run();
