import { compareModels } from "#generator/diff/compare.js";
import { isEqual } from "#generator/diff/records.js";
import { readModel } from "#generator/surface/read-model.js";
import type { PublicModel } from "#generator/surface/public-model.js";
import { array, assert as assertProperty, constantFrom, property, record } from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { model } from "./models.js";
import { runs } from "../../effort.js";

const test = suite("diff equality");

type Path = readonly (string | number)[];

/** Every place in a JSON value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, entry]) => pathsIn(entry, [...path, key]))];
}

function changedAt(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const record = copy as { [key: string]: unknown };
  const next = changedAt(record[key], rest, change);
  if (next === undefined) delete record[key];
  else record[key] = next;
  return Array.isArray(copy) ? copy.filter((entry) => entry !== undefined) : copy;
}

const paths = pathsIn(model()).filter((path) => path.length > 1);
const names = constantFrom("a", "acme", "beta", "constructor", "toString", "Charge", "default", "$X", "");

/** Another value of the same kind, a removal, or an addition under a name that may be there already. */
const edits = record({
  path: constantFrom(...paths),
  kind: constantFrom("change", "remove", "add", "copy"),
  name: names,
  from: constantFrom(...paths),
});

function edited(
  base: PublicModel,
  { path, kind, name, from }: { path: Path; kind: string; name: string; from: Path },
): PublicModel {
  const copied = from.reduce<unknown>((value, key) => (value as { [key: string]: unknown } | undefined)?.[key], base);
  const made = changedAt(base, path, (value) => {
    if (kind === "remove") return undefined;
    if (kind === "copy") return copied;
    if (kind === "add" && typeof value === "object" && value !== null && !Array.isArray(value))
      return { ...value, [name]: copied };
    if (typeof value === "string") return `${value}x`;
    if (typeof value === "number") return value + 1;
    return typeof value === "boolean" ? !value : value;
  });
  const next = readModel(JSON.parse(JSON.stringify(made)));
  return next !== undefined && isNormal(next) ? next : base;
}

/** As the generator writes it: what says nothing is left out. */
function isNormal({ providers, profiles }: PublicModel): boolean {
  const references = Object.values(providers).flatMap(({ credentials }) => Object.values(credentials));
  const settings = Object.values(profiles).flatMap((profile) => Object.values(profile.providers));
  const useCases = settings.flatMap((provider) => Object.values(provider.useCases));
  const isSilent = ({ input, retryPolicy }: (typeof useCases)[number]) =>
    Object.keys(input).length === 0 && retryPolicy.kind === "none" && retryPolicy.requestTimeout === 30_000;
  return references.every((fields) => Object.keys(fields).length > 0) && !useCases.some(isSilent);
}

test("a diff is empty exactly when the models are equal", () => {
  const count = { equal: 0, different: 0 };
  const numRuns = runs(1500, 100);
  assertProperty(
    property(array(edits, { maxLength: 4 }), array(edits, { maxLength: 1 }), (forBoth, forNext) => {
      const base = forBoth.reduce(edited, model());
      const next = forNext.reduce(edited, base);
      const equal = isEqual(base, next);
      count[equal ? "equal" : "different"] += 1;
      assert.is(compareModels(base, next).length === 0, equal, JSON.stringify(forNext));
      assert.equal(compareModels(next, structuredClone(next)), []);
    }),
    { numRuns },
  );
  assert.ok(count.equal > numRuns / 30 && count.different > numRuns / 20, JSON.stringify(count));
});

test("no sentence shows a value of an input or a parameter, but for what it makes of a host", () => {
  const secret = "hidden-value-of-mine";
  const before = model();
  for (const path of paths.filter(
    (path) => path.includes("input") || path.includes("parameters") || path.includes("values"),
  )) {
    const next = readModel(changedAt(before, path, (value) => (typeof value === "string" ? secret : value)));
    if (next === undefined || path.includes("document")) continue;
    for (const { sentence } of [...compareModels(before, next), ...compareModels(next, before)]) {
      assert.not.match(sentence.replaceAll(/https?:\/\/[^\s"/]+/g, ""), secret);
    }
  }
});

test.run();
