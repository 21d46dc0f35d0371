// Every style, place and kind of value of a parameter, and the OpenAPI document that has them all.

const RGB = { R: 100, G: 200, B: 150 };
/** All that is visible in ASCII. */
const VISIBLE = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

const text = { type: "string" };
const list = { type: "array", items: text };
const record = { type: "object", additionalProperties: { type: ["string", "integer"] } };
const orNull = (schema) => ({ ...schema, type: [schema.type, "null"] });

/** Kinds of values, each with the schema that its parameter has. */
const VALUES = {
  empty: { schema: text, value: "" },
  string: { schema: text, value: "blue" },
  integer: { schema: { type: "integer" }, value: 5 },
  zero: { schema: { type: "integer" }, value: 0 },
  true: { schema: { type: "boolean" }, value: true },
  false: { schema: { type: "boolean" }, value: false },
  characters: { schema: text, value: `a${VISIBLE}` },
  array: { schema: list, value: ["blue", "black", "brown"] },
  "one item": { schema: list, value: ["blue"] },
  "items with delimiters": { schema: list, value: ["a,b", "c d", "e|f", "g.h", "i;j", "k=l&m"] },
  "an empty item": { schema: list, value: ["", "blue"] },
  "no items": { schema: list, value: [] },
  object: { schema: record, value: RGB },
  "odd names": { schema: record, value: { "a b": "c/d", "e=f": "g" } },
  "no members": { schema: record, value: {} },
  null: { schema: orNull(text), value: null },
  "null among items": { schema: { ...list, items: orNull(text) }, value: ["blue", null, "brown"] },
  "null as a member": { schema: { type: "object" }, value: { R: 100, G: null } },
};

const BEYOND_ASCII = { schema: text, value: "é€😀" };
const NESTED = {
  nested: { schema: { type: "object" }, value: { a: { b: { c: 1 } }, d: "x" } },
  "a list inside": { schema: { type: "object" }, value: { a: ["x", "y"] } },
};
const CONTENTS = { ...pick("string", "integer", "array", "object", "null"), ...NESTED, "beyond ASCII": BEYOND_ASCII };

function pick(...names) {
  return Object.fromEntries(names.map((name) => [name, VALUES[name]]));
}

/** A case: parameter `color` of an operation of its own, and a value for it. */
export const cases = [
  ...styles("path", ["simple", "label", "matrix"], [false, true], { ...VALUES, "beyond ASCII": BEYOND_ASCII }),
  ...styles("query", ["form", "spaceDelimited", "pipeDelimited"], [false, true], {
    ...VALUES,
    "beyond ASCII": BEYOND_ASCII,
  }),
  ...styles("query", ["deepObject"], [false, true], { ...VALUES, ...NESTED }),
  ...styles("header", ["simple"], [false, true], VALUES),
  ...styles("query", ["form"], [false, true], pick("characters", "array", "items with delimiters", "odd names"), {
    allowReserved: true,
  }),
  ...["path", "query", "header"].flatMap((place) => contents(place, "application/json", CONTENTS)),
  ...["path", "query", "header"].flatMap((place) => contents(place, "text/plain", pick("string", "integer"))),
];

function styles(place, names, explodes, values, more = {}) {
  return names.flatMap((style) =>
    explodes.flatMap((explode) => {
      const id = [place, style, ...(explode ? ["exploded"] : []), ...Object.keys(more)].join(" ");
      return casesOf(id, place, values, (schema) => ({ style, explode, ...more, schema }));
    }),
  );
}

function contents(place, mediaType, values) {
  return casesOf(`${place} ${mediaType}`, place, values, (schema) => ({ content: { [mediaType]: { schema } } }));
}

function casesOf(id, place, values, parameterOf) {
  return Object.entries(values).map(([kind, { schema, value }]) => ({
    id: `${id}: ${kind}`,
    place,
    parameter: { name: "color", in: place, required: place === "path", ...parameterOf(schema) },
    value,
  }));
}

/** One document; each case is an operation of its own, called by its path. */
export function documentOf(all) {
  const operations = all.map(({ parameter }, index) => [
    pathOf(all[index], index),
    { get: { operationId: `case${index}`, parameters: [parameter], responses: { 204: { description: "" } } } },
  ]);
  return {
    openapi: "3.1.1",
    info: { title: "Styles", version: "1" },
    servers: [{ url: ORIGIN }],
    paths: Object.fromEntries(operations),
  };
}

export const ORIGIN = "https://styles.example";

export function pathOf({ place }, index) {
  return place === "path" ? `/${index}/{color}` : `/${index}`;
}
