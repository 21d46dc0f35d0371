import { compareModels } from "#generator/diff/compare.js";
import type { PublicModel } from "#generator/surface/public-model.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { model, type Mutable } from "./models.js";

/** A value in client.json fills paths whether or not the definition declares its name (rules P9). */
const test = suite("12: what fills a path, when its parameter comes or goes");

type Provider = Mutable<PublicModel>["providers"][string];
type Edit = (acme: Provider) => void;

function told(before: Edit, after: Edit): string[] {
  const edited = (edit: Edit): PublicModel =>
    model(({ providers }) => {
      const { acme } = providers;
      if (acme !== undefined) edit(acme);
    });
  return compareModels(edited(before), edited(after)).map(
    ({ class: kind, credentialDestination, sentence }) => `${kind}${credentialDestination ? "!" : ""}: ${sentence}`,
  );
}

const declared =
  (value: string): Edit =>
  (acme) =>
    void (acme.values["account"] = value);
const undeclared =
  (value?: string): Edit =>
  (acme) => {
    delete acme.parameters["account"];
    delete acme.values["account"];
    if (value !== undefined) acme.values["account"] = value;
  };

const REMOVED = 'breaking: parameter "account" of provider "acme" was removed';
const ADDED = 'compatible: parameter "account" was added to provider "acme"';
const VALUE = 'the value of parameter "account" of provider "acme" changed';

test("removed: its name has another value", () => {
  assert.equal(told(declared("ours"), undeclared("$DATABASE_URL")), [
    REMOVED,
    `behavioural!: ${VALUE}: read from $DATABASE_URL`,
  ]);
  assert.equal(told(declared("$ACCOUNT"), undeclared("$DATABASE_URL")), [
    REMOVED,
    `behavioural!: ${VALUE}: read from $DATABASE_URL, before from $ACCOUNT`,
  ]);
  assert.equal(told(declared("ours"), undeclared("theirs")), [REMOVED, `behavioural: ${VALUE}`]);
  assert.equal(told(declared("ours"), undeclared("ours")), [REMOVED]);
  assert.equal(told(declared("ours"), undeclared()), [REMOVED]);
});

test("added: its name had another value", () => {
  assert.equal(told(undeclared("ours"), declared("theirs")), [`behavioural: ${VALUE}`, ADDED]);
  assert.equal(told(undeclared("ours"), declared("$OTHER")), [`behavioural!: ${VALUE}: read from $OTHER`, ADDED]);
  assert.equal(told(undeclared("ours"), declared("ours")), [ADDED]);
  assert.equal(told(undeclared(), declared("$OTHER")), [`compatible!: ${ADDED.slice(12)}: read from $OTHER`]);
});

test("renamed: the new name has another value, or the old one", () => {
  const renamed =
    (value: string, former?: string): Edit =>
    (acme) => {
      const parameter = acme.parameters["account"] ?? {};
      undeclared(former)(acme);
      acme.parameters["tenant"] = parameter;
      acme.values["tenant"] = value;
    };
  const sentence = 'breaking: parameter "account" of provider "acme" was renamed to "tenant"';
  assert.equal(told(declared("ours"), renamed("ours")), [sentence]);
  assert.equal(told(declared("ours"), renamed("theirs")), [`${sentence}, with another value`]);
  assert.equal(told(declared("ours"), renamed("ours", "$DATABASE_URL")), [
    sentence,
    `behavioural!: ${VALUE}: read from $DATABASE_URL`,
  ]);
});

test("a default that looks like a variable is none, and one in client.json of the same text is", () => {
  const preset: Edit = (acme) => {
    acme.parameters["account"] = { default: "$DATABASE_URL" };
    delete acme.values["account"];
  };
  const both: Edit = (acme) => {
    preset(acme);
    acme.values["account"] = "$DATABASE_URL";
  };
  assert.equal(told(preset, both), [`behavioural!: ${VALUE}: read from $DATABASE_URL`]);
});

test.run();
