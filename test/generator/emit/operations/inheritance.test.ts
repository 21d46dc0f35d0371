import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { convertSwagger } from "#generator/add/convert-swagger.js";
import { root } from "../../../tree.js";
import { compilersIn } from "../../compile/compilers.js";
import { declarationOf, emit, type Emitted } from "./documents.js";

// Schemas that inherit from a base with a discriminator: what is emitted, and what of it compiles.
const test = suite("inheritance through a discriminator of the base");

interface Case {
  readonly name: string;
  /** The first one is sent and answered. */
  readonly schemas: { readonly [name: string]: object };
  /** Declarations, each on one line. */
  readonly types?: { readonly [name: string]: string };
  readonly notes?: readonly RegExp[];
  /** What compiles with the types of the module, `m`. */
  readonly code: string;
}

const text = { type: "string" };
const number = { type: "number" };
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const heirOf = (base: string, properties: object, more: object = {}) => ({
  allOf: [named(base), object(properties)],
  ...more,
});
const baseOf = (name: string, properties: object = { [name]: text }, discriminator: object = {}) => ({
  ...object(properties, [name]),
  discriminator: { propertyName: name, ...discriminator },
});
const mapping = (names: object) => ({ mapping: names });

const CASES: readonly Case[] = [
  {
    name: "K1 1a: a mapping",
    schemas: {
      Animal: baseOf(
        "petType",
        { petType: text },
        mapping({ cat: "#/components/schemas/Kitty", dog: "#/components/schemas/Doggy" }),
      ),
      Kitty: { allOf: [named("Animal"), object({ huntingSkill: text }, ["huntingSkill"])] },
      Doggy: heirOf("Animal", { size: number }),
    },
    types: { Animal: "Kitty | Doggy", Kitty: '{ petType: "cat"; huntingSkill: string }', AnimalBase: "" },
    code: `
      export const sent: m.PostPets["options"] = { json: { petType: "cat", huntingSkill: "x" } };
      export const skill = (pet: m.Animal): string | undefined => pet.petType === "cat" ? pet.huntingSkill : undefined;
      // @ts-expect-error what has no member
      export const none: m.Animal = { petType: "bird" };
      // @ts-expect-error a property of another member
      export const mixed: m.Animal = { petType: "dog", huntingSkill: "x" };`,
  },
  {
    name: "K1 1c: a choice whose members inherit from it, as springdoc writes it",
    schemas: {
      Vehicle: {
        ...baseOf("type", { type: text, wheels: number }, mapping({ car: "#/components/schemas/Car", bike: "Bike" })),
        oneOf: [named("Car"), named("Bike")],
      },
      Car: heirOf("Vehicle", { doors: number }),
      Bike: heirOf("Vehicle", {}),
    },
    types: {
      Vehicle: "Car | Bike",
      VehicleBase: "{ wheels?: number | undefined }",
      Car: 'VehicleBase & { type: "car"; doors?: number | undefined }',
      Bike: 'VehicleBase & { type: "bike" }',
    },
    code: `
      export const sent: m.PostPets["options"] = { json: { type: "car", doors: 4, wheels: 4 } };
      export const doors = (it: m.Vehicle): number | undefined => it.type === "car" ? it.doors : it.wheels;`,
  },
  {
    name: "K1 1g: values in x-ms-discriminator-value",
    schemas: {
      DataConnection: baseOf("kind", { kind: { enum: ["EventHub", "EventGrid"] }, location: text }),
      EventHubDataConnection: heirOf("DataConnection", { hub: text }, { "x-ms-discriminator-value": "EventHub" }),
      EventGridDataConnection: heirOf("DataConnection", { grid: text }, { "x-ms-discriminator-value": "EventGrid" }),
    },
    code: `
      export const sent: m.PostPets["options"] = { json: { kind: "EventHub", hub: "h", location: "x" } };
      export const hub = (it: m.DataConnection): string | undefined => it.kind === "EventHub" ? it.hub : it.grid;`,
  },
  {
    name: "K1 1h: no values, and names that the base excludes: not told apart, one note",
    schemas: {
      DataConnection: baseOf("kind", { kind: { enum: ["EventHub", "EventGrid"] }, location: text }),
      EventHubDataConnection: heirOf("DataConnection", { hub: text }),
      EventGridDataConnection: heirOf("DataConnection", { grid: text }),
    },
    types: { DataConnectionBase: '{ kind: "EventHub" | "EventGrid"; location?: string | undefined }' },
    notes: [/^2 of the schemas that inherit from this one have no value/],
    code: `
      export const sent: m.PostPets["options"] = { json: { kind: "EventHub", hub: "h", location: "x" } };
      // @ts-expect-error
      export const other: m.DataConnection = { kind: "EventHubDataConnection" };`,
  },
  {
    name: "K1: a mapping of some, by name alone, by two keys, to the base itself, and two levels",
    schemas: {
      Animal: baseOf(
        "petType",
        { petType: text, name: text },
        mapping({ cat: "Cat", kitten: "Cat", none: "#/components/schemas/Animal" }),
      ),
      Cat: heirOf("Animal", { paws: number }),
      Tabby: heirOf("Cat", { stripes: number }),
      Dog: heirOf("Animal", { tail: number }),
    },
    types: {
      Animal: '(AnimalBase & { petType: "none" }) | Cat | Tabby | Dog',
      Cat: 'CatBase & { petType: "cat" | "kitten" }',
      Tabby: 'CatBase & { petType: "Tabby"; stripes?: number | undefined }',
    },
    code: `
      export const sent: readonly m.Animal[] = [
        { petType: "none", name: "x" }, { petType: "kitten", paws: 4 }, { petType: "Tabby", paws: 4, stripes: 3 }, { petType: "Dog", tail: 1 },
      ];
      export const stripes = (pet: m.Animal): number | undefined => pet.petType === "Tabby" ? pet.stripes : undefined;
      // @ts-expect-error the base has no more than its own
      export const base: m.Animal = { petType: "none", paws: 4 };`,
  },
  {
    name: "K1: a member that is a base itself, by another property and by the same",
    schemas: {
      All: object({ animal: named("Animal"), trigger: named("Trigger") }),
      Animal: baseOf("petType", { petType: text, name: text }, mapping({ cat: "Cat", dog: "Dog" })),
      Cat: { ...heirOf("Animal", {}), ...baseOf("breed", { breed: text }) },
      Tabby: heirOf("Cat", { stripes: number }),
      Siam: heirOf("Cat", { eyes: text }),
      Dog: heirOf("Animal", { tail: number }),
      Trigger: baseOf("type"),
      Multi: { ...heirOf("Trigger", { pipes: number }), ...baseOf("type"), "x-ms-discriminator-value": "Multiple" },
      Schedule: heirOf("Multi", { at: text }, { "x-ms-discriminator-value": "ScheduleTrigger" }),
      Abstract: { ...heirOf("Trigger", {}), ...baseOf("type") },
      Concrete: heirOf("Abstract", { what: text }),
    },
    types: {
      Cat: "Tabby | Siam",
      Tabby: 'CatBase & { breed: "Tabby"; stripes?: number | undefined }',
      Trigger: "Multi | Abstract",
      Abstract: "Concrete",
    },
    code: `
      export const tabby: m.Animal = { petType: "cat", breed: "Tabby", name: "x", stripes: 3 };
      export const stripes = (pet: m.Animal): number | undefined =>
        pet.petType === "cat" && pet.breed === "Tabby" ? pet.stripes : undefined;
      export const at = (it: m.Trigger): string | undefined => it.type === "ScheduleTrigger" ? it.at : undefined;
      export const multi: m.Trigger = { type: "Multiple", pipes: 2 };
      // @ts-expect-error nothing names this base
      export const abstract: m.Trigger = { type: "Abstract" };`,
  },
  {
    name: "K1: what only answers have of a member stays out of bodies of the base",
    schemas: {
      Animal: baseOf("petType", { petType: text, id: { ...text, readOnly: true } }),
      Cat: heirOf("Animal", { born: { ...text, readOnly: true }, paws: number }),
      Dog: heirOf("Animal", { tail: number }),
    },
    types: { AnimalRequest: "CatRequest | DogRequest", AnimalBaseRequest: "{}" },
    code: `
      export const sent: m.PostPets["options"] = { json: { petType: "Cat", paws: 4 } };
      export const born = (pet: m.Animal): string | undefined => pet.petType === "Cat" ? pet.born : pet.id;
      // @ts-expect-error
      export const wrong: m.PostPets["options"] = { json: { petType: "Cat", born: "today" } };`,
  },
  {
    name: "K1: a mixin that nobody uses but to inherit from it stays what it is",
    schemas: {
      Order: heirOf("Mixin", { a: text }),
      Mixin: baseOf("kind"),
      Other: heirOf("Mixin", { b: text }),
    },
    types: { Order: "Mixin & { a?: string | undefined }", Mixin: "{ kind: string }" },
    code: `export const order: m.Order = { kind: "anything", a: "x" };`,
  },
  {
    name: "K1: a choice of what inherits from it, without a discriminator, as HubSpot writes it",
    schemas: {
      Flow: { oneOf: [named("ContactFlow"), named("PlatformFlow")] },
      ContactFlow: heirOf("Flow", { type: { enum: ["CONTACT"] }, contact: text }),
      PlatformFlow: heirOf("Flow", { type: { enum: ["PLATFORM"] }, platform: text }),
      AnyFlow: { properties: { shared: text }, anyOf: [named("Flow"), { type: "null" }] },
    },
    types: { Flow: "ContactFlow | PlatformFlow" },
    code: `export const contact = (flow: m.Flow): string | undefined => flow.type === "CONTACT" ? flow.contact : undefined;`,
  },
  {
    name: "K1: values of a child's own go before a mapping, and its name is none that it excludes",
    schemas: {
      Animal: baseOf("kind", { kind: text, name: text }, mapping({ cat: "Cat", dog: "Dog" })),
      Cat: heirOf("Animal", { kind: { const: "feline" } }),
      Dog: heirOf("Animal", { kind: { enum: ["dog", "puppy"] } }),
      Bird: heirOf("Animal", { kind: { enum: ["bird", "chick"] }, wings: number }),
      Fish: heirOf("Animal", { kind: { type: "string", description: "Its own words." } }),
    },
    code: `
      export const kinds: readonly m.Animal["kind"][] = ["feline", "dog", "bird", "chick", "Fish"];
      export const wings = (pet: m.Animal): number | undefined => pet.kind === "chick" ? pet.wings : undefined;
      // @ts-expect-error
      export const wrong: m.Animal["kind"] = "cat";`,
  },
  {
    name: "K1: a value that the base excludes is none",
    schemas: {
      Base: baseOf("kind", { kind: named("Kind"), a: text }),
      Kind: { enum: ["One", "Two"] },
      One: heirOf("Base", { one: text }, { "x-ms-discriminator-value": "#Other" }),
      Two: heirOf("Base", { two: text }),
      Three: heirOf("Base", { three: text }, { "x-ms-discriminator-value": "#Three" }),
    },
    notes: [/^1 of the schemas/],
    code: `
      export const kinds: readonly m.Base["kind"][] = ["One", "Two"];
      export const one = (it: m.Base): string | undefined => "one" in it ? it.one : undefined;
      export const two: m.Two = { kind: "Two", two: "x" };`,
  },
  {
    name: "K1 neighbour: keys of a mapping stand for numbers where the property is one",
    schemas: {
      Event: baseOf("type", { type: { type: "integer" } }, mapping({ 1: "Ping", 2: "Pong" })),
      Ping: heirOf("Event", { ping: text }),
      Pong: heirOf("Event", { pong: text }),
    },
    types: { Ping: "{ type: 1; ping?: string | undefined }" },
    code: `export const ping = (it: m.Event): string | undefined => it.type === 1 ? it.ping : it.pong;`,
  },
  {
    name: "K1 neighbour: allOf that makes a reference nullable is no member, and stands for the choice",
    schemas: {
      All: object({ one: named("OrNull"), two: { allOf: [named("Animal")], nullable: true } }),
      OrNull: { allOf: [named("Animal")], nullable: true },
      Animal: baseOf("kind", { kind: text, name: text }),
      Cat: heirOf("Animal", { paws: number }),
    },
    types: { OrNull: "Animal | null", Animal: "Cat" },
    code: `export const all: m.All = { one: null, two: { kind: "Cat", paws: 4 } };`,
  },
  {
    name: "K1 neighbour: a schema has the name of the base's part already",
    schemas: {
      Animal: baseOf("kind", { kind: text, name: text, base: named("AnimalBase") }),
      AnimalBase: object({ camp: text }),
      Cat: heirOf("Animal", { paws: number }),
    },
    types: {
      AnimalBase: "{ camp?: string | undefined }",
      Cat: 'AnimalBaseForm & { kind: "Cat"; paws?: number | undefined }',
    },
    notes: [/^this is AnimalBaseForm in code/],
    code: `export const cat: m.Animal = { kind: "Cat", base: { camp: "x" } };`,
  },
  {
    name: "K1 neighbour: a target of the mapping that does not inherit is a member with what the base says",
    schemas: {
      Animal: baseOf("kind", { kind: text, name: text }, mapping({ cat: "Cat", rock: "Rock" })),
      Cat: heirOf("Animal", { paws: number }),
      Rock: object({ weight: number }),
    },
    types: { Animal: 'Cat | (AnimalBase & Rock & { kind: "rock" })', Rock: "{ weight?: number | undefined }" },
    code: `export const weight = (it: m.Animal): number | undefined => it.kind === "rock" ? it.weight : it.paws;`,
  },
  {
    name: "K1 neighbour: schemas that inherit from each other in a circle are unknown, with notes",
    schemas: {
      A: { ...baseOf("kind"), allOf: [named("B")] },
      B: { ...baseOf("kind"), allOf: [named("A")] },
      C: heirOf("B", { c: text }),
    },
    types: { A: "unknown" },
    notes: [/only refers to itself/, /only refers to itself/],
    code: `export const a: m.A = 1;`,
  },
];

