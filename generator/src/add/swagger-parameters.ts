import {
  isPlainObject,
  own,
  pointerSegments,
  toPointer,
  valueAt,
  type Issue,
  type JsonObject,
  type JsonValue,
} from "@sdkwright/runtime/config";
import { shown } from "../openapi/notes.js";
import { freeName, targetOf } from "./reference-target.js";
import { remark } from "./remark.js";
import { formFields, listProblem } from "./swagger-lists.js";

type Mutable = { [key: string]: JsonValue };

/** A document of Swagger 2.0 in which converting loses nothing. */
export interface ReadySwagger {
  readonly root: JsonObject;
  readonly issues: readonly Issue[];
  /** Puts references that lead nowhere back into what was converted: `generate` tells them. */
  restore(converted: JsonObject): void;
}

/**
 * Converting takes bodies and form fields of a path only to operations that have parameters of their own, names of
 * components as they are written in a `$ref`, and drops what it does not find. Here they are put where it finds them.
 */
export function readyForConversion(written: JsonObject): ReadySwagger {
  const preparation = new Preparation(structuredClone(written));
  preparation.run();
  return preparation;
}

/** A parameter, where it is written, and what converting is to read there. */
interface Entry {
  readonly pointer: string;
  readonly parameter: JsonObject;
  readonly entry: JsonValue;
}

/** Files beside it were brought along. */
const HERE = "";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

class Preparation implements ReadySwagger {
  readonly root: Mutable;
  readonly #issues = new Map<string, Issue>();
  readonly #missing: { readonly place: readonly string[]; readonly reference: string }[] = [];
  /** Names that components are given, by kind and name. */
  readonly #names = new Map<string, string>();

  constructor(root: Mutable) {
    this.root = root;
  }

  get issues(): readonly Issue[] {
    return [...this.#issues.values()];
  }

  run(): void {
    for (const [path, item] of recordsIn(own(this.root, "paths"))) this.#preparePath(["paths", path], item);
    // Until here references are followed by the names that they have.
    for (const kind of ["parameters", "responses"]) this.#rename(kind);
  }

  restore(converted: JsonObject): void {
    for (const { place, reference } of this.#missing) {
      const found = valueAt(converted, place.slice(0, -1));
      if (!isPlainObject(found)) continue;
      const holder: Mutable = found;
      const parameters = own(holder, "parameters");
      const $ref = reference.replace(/^#\/parameters\//, "#/components/parameters/");
      holder["parameters"] = [...(Array.isArray(parameters) ? (parameters as JsonValue[]) : []), { $ref }];
    }
  }

  #preparePath(place: readonly string[], item: Mutable): void {
    const all = this.#entriesOf(item, place);
    const shared = all?.filter(isOfBody) ?? [];
    if (all !== undefined) item["parameters"] = all.filter((each) => !isOfBody(each)).map(({ entry }) => entry);
    for (const [method, operation] of recordsIn(item)) {
      if (METHODS.has(method)) this.#prepareOperation([...place, method], operation, shared);
    }
  }

  #prepareOperation(place: readonly string[], operation: Mutable, shared: readonly Entry[]): void {
    for (const [, response] of recordsIn(own(operation, "responses"))) this.#pointToName(response, "responses");
    const declared = this.#entriesOf(operation, place);
    if (declared === undefined && shared.length === 0) return;
    const others = (declared ?? []).filter((each) => !isOfBody(each)).map(({ entry }) => entry);
    const body = this.#bodyOf((declared ?? []).filter(isOfBody), shared);
    operation["parameters"] = [...others, ...this.#converting(body, operation)];
  }

  /** One body, or fields of a form; what an operation has goes before what its path has. */
  #bodyOf(declared: readonly Entry[], shared: readonly Entry[]): readonly Entry[] {
    const keyOf = ({ parameter }: Entry): string =>
      own(parameter, "in") === "body" ? "body" : `field ${nameOf(parameter)}`;
    const found = new Map(declared.map((each) => [keyOf(each), each]));
    for (const each of shared) if (!found.has(keyOf(each))) found.set(keyOf(each), each);
    const [first] = found.values();
    const kept = [...found.values()].filter(({ parameter }) => own(parameter, "in") === own(first?.parameter, "in"));
    for (const { parameter, pointer } of declared) {
      if (kept.some((each) => each.parameter === parameter)) continue;
      const message = `${nameOf(parameter)} is left out: an operation has one body, or fields of a form`;
      this.#note("SW0705", pointer, message);
    }
    return kept;
  }

