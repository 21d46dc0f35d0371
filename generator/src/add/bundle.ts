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
import type { DocumentSource } from "../diagnostics/source.js";
import { Copies } from "./copies.js";
import { COMPONENT_KINDS, holderOf, kindUnder, type Kind } from "./grammar.js";
import { noPart, removeUnknown } from "./keywords.js";
import { freeName, keyOf, nameOf, recordAt, targetOf, type Target } from "./reference-target.js";
import { cited, remark } from "./remark.js";

/** A document with what it refers to in other files as components of its own. */
export interface Bundled {
  /** Whether anything was changed. */
  readonly isChanged: boolean;
  /** Files that something was taken from. */
  readonly files: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

/** A document, and the files beside it that were read for it; of a URL's document there are none. */
export type BundleInput = Pick<DocumentSource, "source" | "neighbours" | "refused">;

/**
 * Brings what a document refers to in files beside it into the document, which is changed: each part as a component with
 * a name, so that nothing that is shared is written twice. What is not brought is a note.
 */
export function bundleInto(root: JsonObject, input: BundleInput): Bundled {
  const bundler = new Bundler(root, input);
  bundler.run();
  return bundler;
}

type Mutable = { [key: string]: JsonValue };

/** A part that is still to be looked through, and the file that it was written in. */
interface Task {
  readonly value: JsonValue;
  readonly kind: Kind;
  readonly file: string;
  readonly pointer: string;
  /** What was put in place of a `$ref` on the way here. */
  readonly inlined: readonly string[];
}

/** The `$ref` to a component, why there is none, or neither: then the part is put in place of its `$ref`. */
type Component = { readonly reference: string } | { readonly reason: string } | { readonly isInlined: true };

class Bundler implements Bundled {
  readonly #root: Mutable;
  readonly #path: string;
  readonly #input: BundleInput;
  readonly #isSwagger: boolean;
  readonly #tasks: Task[] = [];
  readonly #seen = new Set<JsonValue>();
  /** References to components that were made, by what they stand for. */
  readonly #made = new Map<string, string>();
  readonly #issues = new Map<string, Issue>();
  readonly #copies = new Copies();
  readonly files = new Set<string>();
  isChanged = false;

  constructor(root: JsonObject, input: BundleInput) {
    this.#root = root;
    this.#path = input.source.path;
    this.#input = input;
    this.#isSwagger = own(root, "openapi") === undefined;
  }

  get issues(): readonly Issue[] {
    return [...this.#issues.values()];
  }

  run(): void {
    this.#claimOwn();
    this.#tasks.push({ value: this.#root, kind: "root", file: this.#path, pointer: "", inlined: [] });
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) this.#look(task);
  }