const folder = join(root, ".build", "inheritance");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');

function emitted(schemas: Case["schemas"]): Emitted {
  const [first = ""] = Object.keys(schemas);
  const content = { "application/json": { schema: named(first) } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: "", content } } };
  const version = JSON.stringify(schemas).includes("const") ? "3.1.0" : "3.0.3";
  const found = emit({ openapi: version, info: {}, paths: { "/pets": { post } }, components: { schemas } });
  if (found === undefined) throw new Error("nothing is emitted");
  return found;
}

const compiled = CASES.map(({ schemas, code }, at) => {
  const files = [`case-${at}.ts`, `case-${at}-use.ts`];
  const [module = "", use = ""] = files.map((name) => join(folder, name));
  writeFileSync(module, emitted(schemas).module);
  writeFileSync(use, `import type * as m from "./case-${at}.js";\n${code}\n`);
  return [module, use];
});

for (const { name, schemas, types = {}, notes = [] } of CASES) {
  test(name, () => {
    const { module, issues } = emitted(schemas);
    for (const [type, expected] of Object.entries(types)) assert.is(declarationOf(module, type), expected, type);
    assert.is(issues.length, notes.length, issues.map(({ message }) => message).join("\n"));
    for (const [at, note] of notes.entries()) assert.match(issues[at]?.message ?? "", note);
    assert.not.match(module, /\bnever\b/);
  });
}

