import { suite } from "uvu";
import * as assert from "uvu/assert";
import { format } from "#generator/emit/render.js";
import { readSchema } from "#generator/schema/read-schema.js";
import { schemaTypes } from "#generator/emit/schema-types.js";
import { brief, diagnosticsOf } from "../sdkwright.js";

const test = suite("keywords of JSON Schema");

/** The declarations of a schema's types, without comments, each on a line. */
async function typesOf(schema: object): Promise<string[]> {
  const code = await format(await schemaTypes({ typeName: "T", schema: { ...schema }, description: "T." }));
  const plain = code.replaceAll(/\/\*\*[^]*?\*\/\n?/g, "").trim();
  return plain.split(/\n\n/).map((text) =>
    text
      .replaceAll(/\s+/g, " ")
      .replaceAll("; }", " }")
      .replace(/^export (?:type|interface) /, "")
      .replace(/;$/, ""),
  );
}

type Case = readonly [schema: object, ...types: string[]];

async function assertTypes(cases: readonly Case[]): Promise<void> {
  for (const [schema, ...types] of cases) assert.equal(await typesOf(schema), types, JSON.stringify(schema));
}

const text = { type: "string" };
const number = { type: "number" };

test("12.15: prefixItems is a tuple as a list of items is, as short as minItems allows", async () => {
  const pair = { type: "array", prefixItems: [text, number] };
  await assertTypes([
    [{ ...pair, items: false }, "T = [] | [string] | [string, number]"],
    [{ ...pair, minItems: 2 }, "T = [string, number]"],
    [{ ...pair, minItems: 1, maxItems: 1 }, "T = [string]"],
    [{ ...pair, minItems: 2, items: { type: "boolean" } }, "T = [string, number, ...boolean[]]"],
    [{ ...pair, minItems: 2, unevaluatedItems: true }, "T = [string, number, ...unknown[]]"],
    [{ prefixItems: [text], minItems: 1 }, "T = [string]"],
    [{ items: [text, number], minItems: 2, additionalItems: text }, "T = [string, number, ...string[]]"],
    [{ type: "array", items: false }, "T = never[]"],
    [{ type: "array", prefixItems: Array.from({ length: 9 }, () => text) }, "T = string[]"],
  ]);
});

