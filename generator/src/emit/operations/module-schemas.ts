import { type JsonObject, pointerSegments } from "@sdkwright/runtime/config";
import type { Answer, Api, Content, Operation, Part } from "../../openapi/api.js";
import { type SchemaType, unionOf } from "../../schema/schema-type.js";
import { operationName, operationsName, typeNameOf } from "../names.js";
import { ApiSchemas, componentsOf, isComponent } from "./api-schemas.js";
import { propertyComment } from "./comments.js";
import { bodyKind, isJson } from "./media-types.js";
import { NEVER_NODE, type PropertyNode, type TypeNode, UNDEFINED_NODE, UNKNOWN_NODE } from "./type-node.js";
import { differingTypes, type Direction, reachedIn, writtenType } from "./written-type.js";

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
    const name = this.#free(wanted);
    this.#taken.add(name);
    if (name !== wanted) this.notes.push({ pointer, name, wanted });
    return name;
  }

  #free(wanted: string): string {
    if (!this.#taken.has(wanted)) return wanted;
    for (let count = (this.#last.get(wanted) ?? 1) + 1; ; count += 1) {
      const name = `${wanted}${count}`;
      if (this.#taken.has(name)) continue;
      this.#last.set(wanted, count);
      return name;
    }
  }
}

/** Names of the schemas' declarations: one, or one for each direction where these differ. */
class SchemaNames {
  readonly #plain = new Map<string, string>();
  readonly #other = new Map<string, string>();

  /**
   * Schemas first, in the order given, then the second forms of those that differ. `ChargeRequest` is what requests have
   * of `Charge`; what is called a request already is its own, and answers have `ChargeRequestAnswer`.
   */
  constructor(pointers: readonly string[], differing: ReadonlySet<string>, names: TypeNames) {
    for (const pointer of pointers) this.#plain.set(pointer, names.claim(wantedName(pointer), pointer));
    for (const pointer of pointers) {
      const plain = this.#plain.get(pointer);
      if (plain === undefined || !differing.has(pointer)) continue;
      this.#other.set(pointer, names.claim(`${plain}${isRequestName(plain) ? "Answer" : "Request"}`, pointer));
    }
  }

  nameOf(pointer: string, direction: Direction): string {
    const plain = this.#plain.get(pointer) ?? "unknown";
    return this.#isOther(plain, direction) ? (this.#other.get(pointer) ?? plain) : plain;
  }

  #isOther(plain: string, direction: Direction): boolean {
    return isRequestName(plain) ? direction === "answers" : direction === "requests";
  }
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
  /** Whether a form or a multipart body reaches it, where bytes are files. JSON has text for them. */
  readonly hasFiles: boolean;
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
  readonly #names: SchemaNames;

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
    this.#names = new SchemaNames([...components, ...others], differing, names);
    this.operationNames = new Map(
      api.operations.map((each) => [each, names.claim(operationName(each.method, each.path), each.pointer)]),
    );
    const posted = reachedIn(
      "requests",
      asked.filter(({ isFiled }) => isFiled).map(({ schema }) => this.schemas.typeOf(schema)),
      parts,
    );
    const reached = { answers: reachedIn("answers", answers, parts), requests: reachedIn("requests", requests, parts) };
    this.forms = [...components, ...others]
      .flatMap((pointer) => this.#formsOf(pointer, reached, differing))
      .map((form) => ({ ...form, hasFiles: form.direction === "requests" && posted.has(form.pointer) }));
    const emitted = new Set([...this.forms.map(({ name }) => name), ...this.operationNames.values()]);
    this.nameNotes = names.notes.filter(({ name }) => emitted.has(name));
  }

  /** The type of a schema of the document; `unknown` where there is none. */
  written(schema: Part | undefined, direction: Direction): TypeNode {
    return schema === undefined ? UNKNOWN_NODE : this.writtenType(this.schemas.typeOf(schema), direction);
  }

  /** The type of several, any of which may be there. */
  writtenAny(contents: readonly Content[], direction: Direction): TypeNode {
    const hasFiles = direction === "requests" && contents.some(({ mediaType }) => !isJson(mediaType));
    return this.writtenType(unionOf(contents.map(({ schema }) => this.schemas.typeOf(schema))), direction, hasFiles);
  }

  /** Bytes are files in forms and multipart bodies, and text in JSON and parameters. */
  writtenType(type: SchemaType, direction: Direction, hasFiles = false): TypeNode {
    const nameOf = (pointer: string) => this.#names.nameOf(pointer, direction);
    const isTooMany = (each: SchemaType) => this.schemas.isTooMany(each);
    const types = this.schemas.parts;
    const commentOf = (schema: JsonObject, name: string) => (name === "" ? "" : propertyComment(schema, name));
    return writtenType(type, { direction, hasFiles, types, isTooMany, nameOf, commentOf, indexName: "key" });
  }

  #formsOf(
    pointer: string,
    reached: { readonly [direction in Direction]: ReadonlySet<string> },
    differing: ReadonlySet<string>,
  ): readonly Omit<SchemaForm, "hasFiles">[] {
    const form = (direction: Direction) => ({ name: this.#names.nameOf(pointer, direction), pointer, direction });
    const isAnswered = reached.answers.has(pointer);
    if (!reached.requests.has(pointer)) return isAnswered ? [form("answers")] : [];
    if (!differing.has(pointer)) return [form("requests")];
    if (!isAnswered) return [form("requests")];
    return [form("answers"), { ...form("requests"), answerName: this.#names.nameOf(pointer, "answers") }];
  }
}

/** What emitted modules use by these names. */
const RESERVED = ["Blob", "OneBody", "RawBody"];

interface Asked {
  readonly schema: Part | undefined;
  readonly direction: Direction;
  /** Whether bytes in it are files. */
  readonly isFiled?: boolean;
}

/** The schemas whose types an operation's declaration has. */
function schemasAsked({ parameters, bodies, answers }: Operation): readonly Asked[] {
  const typed = bodies.filter(({ mediaType }) => bodyKind(mediaType) !== "body");
  const read = answers.flatMap(({ contents }) => contents.filter(({ mediaType }) => isJson(mediaType)));
  return [
    ...parameters.map(({ schema }): Asked => ({ schema, direction: "requests" })),
    ...typed.map(({ schema, mediaType }): Asked => ({ schema, direction: "requests", isFiled: !isJson(mediaType) })),
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

/** What is no success is an error. */
export function answerTypes({ method, answers }: Operation, schemas: ModuleSchemas): AnswerTypes {
  const successful = successes(answers);
  const typed = (list: readonly Answer[]) => list.map((answer) => statusNode(answer, method === "head", schemas));
  const others = answers.map(({ status, contents }) => {
    const types = contents.flatMap(({ mediaType }) => (isJson(mediaType) ? [] : [mediaType]));
    return [status, [...new Set(types)]] as const;
  });
  return {
    answers: typed(successful),
    errors: typed(answers.filter((answer) => !successful.includes(answer))),
    others: new Map(others.filter(([, types]) => types.length > 0)),
  };
}

function statusNode(answer: Answer, isHead: boolean, schemas: ModuleSchemas): PropertyNode {
  return { name: answer.status, isOptional: false, type: isHead ? UNDEFINED_NODE : bodyOf(answer, schemas) };
}

/** Nothing; JSON; or something else, of which `.json()` is not read. */
function bodyOf({ contents }: Answer, schemas: ModuleSchemas): TypeNode {
  if (contents.length === 0) return UNDEFINED_NODE;
  const json = contents.filter(({ mediaType }) => isJson(mediaType));
  return json.length === 0 ? NEVER_NODE : schemas.writtenAny(json, "answers");
}
