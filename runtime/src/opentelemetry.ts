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
import { badOption } from "./http/bound-provider.js";
import type { Around, AttemptEnd, CallEnd } from "./telemetry/around.js";
import {
  type Attributes,
  changeOf,
  circuitCounter,
  errorOf,
  messageOf,
  requestOf,
  serverOf,
  spanNameOf,
  statusOf,
  withValues,
} from "./telemetry/conventions.js";
import type { EventListener } from "./telemetry/events.js";

/**
 * Door for applications that trace and measure with OpenTelemetry. It alone needs `@opentelemetry/api`: spans and metrics
 * go to the SDK that the application has registered there.
 */

/** What {@link openTelemetry} does besides spans. */
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
