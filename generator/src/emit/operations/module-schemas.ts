import { type JsonObject, pointerSegments, type ProviderDefinition } from "@sdkwright/runtime/config";
import type { Answer, Api, Content, Operation, Part } from "../../openapi/api.js";
import { heldBy, inheritedPart, placeOfPart } from "../../schema/inheritance.js";
import { type SchemaType, unionOf, type UnionType } from "../../schema/schema-type.js";
import { isPlainIdentifier, operationName, operationsName, typeNameOf } from "../names.js";
import { ApiSchemas, componentsOf, isComponent } from "./api-schemas.js";
import { distinctNames, type NameClaim, spelled } from "./distinct-names.js";
import { bodyKind, isReadAsJson, successes } from "../../openapi/media-types.js";
import { eventType, type OperationStreams, streamSchemas, streamsOf } from "./streams.js";
import {
  NEVER_NODE,
  type PropertyNode,
  requiredNode,
  type TypeNode,
  UNDEFINED_NODE,
  UNKNOWN_NODE,
} from "./type-node.js";
import {
  differingTypes,
  type Direction,
  type FilePlace,
  openEnums,
  placedIn,
  reachedIn,
  writtenType,
} from "./written-type.js";

/** Two parts of a document whose names meet. */
interface NameNote {
  readonly pointer: string;
  readonly name: string;
  /** What it would have been called. */
  readonly wanted: string;
}

type NameOf = (pointer: string, direction: Direction) => string;

/** Notes about names that meet, and those that are given. */
class TypeNames {
  readonly notes: NameNote[] = [];
  readonly #taken: Set<string>;

  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved);
  }

  /** Before those that are asked for later; `text` of each is its JSON pointer. */
  give<Key>(claims: readonly NameClaim<Key>[]): ReadonlyMap<Key, string> {
    const names = distinctNames(claims, this.#taken);
    for (const { key, text: pointer, wanted } of claims) {
      const name = names.get(key) ?? wanted;
      if (name !== wanted) this.notes.push({ pointer, name, wanted });
    }
    return names;
  }
}

/**
 * Names of the schemas' declarations, then of what others inherit of them, then of the second forms of those that differ
 * by direction. `ChargeRequest` is what requests have of `Charge`; what is called a request already is its own, and
 * answers have `ChargeRequestAnswer`.
 */
function schemaNames(pointers: readonly string[], second: ReadonlySet<string>, names: TypeNames): NameOf {
  const plain = new Map(names.give(pointers.filter((pointer) => heldBy(pointer) === undefined).map(schemaClaim)));
  const suffixed = (pointer: string, text: string, suffix: string): NameClaim<string> => {
    const wanted = `${text}${suffix}`;
    return { key: pointer, text: placeOfPart(pointer), wanted, isExact: false, others: [`${wanted}Form`] };
  };
  const inherited = pointers.flatMap((pointer) => {
    const holder = heldBy(pointer);
    return holder === undefined ? [] : [suffixed(pointer, plain.get(holder) ?? "", "Base")];
  });
  for (const [pointer, name] of names.give(inherited)) plain.set(pointer, name);
  const others = [...plain].flatMap(([pointer, name]) =>
    second.has(pointer) ? [suffixed(pointer, name, isRequestName(name) ? "Answer" : "Request")] : [],
  );
  const other = names.give(others);
  return (pointer, direction) => {
    const name = plain.get(pointer) ?? "unknown";
    return isRequestName(name) === (direction === "requests") ? name : (other.get(pointer) ?? name);
  };
}

function isRequestName(name: string): boolean {
  return name.endsWith("Request");
}

/** The component's name; of a part of one the way to it. */
function schemaClaim(pointer: string): NameClaim<string> {
  const segments = pointerSegments(pointer);
  const text = segments.at(-1) ?? "";
  if (!isComponent(pointer)) {
    const telling = segments.filter((segment) => !CONTAINERS.has(segment) && !segment.includes("/"));
    const isFile = segments[0] === "x-files";
    const short = isFile
      ? text.replace(/\.(?:json|ya?ml)$/i, "")
      : (telling.length === 0 ? segments : telling).join("-");
    const wanted = typeNameOf(short);
    const kind = PARTS[segments[1] ?? ""];
    const whole = segments.length > 12 ? [] : [typeNameOf(segments.join("-"))];
    const others = [...(kind === undefined ? [] : [`${wanted}${kind}`]), ...whole];
    return { key: pointer, text: pointer, wanted, isExact: false, others };
  }
  const wanted = typeNameOf(text);
  // No keyword has an upper-case letter or a `_`.
  const own = isPlainIdentifier(text) && /[A-Z_]/.test(text) ? [text] : [];
  const others = [...own, ...spelt(text), `${wanted}Schema`].filter((name) => name !== wanted);
  return { key: pointer, text: pointer, wanted, isExact: text === wanted, others };
}

const CONTAINERS: ReadonlySet<string> = new Set(
  "components schemas properties definitions $defs paths responses requestBodies parameters content schema".split(" "),
);

/** The kinds of components beside schemas. */
const PARTS: { readonly [component: string]: string | undefined } = { requestBodies: "Body", responses: "Answer" };

