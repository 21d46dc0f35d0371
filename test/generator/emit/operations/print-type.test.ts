import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  objectNode,
  type PropertyNode,
  textNode,
  type TypeNode,
  unionNode,
} from "#generator/emit/operations/type-node.js";
import { printDeclaration } from "#generator/emit/operations/print-type.js";
import { format } from "#generator/emit/render.js";
import { runs } from "../../../effort.js";

const test = suite("types in final layout");

/** A linear congruential generator: the same types in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = [
  "Charge",
  "ListOfCharges",
  "string",
  "number",
  "null",
  "undefined",
  '"pending"',
  '"a longer literal"',
  "Blob",
];
const KEYS = [
  "id",
  "amount",
  "Acme-Version",
  "200",
  "4XX",
  "description_of_the_charge",
  "ключ",
  "日本語のキー",
  "$ref",
];

function randomType(random: (below: number) => number, depth: number): TypeNode {
  const types = (most: number) => Array.from({ length: 2 + random(most) }, () => randomType(random, depth - 1));
  const name = () => textNode(NAMES[random(NAMES.length)] ?? "string");
  switch (depth === 0 ? 0 : random(9)) {
    case 1:
      return { kind: "array", items: randomType(random, depth - 1) };
    case 2:
    case 3:
      return unionNode(types(5));
    case 4:
      return {
        kind: "intersection",
        members: types(3).flatMap((type) => (type.kind === "intersection" ? type.members : [type])),
      };
    case 5:
    case 6:
      return randomObject(random, depth - 1);
    case 7: {
      const items = types(3);
      return { kind: "tuple", items, least: random(items.length + 1), isReadonly: random(2) === 0 };
    }
    case 8:
      return { kind: "generic", name: "OneBody", argument: randomObject(random, depth - 1) };
    default:
      return name();
  }
}

function randomObject(random: (below: number) => number, depth: number): TypeNode {
  const used = new Set(Array.from({ length: random(6) }, () => KEYS[random(KEYS.length)] ?? "id"));
  const properties = [...used].map((name): PropertyNode => ({
    name,
    isOptional: random(2) === 0,
    type: randomType(random, depth),
    ...(random(6) === 0 && { comment: "What it is." }),
  }));
  const index =
    random(4) > 0 ? undefined : { name: "key", type: randomType(random, depth), isReadonly: random(2) === 0 };
  return objectNode(properties, index);
}

test("prettier changes nothing, whatever is printed", async () => {
  const random = randomFrom(1);
  for (let at = 0; at < runs(300, 6); at += 1) {
    const types = Array.from({ length: 20 }, (_, index) =>
      printDeclaration(`T${index}${"x".repeat(random(60))}`, randomType(random, 4)),
    );
    const code = types.join("\n");
    assert.equal(code.split("\n"), (await format(code)).split("\n"));
  }
});

test.run();
