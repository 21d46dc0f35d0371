import type { AskedScheme, KeyInsert } from "../auth/authenticate.js";
import type { ServiceUrl } from "../config/base-url.js";
import { readHeaders } from "../config/headers.js";
import { pathBelow } from "../config/path-pattern.js";
import { allOf, type BadOption, copied, own, readOptions } from "../config/options.js";
import { placesMeet, slotsOf, writesHeader } from "../config/scheme-places.js";
import { describeRequest, RequestError } from "../errors/errors.js";
import { baseUrlOf } from "./base-urls.js";
import { loadBodies } from "./body.js";
import { badOption as badOfClient, type BoundProvider } from "./bound-provider.js";
import { badOption, type InvalidRequest, loadFor } from "./invalid.js";
import { joinUrl, parsePath, placeholders } from "./join-url.js";
import { parameterValue, valueError } from "./parameters.js";
import type { ClientHeaders, HandlesStatus, ReadRequest, Target } from "./prepare.js";
import type { AnyScheme, OneOrMany, RequestOptions } from "./provider-client.js";
import { requestKey } from "./request-key.js";
import { appendQuery, isScalar } from "./url.js";

/**
 * Finds the target of any request: base URLs with parameters or of the caller's own, paths that have to be encoded, several
 * schemes or keys in the path, the query or the body, statuses that are handled, streams, keys against repetition.
 */
export async function findTarget(request: ReadRequest): Promise<Target> {
  const { bound, service, method, given, headers, invalid } = request;
  checkTarget(bound, service, method, invalid);
  const { options } = request;
  // A caller who did not name the scheme may not know the way out.
  const clash: InvalidRequest = (code, problem) =>
    invalid(code, given.security === undefined ? `${problem} (\`security: []\` for none)` : problem);
  const schemes = askedSchemes(bound, options, invalid);
  const written = describeRequest(request.label);
  if (options.multipart !== undefined && headers.has("content-type"))
    throw invalid("bad-header", "`multipart` sets the content type itself, because of its boundary");
  requireFree(schemes, [...headers.keys()], "caller", clash);
  const base = baseUrlOf(bound, service);
  const { below, ...url } = urlOf(request, schemes, base, clash);
  const handlesStatus = handledStatuses(request);
  const key = await requestKey(request, below);
  const names = [...headers.keys()];
  requireFree(schemes, names, "caller", clash);
  const bodyKeys = keyNames(schemes, "body");
  const isInBody = key?.place !== undefined;
  const bodies = isInBody || bodyKeys.length > 0 ? await loadBodies(given.signal, invalid) : undefined;
  const streamed = given.stream
    ? await loadFor("response-stream", () => import("./response-stream.js"), given.signal, invalid)
    : undefined;
  const ofClient = headersOfClient(bound);
  const clientHeaders: ClientHeaders = async (secrets) => {
    const resolved = new Headers(await ofClient?.());
    requireFree(schemes, [...resolved.keys()], "client", clash);
    resolved.forEach((value) => secrets.add(value).add(value.replace(/^[\w-]+ +/, "")));
    for (const name of names) resolved.delete(name);
    return resolved;
  };
  return {
    schemes,
    base,
    handlesStatus,
    streamed,
    clientHeaders: ofClient && clientHeaders,
    ...url,
    keyWriter:
      bodies &&
      ((body) => {
        const keyed = isInBody ? key.writeInto(body, bodies, invalid) : body;
        return bodyKeys.length > 0 ? bodies.prepareKeyWriter(keyed, bodyKeys, clash) : () => keyed.content;
      }),
    key,
    explain: (error) => {
      const isEarly = error instanceof RequestError && error.message.startsWith(`${written}: `);
      throw isEarly ? invalid(error.code, error.message.slice(written.length + 2)) : error;
    },
  };
}

function checkTarget({ definition }: BoundProvider, service: string, method: string, invalid: InvalidRequest): void {
  if (own(definition.services, service) === undefined) {
    const known = Object.keys(definition.services).join(", ");
    throw invalid("unknown-service", `the provider has no such service; it has ${known}`);
  }
  if (!/^[A-Z][A-Z0-9-]*$/.test(method) || /^(?:CONNECT|TRACE|TRACK)$/.test(method))
    throw invalid("bad-method", "this method cannot be sent");
}

/** The schemes that a request is sent with: those that it names, or a default of its client or definition (rules §2.6). */
function askedSchemes(
  { security, definition, oauth2 }: BoundProvider,
  options: Pick<RequestOptions, "security">,
  invalid: InvalidRequest,
): readonly AskedScheme[] {
  const asked = options.security ?? security ?? definition.security;
  if (asked === undefined) return [];
  const { securitySchemes } = definition;
  const schemes = [...new Set([asked as OneOrMany<AnyScheme>].flat())].map((named): AskedScheme => {
    const read = typeof named === "string" ? { id: named } : oauth2?.read(named, badOption(invalid));
    const [id, scopes] = [own(read, "id") ?? "", own(read, "scopes")] as [string, AskedScheme["scopes"]];
    // A list in a list would be read as its text.
    const scheme = typeof id === "string" ? own(securitySchemes, id) : undefined;
    if (scheme !== undefined && (scopes === undefined || scheme.type === "oauth2")) return { id, scheme, scopes };
    const known = Object.keys(securitySchemes).join(", ") || "none";
    // It may be the secret itself.
    throw invalid("unknown-scheme", `the provider has no such security scheme; it has ${known}`);
  });
  if (placesMeet(schemes.flatMap(({ scheme }) => slotsOf(scheme))))
    throw invalid("scheme-clash", "two of the security schemes write to the same place");
  return schemes;
}

