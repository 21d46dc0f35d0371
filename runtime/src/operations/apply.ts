import type { ProviderDefinition } from "../config/definition.js";
import { own } from "../config/options.js";
import { type InvalidRequest, loadFor } from "../http/invalid.js";
import type { RequestOptions } from "../http/provider-client.js";

/** A call before its URL, headers and body are made. */
export interface OperationCall {
  /** In capital letters. */
  readonly method: string;
  /** As the caller writes it, with its placeholders. */
  readonly path: string;
  /** Copies of what the caller gave: they are read again after an `await`. */
  readonly options: RequestOptions;
  /** Returns the `accept` to send unless the caller sets one. */
  readonly accept: () => string | undefined;
}

/** A call with the service, the schemes and the `accept` of its operation. */
export interface AppliedCall extends OperationCall {
  /** Present if the operation says how something that the caller gave is written. */
  readonly style?: CallStyle | undefined;
}

export interface CallStyle {
  /** True if the fields of the body are written by it. Any other body can be encoded before {@link write}. */
  readonly writesBody: boolean;
  /** Writes the call by the operation's styles, in options that every request understands. Loads the code for it first. */
  readonly write: (invalid: InvalidRequest) => Promise<OperationCall>;
}

/**
 * Applies what the document says of the call's operation (rules §2.11). An operation is found by method and path exactly
 * as the document writes them, fragment included; a HEAD without an entry is written like its GET.
 */
export function applyOperation({ operations }: ProviderDefinition, call: OperationCall): AppliedCall {
  const { method, path, options } = call;
  const found =
    own(operations, `${method} ${path}`) ?? (method === "HEAD" ? own(operations, `GET ${path}`) : undefined);
  if (found === undefined) return call;
  const { service, security, params, query, headers, contentTypes, form, multipart } = found;
  const applied = {
    ...call,
    options: { service, security, ...options },
    accept: () => found.accept ?? call.accept(),
  };
  const writesBody = concerns(form, options.form) || concerns(multipart, options.multipart);
  // Placeholders may have operators, whatever is given for them.
  const isStyled =
    writesBody ||
    params !== undefined ||
    concerns(query, options.query) ||
    concerns(headers, options.headers) ||
    concerns(contentTypes, options);
  if (!isStyled) return applied;
  const write: CallStyle["write"] = async (invalid) =>
    (await loadFor("write", () => import("./write.js"), options.signal, invalid)).writeCall(applied, found, invalid);
  return { ...applied, style: { writesBody, write } };
}

/** Tells whether any of the names is given. Those of headers have no case. */
function concerns(names: object | undefined, given: unknown): boolean {
  if (names === undefined) return false;
  const found = new Set(Object.keys(Object(given) as object).map((name) => name.toLowerCase()));
  return Object.keys(names).some((name) => found.has(name.toLowerCase()));
}
