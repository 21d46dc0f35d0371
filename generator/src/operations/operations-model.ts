import { toPointer, type OperationWire } from "@sdkwright/runtime/config";

/**
 * What callers see of a document's operations, and what goes over the wire for them: written beside the types of a
 * provider as `<provider>.model.json`, one line for each entry, and read by `diff` alone.
 *
 * Types stand as text that `parseType` of the surface reads. They name schemas, so that each thing is said once.
 */
export interface OperationsModel {
  /** By method and path, `GET /charges/{id}`, as the document writes it. */
  readonly operations: { readonly [key: string]: OperationEntry };
  /** By the name of the declaration. */
  readonly schemas: { readonly [name: string]: SchemaEntry };
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
  /** Content types by status that no type tells. */
  readonly media?: { readonly [status: string]: readonly string[] };
  readonly wire?: OperationWire;
  /** Short hashes of defaults, by place and name: `query.limit`. */
  readonly defaults?: { readonly [parameter: string]: string };
  readonly deprecated?: true;
  /** Name of its type, where that of its method and path was taken. */
  readonly name?: string;
  /** Short hash of all descriptions. */
  readonly text?: string;
  /** JSON pointer in the document, where it is not that of its method and path. */
  readonly at?: string;
}

export type BodyKind = "json" | "form" | "multipart" | "body";

/** A declaration: an interface, or a name for a type. */
export interface SchemaEntry {
  readonly interface?: string;
  readonly type?: string;
  /** JSON pointer in the document, where it is not that of the component of this name. */
  readonly at?: string;
  /** Short hashes of defaults in requests, by the way to the property: `shipping.method`. */
  readonly defaults?: { readonly [property: string]: string };
  readonly deprecated?: true;
  readonly text?: string;
}

/** JSON pointer of a declared schema in the document. */
export function schemaPointer(name: string, entry: SchemaEntry | undefined): string {
  return entry?.at ?? toPointer("components", "schemas", name);
}