test("K1: fresh objects are taken, values narrow, and nothing else compiles", async () => {
  for (const { check } of compilersIn(folder)) assert.is(await check(compiled.flat()), "");
});

test("K1: Swagger 2.0, whose discriminator is a text", async () => {
  const definitions = {
    Animal: { ...object({ petType: text, name: text }, ["petType"]), discriminator: "petType" },
    Cat: { allOf: [{ $ref: "#/definitions/Animal" }, object({ paws: number })] },
    Dog: { allOf: [{ $ref: "#/definitions/Animal" }, object({ tail: number })], "x-ms-discriminator-value": "dog" },
  };
  const responses = { 200: { description: "", schema: { $ref: "#/definitions/Animal" } } };
  const document = {
    swagger: "2.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { get: { responses } } },
    definitions,
  };
  const converted = await convertSwagger(JSON.parse(JSON.stringify({ ...document, produces: ["application/json"] })));
  const module = "root" in converted ? (emit(converted.root)?.module ?? "") : "";
  assert.is(declarationOf(module, "Animal"), "Cat | Dog");
  assert.is(declarationOf(module, "Dog"), 'AnimalBase & { petType: "dog"; tail?: number | undefined }');
});

test("K1: which operations are chosen changes no type, and a use anywhere makes the choice", () => {
  const schemas = {
    Cat: heirOf("Animal", { paws: number }),
    Animal: baseOf("kind"),
    Unused: object({ animal: named("Animal") }),
  };
  assert.is(declarationOf(emitted(schemas).module, "Cat"), '{ kind: "Cat"; paws?: number | undefined }');
});

test("K1: 500 schemas in a chain, and 500 of one base, are read", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [
      `S${at}`,
      at === 0 ? baseOf("kind") : heirOf(`S${at - 1}`, { [`p${at}`]: text }),
    ]),
  );
  const wide = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`S${at}`, at === 0 ? baseOf("kind") : heirOf("S0", { [`p${at}`]: text })]),
  );
  for (const schemas of [chain, wide]) assert.match(emitted(schemas).module, 'kind: "S20"');
});

test("K1: 3000 bases within each other are read without end of the stack", () => {
  const count = 3000;
  const nested = Array.from({ length: count }, (_, at) => {
    const above = at === 0 ? [] : [named(`S${at - 1}`)];
    return [`S${at}`, { ...baseOf("kind"), allOf: [...above, object({ [`p${at}`]: text })] }] as const;
  });
  const all = object(Object.fromEntries(nested.map(([name]) => [name, named(name)])));
  assert.match(emitted({ All: all, ...Object.fromEntries(nested) }).module, `S${count - 1}`);
});

test.run();
