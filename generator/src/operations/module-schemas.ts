import { unionOf, type SchemaType } from "../json-schema/schema-type.js";
import type { Api, Content, Operation, Part } from "../openapi/api.js";
import { operationName, operationsName } from "../names/operation-names.js";
import { ApiSchemas, componentsOf, isComponent } from "./api-schemas.js";
import { differingTypes, reachedIn, type Direction } from "./directions.js";
import { bodyKind, isJson } from "./media-types.js";
import { SchemaNames, TypeNames, type NameNote } from "./type-names.js";
import { UNKNOWN_NODE, type TypeNode } from "./type-node.js";
import { writtenType } from "./written-type.js";

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
    return writtenType(type, { direction, hasFiles, types: this.schemas.parts, isTooMany, nameOf });
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