  #converting(body: readonly Entry[], operation: Mutable): readonly JsonValue[] {
    const parameters = body.map(({ parameter }) => parameter);
    if (own(parameters[0], "in") !== "formData") return parameters;
    const types = own(operation, "consumes") ?? own(this.root, "consumes") ?? [];
    const { fields, consumes, problems } = formFields(parameters, [types].flat());
    operation["consumes"] = [...consumes];
    body.forEach(({ parameter, pointer }, index) => {
      const problem = problems.get(index);
      if (problem !== undefined) this.#note("SW0706", pointer, `${nameOf(parameter)} ${problem}`);
    });
    return fields;
  }

  /** What leads nowhere is kept apart. */
  #entriesOf(holder: Mutable, place: readonly string[]): readonly Entry[] | undefined {
    const parameters = own(holder, "parameters");
    if (!Array.isArray(parameters)) return undefined;
    return (parameters as JsonValue[]).flatMap((entry, index) => {
      const pointer = toPointer(...place, "parameters", String(index));
      if (!isPlainObject(entry)) return [];
      const reference = own(entry, "$ref");
      if (typeof reference !== "string" || !reference.startsWith("#")) return this.#entry(entry, entry, pointer);
      const parameter = this.#target(reference);
      if (parameter !== undefined) return this.#entry(entry, parameter, pointer);
      this.#missing.push({ place: [...place, "parameters"], reference });
      return [];
    });
  }

  #entry(entry: JsonObject, parameter: JsonObject, pointer: string): readonly Entry[] {
    if (entry !== parameter) this.#pointToName(entry, "parameters");
    const found = { pointer, parameter, entry };
    const problem = isOfBody(found) ? undefined : listProblem(parameter);
    if (problem !== undefined) {
      this.#note("SW0706", pointer, `${nameOf(parameter)} ${problem}`);
      const written: Mutable = parameter;
      delete written["collectionFormat"];
    }
    return [found];
  }

  #target(reference: string): JsonObject | undefined {
    const seen = new Set<string>();
    for (let next: unknown = reference; typeof next === "string" && !seen.has(next);) {
      seen.add(next);
      const value = valueAt(this.root, pointerSegments(targetOf(next, HERE)?.pointer ?? ""));
      if (!isPlainObject(value)) return undefined;
      next = own(value, "$ref");
      if (next === undefined) return value;
    }
    return undefined;
  }

  /** Of a component the name that it is given; what is deeper, or elsewhere, is converted as it is. */
  #pointToName(holder: Mutable, kind: string): void {
    const reference = own(holder, "$ref");
    const [first, name, ...deeper] = pointerSegments(targetOf(reference, HERE)?.pointer ?? "");
    const isComponent = typeof reference === "string" && reference.startsWith("#") && first === kind;
    if (!isComponent || name === undefined || deeper.length > 0) return;
    const held = own(this.root, kind);
    if (isPlainObject(held) && Object.hasOwn(held, name))
      holder["$ref"] = `#/${kind}/${this.#nameFor(kind, name, held)}`;
  }

  /** Characters that components cannot have are lost otherwise, and two names become one. */
  #nameFor(kind: string, name: string, held: JsonObject): string {
    const key = `${kind} ${name}`;
    const plain = name.replaceAll(/[^A-Za-z0-9_.-]+/g, "_");
    if (plain === name) return name;
    const taken = Object.fromEntries([...Object.keys(held), ...this.#names.values()].map((each) => [each, true]));
    const found = this.#names.get(key) ?? freeName(plain, taken);
    this.#names.set(key, found);
    return found;
  }

  #rename(kind: string): void {
    const held = own(this.root, kind);
    if (!isPlainObject(held)) return;
    const named = Object.entries(held).map(([name, value]) => [this.#nameFor(kind, name, held), value] as const);
    this.root[kind] = Object.fromEntries(named);
  }

  #note(code: "SW0705" | "SW0706", pointer: string, message: string): void {
    if (!this.#issues.has(message)) this.#issues.set(message, remark(code, pointer, message));
  }
}

function isOfBody({ parameter }: Entry): boolean {
  return own(parameter, "in") === "body" || own(parameter, "in") === "formData";
}

function nameOf(parameter: JsonObject): string {
  const name = own(parameter, "name");
  return typeof name === "string" ? shown(name) : "a parameter";
}

function recordsIn(holder: JsonValue | undefined): readonly (readonly [string, Mutable])[] {
  if (!isPlainObject(holder)) return [];
  return Object.entries(holder).filter((entry): entry is [string, Mutable] => isPlainObject(entry[1]));
}