function operationClaim(operation: Operation): NameClaim<Operation> {
  const { method, path, pointer } = operation;
  const wanted = operationName(method, path);
  const [, ...steps] = path.split("/");
  // Slashes stand for nothing else.
  const others =
    spelt(steps.join("")).length === 0
      ? []
      : [typeNameOf([method, ...steps.map((step) => spelled(step) ?? step)].join(" "))];
  const isExact = steps.every((step) => /^[\p{L}\p{N}]*$/u.test(step));
  return { key: operation, text: pointer, wanted, isExact, others: [...others, `${wanted}Operation`] };
}

function spelt(text: string): readonly string[] {
  const words = spelled(text);
  return words === undefined ? [] : [typeNameOf(words)];
}

/** A declaration of the module: a schema, as it is in one direction. */
export interface SchemaForm {
  readonly name: string;
  readonly pointer: string;
  readonly direction: Direction;
  /** In multipart bodies, where it is that or a field of one. */
  readonly place: FilePlace;
  /** The name that answers have for it, where it is another one and there is such a declaration. */
  readonly answerName?: string | undefined;
  /** The schema of which this is what others inherit. */
  readonly heirsOf?: string | undefined;
}

/** Everything that a module says of a document: its operations with their names, and the schemas that they reach. */
export class ModuleSchemas {
  readonly schemas: ApiSchemas;
  readonly forms: readonly SchemaForm[];
  /** Names of operations, by their pointers. */
  readonly operationNames: ReadonlyMap<Operation, string>;
  readonly nameNotes: readonly NameNote[];
  /** The streams of operations. */
  readonly streams: ReadonlyMap<Operation, OperationStreams>;
  readonly #nameOf: NameOf;
  readonly #isOpen: (type: UnionType) => boolean;

  /** With `hasOpenEnums`, answers may have other texts than an `enum` lists. The module has `reserved` names of its own. */
  constructor(
    definition: Pick<ProviderDefinition, "name" | "streams">,
    api: Api,
    hasOpenEnums: boolean,
    reserved: readonly string[] = [],
  ) {
    this.schemas = new ApiSchemas(api.document);
    this.streams = new Map(api.operations.map((each) => [each, streamsOf(each, api.document, definition)]));
    const streamed = [...this.streams.values()].flatMap(streamSchemas);
    const asked = [
      ...api.operations.flatMap((operation) => schemasAsked(operation)),
      ...streamed.map((schema): Asked => ({ schema, direction: "answers" })),
    ];
    const types = (direction: Direction) =>
      asked.flatMap((each) => (each.direction === direction ? [this.schemas.typeOf(each.schema)] : []));
    const [answers, requests] = [types("answers"), types("requests")];
    this.schemas.finish();
    const { parts } = this.schemas;
    this.#isOpen = hasOpenEnums ? openEnums(parts, answers) : () => false;
    const differing = differingTypes(parts, this.#isOpen);
    const posted = asked.filter(({ isPosted }) => isPosted).map(({ schema }) => this.schemas.typeOf(schema));
    const placed = placedIn(posted, parts);
    const answered = reachedIn("answers", answers, parts);
    const requested = reachedIn("requests", requests, parts);
    const isSecond = (pointer: string) => differing.has(pointer) && answered.has(pointer) && requested.has(pointer);
    const pointers = pointersOf(api.document.root, parts);
    const names = new TypeNames([operationsName(definition.name), ...RESERVED, ...reserved]);
    this.#nameOf = schemaNames(pointers, new Set(pointers.filter(isSecond)), names);
    this.operationNames = names.give(api.operations.map(operationClaim));
    const form = (pointer: string, direction: Direction): SchemaForm => ({
      name: this.#nameOf(pointer, direction),
      pointer,
      direction,
      place: direction === "requests" ? placed.get(pointer) : undefined,
      heirsOf: heldBy(pointer) === undefined ? undefined : this.#nameOf(placeOfPart(pointer), direction),
    });
    this.forms = pointers.flatMap((pointer) => {
      if (!requested.has(pointer)) return answered.has(pointer) ? [form(pointer, "answers")] : [];
      if (!isSecond(pointer)) return [form(pointer, "requests")];
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
    return writtenType(type, {
      direction,
      place,
      types: this.schemas.parts,
      isTooMany,
      nameOf,
      isOpen: this.#isOpen,
    });
  }
}

/** Schemas in the document's order, what others inherit of one before it, then parts without a name of their own. */
function pointersOf(root: JsonObject, parts: ReadonlyMap<string, SchemaType>): readonly string[] {
  const components = componentsOf(root).flatMap((pointer) => {
    const part = inheritedPart(pointer);
    return parts.has(part) ? [part, pointer] : [pointer];
  });
  const others = [...parts.keys()].filter((pointer) => !isComponent(pointer) && heldBy(pointer) === undefined);
  return [...components, ...others];
}

/** What emitted modules use by these names. */
const RESERVED = ["Blob", "FormData", "MadeKey", "OneBody", "RawBody", "URLSearchParams"];

interface Asked {
  readonly schema: Part | undefined;
  readonly direction: Direction;
  /** Tells whether it is a multipart body. */
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
  /** The type of its events, and of its lines. */
  readonly event?: TypeNode | undefined;
  readonly line?: TypeNode | undefined;
  /** Content types that are in no type, by status. */
  readonly others: ReadonlyMap<string, readonly string[]>;
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
  const { events, lines } = schemas.streams.get(operation) ?? {};
  const typeOf = (part: Part | undefined) => schemas.schemas.typeOf(part);
  return {
    event: events && schemas.writtenType(eventType(events, typeOf), "answers"),
    line: lines && schemas.writtenType(unionOf(lines.map(typeOf)), "answers"),
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
