// OpenTelemetry's own SDK with exporters in memory, and its own instrumentation of `fetch`.
import { metrics } from "@opentelemetry/api";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";

const spanExporter = new InMemorySpanExporter();
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 });
const tracerProvider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] });
const meterProvider = new MeterProvider({ readers: [reader] });
tracerProvider.register();
metrics.setGlobalMeterProvider(meterProvider);

const instrumentation = new UndiciInstrumentation();
instrumentation.setTracerProvider(tracerProvider);
instrumentation.setMeterProvider(meterProvider);
instrumentation.disable();

/** Runs a task and gives the spans that end meanwhile; with undici's instrumentation where asked for. */
export async function spansOf(task, { undici = false } = {}) {
  spanExporter.reset();
  if (undici) instrumentation.enable();
  try {
    await task();
  } finally {
    if (undici) instrumentation.disable();
  }
  return spanExporter.getFinishedSpans().map((span) => ({
    name: span.name,
    kind: span.kind,
    id: span.spanContext().spanId,
    trace: span.spanContext().traceId,
    parent: span.parentSpanContext?.spanId,
    scope: span.instrumentationScope.name,
    attributes: span.attributes,
    status: span.status,
    events: span.events.map(({ name, attributes }) => ({ name, attributes })),
  }));
}

/** Everything measured so far, by instrument and scope. */
export async function measured() {
  await reader.forceFlush();
  const latest = metricExporter.getMetrics().at(-1)?.scopeMetrics ?? [];
  return latest.flatMap(({ scope, metrics: told }) =>
    told.map(({ descriptor, dataPoints }) => ({ scope: scope.name, name: descriptor.name, descriptor, dataPoints })),
  );
}

/** Leaves no timer behind. */
export async function shutdown() {
  await tracerProvider.shutdown();
  await meterProvider.shutdown();
}
