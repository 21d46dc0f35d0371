import { type JsonValue, type OperationWire, type PagesRule, toPointer } from "@sdkwright/runtime/config";
import type { BodyKind } from "../../openapi/media-types.js";

/**
 * What callers see of a document's operations, and what goes over the wire for them: written beside the types of a
 * provider as `<provider>.model.json`, one line for each entry, and read by `diff` alone.
 *
 * Types are TypeScript on one line. They name schemas, so that each thing is said once.
 */
export interface OperationsModel {
  /** By method and path, `GET /charges/{id}`, as the document writes it. */
  readonly operations: { readonly [key: string]: OperationEntry };
  /** By the name of the declaration. */
  readonly schemas: { readonly [name: string]: SchemaEntry };
  readonly document: DocumentFacts;
}

/** What the document itself says of signing and servers, whatever the definition says. */
export interface DocumentFacts {
  readonly schemes: { readonly [id: string]: { readonly [name: string]: string } };
  readonly servers: readonly string[];
  readonly security: readonly (readonly string[])[];
}

/** Keywords of a value that no type shows: bounds, `format`, `default`, `deprecated`, `integer`. */
export interface Facts {
  readonly [keyword: string]: JsonValue;
}

/** By JSON pointers that go by properties, `[]` for items and `*` for other keys. */
export interface FactsByWay {
  readonly [way: string]: Facts;
}

export interface OperationEntry {
  /** What has to and may be given besides the body: `params`, `query`, `headers`, `security`. */
  readonly options: string;
  /** Types of bodies, of which one is given. */
  readonly bodies?: { readonly [kind in BodyKind]?: string };
  readonly optionalBody?: true;
  /** Types by status, range or `default`. */
  readonly answers: { readonly [status: string]: string };
  readonly errors: { readonly [status: string]: string };
  /** The type of its events, and of its lines. */
  readonly event?: string;
  readonly line?: string;
  /** Content types by status that no type tells. */
  readonly media?: { readonly [status: string]: readonly string[] };
  readonly wire?: OperationWire;
  /** The place of a key that is sent by itself, or is honoured: `header "Idempotency-Key"`. */
  readonly key?: string;
  /** `/query/limit`, `/json/grams`, `/200/state` */
  readonly facts?: FactsByWay;
  /** Cookies that it wants. */
  readonly cookies?: readonly string[];
  /** Described headers of answers, by status. */
  readonly headers?: { readonly [status: string]: readonly string[] };
  /** When it ends (`x-sunset`). */
  readonly sunset?: string;
  readonly deprecated?: true;
  /** How its list goes on. */
  readonly pages?: PagesRule;
  /** Type of its items, if these are known. */
  readonly item?: string;
  /** Name of its type, where that of its method and path was taken. */
  readonly name?: string;
  /** Name of its function, where it is not that of its method and path. */
  readonly call?: string;
  /** Short hash of all descriptions. */
  readonly text?: string;
  /** JSON pointer in the document, where it is not that of its method and path. */
  readonly at?: string;
}

/** A declaration: an interface, or a name for a type. */
export interface SchemaEntry {
  readonly interface?: string;
  readonly type?: string;
  /** JSON pointer in the document, where it is not that of the component of this name. */
  readonly at?: string;
  readonly facts?: FactsByWay;
  readonly deprecated?: true;
  readonly text?: string;
}

/** JSON pointer of a declared schema in the document. */
export function schemaPointer(name: string, entry: SchemaEntry | undefined): string {
  return entry?.at ?? toPointer("components", "schemas", name);
}
