/** Traces by OpenTelemetry. Loaded only where traces are on. */
import {
  type Attributes as OtherAttributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  type TracerConfig,
} from '@opentelemetry/sdk-trace-base';
import type { TracingConfig } from '../config.ts';
import { tracedSpans } from '../metrics/meters.ts';
import type { LiveSpan, TraceContext, Tracing } from './tracing.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const EXPORT_TIMEOUT_MS = 5000;
const CLOSE_MS = 2000;

export function startOpenTelemetry(config: TracingConfig, version: string): Tracing {
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BoundedExport(exporter);
  const provider = new BasicTracerProvider({
    sampler: createSampler(config.sampler),
    resource: createResource({
      ...config.resource,
      'service.name': config.serviceName,
      'service.version': version,
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.name': 'opentelemetry',
    }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('lectern', version);
  return {
    start(name, { kind, attributes, parent }) {
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent)) : ROOT_CONTEXT;
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: attributes as OtherAttributes },
        context,
      );
      return span.isRecording() ? toLiveSpan(span) : undefined;
    },
    close: () => processor.shutdown(),
  };
}

const toSpanContext = ({ traceId, spanId, isSampled }: TraceContext) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote: true,
});

function toLiveSpan(span: Span): LiveSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    context: { traceId, spanId, isSampled: true },
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes as OtherAttributes),
    fail: (type) => {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

function createSampler({ name, ratio }: TracingConfig['sampler']): Sampler {
  const own = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler();
  if (name.startsWith('parentbased_')) return new ParentBasedSampler({ root: own });
  // Within this service, what belongs to a sampled request is sampled; the callers of requests decide nothing.
  return own;
}

/** The library's own resource would read the environment, and name the machine. */
function createResource(attributes: Record<string, string>): NonNullable<TracerConfig['resource']> {
  const resource: NonNullable<TracerConfig['resource']> = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}

const MAX_QUEUE = 4096;
const MAX_BATCH = 512;
const DELAY_MS = 2000;

/** Sends spans in the background, one batch at a time. What a collector does not take in time is dropped and counted. */
class BoundedExport implements SpanProcessor {
  readonly #exporter: SpanExporter;
  readonly #queue: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
    for (const outcome of ['exported', 'failed', 'dropped']) tracedSpans.of(outcome);
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#queue.length >= MAX_QUEUE) {
      tracedSpans.add(1, 'dropped');
      return;
    }
    this.#queue.push(span);
    if (this.#queue.length >= MAX_BATCH) void this.forceFlush();
    else if (!this.#timer) {
      this.#timer = setTimeout(() => void this.forceFlush(), DELAY_MS);
      this.#timer.unref();
    }
  }

  forceFlush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async shutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([this.forceFlush(), late]);
    clearTimeout(timer);
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, MAX_BATCH);
      tracedSpans.add(batch.length, (await this.#send(batch)) ? 'exported' : 'failed');
    }
  }

  #send(batch: ReadableSpan[]): Promise<boolean> {
    return new Promise((resolve) => {
      try {
        this.#exporter.export(batch, ({ code }) => resolve(code === 0));
      } catch {
        resolve(false);
      }
    });
  }
}