test("12.15: what is required is required wherever it is said", async () => {
  const properties = { a: text, b: { type: "array", items: number } };
  await assertTypes([
    [{ allOf: [{ properties: { a: text } }, { required: ["a"] }] }, "T { a: string }"],
    [{ properties: { a: text }, allOf: [{ required: ["a"] }] }, "T { a: string }"],
    [
      { required: ["a"], anyOf: [{ properties: { a: text } }, { properties: { a: number } }] },
      "T = { a: unknown } & ({ a: string } | { a: number })",
    ],
    [
      { type: "object", properties, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      "T = { a?: string | undefined; b?: number[] | undefined } & ({ a: string } | { b: TB })",
      "TB = number[]",
    ],
    [{ type: "object", required: ["constructor"] }, "T { constructor: unknown }"],
    [{ type: "object", required: ["a"], additionalProperties: text }, "T { a: string; [k: string]: string }"],
    [
      { $ref: "#/$defs/A", required: ["a"], $defs: { A: { properties: { a: text } } } },
      "T = TA & { a: string }",
      "TA { a?: string | undefined }",
    ],
  ]);
});

test("12.15: circles without a way out are cut, the others stay", async () => {
  await assertTypes([
    [{ allOf: [{ $ref: "#" }] }, "T = unknown"],
    [{ $ref: "#" }, "T = unknown"],
    [{ anyOf: [{ $ref: "#" }, text] }, "T = string"],
    [{ oneOf: [text, { type: "array", items: { $ref: "#" } }] }, "T = string | T[]"],
    [{ type: "object", properties: { up: { $ref: "#" } } }, "T { up?: T | undefined }"],
    [
      {
        properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#/$defs/B" } },
        $defs: { A: { anyOf: [{ $ref: "#/$defs/B" }, text] }, B: { allOf: [{ $ref: "#/$defs/A" }] } },
      },
      "TA = unknown",
      "TB = unknown",
      "T { a?: TA | undefined; b?: TB | undefined }",
    ],
  ]);
});

test("12.15: constants of any kind, `nullable`, types beside others, `false`", async () => {
  await assertTypes([
    [{ const: { a: [1, null], $ref: "x" } }, 'T { a: [1, null]; $ref: "x" }'],
    [{ enum: [[], {}, "a"] }, 'T = [] | {} | "a"'],
    [{ type: "string", nullable: true }, "T = string | null"],
    [{ enum: ["a"], nullable: true }, 'T = "a" | null'],
    [{ allOf: [{ type: "object", properties: { a: text } }], nullable: true }, "T = { a?: string | undefined } | null"],
    [
      {
        type: ["object", "null"],
        required: ["a"],
        anyOf: [{ properties: { a: text } }, { properties: { a: number } }],
      },
      "T = ({ a: unknown } | null) & ({ a: string } | null | { a: number })",
    ],
    [{ type: "string", anyOf: [{ enum: ["a"] }, { const: "b" }] }, 'T = "a" | "b"'],
    [{ not: {} }, "T = never"],
    [{ anyOf: [false, { enum: ["a"] }] }, 'T = "a"'],
    [{ const: "a", nullable: true }, 'T = "a" | null'],
    [{ const: "a", anyOf: [{ minLength: 1 }] }, 'T = "a"'],
    [
      { type: "object", properties: { a: text }, additionalProperties: number },
      "T { a?: string | undefined; [k: string]: unknown }",
    ],
    [
      { type: "object", properties: { a: text }, additionalProperties: text },
      "T { a?: string | undefined; [k: string]: string | undefined }",
    ],
  ]);
});

test("12.15: a $ref starts from the nearest $id around it, as JSON Schema has it", async () => {
  const embedded = { $id: "https://a.example/b", $ref: "#/$defs/X", $defs: { X: text } };
  const named = { $id: "b", allOf: [{ $ref: "#x" }], $defs: { Y: { $anchor: "x", ...text } } };
  await assertTypes([
    [{ properties: { a: embedded }, $defs: { X: number } }, "TAX = string", "T { a?: TAX | undefined }"],
    [
      { properties: { a: named, b: { $ref: "#x" } }, $defs: { X: { $anchor: "x", ...number } } },
      "TAY = string",
      "TX = number",
      "T { a?: TAY | undefined; b?: TX | undefined }",
    ],
    // The root's, a name, one that is data, and one beside a $ref of a draft in which that is ignored: nothing changes.
    [{ $id: "https://a.example/", $ref: "#/$defs/X", $defs: { X: { ...text } } }, "T = string"],
    [{ $ref: "#/$defs/X", $defs: { X: { $id: "#x", allOf: [{ $ref: "#/$defs/Y" }] }, Y: { ...text } } }, "T = string"],
    [
      { default: { $id: "b" }, properties: { $id: { $ref: "#/$defs/X" } }, $defs: { X: { ...text } } },
      "TX = string",
      "T { $id?: TX | undefined }",
    ],
    [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        properties: { a: { $id: "b", $ref: "#/definitions/X" } },
        definitions: { X: { ...text } },
      },
      "TX = string",
      "T { a?: TX | undefined }",
    ],
    [
      { $ref: "#/$defs/B", $defs: { B: { $id: "b", properties: { up: { $ref: "#" } } } } },
      "T { up?: TB | undefined }",
      "TB { up?: TB | undefined }",
    ],
  ]);
});

test("12.15: thousands of anchors are read in linear time", () => {
  const names = Array.from({ length: 3000 }, (_, n) => `n${n}`);
  const schema = {
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#${name}` }])),
    $defs: Object.fromEntries(names.map((name) => [name, { $anchor: name, type: "string" }])),
  };
  const begin = process.cpuUsage().user;
  readSchema(schema);
  assert.ok(process.cpuUsage().user - begin < 1_500_000);
});

test("12.15: anchors, and names in any script", async () => {
  await assertTypes([
    [{ $ref: "#to", $defs: { x: { $anchor: "to", type: "string" } } }, "T = string"],
    [
      { properties: { ключ: { $ref: "#/$defs/адрес" } }, $defs: { адрес: { properties: { café: text } } } },
      "T { ключ?: TX430X434X440X435X441 | undefined }",
      "TX430X434X440X435X441 { café?: string | undefined }",
    ],
    [{ items: { $ref: "#/$defs/%D1%8F" }, $defs: { я: text } }, "TX44F = string", "T = TX44F[]"],
    [{ items: { $ref: "#/$defs/café" }, $defs: { café: text } }, "TCafe = string", "T = TCafe[]"],
    [
      {
        properties: { a: { $ref: "#/$defs/A", description: "A." } },
        required: ["a"],
        $defs: { A: { type: "object", properties: { up: { $ref: "#/$defs/A" } } } },
      },
      "T { a: TA }",
      "TA { up?: TA | undefined }",
    ],
  ]);
});