/** Names of the API keys that stand in a place of the request. */
function keyNames(schemes: readonly AskedScheme[], place: "path" | "body" | "query"): string[] {
  return schemes.flatMap(({ scheme }) => (scheme.type === "apiKey" && scheme.in === place ? [scheme.name] : []));
}

/** No scheme asked for may write to one of the headers. */
function requireFree(
  schemes: readonly AskedScheme[],
  names: readonly string[],
  who: string,
  clash: InvalidRequest,
): void {
  for (const name of names) {
    if (schemes.some(({ scheme }) => writesHeader(scheme, name)))
      throw clash("header-clash", `both the ${who} and the security scheme set the header \`${name}\``);
  }
}

/** Joined at once, so that mistakes show before anything is sent; only a key in the path has to wait for the attempt. */
function urlOf(
  request: ReadRequest,
  schemes: readonly AskedScheme[],
  base: ServiceUrl,
  clash: InvalidRequest,
): Pick<Target, "requireUnmoved" | "url"> & { readonly below: string } {
  const { bound, service, path, options, query, given, bad, invalid } = request;
  const template = parsePath(path, invalid);
  const pathKeys = keyNames(schemes, "path");
  const unplaced = pathKeys.find((name) => !placeholders(template).includes(name));
  if (unplaced !== undefined) throw clash("no-place-for-key", `the path has no {${unplaced}} for the API key`);
  const names = placeholders(template).filter((name) => !pathKeys.includes(name));
  const params = readOptions(options.params, "params", allOf(names), badOption(invalid));
  const join = (at: ServiceUrl, keys?: readonly KeyInsert[]): string => {
    const keyOf = (name: string) => keys?.find((key) => key.in === "path" && key.name === name)?.value ?? "key";
    const valueOf = (name: string): string => (names.includes(name) ? pathValue(request, params, name) : keyOf(name));
    return appendQuery(joinUrl(at, template, valueOf, invalid), query);
  };
  const url = join(base);
  const { searchParams } = new URL(url);
  const taken = keyNames(schemes, "query").find((name) => searchParams.has(name));
  if (taken !== undefined) throw clash("query-clash", `both the query and the security scheme set "${taken}"`);
  return {
    below: pathBelow(url, base),
    requireUnmoved: () => {
      if (join(baseUrlOf(bound, service)) !== url)
        throw valueError(bound, "service", service, MOVED, "base-url-changed");
    },
    url: (keys) => {
      const unread = (["from", "pages"] as const).find((name) => given[name] !== undefined);
      if (unread !== undefined) throw bad(`\`${unread}\``, "is for `items()`, `pages()` and `page()`");
      return pathKeys.length === 0 ? url : join(base, keys);
    },
  };
}

const MOVED = " has changed since the call began, because variables have changed: call again";

function pathValue({ bound, invalid }: ReadRequest, params: object, name: string): string {
  const given = own(params, name);
  const value = given === undefined ? parameterValue(bound, name) : given;
  if (isScalar(value)) return String(value);
  if (value !== undefined)
    throw invalid("bad-parameter", `the value for {${name}} is not well-formed text, a number or a boolean`);
  if (own(bound.definition.parameters, name) === undefined)
    throw invalid("missing-parameter", `the path needs a value for {${name}}: pass it in \`params\``);
  throw valueError(bound, "parameter", name, " is missing: pass it in `parameters`", "missing-parameter");
}

/** Reads from `handle` or from `throwHttpErrors` which statuses the caller takes (rules §2.7). */
function handledStatuses({ given: { handle, throwHttpErrors }, bad }: ReadRequest): HandlesStatus {
  if (handle !== undefined) {
    if (throwHttpErrors !== undefined)
      throw bad("`handle`", "and `throwHttpErrors` exclude each other: use one of them");
    const statuses = new Set<unknown>(handle);
    if (!Array.from(statuses).every(isStatus)) throw bad("`handle`", "is not a list of statuses, such as [404, 409]");
    return (status) => statuses.has(status);
  }
  if (typeof throwHttpErrors !== "function") return (_, isFollowed) => !isFollowed && throwHttpErrors === false;
  return (status, isFollowed) => {
    if (isFollowed) return false;
    const throws: unknown = throwHttpErrors(status);
    // An `async` function would always throw.
    if (typeof throws === "object") throw bad("`throwHttpErrors`", "returned an object, not a boolean: is it async?");
    return throws === false;
  };
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999;
}

/** Reads the headers that code gives to a client: a record at once, what a function returns with each attempt. */
function headersOfClient({ given: { headers }, definition }: BoundProvider): (() => Promise<Headers>) | undefined {
  const bad = badOfClient(definition.name);
  if (typeof headers === "function")
    return async () => {
      // Errors of the function are not passed on: they may hold the secrets.
      const returned = async (): Promise<unknown> => copied(await (headers as () => unknown)());
      const read = await returned().catch(() => {
        throw bad("`headers`", "could not be read: its function threw");
      });
      return ofClient(read, bad);
    };
  const fixed = headers === undefined ? undefined : ofClient(headers, bad);
  return fixed && (async () => fixed);
}

function ofClient(given: unknown, bad: BadOption): Headers {
  const headers = readHeaders(given, bad);
  for (const name of ["content-type", "idempotency-key", "x-idempotency-key"]) {
    if (headers.has(name)) throw bad(`\`headers.${name}\``, "is set by each request");
  }
  return headers;
}
