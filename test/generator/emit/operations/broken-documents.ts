import { readFileSync } from "node:fs";
import { join } from "node:path";
import { casesIn, snapshots, textOf } from "../../snapshots/cases.js";

/** Documents of the snapshots, each broken at one to three places; the same ones for the same seed. */
export function brokenDocuments(count: number, seed = 1): readonly object[] {
  const random = randomFrom(seed);
  const sound = soundTexts();
  return Array.from({ length: count }, () => {
    const document = JSON.parse(pick(sound, random)) as object;
    for (let breaks = 1 + random(3); breaks > 0; breaks -= 1) breakAt(document, random);
    return document;
  });
}

/** Documents broken at one place, each with what it was before. */
export function brokenOnce(count: number, seed = 1): readonly { readonly sound: object; readonly broken: object }[] {
  const random = randomFrom(seed);
  const texts = soundTexts();
  return Array.from({ length: count }, () => {
    const sound = JSON.parse(pick(texts, random)) as object;
    const broken = structuredClone(sound);
    breakAt(broken, random);
    return { sound, broken };
  });
}

function soundTexts(): readonly string[] {
  return casesIn(snapshots)
    .map((name) => join(snapshots, name, "client", "openapi", "acme-pay.json"))
    .filter((file) => textOf(file) !== "")
    .map((file) => readFileSync(file, "utf8"));
}

type Random = (below: number) => number;

/** A linear congruential generator: the same numbers in every run. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function pick<T>(list: readonly T[], random: Random): T {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}

interface Place {
  readonly holder: { [key: string]: unknown };
  readonly key: string;
}

function breakAt(document: object, random: Random): void {
  const places = placesIn(document);
  const { holder, key } = pick(places, random);
  switch (random(7)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case 1:
      // Something from elsewhere in the document, which may hold what it is put into.
      holder[key] = structuredClone(placeValue(pick(places, random)));
      return;
    case 2:
      holder[pick(KEYS, random)] = placeValue({ holder, key });
      return;
    case 3:
      holder[key] = { $ref: pick(REFERENCES, random) };
      return;
    case 4:
      holder[inOtherCase(key)] = placeValue({ holder, key });
      if (random(2) === 0 && !Array.isArray(holder)) delete holder[key];
      return;
    default:
      holder[key] = structuredClone(pick(VALUES, random));
  }
}

function inOtherCase(key: string): string {
  return key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase();
}

function placeValue({ holder, key }: Place): unknown {
  return holder[key];
}

function placesIn(document: object): readonly Place[] {
  const holders: object[] = [document];
  const places: Place[] = [];
  for (const holder of holders) {
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder: holder as { [key: string]: unknown }, key });
      if (typeof value === "object" && value !== null) holders.push(value as object);
    }
  }
  // Below `paths` and `components` there is more to break than at the top.
  return places.slice(3);
}

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  "",
  "string",
  "object",
  "*/",
  "${x}`",
  "\u202e\u2028\ud800",
  [],
  {},
  [null],
  [[]],
  [{}],
  { type: "object", properties: null },
  { type: ["object", "null", 3] },
  { enum: [{ a: [1] }, [], null] },
  { allOf: "x" },
  { oneOf: [] },
  { anyOf: [{}, false] },
  { items: [] },
  { required: [1, "a", "a"] },
  { additionalProperties: "yes" },
  { discriminator: "kind", oneOf: [{ $ref: "#/components/schemas/Charge" }] },
  { discriminator: { propertyName: 1 } },
  { const: { "a\nb": 1 } },
  { nullable: "yes" },
  { type: "array", minItems: -1, prefixItems: [{}] },
  { $ref: 1 },
  { properties: { "*/": {}, constructor: { type: "string" }, "": { type: "number" } }, required: ["", "x\u0000"] },
];

const KEYS: readonly string[] = [
  "$ref",
  "allOf",
  "oneOf",
  "anyOf",
  "not",
  "type",
  "enum",
  "const",
  "items",
  "prefixItems",
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "discriminator",
  "nullable",
  "readOnly",
  "default",
  "format",
  "content",
  "schema",
  "parameters",
  "requestBody",
  "responses",
  "security",
  "description",
  "constructor",
  "get",
  "/{a}/{a}",
  "2XX",
];

const REFERENCES: readonly string[] = [
  "#",
  "#/",
  "#/components/schemas/Charge",
  "#/components/schemas/Nowhere",
  "#/components",
  "#/paths",
  "#/info/title",
  "#/components/schemas/Charge/properties/id",
  "#/paths/~1charges/get/responses/200/content/application~1json/schema",
  "https://elsewhere.example/x.json",
  "../../etc/passwd",
  "file:///etc/passwd",
  "#%ZZ",
  "",
];
