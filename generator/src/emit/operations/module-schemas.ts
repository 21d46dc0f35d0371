import { pointerSegments } from "@sdkwright/runtime/config";
import type { Answer, Api, Content, Operation, Part } from "../../openapi/api.js";
import { type SchemaType, unionOf } from "../../schema/schema-type.js";
import { operationName, operationsName, typeNameOf } from "../names.js";
import { ApiSchemas, componentsOf, isComponent } from "./api-schemas.js";
import { bodyKind, isReadAsJson } from "./media-types.js";
import {
  NEVER_NODE,
  type PropertyNode,
  requiredNode,
  type TypeNode,
  UNDEFINED_NODE,
  UNKNOWN_NODE,
} from "./type-node.js";
import { differingTypes, type Direction, type FilePlace, placedIn, reachedIn, writtenType } from "./written-type.js";

/** Two parts of a document whose names meet. */
interface NameNote {
  readonly pointer: string;
  readonly name: string;
  /** What it would have been called. */
  readonly wanted: string;
}

/** Gives names, each once; what comes later and would have the same one gets a number. */
class TypeNames {
  readonly notes: NameNote[] = [];
  readonly #taken: Set<string>;
  /** Where to go on counting. */
  readonly #last = new Map<string, number>();

  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved);
  }

  claim(wanted: string, pointer: string): string {
    let name = wanted;
    let count = this.#last.get(wanted) ?? 1;
    while (this.#taken.has(name)) name = `${wanted}${(count += 1)}`;
    this.#last.set(wanted, count);
    this.#taken.add(name);
    if (name !== wanted) this.notes.push({ pointer, name, wanted });
    return name;
  }
}

type NameOf = (pointer: string, direction: Direction) => string;

/**
 * Names of the schemas' declarations, in the order given, then of the second forms of those that differ by direction.
 * `ChargeRequest` is what requests have of `Charge`; what is called a request already is its own, and answers have
 * `ChargeRequestAnswer`.
 */
function schemaNames(pointers: readonly string[], differing: ReadonlySet<string>, names: TypeNames): NameOf {
  const plain = new Map(pointers.map((pointer) => [pointer, names.claim(wantedName(pointer), pointer)]));
  const other = new Map<string, string>();
  for (const [pointer, name] of plain)
    if (differing.has(pointer))
      other.set(pointer, names.claim(`${name}${isRequestName(name) ? "Answer" : "Request"}`, pointer));
  return (pointer, direction) => {
    const name = plain.get(pointer) ?? "unknown";
    return isRequestName(name) === (direction === "requests") ? name : (other.get(pointer) ?? name);
  };
}

function isRequestName(name: string): boolean {
  return name.endsWith("Request");
}

/** The component's name; of a part of one the way to it. */
function wantedName(pointer: string): string {
  const segments = pointerSegments(pointer);
  if (isComponent(pointer)) return typeNameOf(segments.at(-1) ?? "");
  if (segments[0] === "x-files") return typeNameOf((segments.at(-1) ?? "").replace(/\.(?:json|ya?ml)$/i, ""));
  const telling = segments.filter((segment) => !CONTAINERS.has(segment) && !segment.includes("/"));
  return typeNameOf((telling.length === 0 ? segments : telling).join("-"));
}

const CONTAINERS: ReadonlySet<string> = new Set(
  "components schemas properties definitions $defs paths responses requestBodies parameters content schema".split(" "),
);

/** A declaration of the module: a schema, as it is in one direction. */
export interface SchemaForm {
  readonly name: string;
  readonly pointer: string;
  readonly direction: Direction;
  /** In multipart bodies, where it is that or a field of one. */
  readonly place: FilePlace;
  /** The name that answers have for it, where it is another one and there is such a declaration. */
  readonly answerName?: string | undefined;
}

/** Everything that a module says of a document: its operations with their names, and the schemas that they reach. */
export class ModuleSchemas {
  readonly schemas: ApiSchemas;
  readonly forms: readonly SchemaForm[];
  /** Names of operations, by their pointers. */
  readonly operationNames: ReadonlyMap<Operation, string>;
  readonly nameNotes: readonly NameNote[];
  readonly #nameOf: NameOf;

  constructor(provider: string, api: Api) {
    this.schemas = new ApiSchemas(api.document);
    const asked = api.operations.flatMap((operation) => schemasAsked(operation));
    const types = (direction: Direction) =>
      asked.flatMap((each) => (each.direction === direction ? [this.schemas.typeOf(each.schema)] : []));
    const [answers, requests] = [types("answers"), types("requests")];
    this.schemas.finish();
    const { parts } = this.schemas;
    const differing = differingTypes(parts);
    const components = componentsOf(api.document.root);
    const others = [...parts.keys()].filter((pointer) => !isComponent(pointer));
    const names = new TypeNames([operationsName(provider), ...RESERVED]);
    this.#nameOf = schemaNames([...components, ...others], differing, names);
    this.operationNames = new Map(
      api.operations.map((each) => [each, names.claim(operationName(each.method, each.path), each.pointer)]),
    );
    const posted = asked.filter(({ isPosted }) => isPosted).map(({ schema }) => this.schemas.typeOf(schema));
    const placed = placedIn(posted, parts);
    const answered = reachedIn("answers", answers, parts);
    const requested = reachedIn("requests", requests, parts);
    const form = (pointer: string, direction: Direction): SchemaForm => ({
      name: this.#nameOf(pointer, direction),
      pointer,
      direction,
      place: direction === "requests" ? placed.get(pointer) : undefined,
    });
    this.forms = [...components, ...others].flatMap((pointer) => {
      if (!requested.has(pointer)) return answered.has(pointer) ? [form(pointer, "answers")] : [];
      if (!differing.has(pointer) || !answered.has(pointer)) return [form(pointer, "requests")];
      const answer = form(pointer, "answers");
      return [answer, { ...form(pointer, "requests"), answerName: answer.name }];
    });
    const emitted = new Set([...this.forms.map(({ name }) => name), ...this.operationNames.values()]);
    this.nameNotes = names.notes.filter(({ name }) => emitted.has(name));
  }

