import { HttpError, SdkError } from "../errors/errors.js";
import type { AroundAttempt, AttemptEnd } from "./around.js";
import type { CircuitEvent, CircuitName } from "./events.js";

/** Attributes of spans and metrics, by the names of OpenTelemetry's stable conventions for HTTP. */
export interface Attributes {
  [name: string]: string | number;
}

/** Without those that have no value: SDKs would keep the name. */
export function withValues(attributes: { readonly [name: string]: string | number | undefined }): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Attributes;
}

/** The methods that the conventions know and that can be sent. */
const METHODS = /^(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/;

/** `GET /items/{id}`; `HTTP` for a method that the conventions do not know. */
export function spanNameOf({ method, path }: AroundAttempt): string {
  return `${METHODS.test(method) ? method : "HTTP"} ${path}`;
}

/** What spans and metrics have. */
export function serverOf({ method, baseUrl }: AroundAttempt): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl);
  return {
    "http.request.method": METHODS.test(method) ? method : "_OTHER",
    "server.address": hostname.replaceAll(/[[\]]/g, ""),
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
  };
}

/** What spans have besides. */
export function requestOf({ call, provider, service, method, baseUrl, path, attempt }: AroundAttempt): Attributes {
  return withValues({
    "url.full": fullUrl(baseUrl, path),
    "url.template": path,
    "sdkwright.call": call,
    "sdkwright.provider": provider,
    "sdkwright.service": service,
    "http.request.method_original": METHODS.test(method) ? undefined : method,
    "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
  });
}

/** Of an absolute URL, such as a link to a next page, `path` has the path of the base URL too. */
function fullUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = new URL(baseUrl);
  if (pathname !== "/" && `${path}/`.startsWith(`${pathname}/`)) return origin + path;
  return path === "" || path.startsWith("/") ? baseUrl + path : `${baseUrl}/${path}`;
}

export function statusOf({ status }: AttemptEnd): Attributes {
  return withValues({ "http.response.status_code": status });
}

export function errorOf({ ok, error }: AttemptEnd): Attributes {
  return ok ? {} : { "error.type": errorType(error) };
}

function errorType(error: unknown): string {
  if (error instanceof HttpError && error.status >= 400) return String(error.status);
  if (error instanceof SdkError) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}

/** Ours hold no secret; those of a status say nothing new, and what others throw may say anything. */
export function messageOf({ error }: AttemptEnd): string | undefined {
  return error instanceof SdkError && !(error instanceof HttpError) ? error.message : undefined;
}

/** A change, for the span in which it happens. */
export function changeOf(event: CircuitEvent): Attributes {
  const { from, to, cause, service, scheme, method, path } = event;
  return withValues({
    ...ownerOf(event),
    "sdkwright.circuit.from": from,
    "sdkwright.circuit.state": to,
    "sdkwright.circuit.cause": cause,
    "sdkwright.service": service,
    "sdkwright.scheme": scheme,
    "http.request.method": method,
    "url.template": path,
  });
}

/** Counts circuits that are not closed, by owner and state: `add` gets each change of a count. */
export function circuitCounter(add: (by: number, attributes: Attributes) => void): (event: CircuitEvent) => void {
  const counts = new Map<string, number>();
  const count = (owner: Attributes, state: CircuitName, by: number): void => {
    const attributes = { ...owner, "sdkwright.circuit.state": state };
    const key = JSON.stringify(attributes);
    const counted = (counts.get(key) ?? 0) + by;
    // One that was imported has not been counted.
    if (state === "closed" || counted < 0) return;
    counts.set(key, counted);
    add(by, attributes);
  };
  return (event) => {
    count(ownerOf(event), event.from, -1);
    count(ownerOf(event), event.to, 1);
  };
}

function ownerOf({ provider, profile, useCase }: CircuitEvent): Attributes {
  return withValues({ "sdkwright.provider": provider, "sdkwright.profile": profile, "sdkwright.use_case": useCase });
}
