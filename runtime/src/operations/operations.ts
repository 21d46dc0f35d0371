import type { OperationWire, WriteRequest, WrittenRequest } from "../config/definition.js";
import { own, withoutPrototypes } from "../config/options.js";
import type { InvalidRequest } from "../http/invalid.js";
import { writeBody } from "./write-body.js";
import { writeQuery } from "./write-fields.js";
import { writeHeaders } from "./write-headers.js";
import { writePath } from "./write-path.js";

/**
 * Makes the writer of a provider's operations. Keys are method and path as the document writes them; a call is an
 * operation's where it writes both exactly so, fragment included (rules §2.11).
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- for `const`: what a parameter called `constructor` has to be, TypeScript takes from `Object`, and a style would be any string
export function operations<const Wires extends OperationWires>(wires: Wires): WriteRequest {
  let known: OperationWires | undefined;
  return (request, invalid) => {
    const wire = wireOf((known ??= withoutPrototypes(wires)), request);
    // The errors that it is asked for are RequestErrors, whoever asks.
    return wire === undefined ? request : written(request, wire, invalid as InvalidRequest);
  };
}

/** By method and path. */
interface OperationWires {
  readonly [operation: string]: OperationWire;
}

/** A HEAD asks for what the GET would answer, so it is written alike. */
function wireOf(wires: OperationWires, { method, path }: WrittenRequest): OperationWire | undefined {
  return own(wires, `${method} ${path}`) ?? (method === "HEAD" ? own(wires, `GET ${path}`) : undefined);
}

function written(request: WrittenRequest, wire: OperationWire, invalid: InvalidRequest): WrittenRequest {
  const given: OperationCall = request.options;
  const { path, params, query } = writePath(request.path, given.params, wire, invalid);
  const { contentType, ...body } = writeBody(given, wire, invalid);
  const { service, security } = wire;
  const options = {
    service,
    security,
    ...given,
    params,
    query: writeQuery(given.query, wire.query, query, invalid),
    headers: writeHeaders(given.headers, wire.headers, contentType, invalid),
    ...body,
  };
  const accept = (): string | undefined => request.accept() && (wire.accept ?? request.accept());
  return { ...request, path, options: Object.assign(Object.create(null) as object, options), accept };
}

/** What a call gives, as far as an operation has something to say about it; nothing of it was checked. */
export interface OperationCall {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly json?: unknown;
  readonly form?: unknown;
  readonly multipart?: unknown;
  readonly body?: unknown;
}
