import { HttpError } from "../errors/errors.js";
import type { BodyOf, documented, Operation } from "./operation-types.js";

/** The operations of a client's document, by method and path; nothing if it has none. */
type OperationsOf<Client> = Client extends { readonly untyped: { readonly [documented]?: infer Operations } }
  ? Operations extends object
    ? Operations
    : object
  : object;

/** `GET /parcels/{id}`, of each operation; without a document, any path after one of a client's methods. */
export type CallOf<Client> = keyof OperationsOf<Client> extends never
  ? `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS"} ${string}`
  : {
      [
        Method in keyof OperationsOf<Client> & string
      ]: `${Uppercase<Method>} ${keyof OperationsOf<Client>[Method] & string}`;
    }[keyof OperationsOf<Client> & string];

/** The operation that is called so. */
type Called<Operations, Call> = {
  [Method in keyof Operations & string]: {
    [Path in keyof Operations[Method] & string as `${Uppercase<Method>} ${Path}`]: Operations[Method][Path];
  };
}[keyof Operations & string] extends infer Named
  ? Named extends { readonly [Name in Call & string]: infer Found }
    ? Found
    : never
  : never;

/** The body that the document has for a status of an operation. */
export type ErrorBody<Client, Call, Status> = [Called<OperationsOf<Client>, Call>] extends [never]
  ? unknown
  : Called<OperationsOf<Client>, Call> extends Operation
    ? BodyOf<Called<OperationsOf<Client>, Call>["errors"], Status>
    : unknown;

/**
 * Tells whether an error is the answer of one operation with one of some statuses; then `body` is what the document says of it.
 * It compares provider, method, path as written and status. Nothing checks that the body is what the document says.
 *
 * @example
 * if (isHttpError(error, parcels, "POST /parcels", 402)) console.log(error.body.reason);
 */
export function isHttpError<
  Client extends { readonly name: string },
  Call extends CallOf<Client>,
  Status extends number,
>(
  error: unknown,
  client: Client,
  call: Call,
  ...statuses: readonly [Status, ...Status[]]
): error is HttpError & {
  readonly status: Status;
  readonly body: Status extends number ? ErrorBody<Client, Call, Status> : never;
} {
  if (!(error instanceof HttpError) || error.provider !== client.name) return false;
  return call === `${error.method} ${error.path}` && statuses.includes(error.status as Status);
}
