import { AsyncLocalStorage } from "node:async_hooks";
import {
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type ContextManager,
  type Meter,
  type MeterProvider,
  type Span,
  type SpanOptions,
  type SpanStatus,
  type TextMapPropagator,
} from "@opentelemetry/api";

/** A span as it was when it ended. */
export interface RecordedSpan {
  readonly name: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly kind: number | undefined;
  readonly attributes: Attributes;
  readonly events: { readonly name: string; readonly attributes: Attributes }[];
  status: SpanStatus | undefined;
}

export interface Measurement {
  readonly instrument: string;
  readonly options: unknown;
  readonly value: number;
  readonly attributes: Attributes;
}

/** Everything that reaches OpenTelemetry's API in this process, without an SDK. */
export function recordTelemetry() {
  const spans: RecordedSpan[] = [];
  const measurements: Measurement[] = [];
  // Another file of this process may have registered its own.
  for (const api of [context, trace, propagation, metrics]) api.disable();
  context.setGlobalContextManager(contextManager());
  trace.setGlobalTracerProvider({ getTracer: () => tracer(spans) });
  propagation.setGlobalPropagator(propagator);
  metrics.setGlobalMeterProvider(meterProvider(measurements));
  return { spans, measurements };
}

function tracer(ended: RecordedSpan[]) {
  let count = 0;
  const startSpan = (name: string, { kind, attributes }: SpanOptions = {}, parent = context.active()): Span => {
    const id = `span-${(count += 1)}`;
    const span: RecordedSpan = {
      name,
      id,
      kind,
      attributes: { ...attributes },
      events: [],
      status: undefined,
      parent: trace.getSpan(parent)?.spanContext().spanId,
    };
    const handle = {
      spanContext: () => ({ traceId: "trace", spanId: id, traceFlags: 1 }),
      setAttributes: (more: Attributes) => Object.assign(span.attributes, more),
      setStatus: (status: SpanStatus) => (span.status = status),
      addEvent: (event: string, told: Attributes = {}) => span.events.push({ name: event, attributes: told }),
      end: () => ended.push(span),
    };
    return handle as unknown as Span;
  };
  return { startSpan, startActiveSpan: () => undefined as never };
}

function contextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, self, ...given) => storage.run(active, () => run.apply(self, given)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

export const propagator: TextMapPropagator = {
  inject: (active, carrier, setter) =>
    setter.set(carrier, "traceparent", trace.getSpan(active)?.spanContext().spanId ?? ""),
  extract: (active) => active,
  fields: () => ["traceparent"],
};

function meterProvider(measurements: Measurement[]): MeterProvider {
  const create = (instrument: string, options: unknown) => {
    const measure = (value: number, attributes: Attributes) =>
      void measurements.push({ instrument, options, value, attributes });
    return { record: measure, add: measure };
  };
  return { getMeter: () => ({ createHistogram: create, createUpDownCounter: create }) as unknown as Meter };
}
