import { escapeSegment, isPlainObject, type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject, onlyReference } from "./schema-part.js";
import { type Dialect, typesOf } from "./scope.js";

/** By which value a schema is known among those that inherit from one base. */
export interface Tag {
  readonly name: string;
  readonly values: readonly (string | number | boolean)[];
  /** The base's schema of the property, if it leaves it to those that inherit. */
  readonly schema?: JsonObject | undefined;
}

/** A member of a choice: a schema with a name, or what stands at a place of the base. */
export interface Member {
  readonly pointer: string;
  /** True if it has what the base says by itself. */
  readonly isHeir: boolean;
  readonly tags: readonly Tag[];
}

/** The parts of a schema with a name that it has because of those that inherit from it, or that it inherits from. */
export interface Heir {
  /** The members that a value of a base may be. */
  readonly members?: readonly Member[] | undefined;
  /** The keyword of its choice, which those that inherit do not. */
  readonly choice?: "oneOf" | "anyOf" | undefined;
  /** True if others inherit it without its choice, or without its own value. */
  readonly isInherited: boolean;
  /** Properties that those say themselves. */
  readonly left: ReadonlySet<string>;
  readonly tags: readonly Tag[];
  /** Those that hold for all that inherit from it. */
  readonly inheritedTags: readonly Tag[];
  /** How many have no value by which they are known. */
  readonly untold: number;
}

/** Stands behind the pointer of a schema for what others inherit of it; no JSON pointer has such a `~`. */
const INHERITED = "~inherited";

export function inheritedPart(pointer: string): string {
  return pointer + INHERITED;
}

/** The schema whose part this is, where it is what others inherit of it. */
export function heldBy(pointer: string): string | undefined {
  return pointer.endsWith(INHERITED) ? pointer.slice(0, -INHERITED.length) : undefined;
}

/** The place in the document. */
export function placeOfPart(pointer: string): string {
  return heldBy(pointer) ?? pointer;
}

const SCHEMAS = "/components/schemas/";

/**
 * Named schemas that inherit by `allOf` from a base whose values are told apart by a `discriminator`, or that is a choice
 * of them, by pointer. A base that nobody uses but to inherit from it stays what it is.
 */
export function heirsIn(root: JsonObject, dialect: Dialect): ReadonlyMap<string, Heir> {
  const components = own(root, "components");
  const named = isPlainObject(components) ? own(components, "schemas") : undefined;
  const schemas = new Map<string, JsonObject>();
  for (const [name, schema] of Object.entries(isPlainObject(named) ? named : {}))
    if (isJsonObject(schema)) schemas.set(SCHEMAS + escapeSegment(name), schema);
  return new Family(root, schemas, dialect).heirs();
}

/** The property in which the value stands by which the members of a base are told apart. */
interface Base {
  readonly pointer: string;
  readonly schema: JsonObject;
  /** Absent for a choice without a discriminator. */
  readonly name?: string | undefined;
  /** Values by the schemas that they name. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly choice?: "oneOf" | "anyOf" | undefined;
}

type Value = string | number | boolean;

/** Schemas further above, and those of a longer list, are not looked at: nobody inherits from as many. */
const MOST_ABOVE = 32;

class Family {
  readonly #root: JsonObject;
  readonly #schemas: ReadonlyMap<string, JsonObject>;
  readonly #dialect: Dialect;
  readonly #parents = new Map<string, readonly string[]>();
  readonly #above = new Map<string, ReadonlySet<string>>();
  readonly #below = new Map<string, string[]>();
  readonly #bases = new Map<string, Base>();
  readonly #nearest = new Map<string, readonly Base[]>();
  /** The bases whose mapping names a schema. */
  readonly #namedBy = new Map<string, Base[]>();
  readonly #values = new Map<string, readonly Value[] | undefined>();
  readonly #named = new Map<string, boolean>();
  readonly #properties = new Map<string, Map<string, JsonObject | undefined>>();
  #order: ReadonlyMap<string, number> | undefined;

  constructor(root: JsonObject, schemas: ReadonlyMap<string, JsonObject>, dialect: Dialect) {
    this.#root = root;
    this.#schemas = schemas;
    this.#dialect = dialect;
  }

