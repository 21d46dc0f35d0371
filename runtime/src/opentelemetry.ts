import {
  type Attributes,
  type Context,
  context,
  type Meter,
  metrics,
  propagation,
  SpanKind,
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

/**
 * A CLIENT span for each attempt by the stable conventions for HTTP, an INTERNAL one around each use-case call, and
 * circuits as they change (docs/observing.md). Nothing of it holds a credential, a filled path, a query or a body. Throws
 * a ConfigurationError for options that it does not have.
 */
export function openTelemetry(options?: OpenTelemetryOptions): Telemetry {
  const read = readOptions<OpenTelemetryOptions>(options, "", OPTIONS, badOption());
  const { metrics: isMeasured = false, propagate = true } = read;
  const durations = lazily((meter) => meter.createHistogram("http.client.request.duration", DURATION));
  return {
    around: {
      call: ({ call, profile, useCase }, run) => {
        // Any other is a request, whose attempts have spans of their own.
        if (useCase === undefined) return run();
        const attributes = { "sdkwright.call": call, "sdkwright.profile": profile, "sdkwright.use_case": useCase };
        return inSpan(`${profile}/${useCase}`, SpanKind.INTERNAL, attributes, async () => run(), servedBy);
      },
      attempt: async (what, run) => {
        const server = serverOf(what);
        const name = `${isKnown(what.method) ? what.method : "HTTP"} ${what.path}`;
        const send = (active: Context): Promise<AttemptEnd> => {
          const headers = {};
          if (propagate) propagation.inject(active, headers, carried);
          return run({ headers });
        };
        const end = await inSpan(name, SpanKind.CLIENT, { ...server, ...requestOf(what) }, send, statusOf);
        if (isMeasured)
          durations().record(end.duration / 1000, withValues({ ...server, ...statusOf(end), ...errorOf(end) }));
      },
    },
    on: circuitListener(),
  };
}

/** Leaves out what no header can carry: baggage may come from anyone who calls the application. */
const carried: TextMapSetter<Record<string, string>> = {
  set(headers, name, value) {
    if (isToken(name) && isFieldValue(value)) headers[name] = value;
  },
};

/** Runs in a span that is current meanwhile; it never rejects. */
async function inSpan<End extends AttemptEnd>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  run: (active: Context) => Promise<End>,
  resultOf: (end: End) => Attributes,
): Promise<End> {
  const span = trace.getTracer(NAME).startSpan(name, { kind, attributes: withValues(attributes) });
  const active = trace.setSpan(context.active(), span);
  const end = await context.with(active, run, undefined, active);
  span.setAttributes(withValues({ ...resultOf(end), ...errorOf(end) }));
  // Ours hold no secret; those of a status say nothing new, and what others throw may say anything.
  const message = end.error instanceof SdkError && !(end.error instanceof HttpError) ? end.error.message : undefined;
  if (!end.ok) span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
  span.end();
  return end;
}

/** Makes an instrument at its first use: an SDK for metrics that is registered later does not get those of before. */
function lazily<Instrument>(make: (meter: Meter) => Instrument): () => Instrument {
  let made: Instrument | undefined;
  return () => (made ??= make(metrics.getMeter(NAME)));
}

const DURATION = {
  unit: "s",
  description: "Duration of HTTP client requests.",
  // As the conventions advise.
  advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
};

const CIRCUITS = { unit: "{circuit}", description: "Circuits that are not closed." };

/** Adds changes to the current span, and counts circuits that are not closed by owner and state. */
function circuitListener(): EventListener {
  const circuits = lazily((meter) => meter.createUpDownCounter("sdkwright.circuits", CIRCUITS));
  const counts = new Map<string, number>();
  const count = (owner: Attributes, state: CircuitName, by: number): void => {
    const attributes = { ...owner, "sdkwright.circuit.state": state };
    const key = JSON.stringify(attributes);
    const counted = (counts.get(key) ?? 0) + by;
    // One that was imported has not been counted.
    if (state === "closed" || counted < 0) return;
    counts.set(key, counted);
    circuits().add(by, attributes);
  };
  return (event) => {
    if (event.type !== "circuit") return;
    const { provider, profile, useCase, from, to } = event;
    const owner = withValues({
      "sdkwright.provider": provider,
      "sdkwright.profile": profile,
      "sdkwright.use_case": useCase,
    });
    trace.getActiveSpan()?.addEvent("sdkwright.circuit", withValues({ ...owner, ...changeOf(event) }));
    count(owner, from, -1);
    count(owner, to, 1);
  };
}

/** Leaves out attributes without a value: SDKs would keep the name. */
function withValues(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** The conventions know the method. */
function isKnown(method: string): boolean {
  return /^(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/.test(method);
}

/** Attributes of spans and metrics. */
function serverOf({ method, baseUrl }: AroundAttempt): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl);
  return {
    "http.request.method": isKnown(method) ? method : "_OTHER",
    "server.address": hostname.replaceAll(/[[\]]/g, ""),
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
  };
}

/** Further attributes of spans. */
function requestOf({ call, provider, service, method, baseUrl, path, attempt }: AroundAttempt): Attributes {
  return {
    "url.full": fullUrl(baseUrl, path),
    "url.template": path,
    "sdkwright.call": call,
    "sdkwright.provider": provider,
    "sdkwright.service": service,
    "http.request.method_original": isKnown(method) ? undefined : method,
    "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
  };
}

/** The `path` of an absolute URL, such as a link to a next page, has the path of the base URL too. */
function fullUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = new URL(baseUrl);
  if (pathname !== "/" && `${path}/`.startsWith(`${pathname}/`)) return origin + path;
  return path === "" || path.startsWith("/") ? baseUrl + path : `${baseUrl}/${path}`;
}

function statusOf({ status }: AttemptEnd): Attributes {
  return { "http.response.status_code": status };
}

function servedBy({ provider, attempts }: CallEnd): Attributes {
  return { "sdkwright.provider": provider, "sdkwright.attempts": attempts };
}

function errorOf({ ok, error }: AttemptEnd): Attributes {
  if (ok) return {};
  if (error instanceof HttpError && error.status >= 400) return { "error.type": String(error.status) };
  if (error instanceof SdkError) return { "error.type": error.code };
  return { "error.type": error instanceof Error ? error.name : "_OTHER" };
}

function changeOf({ from, to, cause, service, scheme, method, path }: CircuitEvent): Attributes {
  return {
    "sdkwright.circuit.from": from,
    "sdkwright.circuit.state": to,
    "sdkwright.circuit.cause": cause,
    "sdkwright.service": service,
    "sdkwright.scheme": scheme,
    "http.request.method": method,
    "url.template": path,
  };
}