test("12.15: beside a $ref counts what 2019-09 counts, unless the schema names an earlier draft", async () => {
  const schema = {
    type: "object",
    properties: { a: { $ref: "#/definitions/A", required: ["x"] } },
    required: ["a"],
    definitions: { A: { type: "object" } },
  };
  const [type] = await typesOf(schema);
  assert.is(type, "T { a: TA & { x: unknown } }");
  const [earlier] = await typesOf({ ...schema, $schema: "http://json-schema.org/draft-07/schema#" });
  assert.is(earlier, "T { a: TA }");
});

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
};

function projectWith(input: unknown) {
  return {
    "client/client.json": { profiles: { send: "1.0.0" }, providers: { acme: {} } },
    "client/providers/acme.json": acme,
    "client/profiles/send.json": { name: "send", version: "1.0.0", usecases: { Send: { input, result: {} } } },
  };
}

test("12.15: what no type can express is a note at its place", async () => {
  const cases: readonly (readonly [schema: object, pointer: string])[] = [
    [{ allOf: [{ $ref: "#" }] }, ""],
    [{ properties: { a: { not: { type: "string" } } } }, "/properties/a/not"],
    [{ properties: { a: { $dynamicRef: "#x" } } }, "/properties/a/$dynamicRef"],
    [{ properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { type: "file" } } }, "/$defs/x/type"],
  ];
  for (const [schema, pointer] of cases) {
    const found = (await diagnosticsOf(projectWith(schema))).filter(({ code }) => code !== "SW1504");
    assert.equal(
      found.map(({ code, severity, pointer: place }) => `${severity} ${code} ${place}`),
      [`note SW1502 /usecases/Send/input${pointer}`],
    );
  }
  assert.equal(
    await diagnosticsOf(projectWith({ properties: { a: { not: { type: "string" }, type: "string" } } })),
    [],
  );
});

test("12.15: a keyword that is nearly one gets a hint; names, data and keywords of one's own do not", async () => {
  const schema = {
    properties: {
      propertys: { type: "string", "x-requird": 1, example: { requierd: 1 } },
      b: { items: { propertys: {} } },
    },
    examples: [{ propertys: 1 }],
    requierd: ["a"],
    ours: true,
  };
  const found = await diagnosticsOf(projectWith(schema));
  assert.equal(
    found.map(({ hint, ...diagnostic }) =>
      `${brief(diagnostic)}: ${hint ?? ""}`.replace(/^(\S+) \S+ \/usecases\/Send\/input/, "$1 "),
    ),
    ['SW1503 /properties/b/items/propertys: did you mean "properties"?', 'SW1503 /requierd: did you mean "required"?'],
  );
});

/** Parts that refer to each other in a row. */
function chain(length: number, link: (next: object) => object): object {
  const parts = Array.from({ length }, (_, at) => [
    `d${at}`,
    at === length - 1 ? text : link({ $ref: `#/$defs/d${at + 1}` }),
  ]);
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries(parts) as object };
}

function nested(depth: number): object {
  if (depth === 0) return text;
  return { type: "object", properties: { p: nested(depth - 1) }, anyOf: [{ required: ["p"] }, { required: ["q"] }] };
}

test("hostile-schema: long chains and deep nests end in a type", async () => {
  const all = { ...chain(300, (next) => ({ type: "object", allOf: [next], required: ["a"] })) };
  const schemas = [
    chain(300, (next) => next),
    chain(300, (next) => ({ type: "object", properties: { p: next } })),
    chain(300, (next) => ({ anyOf: [next, { type: "number" }] })),
    all,
    nested(60),
  ];
  for (const schema of schemas) {
    const code = await schemaTypes({ typeName: "T", schema: { ...schema }, description: "T." });
    assert.ok(code.length < 200_000, String(code.length));
  }
});

test("12.15: whatever a schema holds where the format does not look, nothing is thrown", async () => {
  const strange = [null, 5, "x", [], {}, [null], { a: null }];
  const keywords =
    "$ref type prefixItems items minItems properties required patternProperties additionalProperties allOf anyOf enum const not nullable $anchor".split(
      " ",
    );
  for (const keyword of keywords) {
    for (const value of strange) {
      const $defs = { x: { type: ["object", "array"], [keyword]: value } };
      assert.type((await typesOf({ $ref: "#/$defs/x", $defs })).join(), "string");
    }
  }
});

test.run();