  /** The type of a schema of the document; `unknown` where there is none. */
  written(schema: Part | undefined, direction: Direction): TypeNode {
    return schema === undefined ? UNKNOWN_NODE : this.writtenType(this.schemas.typeOf(schema), direction);
  }

  /** The type of several, any of which may be there. */
  writtenAny(contents: readonly Content[], direction: Direction): TypeNode {
    const place = direction === "requests" && contents.some(isMultipart) ? "body" : undefined;
    return this.writtenType(unionOf(contents.map(({ schema }) => this.schemas.typeOf(schema))), direction, place);
  }

  /** Bytes are files in fields of multipart bodies, and text in JSON, forms and parameters. */
  writtenType(type: SchemaType, direction: Direction, place?: FilePlace): TypeNode {
    const nameOf = (pointer: string) => this.#nameOf(pointer, direction);
    const isTooMany = (each: SchemaType) => this.schemas.isTooMany(each);
    return writtenType(type, { direction, place, types: this.schemas.parts, isTooMany, nameOf });
  }
}

/** What emitted modules use by these names. */
const RESERVED = ["Blob", "OneBody", "RawBody"];

interface Asked {
  readonly schema: Part | undefined;
  readonly direction: Direction;
  /** Whether it is a multipart body. */
  readonly isPosted?: boolean;
}

function isMultipart({ mediaType }: Content): boolean {
  return bodyKind(mediaType) === "multipart";
}

/** Bodies of requests and answers that have types. */
export function typedContents({ bodies, answers }: Operation): {
  readonly typed: readonly Content[];
  readonly read: readonly Content[];
} {
  return {
    typed: bodies.filter(({ mediaType }) => bodyKind(mediaType) !== "body"),
    read: answers.flatMap(({ contents }) => contents.filter(isReadAsJson)),
  };
}

/** The schemas whose types an operation's declaration has. */
function schemasAsked(operation: Operation): readonly Asked[] {
  const { typed, read } = typedContents(operation);
  return [
    ...operation.parameters.map(({ schema }): Asked => ({ schema, direction: "requests" })),
    ...typed.map((content): Asked => ({
      schema: content.schema,
      direction: "requests",
      isPosted: isMultipart(content),
    })),
    ...read.map(({ schema }): Asked => ({ schema, direction: "answers" })),
  ];
}

/** Bodies of answers by status, range or `default`. */
export interface AnswerTypes {
  readonly answers: readonly PropertyNode[];
  readonly errors: readonly PropertyNode[];
  /** Content types that are in no type, by status. */
  readonly others: ReadonlyMap<string, readonly string[]>;
}

/** 2xx, and `default` where none of these is documented. */
export function successes(answers: readonly Answer[]): readonly Answer[] {
  const documented = answers.filter(({ status }) => status.startsWith("2"));
  return documented.length > 0 ? documented : answers.filter(({ status }) => status === "default");
}

/** Whether a status never has a body (RFC 9110 §15). */
function isBodiless(status: string): boolean {
  return /^(?:1|204$|205$|304$)/.test(status);
}

/** Successes without content that could have some: their body, if there is one, may be anything. */
export function emptySuccesses({ answers }: Operation): readonly Answer[] {
  return successes(answers).filter(({ status, contents }) => contents.length === 0 && !isBodiless(status));
}

/** What is no success is an error. */
export function answerTypes(operation: Operation, schemas: ModuleSchemas): AnswerTypes {
  const { method, answers } = operation;
  const successful = successes(answers);
  const empty = emptySuccesses(operation);
  // Beside one whose content is listed nothing is meant; where none is, the document leaves it out.
  const isListed = successful.some(({ contents }) => contents.length > 0);
  const hasNone = (answer: Answer): boolean => method === "head" || (isListed && empty.includes(answer));
  const typed = (list: readonly Answer[]) =>
    list.map((answer) => requiredNode(answer.status, hasNone(answer) ? UNDEFINED_NODE : bodyOf(answer, schemas)));
  const others = answers.map(({ status, contents }) => {
    const types = contents.flatMap((content) => (isReadAsJson(content) ? [] : [content.mediaType]));
    return [status, [...new Set(types)]] as const;
  });
  return {
    answers: typed(successful),
    errors: typed(answers.filter((answer) => !successful.includes(answer))),
    others: new Map(others.filter(([, types]) => types.length > 0)),
  };
}

/** Nothing; JSON; something else, of which `.json()` is not read; or what the document does not list. */
function bodyOf({ status, contents }: Answer, schemas: ModuleSchemas): TypeNode {
  if (isBodiless(status)) return UNDEFINED_NODE;
  if (contents.length === 0) return UNKNOWN_NODE;
  const json = contents.filter(isReadAsJson);
  return json.length === 0 ? NEVER_NODE : schemas.writtenAny(json, "answers");
}
