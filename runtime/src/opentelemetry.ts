import {
  type Context,
  context,
  type Meter,
  metrics,
  propagation,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapSetter,
  trace,
} from "@opentelemetry/api";
import { isFieldValue, isToken } from "./config/headers.js";
import { readOptions } from "./config/options.js";
import { HttpError, SdkError } from "./errors/errors.js";
import { badOption } from "./http/bound-provider.js";
import type { Around, AroundAttempt, AttemptEnd, CallEnd } from "./telemetry/around.js";
import type { CircuitEvent, CircuitName, EventListener } from "./telemetry/events.js";

/**
 * For applications that trace and measure with OpenTelemetry. This entry point alone needs `@opentelemetry/api`: spans and
 * metrics go to the SDK that the application has registered there.
 */

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** Records `http.client.request.duration`. Default `false`, because instrumentations of `fetch` record it too. */
  metrics?: boolean | undefined;
  /** `false`: attempts carry no `traceparent`, because an instrumentation of `fetch` adds one, or nobody is to learn it. */
  propagate?: boolean | undefined;
}

/** Options of a client: `createClient({ ...openTelemetry() })`. */
export interface Telemetry {
  readonly around: { readonly [Hook in keyof Around]-?: NonNullable<Around[Hook]> };
  readonly on: EventListener;
}

const NAME = "@sdkwright/runtime";
const OPTIONS = { metrics: "a boolean", propagate: "a boolean" };
/** In seconds, as the conventions advise. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * A CLIENT span for each attempt by the stable conventions for HTTP, an INTERNAL one around each use-case call, and
 * circuits as they change (docs/observing.md). Nothing of it holds a credential, a filled path, a query or a body. Throws
 * a ConfigurationError for options that it does not have.
 */
export function openTelemetry(options?: OpenTelemetryOptions): Telemetry {
  const { metrics: measure = false, propagate = true } = readOptions<OpenTelemetryOptions>(
    options,
    "",
    OPTIONS,
    badOption(),
  );
  const record = measure ? durationRecorder() : () => {};
  const headersFor = (active: Context): { readonly [name: string]: string } => {
    const headers = {};
    if (propagate) propagation.inject(active, headers, carried);
    return headers;
  };
  return {
    around: {
      call: ({ call, profile, useCase }, run) => {
        // Any other is a request, whose attempts have spans of their own.
        if (useCase === undefined) return run();
        const attributes = withValues({
          "sdkwright.call": call,
          "sdkwright.profile": profile,
          "sdkwright.use_case": useCase,
        });
        return inSpan(`${profile}/${useCase}`, { kind: SpanKind.INTERNAL, attributes }, async () => run(), servedBy);
      },
      attempt: async (what, run) => {
        const span = { kind: SpanKind.CLIENT, attributes: { ...serverOf(what), ...requestOf(what) } };
        const send = (active: Context) => run({ headers: headersFor(active) });
        const end = await inSpan(spanNameOf(what), span, send, statusOf);
        record(end.duration / 1000, { ...serverOf(what), ...statusOf(end), ...errorOf(end) });
      },
    },
    on: circuitListener(),
  };
}

/** Whoever calls the application may have written its baggage: what no header can carry is left out, and fails nothing. */
const carried: TextMapSetter<Record<string, string>> = {
  set(headers, name, value) {
    if (isToken(name) && isFieldValue(value)) headers[name] = value;
  },
};

/** Runs in a span that is current for all that it does; it never rejects. */
async function inSpan<End extends AttemptEnd>(
  name: string,
  options: SpanOptions,
  run: (active: Context) => Promise<End>,
  tell: (end: End) => Attributes,
): Promise<End> {
  const span = trace.getTracer(NAME).startSpan(name, options);
  const active = trace.setSpan(context.active(), span);
  const end = await context.with(active, run, undefined, active);
  span.setAttributes({ ...tell(end), ...errorOf(end) });
  const message = messageOf(end);
  if (!end.ok) span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
  span.end();
  return end;
}

function servedBy({ provider, attempts }: CallEnd): Attributes {
  return withValues({ "sdkwright.provider": provider, "sdkwright.attempts": attempts });
}

/** Not before the first use: an SDK for metrics that is registered later does not get what was made earlier. */
function lazily<Instrument>(make: (meter: Meter) => Instrument): () => Instrument {
  let made: Instrument | undefined;
  return () => (made ??= make(metrics.getMeter(NAME)));
}

function durationRecorder(): (seconds: number, attributes: Attributes) => void {
  const advice = { explicitBucketBoundaries: BUCKETS };
  const options = { unit: "s", description: "Duration of HTTP client requests.", advice };
  const histogram = lazily((meter) => meter.createHistogram("http.client.request.duration", options));
  return (seconds, attributes) => histogram().record(seconds, attributes);
}

function circuitListener(): EventListener {
  const options = { unit: "{circuit}", description: "Circuits that are not closed." };
  const circuits = lazily((meter) => meter.createUpDownCounter("sdkwright.circuits", options));
  const count = circuitCounter((by, attributes) => circuits().add(by, attributes));
  return (event) => {
    if (event.type !== "circuit") return;
    trace.getActiveSpan()?.addEvent("sdkwright.circuit", changeOf(event));
    count(event);
  };
}

/** Attributes of spans and metrics, by the names of OpenTelemetry's stable conventions for HTTP. */
interface Attributes {
  [name: string]: string | number;
}

/** Without those that have no value: SDKs would keep the name. */
function withValues(attributes: { readonly [name: string]: string | number | undefined }): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Attributes;
}

/** The methods that the conventions know and that can be sent. */
const METHODS = /^(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/;

/** `GET /items/{id}`; `HTTP` for a method that the conventions do not know. */
function spanNameOf({ method, path }: AroundAttempt): string {
  return `${METHODS.test(method) ? method : "HTTP"} ${path}`;
}

/** Attributes of spans and metrics. */
function serverOf({ method, baseUrl }: AroundAttempt): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl);
  return {
    "http.request.method": METHODS.test(method) ? method : "_OTHER",
    "server.address": hostname.replaceAll(/[[\]]/g, ""),
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
  };
}

/** Further attributes of spans. */
function requestOf({ call, provider, service, method, baseUrl, path, attempt }: AroundAttempt): Attributes {
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

/** The `path` of an absolute URL, such as a link to a next page, has the path of the base URL too. */
function fullUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = new URL(baseUrl);
  if (pathname !== "/" && `${path}/`.startsWith(`${pathname}/`)) return origin + path;
  return path === "" || path.startsWith("/") ? baseUrl + path : `${baseUrl}/${path}`;
}

function statusOf({ status }: AttemptEnd): Attributes {
  return withValues({ "http.response.status_code": status });
}

function errorOf({ ok, error }: AttemptEnd): Attributes {
  return ok ? {} : { "error.type": errorType(error) };
}

function errorType(error: unknown): string {
  if (error instanceof HttpError && error.status >= 400) return String(error.status);
  if (error instanceof SdkError) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}

/** Ours hold no secret; those of a status say nothing new, and what others throw may say anything. */
function messageOf({ error }: AttemptEnd): string | undefined {
  return error instanceof SdkError && !(error instanceof HttpError) ? error.message : undefined;
}

/** A change, for the span in which it happens. */
function changeOf(event: CircuitEvent): Attributes {
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
function circuitCounter(add: (by: number, attributes: Attributes) => void): (event: CircuitEvent) => void {
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
