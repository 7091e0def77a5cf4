import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderMeters } from '../metrics/meters.ts';
import { nameTracedRequest } from '../tracing/trace-requests.ts';
import { logRequest } from './request-log.ts';
import { RequestMeter, renderSeries } from './request-meter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

/** One number of a metric with several. */
export interface Series {
  labels: Readonly<Record<string, string>>;
  value: number;
}

type Reading = number | Record<string, number> | readonly Series[];

interface Metric {
  /** Without the prefix `lectern_`: `jobs_waiting`. */
  name: string;
  help: string;
  /** A gauge by default. */
  type?: 'counter';
  /**
   * Called at each scrape: returns one number, one for each value of its label, or several with labels of their own.
   */
  read: () => Reading | Promise<Reading>;
  /** The name of the label if `read` returns several numbers. */
  label?: string;
  /** Whether it covers the whole database, and so is the same in each process. */
  isOfInstance?: true;
}

/** Prometheus' text format. */
export interface MetricsText {
  /** What this process counts and measures of itself. */
  process: string;
  /** What covers the whole database. */
  instance: string;
}

/** Scrapers give up after about ten seconds. */
const METRIC_TIMEOUT_MS = 1000;

/** The metrics of the service. Features add theirs while they are registered. */
export class Metrics {
  readonly requests = new RequestMeter();
  readonly #added: Metric[] = [];
  #process: Promise<{ metrics(): Promise<string> }> | undefined;
  #gather: (() => Promise<string>) | undefined;

  addMetric(metric: Metric): void {
    this.#added.push(metric);
  }

  /** What answers for all workers of the service, of which this process is one. */
  gatherWith(gather: () => Promise<string>): void {
    this.#gather = gather;
  }

  async render(): Promise<string> {
    if (this.#gather) return this.#gather();
    const { process, instance } = await this.read({ hasInstance: true });
    return `${process}\n${instance}`;
  }

  async read({ hasInstance }: { hasInstance: boolean }): Promise<MetricsText> {
    this.#process ??= measureProcess();
    const parts = [await (await this.#process).metrics(), renderSeries(this.requests.list()), renderMeters()];
    const readAll = (metrics: Metric[]): Promise<string[]> => Promise.all(metrics.map(readMetric));
    const [own, instance] = await Promise.all([
      readAll(this.#added.filter(({ isOfInstance }) => !isOfInstance)),
      readAll(hasInstance ? this.#added.filter(({ isOfInstance }) => isOfInstance) : []),
    ]);
    return { process: [...parts, ...own].join('\n'), instance: instance.join('\n') };
  }
}

/** A metric that cannot be read now, because the database is away, is left out; the others are still reported. */
async function readMetric(metric: Metric): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), METRIC_TIMEOUT_MS);
  });
  try {
    const value = await Promise.race([metric.read(), late]);
    return value === undefined ? '' : renderMetric(metric, value);
  } catch {
    return '';
  } finally {
    clearTimeout(timer);
  }
}

function renderMetric({ name, help, type, label }: Metric, value: Reading): string {
  const lines = [`# HELP lectern_${name} ${help}`, `# TYPE lectern_${name} ${type ?? 'gauge'}`];
  if (typeof value === 'number') lines.push(`lectern_${name} ${value}`);
  else if (isSeries(value))
    for (const { labels, value: number } of value) {
      const written = Object.entries(labels).map(([key, one]) => `${key}="${one}"`);
      lines.push(`lectern_${name}{${written.join()}} ${number}`);
    }
  else
    for (const [key, number] of Object.entries(value))
      lines.push(`lectern_${name}{${label ?? 'kind'}="${key}"} ${number}`);
  return `${lines.join('\n')}\n`;
}

const isSeries = (value: Exclude<Reading, number>): value is readonly Series[] => Array.isArray(value);

/**
 * Node.js' own metrics, collected from the first scrape on: a service without scrapes does not pay for them. Processor
 * time is counted from the start of the process all the same, since it would otherwise seem to start late.
 */
async function measureProcess(): Promise<{ metrics(): Promise<string> }> {
  const { Counter, Registry, collectDefaultMetrics } = await import('prom-client');
  const register = new Registry();
  const { user, system } = process.cpuUsage();
  collectDefaultMetrics({ register });
  const earlier = { user_: user, system_: system, '': user + system };
  for (const [kind, microseconds] of Object.entries(earlier)) {
    const counter = register.getSingleMetric(`process_cpu_${kind}seconds_total`);
    if (counter instanceof Counter) counter.inc(microseconds / 1e6);
  }
  return register;
}

/** Counts and logs every finished request, and answers `GET /metrics`. */
export function useMetrics(app: FastifyInstance): void {
  const metrics = new Metrics();
  app.decorate('metrics', metrics);
  const countAs =
    (url: string) =>
    (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      metrics.requests.count(request.method, url, reply.statusCode, reply.elapsedTime);
      nameTracedRequest(request.raw, { route: url, requestId: request.id });
      logRequest(request, reply);
      done();
    };
  const countUnknown = countAs('none');
  app.addHook('onResponse', (request, reply, done) =>
    request.is404 ? countUnknown(request, reply, done) : done(),
  );
  // A hook of the route itself knows its pattern; asking each request for its route costs more than counting it.
  app.addHook('onRoute', (route) => {
    route.onResponse = [...[route.onResponse ?? []].flat(), countAs(route.url)];
  });
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.type('text/plain; version=0.0.4; charset=utf-8');
      return metrics.render();
    },
  });
}
