import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { Source, SourceIssue } from "../diagnostics/source.js";

/** What an OpenAPI document says, read: operations with their parts found, schemas as the document has them. */
export interface Api {
  readonly document: ApiDocument;
  /** In the document's order, those that the definition chooses. */
  readonly operations: readonly Operation[];
  /** All of the document, the chosen ones too, in its order: names of calls do not depend on the choice. */
  readonly ids: readonly OperationId[];
  /** Webhooks of the document, if the definition says how they are signed; else none is read. */
  readonly webhooks: readonly Webhook[];
  /** What could not be read, and was left out. */
  readonly issues: readonly SourceIssue[];
  /** That of the run in which it was read. */
  readonly budget: Budget;
}

/** A document with everything that it refers to inside. */
export interface ApiDocument {
  readonly source: Source;
  /** `3.1` stands for 3.2 too. */
  readonly version: "3.0" | "3.1";
  readonly root: JsonObject;
  /**
   * What a `$ref` names, further `$ref`s followed, with its own pointer; `undefined` where there is nothing, a circle, or
   * another document.
   */
  resolve(reference: string): Part | undefined;
  /** What a `$ref` names, one step. */
  target(reference: string): Part | undefined;
  /** Why nothing stands behind a reference to another file, as the end of a sentence. */
  whyNot?(reference: string): string | undefined;
  /** Where a part is written: in a file beside the document its pointer is another one. */
  placeOf(pointer: string): { readonly source: Source; readonly pointer: string };
}

/** A part of the document and its JSON pointer (RFC 6901). */
export interface Part<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  readonly pointer: string;
}

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch";

/** The names of an operation. */
export interface OperationId {
  readonly method: Method;
  /** As the document writes it. */
  readonly path: string;
  /** Its `operationId`. */
  readonly id?: string | undefined;
}

/** A webhook, or a callback of an operation. */
export interface Webhook {
  /** The key of a callback, with its expression if it has several. */
  readonly key: string;
  /** The request that the vendor sends, whose bodies are read here. */
  readonly operation: Operation;
}

export interface Operation {
  readonly method: Method;
  /** As the document writes it. */
  readonly path: string;
  readonly pointer: string;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly isDeprecated: boolean;
  /** Those of the path item and of the operation, which win; of path, query and header, no cookies. */
  readonly parameters: readonly Parameter[];
  /** Request bodies by media type, in the document's order. */
  readonly bodies: readonly Content[];
  readonly isBodyRequired: boolean;
  readonly answers: readonly Answer[];
  /** Alternatives, each a list of schemes that apply together; absent where the document's default holds. */
  readonly security?: readonly (readonly string[])[] | undefined;
  /** The servers that the operation or its path item names instead of the document's. */
  readonly servers?: readonly Server[] | undefined;
  /** Its `callbacks`, as they are written. */
  readonly callbacks?: Part | undefined;
}

/** A server as the document writes it. */
export interface Server {
  readonly url: string;
  readonly pointer: string;
  readonly description?: string | undefined;
  readonly variables: { readonly [name: string]: ServerVariable };
}

export interface ServerVariable {
  readonly default?: string | undefined;
  readonly description?: string | undefined;
  /** Its `enum`. */
  readonly values: readonly string[];
}

export interface Parameter {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly pointer: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description?: string | undefined;
  /** Absent where the document gives none. */
  readonly schema?: Part | undefined;
  /** Media type of a parameter that has `content` instead of a style. */
  readonly contentType?: string | undefined;
  /** OpenAPI's defaults filled in. */
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** See `delimitersIn`. */
  readonly delimiters?: string | undefined;
}

export type ParameterStyle = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

/** A body of one media type. */
export interface Content {
  /** In lower case, without parameters. */
  readonly mediaType: string;
  /** Parameters that are sent with it, each with its `; `. */
  readonly parameters?: string | undefined;
  readonly pointer: string;
  readonly schema?: Part | undefined;
  /** The schema of each item of a stream (OpenAPI 3.2). */
  readonly itemSchema?: Part | undefined;
  /** Stands for one that could not be read, which was told. */
  readonly isUnread?: true | undefined;
  /** `encoding` of form and multipart parts, by name. */
  readonly encoding: { readonly [name: string]: Part<JsonObject> };
}

export interface Answer {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly pointer: string;
  readonly description?: string | undefined;
  /** Names of its headers, as the document writes them. */
  readonly headers: readonly string[];
  readonly contents: readonly Content[];
}
