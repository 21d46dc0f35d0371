import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importPath, importsOf, mapImportPath, runtimeImports } from "#generator/emit/import-model.js";

const test = suite("imports");

const request = (from: string, name: string) => ({ from, name, wholeName: `${from}-${name}`, isType: false });

test("names that two modules export, or that the module declares, are aliased by whole name", () => {
  const { locals } = importsOf(
    [request("a", "x"), request("b", "x"), request("b", "y"), request("b", "z")],
    new Set("z"),
  );
  assert.is(locals.get("a")?.get("x"), "a-x");
  assert.is(locals.get("b")?.get("x"), "b-x");
  assert.is(locals.get("b")?.get("y"), "y");
  assert.is(locals.get("b")?.get("z"), "b-z");
});

test("a default export that is asked for twice is imported once, by one name", () => {
  const byDefault = (name: string) => ({ ...request("map", name), isDefault: true });
  const { declarations, locals } = importsOf([byDefault("smsA"), byDefault("smsB")], new Set());
  assert.equal(
    declarations.map(({ defaultName, names }) => [defaultName, names.length]),
    [["smsA", 1]],
  );
  assert.is(locals.get("map")?.get("default"), "smsA");
});

test("values stand before types, which are marked unless there are only types", () => {
  const wanted = runtimeImports("door", { values: ["bind"], types: ["B", "A", "B"] });
  const [mixed] = importsOf(wanted, new Set()).declarations;
  assert.equal(
    mixed?.names.map(({ name, isMarkedType }) => [name, isMarkedType]),
    [
      ["bind", false],
      ["A", true],
      ["B", true],
    ],
  );
  const [types] = importsOf(wanted.slice(1), new Set()).declarations;
  assert.ok(types?.typesOnly);
  assert.not(types?.names.some(({ isMarkedType }) => isMarkedType));
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
