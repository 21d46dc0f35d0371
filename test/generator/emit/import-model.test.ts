import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Import, importPath, mapImportPath, ModuleNames } from "#generator/emit/import-model.js";

const test = suite("imports");

const request = (from: string, name: string) => ({ from, name, wholeName: `${from}_${name}`, isType: false });

/** The declarations of a module that names these, of the runtime by text. */
function declarationsOf(used: readonly (Import | string)[], declared: readonly string[] = []) {
  const imports = used.filter((each) => typeof each !== "string");
  const module = { entryPoint: "door", imports, declared };
  let names = new ModuleNames(module);
  const name = () => used.map((each) => (typeof each === "string" ? names.runtime(each) : names.local(each)));
  name();
  names = new ModuleNames(module, names.meeting);
  return { locals: name(), declarations: names.declarations() };
}

test("names that two modules export, or that the module declares, are aliased by whole name", () => {
  const wanted = [request("a", "x"), request("b", "x"), request("b", "y"), request("b", "z")];
  assert.equal(declarationsOf(wanted, ["z"]).locals, ["a_x", "b_x", "y", "b_z"]);
});

test("a whole name that is not free either gets a sign behind it", () => {
  assert.equal(declarationsOf([request("a", "x")], ["x", "a_x"]).locals, ["a_x_"]);
});

test("a default export that is asked for twice is imported once, by one name", () => {
  const byDefault = (name: string) => ({ ...request("map", name), isDefault: true });
  const { declarations, locals } = declarationsOf([byDefault("smsA"), byDefault("smsB")]);
  assert.equal(
    declarations.map(({ defaultName, names }) => [defaultName, names.length]),
    [["smsA", 1]],
  );
  assert.equal(locals, ["smsA", "smsA"]);
});

test("only what is named is imported; values stand before types, which are marked unless there are only types", () => {
  const [mixed] = declarationsOf(["B", "bind", "A", "B"]).declarations;
  assert.equal(
    mixed?.names.map(({ name, isMarkedType }) => [name, isMarkedType]),
    [
      ["bind", false],
      ["A", true],
      ["B", true],
    ],
  );
  const [types] = declarationsOf(["B", "A"]).declarations;
  assert.ok(types?.typesOnly);
  assert.not(types?.names.some(({ isMarkedType }) => isMarkedType));
  assert.equal(declarationsOf([]).declarations, []);
});

test("paths lead from one emitted file to another, and to maps outside", () => {
  assert.is(importPath("client.ts", "providers/a.ts", ".js"), "./providers/a.js");
  assert.is(importPath("profiles/a/b.ts", "providers/unverified/c.ts", ".ts"), "../../providers/unverified/c.ts");
  assert.is(mapImportPath("src/generated", "src/maps/a.ts", ".js"), "../maps/a.js");
  assert.is(mapImportPath("generated", "client/maps/a.mts", ".js"), "../client/maps/a.mjs");
  assert.is(mapImportPath("src/generated", "src/generated/a.js", ".ts"), "./a.js");
  assert.is(mapImportPath(".", "maps/a.ts", ".ts"), "./maps/a.ts");
  assert.is(mapImportPath("sdk", "../shared/a.ts", ".js"), "../../shared/a.js");
});

test.run();
