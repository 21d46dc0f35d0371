import type { Random } from "./random.js";
import { object, PROPERTIES, randomSchema, schemasIn, tagged, VALUES, type Json, type Schema } from "./schemas.js";

/** Changes a schema in place; `false` where it does not apply. */
type SchemaEdit = (random: Random, schema: Schema, root: Schema) => boolean;

/** Changes one schema within a root, by a random edit that applies to it. */
export function editSchema(random: Random, root: Schema): string | undefined {
  for (let tries = 0; tries < 30; tries += 1) {
    const name = random.pick(Object.keys(EDITS));
    const edit = EDITS[name];
    if (edit?.(random, random.pick(schemasIn(root)), root) === true) return name;
  }
  return undefined;
}

const EDITS: { readonly [name: string]: SchemaEdit } = {
  "add an optional property": (random, schema) => add(random, schema, false),
  "add a required property": (random, schema) => add(random, schema, true),
  "remove a property": (random, schema) => {
    const name = someProperty(random, schema);
    if (name === undefined) return false;
    delete propertiesOf(schema)[name];
    setRequired(schema, (required) => required.filter((other) => other !== name));
    return true;
  },
  "rename a property": (random, schema) => {
    const name = someProperty(random, schema);
    const next = random.pick(PROPERTIES);
    if (name === undefined || Object.hasOwn(propertiesOf(schema), next)) return false;
    schema["properties"] = Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([key, value]) => [key === name ? next : key, value]),
    );
    setRequired(schema, (required) => required.map((other) => (other === name ? next : other)));
    return true;
  },
  "require, or no longer": (random, schema) => {
    const name = someProperty(random, schema);
    if (name === undefined) return false;
    setRequired(schema, (required) =>
      required.includes(name) ? required.filter((other) => other !== name) : [...required, name],
    );
    return true;
  },
  "another type": (random, schema, root) => schema !== root && replace(schema, randomSchema(random, 1)),
  "another order": (random, schema) => {
    const entries = Object.entries(propertiesOf(schema));
    if (entries.length < 2) return false;
    schema["properties"] = Object.fromEntries(random.some(entries, entries.length));
    return true;
  },
  "one more value": (random, schema) => {
    const values = schema["enum"];
    const value = random.pick<Json>(VALUES);
    if (!Array.isArray(values) || values.includes(value) || typeof values[0] === "number") return false;
    values.push(value);
    return true;
  },
  "one value less": (random, schema) => {
    const values = schema["enum"];
    if (!Array.isArray(values) || values.length < 2) return false;
    values.splice(random.below(values.length), 1);
    return true;
  },
  "values in another order": (_, schema) => {
    if (!Array.isArray(schema["enum"])) return false;
    schema["enum"].reverse();
    return true;
  },
  "null too, or no longer": (_, schema) => {
    const { type } = schema;
    if (typeof type === "string" && schema["enum"] === undefined && schema["properties"] === undefined) {
      schema["type"] = [type, "null"];
      return type !== "array";
    }
    if (!Array.isArray(type) || type.length < 2) return false;
    schema["type"] = type[0] ?? null;
    return true;
  },
  "a wider or narrower type": (random, schema) => {
    const { type } = schema;
    if (typeof type !== "string" || type === "object" || type === "array" || schema["enum"] !== undefined) return false;
    schema["type"] = random.pick<Json>(["string", "number", "integer", [type, "boolean"], ["string", "number"]]);
    return true;
  },
  "a description": (random, schema) => {
    Object.assign(
      schema,
      random.pick<Schema>([
        { description: "Told." },
        { title: "Told" },
        { minLength: 1 },
        { examples: ["x"] },
        { default: "x" },
      ]),
    );
    return schema["$ref"] === undefined;
  },
  "open, or no longer": (random, schema) => {
    if (schema["properties"] === undefined) return false;
    if (schema["additionalProperties"] === true) delete schema["additionalProperties"];
    else schema["additionalProperties"] = random.chance(0.7) ? true : { type: "string" };
    return true;
  },
  "move a property to the definitions": (random, schema, root) => {
    const name = someProperty(random, schema);
    if (name === undefined) return false;
    const key = random.chance(0.5) ? "$defs" : "definitions";
    const moved = propertiesOf(schema)[name] ?? {};
    if (schema !== root && root["$ref"] !== undefined) return false;
    root[key] = { ...((root[key] ?? {}) as Schema), moved };
    propertiesOf(schema)[name] = { $ref: `#/${key}/moved` };
    return true;
  },
  "rename the definition": (_, __, root) => {
    const definitions = (root["definitions"] ?? {}) as Schema;
    if (!Object.hasOwn(definitions, "part")) return false;
    const text = JSON.stringify(root)
      .replaceAll("#/definitions/part", "#/definitions/piece")
      .replace('"part":', '"piece":');
    return replace(root, JSON.parse(text) as Schema);
  },
  "write a reference out": (_, schema, root) => {
    const part = ((root["definitions"] ?? {}) as Schema)["part"];
    const isUsed = schema["$ref"] === "#/definitions/part" && part !== undefined;
    return isUsed && !JSON.stringify(part).includes("$ref") && replace(schema, structuredClone(part) as Schema);
  },
  "split into an allOf": (_, schema) => {
    const entries = Object.entries(propertiesOf(schema));
    if (entries.length < 2 || schema["additionalProperties"] === true || schema["definitions"] !== undefined)
      return false;
    if (schema["allOf"] !== undefined || schema["$defs"] !== undefined) return false;
    const required = requiredOf(schema);
    const part = (some: typeof entries): Schema => ({
      type: "object",
      properties: Object.fromEntries(some),
      required: required.filter((name) => some.some(([other]) => other === name)),
    });
    return replace(schema, { allOf: [part(entries.slice(0, 1)), part(entries.slice(1))] });
  },
  "join an allOf": (_, schema) => {
    const parts = schema["allOf"];
    if (!Array.isArray(parts) || schema["properties"] !== undefined) return false;
    const all = parts as Schema[];
    const properties = Object.assign({}, ...all.map(propertiesOf)) as Schema;
    const { allOf: _allOf, ...rest } = schema;
    return replace(schema, { ...rest, type: "object", properties, required: all.flatMap(requiredOf) });
  },
  "one more part": (random, schema) => {
    const parts = schema["allOf"];
    if (!Array.isArray(parts)) return false;
    const name = random.pick(PROPERTIES);
    if (parts.some((part) => Object.hasOwn(propertiesOf(part as Schema), name))) return false;
    parts.push({
      type: "object",
      properties: { [name]: { type: "string" } },
      required: random.chance(0.5) ? [name] : [],
    });
    return true;
  },
  "one more member": (random, schema) => {
    const members = schema["oneOf"] ?? schema["anyOf"];
    if (!Array.isArray(members)) return false;
    const isTagged = (members[0] as Schema)["properties"] !== undefined;
    members.push(
      isTagged
        ? ((tagged(random, 0)["oneOf"] as Json[])[0] ?? {})
        : random.pick<Json>([{ type: "null" }, { type: "boolean" }]),
    );
    return true;
  },
  "one member less": (random, schema) => {
    const members = schema["oneOf"] ?? schema["anyOf"];
    if (!Array.isArray(members) || members.length < 2) return false;
    members.splice(random.below(members.length), 1);
    return true;
  },
  "members in another order": (_, schema) => {
    const members = schema["oneOf"] ?? schema["anyOf"];
    if (!Array.isArray(members)) return false;
    members.reverse();
    return true;
  },
  "a list of it, or no list": (_, schema, root) => {
    if (schema === root || schema["definitions"] !== undefined) return false;
    const { items } = schema;
    if (typeof items === "object" && items !== null && !Array.isArray(items)) return replace(schema, items);
    return replace(schema, { type: "array", items: structuredClone(schema) });
  },
  "an object in place of it": (random, schema, root) => schema !== root && replace(schema, object(random, 1)),
  "a constant as an enum": (_, schema) => {
    if (schema["const"] === undefined) return false;
    const value = schema["const"];
    delete schema["const"];
    schema["enum"] = [value];
    return true;
  },
  "in a union of its own": (_, schema, root) =>
    schema !== root && schema["definitions"] === undefined && replace(schema, { anyOf: [structuredClone(schema)] }),
};

function add(random: Random, schema: Schema, isRequired: boolean): boolean {
  const name = random.pick(PROPERTIES);
  if (schema["properties"] === undefined || Object.hasOwn(propertiesOf(schema), name)) return false;
  propertiesOf(schema)[name] = randomSchema(random, 1);
  if (isRequired) setRequired(schema, (required) => [...required, name]);
  return true;
}

function someProperty(random: Random, schema: Schema): string | undefined {
  const names = Object.keys(propertiesOf(schema));
  return names.length === 0 ? undefined : random.pick(names);
}

function propertiesOf(schema: Schema): Schema {
  return (schema["properties"] ?? {}) as Schema;
}

function requiredOf(schema: Schema): string[] {
  return (schema["required"] ?? []) as string[];
}

function setRequired(schema: Schema, change: (required: string[]) => string[]): void {
  const required = change(requiredOf(schema));
  if (required.length > 0) schema["required"] = required;
  else delete schema["required"];
}

function replace(schema: Schema, next: Schema): true {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, next);
  return true;
}