  heirs(): ReadonlyMap<string, Heir> {
    const candidates = this.#candidates();
    if (candidates.length === 0) return new Map();
    const used = this.#used();
    const isUsed = (pointer: string) => used.has(pointer) || [...this.#aboveOf(pointer)].some((each) => used.has(each));
    for (const base of candidates) {
      if (!isUsed(base.pointer)) continue;
      this.#bases.set(base.pointer, base);
      for (const target of base.keys.keys()) add(this.#namedBy, target, base);
    }
    const pointers = [...this.#schemas.keys()].filter(
      (pointer) => this.#bases.has(pointer) || this.#nearestBases(pointer).length > 0,
    );
    for (const pointer of pointers) for (const above of this.#aboveOf(pointer)) add(this.#below, above, pointer);
    return new Map(pointers.map((pointer) => [pointer, this.#heir(pointer)]));
  }

  /** Schemas that others inherit from, with a discriminator or as a choice of these. */
  #candidates(): readonly Base[] {
    for (const [pointer, schema] of this.#schemas) this.#parents.set(pointer, this.#parentsOf(schema));
    const parents = new Set([...this.#parents.values()].flat());
    return [...this.#schemas].flatMap(([pointer, schema]): readonly Base[] => {
      if (!parents.has(pointer)) return [];
      const { discriminator } = schema;
      const name = isJsonObject(discriminator) ? own(discriminator, "propertyName") : undefined;
      const mapping = isJsonObject(discriminator) ? own(discriminator, "mapping") : undefined;
      const base = {
        pointer,
        schema,
        name: typeof name === "string" ? name : undefined,
        keys: valuesByPointer(mapping, this.#dialect),
      };
      const choice = CHOICES.find((keyword) =>
        this.#targets(schema[keyword]).some((each) => each !== undefined && this.#aboveOf(each).has(pointer)),
      );
      if (choice !== undefined) return [{ ...base, choice }];
      return base.name === undefined || CHOICES.some((keyword) => isJsonArray(schema[keyword])) ? [] : [base];
    });
  }

  /** The schemas that the members of a list refer to; `undefined` for those that do not. */
  #targets(members: JsonValue | undefined): readonly (string | undefined)[] {
    return (isJsonArray(members) ? members : []).map((member) => this.#targetOf(member));
  }

  #targetOf(schema: JsonValue): string | undefined {
    return isJsonObject(schema) && typeof schema["$ref"] === "string" ? this.#dialect.find(schema)?.pointer : undefined;
  }

  #parentsOf(schema: JsonObject): readonly string[] {
    if (isNullable(schema)) return [];
    return referencesOf(schema, this.#dialect).flatMap((part) => this.#targetOf(part) ?? []);
  }

  /** All that a schema inherits from, itself apart. */
  #aboveOf(pointer: string): ReadonlySet<string> {
    const known = this.#above.get(pointer);
    if (known !== undefined) return known;
    const above = new Set(this.#parents.get(pointer)?.slice(0, MOST_ABOVE));
    for (const each of above) {
      if (above.size >= MOST_ABOVE) break;
      for (const further of this.#parents.get(each) ?? []) above.add(further);
    }
    above.delete(pointer);
    this.#above.set(pointer, above);
    return above;
  }

  /** Pointers to what is referred to in any other way than to inherit from it. */
  #used(): ReadonlySet<string> {
    const used = new Set<string>();
    const seen = new Set<JsonValue>();
    const inherited = new Set<JsonValue>();
    for (const schema of this.#schemas.values())
      if (!isNullable(schema)) for (const part of referencesOf(schema, this.#dialect)) inherited.add(part);
    const waiting: JsonValue[] = [this.#root];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      const target = inherited.has(value) ? undefined : this.#targetOf(value);
      if (target !== undefined) used.add(target);
      for (const child of Object.values(value)) waiting.push(child);
    }
    return used;
  }

  /** The nearest bases that a schema inherits from. */
  #nearestBases(pointer: string): readonly Base[] {
    const known = this.#nearest.get(pointer);
    if (known !== undefined) return known;
    const bases = [...this.#aboveOf(pointer)].flatMap((each) => this.#bases.get(each) ?? []);
    const nearest = bases.filter(
      (base) => !bases.some((other) => other !== base && this.#aboveOf(other.pointer).has(base.pointer)),
    );
    this.#nearest.set(pointer, nearest);
    return nearest;
  }

  #heir(pointer: string): Heir {
    const base = this.#bases.get(pointer);
    const heirs = this.#below.get(pointer) ?? [];
    const names = new Set(this.#nearestBases(pointer).flatMap(({ name }) => name ?? []));
    // A base that is told apart by another property than the one above it has one value there with all of its own.
    const tags = [...names].flatMap((name) => (name === base?.name ? [] : this.#tagOf(pointer, name)));
    if (base?.name !== undefined) names.add(base.name);
    const isOwn = (name: string) => base !== undefined && tags.some((tag) => tag.name === name);
    const left = [...names].filter((name) => !isOwn(name) && heirs.every((each) => this.#isTold(each, name)));
    const { name } = base ?? {};
    return {
      members: base && this.#membersOf(base, heirs),
      choice: base?.choice,
      isInherited: base !== undefined || (tags.length > 0 && heirs.length > 0),
      left: new Set(left),
      tags: base === undefined ? tags : [],
      inheritedTags: base === undefined ? [] : tags,
      untold: name === undefined ? 0 : heirs.filter((each) => !this.#isTold(each, name)).length,
    };
  }

  /** Tells whether a schema has a value of a property, or no value is of it but those of its heirs. */
  #isTold(pointer: string, name: string): boolean {
    const isAbstract = this.#bases.get(pointer)?.name === name && !this.#isNamed(pointer);
    if (isAbstract || this.#valuesAt(pointer, name) !== undefined) return true;
    const bases = this.#nearestBases(pointer);
    return !bases.some((base) => base.name === name) && bases.some((base) => this.#isTold(base.pointer, name));
  }

  /** Tells whether a value names a base itself: then it is one of its members. */
  #isNamed(pointer: string): boolean {
    const known = this.#named.get(pointer);
    if (known !== undefined) return known;
    const isNamed = this.#isNamedBy(pointer);
    this.#named.set(pointer, isNamed);
    return isNamed;
  }

  #isNamedBy(pointer: string): boolean {
    const base = this.#bases.get(pointer);
    if (base === undefined || base.name === undefined || base.choice !== undefined) return false;
    const isSaid = typeof base.schema[SAID] === "string";
    const isListed = this.#allowedAbove(pointer, base.name)?.includes(nameOf(pointer)) === true;
    return isSaid || isListed || this.#namedBy.get(pointer)?.some(({ name }) => name === base.name) === true;
  }

  /** The bases at and above a schema that are told apart by a property. */
  #basesOf(pointer: string, name: string): readonly string[] {
    return [pointer, ...this.#aboveOf(pointer)].filter((each) => this.#bases.get(each)?.name === name);
  }

  #tagOf(pointer: string, name: string): readonly Tag[] {
    const values = this.#valuesAt(pointer, name);
    if (values === undefined) return [];
    const schema = this.#basesOf(pointer, name)
      .map((each) => this.#propertyOf(each, name))
      .find((each) => each !== undefined);
    return [{ name, values, schema }];
  }

  #membersOf({ pointer, schema, choice, name, keys }: Base, heirs: readonly string[]): readonly Member[] {
    const isHeir = new Set(heirs);
    const memberAt = (each: string): Member => {
      const tags = isHeir.has(each) || name === undefined ? [] : this.#tagOf(each, name);
      return { pointer: each, isHeir: isHeir.has(each), tags };
    };
    if (choice !== undefined) {
      const place = (at: number): Member => ({ pointer: `${pointer}/${choice}/${at}`, isHeir: false, tags: [] });
      return this.#targets(schema[choice]).map((target, at) => (target === undefined ? place(at) : memberAt(target)));
    }
    const wanted = new Set([...heirs, ...keys.keys()]);
    wanted.delete(pointer);
    // A member of a base among them is one of this one by that.
    const isInner = (each: string) =>
      [...this.#aboveOf(each)].some((other) => wanted.has(other) && this.#bases.has(other));
    this.#order ??= new Map(Array.from(this.#schemas.keys(), (each, at) => [each, at]));
    const order = this.#order;
    const members = [...wanted].filter((each) => !isInner(each));
    members.sort((a, b) => (order.get(a) ?? Infinity) - (order.get(b) ?? Infinity));
    const itself = this.#isNamed(pointer) ? [{ pointer, isHeir: false, tags: this.#tagOf(pointer, name ?? "") }] : [];
    return [...itself, ...members.map(memberAt)];
  }

  /**
   * Values of the property by which a schema is known: its keys in a mapping, else what is said of it elsewhere, else its
   * name, as far as the base and the schema itself allow them.
   */
  #valuesAt(pointer: string, name: string): readonly Value[] | undefined {
    const key = JSON.stringify([pointer, name]);
    if (!this.#values.has(key)) this.#values.set(key, this.#valuesFound(pointer, name));
    return this.#values.get(key);
  }

  #valuesFound(pointer: string, name: string): readonly Value[] | undefined {
    const own = this.#allowedBy(pointer, name);
    const allowed = this.#allowedAbove(pointer, name);
    const keys = (this.#namedBy.get(pointer) ?? []).flatMap((base) =>
      base.name === name ? (base.keys.get(pointer) ?? []) : [],
    );
    const said = this.#schemas.get(pointer)?.[SAID];
    const ways: readonly (readonly Value[])[] = [
      keys,
      typeof said === "string" ? [said] : [],
      own?.length === 1 ? own : [],
      [nameOf(pointer)],
    ];
    const isAllowed = (value: Value) => (own?.includes(value) ?? true) && (allowed?.includes(value) ?? true);
    const cast = this.#castOf(pointer, name);
    const found = ways.map((values) => values.flatMap(cast).filter(isAllowed)).find((values) => values.length > 0);
    return found === undefined ? own : [...new Set(found)];
  }

  /** Keys of a mapping are text, whatever they stand for. */
  #castOf(pointer: string, name: string): (value: Value) => readonly Value[] {
    const declared = [pointer, ...this.#aboveOf(pointer)].map((each) => this.#propertyOf(each, name));
    const types = declared.flatMap((each) => (each && typesOf(each)) ?? []);
    if (types.length === 0 || types.includes("string")) return (value) => [value];
    return (value) => {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      return types.includes("number") && typeof number === "number" && Number.isFinite(number) ? [number] : [];
    };
  }

  /** Values that a schema allows by itself, and by what it inherits from outside of the bases. */
  #allowedBy(pointer: string, name: string): readonly Value[] | undefined {
    if (this.#bases.has(pointer)) return undefined;
    const isOutside = (each: string) => !this.#bases.has(each) && this.#nearestBases(each).length === 0;
    return this.#allowedIn([pointer, ...[...this.#aboveOf(pointer)].filter(isOutside)], name);
  }

  /** Values that the bases allow, and what these inherit from. */
  #allowedAbove(pointer: string, name: string): readonly Value[] | undefined {
    const bases = this.#basesOf(pointer, name);
    return this.#allowedIn([...new Set(bases.flatMap((each) => [each, ...this.#aboveOf(each)]))], name);
  }

  #allowedIn(pointers: readonly string[], name: string): readonly Value[] | undefined {
    const lists = pointers.flatMap((each) => {
      const values = this.#valuesOf(this.#propertyOf(each, name));
      return values === undefined ? [] : [values];
    });
    const [first, ...others] = lists;
    return first?.filter((value) => others.every((values) => values.includes(value)));
  }

  /** A property as a schema declares it, itself or in a part without a name. */
  #propertyOf(pointer: string, name: string): JsonObject | undefined {
    const known = this.#properties.get(pointer) ?? new Map<string, JsonObject | undefined>();
    this.#properties.set(pointer, known);
    if (!known.has(name)) known.set(name, this.#propertyFound(pointer, name));
    return known.get(name);
  }

  #propertyFound(pointer: string, name: string): JsonObject | undefined {
    const schema = this.#schemas.get(pointer);
    for (const part of schema === undefined ? [] : inlineParts(schema)) {
      const properties = own(part, "properties");
      const property = isJsonObject(properties) ? own(properties, name) : undefined;
      if (isPlainObject(property)) return property;
    }
    return undefined;
  }

  #valuesOf(property: JsonObject | undefined): readonly Value[] | undefined {
    if (property === undefined) return undefined;
    const found = typeof property["$ref"] === "string" ? this.#dialect.find(property)?.value : property;
    if (!isPlainObject(found)) return undefined;
    const { const: only, enum: values } = found;
    const all = only !== undefined ? [only] : isJsonArray(values) ? values : [];
    const told = all.filter((value) => value !== null && typeof value !== "object");
    return told.length > 0 ? told : undefined;
  }
}

const CHOICES = ["oneOf", "anyOf"] as const;
const SAID = "x-ms-discriminator-value";

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

/** `allOf` is how OpenAPI 3.0 makes a reference nullable: that is no schema of its own. */
function isNullable({ nullable, allOf, ...others }: JsonObject): boolean {
  const isOne = isJsonArray(allOf) && allOf.length === 1;
  return nullable === true && isOne && !["properties", "required", "discriminator"].some((key) => key in others);
}

/** The schema and the parts without a name that hold beside it. */
function inlineParts(schema: JsonObject): readonly JsonObject[] {
  const parts = isJsonArray(schema["allOf"]) ? schema["allOf"].filter(isJsonObject) : [];
  return [schema, ...parts.flatMap(inlineParts)];
}

/** The parts of a schema that refer to what it inherits from. */
function referencesOf(schema: JsonObject, { isAlone }: Dialect): readonly JsonObject[] {
  const [itself, ...parts] = inlineParts(schema);
  const beside = itself !== undefined && onlyReference(itself, isAlone) === undefined ? [itself] : [];
  return [...beside, ...parts].filter((part) => typeof part["$ref"] === "string");
}

function nameOf(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

/** A mapping names schemas by reference, or by their name alone. */
export function valuesByPointer(
  mapping: JsonValue | undefined,
  dialect: Dialect,
): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [value, name] of Object.entries(isJsonObject(mapping) ? mapping : {})) {
    if (typeof name !== "string") continue;
    const isName = /^[\w.-]+$/.test(name) && !/\.(?:json|ya?ml)$/i.test(name);
    const pointer = dialect.find({ $ref: isName ? `#/components/schemas/${name}` : name })?.pointer;
    if (pointer !== undefined) values.set(pointer, [...(values.get(pointer) ?? []), value]);
  }
  return values;
}