  /** A component that is a `$ref` alone gives its name to what it refers to. */
  #claimOwn(): void {
    for (const kind of COMPONENT_KINDS) {
      const holder = holderOf(kind, this.#isSwagger);
      const held = holder === undefined ? undefined : valueAt(this.#root, holder);
      for (const [name, value] of Object.entries(isPlainObject(held) ? held : {})) {
        const isAlone = isPlainObject(value) && Object.keys(value).length === 1;
        const target = isAlone ? targetOf(own(value, "$ref"), this.#path) : undefined;
        if (target === undefined || holder === undefined || target.file === this.#path) continue;
        const key = keyOf(kind, target);
        if (!this.#made.has(key)) this.#made.set(key, `#${toPointer(...holder, name)}`);
      }
    }
  }

  #look(task: Task): void {
    const { value, kind } = task;
    if (typeof value !== "object" || value === null || this.#seen.has(value)) return;
    this.#seen.add(value);
    if (isPlainObject(value)) {
      if (kind === "mapping") return this.#followMapping(value, task);
      const reference = own(value, "$ref");
      if (typeof reference === "string") this.#follow(value, reference, task);
      // Something else stands there now, and is looked at later.
      if (!this.#seen.has(value)) return;
      if (task.file !== this.#path && removeUnknown(kind, value)) this.#noteUnknown(task);
    }
    for (const [key, child] of Object.entries(value).reverse()) this.#enter(key, child, task);
  }

  #enter(key: string, value: JsonValue, { kind, file, pointer, inlined, value: parent }: Task): void {
    const inner = Array.isArray(parent) && kind === "schema" ? "schema" : kindUnder(kind, key);
    if (inner === undefined || typeof value !== "object") return;
    this.#tasks.push({ value, kind: inner, file, pointer: `${pointer}${toPointer(key)}`, inlined });
  }

  /** Replaces a `$ref` to another file by one to a component, or by what it refers to. */
  #follow(holder: Mutable, reference: string, task: Task): void {
    const target = targetOf(reference, task.file);
    if (target?.file === this.#path && task.file === this.#path && reference.startsWith("#")) return;
    const found =
      target === undefined
        ? { reason: "leads to another place, from which nothing is fetched" }
        : this.#componentFor(task.kind, target);
    if ("reason" in found) return this.#note(task, reference, found.reason);
    if ("reference" in found && found.reference !== `#${task.pointer}`) this.#set(holder, found.reference);
    else if (target !== undefined) this.#inline(holder, target, task);
  }

  #componentFor(kind: Kind, target: Target): Component {
    if (target.file === this.#path) return { reference: `#${encodeURI(target.pointer)}` };
    const made = this.#made.get(keyOf(kind, target));
    if (made !== undefined) return { reference: made };
    const part = this.#partAt(target, kind);
    if ("reason" in part) return part;
    const path = holderOf(kind, this.#isSwagger);
    return path === undefined ? { isInlined: true } : { reference: this.#newComponent(kind, target, part.value, path) };
  }

  #set(holder: Mutable, reference: string): void {
    if (holder["$ref"] === reference) return;
    holder["$ref"] = reference;
    this.isChanged = true;
  }

  /** What stands beside a `$ref` wins. */
  #inline(holder: Mutable, target: Target, task: Task): void {
    const key = keyOf(task.kind, target);
    const part = this.#partAt(target, task.kind);
    const problem = "reason" in part ? part.reason : undefined;
    const reason = task.inlined.includes(key) ? "leads back to itself" : problem;
    if (reason !== undefined || !("value" in part)) return this.#note(task, target.pointer, reason ?? "");
    const { $ref: _, ...beside } = holder;
    for (const name of Object.keys(holder)) delete holder[name];
    Object.assign(holder, this.#copies.of(part.value), beside);
    this.isChanged = true;
    this.#seen.delete(holder);
    this.#tasks.push({ ...task, file: target.file, inlined: [...task.inlined, key] });
  }

  #newComponent(kind: Kind, target: Target, part: JsonValue, path: readonly string[]): string {
    const holder = recordAt(this.#root, path);
    const name = freeName(nameOf(target), holder);
    const pointer = toPointer(...path, name);
    const value = this.#copies.of(part);
    holder[name] = value;
    this.#made.set(keyOf(kind, target), `#${pointer}`);
    this.#tasks.push({ value, kind, file: target.file, pointer, inlined: [] });
    return `#${pointer}`;
  }

  #partAt({ file, pointer }: Target, kind: Kind): { readonly value: JsonValue } | { readonly reason: string } {
    const { neighbours, refused } = this.#input;
    const neighbour = neighbours.get(file);
    if (neighbour?.json === undefined)
      return { reason: refused.get(file) ?? "leads to another file, and only the document itself was read" };
    if (this.#copies.isFull) return { reason: "makes the document too large" };
    const value = valueAt(neighbour.json as JsonValue, pointerSegments(pointer));
    const reason = value === undefined ? "leads to nothing in its file" : noPart(kind, value);
    if (value === undefined || reason !== undefined) return { reason: reason ?? "" };
    this.files.add(neighbour.file);
    return { value };
  }

  /** Of a discriminator: names of schemas, or what leads to one. */
  #followMapping(mapping: Mutable, { file }: Task): void {
    for (const [name, value] of Object.entries(mapping)) {
      const isPath = typeof value === "string" && /[#/]|\.(?:json|ya?ml)$/i.test(value);
      const target = isPath ? targetOf(value, file) : undefined;
      const found: Component = target === undefined ? { isInlined: true } : this.#componentFor("schema", target);
      if (!("reference" in found) || found.reference === value) continue;
      mapping[name] = found.reference;
      this.isChanged = true;
    }
  }

  #note({ pointer }: Task, reference: string, reason: string): void {
    const message = `$ref ${cited(reference)} ${reason}`;
    this.#issues.set(`${reference} ${reason}`, remark("SW0707", `${pointer}/$ref`, message));
  }

  #noteUnknown({ pointer, file }: Task): void {
    const name = this.#input.neighbours.get(file)?.file ?? "";
    const message = `what OpenAPI does not know is left out of what ${cited(name)} brings`;
    this.#issues.set(message, remark("SW0706", pointer, message));
  }
}
