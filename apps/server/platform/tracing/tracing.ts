/**
 * Traces: what a request or a job waited for. Off by default. Then nothing of OpenTelemetry is loaded, nothing wraps a
 * request, and each place that could begin a span looks at one variable.
 */
import { WorkLocal } from '../work-local.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where a span belongs to: what W3C's header `traceparent` says. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

export interface SpanStart {
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: Attributes;
  parent?: TraceContext | undefined;
}

export interface LiveSpan {
  readonly context: TraceContext;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** `type`: the class of the error. Its message is kept back: it may name what users wrote. */
  fail(type: string): void;
  end(): void;
}

export interface Tracing {
  /** Undefined: this trace is not sampled. */
  start(name: string, start: SpanStart): LiveSpan | undefined;
  /** Sends what waits, for a moment. */
  close(): Promise<void>;
}

interface Scope {
  span: LiveSpan;
  /** Of everything below one request or job. */
  root: { span: LiveSpan; jobKind: string | undefined; statements: number };
}

/** More statements of one request or job have no spans: a long job would fill the collector. */
const MAX_STATEMENTS = 200;
const MAX_STATEMENT_LENGTH = 1000;

const scopes = new WorkLocal<Scope>();
let active: Tracing | undefined;

/** One process has one tracing, from its start to its end. Undefined: none. */
export function useTracing(tracing: Tracing | undefined): void {
  active = tracing;
}

const findScope = (): Scope | undefined => (active === undefined ? undefined : scopes.value);

/** Runs work as the beginning of a trace, or as the continuation of one from elsewhere. */
export function inRootSpan<T>(
  name: string,
  { jobKind, ...start }: SpanStart & { jobKind?: string },
  work: (span: LiveSpan | undefined) => Promise<T>,
): Promise<T> {
  const span = active?.start(name, start);
  if (!span) return work(undefined);
  const root = { span, jobKind, statements: 0 };
  return scopes.run({ span, root }, async () => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(nameError(error));
      throw error;
    } finally {
      if (root.statements > MAX_STATEMENTS)
        span.set({ 'lectern.db.statements_without_span': root.statements - MAX_STATEMENTS });
      span.end();
    }
  });
}

/** Runs work as a span of the request or job that it is part of; outside of one, without a span. */
export function inSpan<T>(name: string, start: SpanStart, work: (span?: LiveSpan) => Promise<T>): Promise<T> {
  const scope = findScope();
  const span = scope && active?.start(name, { ...start, parent: scope.span.context });
  return scope && span ? within(span, { ...scope, span }, work) : work();
}

async function within<T>(span: LiveSpan, scope: Scope, work: (span: LiveSpan) => Promise<T>): Promise<T> {
  try {
    return await scopes.run(scope, () => work(span));
  } catch (error) {
    span.fail(nameError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A statement, whose text has placeholders instead of values. */
export function inStatementSpan<T>(text: string, queued: number, work: () => Promise<T>): Promise<T> {
  const scope = findScope();
  if (!scope) return work();
  scope.root.statements += 1 + queued;
  if (scope.root.statements > MAX_STATEMENTS) return work();
  const written = text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_STATEMENT_LENGTH);
  const [operation = ''] = written.split(' ', 1);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': written,
    // Sent with this one, without waiting for a response.
    ...(queued > 0 ? { 'lectern.db.statements_sent_before': queued } : {}),
  };
  return inSpan(`${operation} postgresql`, { kind: 'client', attributes }, () => work());
}

const nameError = (error: unknown): string => (error instanceof Error ? error.name : 'Error');

/** The header for a receiver that continues the trace; undefined outside of one. */
export function findTraceparent(): string | undefined {
  const scope = findScope();
  return scope && writeTraceparent(scope.span.context);
}

const writeTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

export function parseTraceparent(header: unknown): TraceContext | undefined {
  const match = typeof header === 'string' && header.length < 200 ? TRACEPARENT.exec(header) : null;
  if (!match) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = match;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * The payload of a job that continues the trace of who enqueues it. A job that enqueues itself again begins a new one:
 * its trace would never end.
 */
export function withTrace(kind: string, payload: object): object {
  const scope = findScope();
  if (!scope || scope.root.jobKind === kind || Array.isArray(payload)) return payload;
  return { ...payload, traceparent: writeTraceparent(scope.span.context) };
}

/** A payload as it was enqueued, and the trace that it continues. */
export function takeTrace(payload: unknown): { payload: unknown; parent: TraceContext | undefined } {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload))
    return { payload, parent: undefined };
  const { traceparent, ...rest } = payload;
  return { payload: rest, parent: parseTraceparent(traceparent) };
}
