/**
 * What goes over the wire otherwise for one operation than the runtime's defaults have it; an operation that differs in
 * nothing has none. Found by method and path exactly as a call writes them (rules §2.11).
 */
export interface OperationWire {
  /** Used where the request names none. */
  readonly service?: string | undefined;
  /** Schemes that apply where the request names none; `[]` for none. */
  readonly security?: readonly string[] | undefined;
  /** Sent as `accept` by `.json()`, where it is not `application/json`. */
  readonly accept?: string | undefined;
  /** Parameters that are written otherwise, or that are arrays or objects where untyped requests take neither. */
  readonly params?: { readonly [name: string]: ParameterWire } | undefined;
  readonly query?: { readonly [name: string]: ParameterWire } | undefined;
  readonly headers?: { readonly [name: string]: ParameterWire } | undefined;
  /** Content type of a body of each kind, where it is not the kind's own. */
  readonly contentTypes?: { readonly [kind in "json" | "form" | "body"]?: string | undefined } | undefined;
  /** Fields and parts that are written otherwise. */
  readonly form?: { readonly [name: string]: PartWire } | undefined;
  readonly multipart?: { readonly [name: string]: PartWire } | undefined;
}

/** How one parameter is written (OpenAPI 3.1.1, Parameter Object); what is absent is OpenAPI's default for its place. */
export interface ParameterWire {
  readonly style?: ParameterStyle | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
  /** The value is written in this media type instead of a style. */
  readonly content?: string | undefined;
}

export type ParameterStyle = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

/**
 * How one field of a form or part of a multipart body is written (OpenAPI 3.1.1, Encoding Object). Without style, explode
 * and allowReserved: objects as JSON, arrays repeated.
 */
export interface PartWire extends Omit<ParameterWire, "content"> {
  readonly contentType?: string | undefined;
  /** Constant headers of a part. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** A request before anything of it is checked. */
export interface WrittenRequest {
  readonly method: string;
  /** As the call writes it. */
  readonly path: string;
  /** The call's own, as they were read. */
  readonly options: object;
  /** What to send as `accept` unless the caller sets one. */
  readonly accept: () => string | undefined;
}

/** Writes a request as its operation has it, in words that every request understands. Made by `operations`. */
export type WriteRequest = (
  request: WrittenRequest,
  invalid: (code: string, problem: string) => Error,
) => WrittenRequest;
