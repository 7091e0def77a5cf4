import { BOUNDS, escapeLabel } from '../metrics/instruments.ts';

/** How often, and how fast, one route answered with one status. */
export interface RequestSeries {
  method: string;
  /** The route's pattern, never the URL itself: identifiers in labels would grow without bound. */
  route: string;
  status: number;
  count: number;
  seconds: number;
  /** The number of requests in each bucket (not cumulated); the last one has no bound. */
  buckets: number[];
}

/** Counts finished requests. Plain numbers in arrays: a warm request pays three map look-ups for it. */
export class RequestMeter {
  readonly #routes = new Map<string, Map<string, Map<number, RequestSeries>>>();

  count(method: string, route: string, status: number, milliseconds: number): void {
    const series = this.#find(method, route, status);
    const seconds = milliseconds / 1000;
    series.count += 1;
    series.seconds += seconds;
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket += 1;
    series.buckets[bucket] = (series.buckets[bucket] as number) + 1;
  }

  list(): RequestSeries[] {
    return [...this.#routes.values()].flatMap((methods) =>
      [...methods.values()].flatMap((statuses) => [...statuses.values()]),
    );
  }

  #find(method: string, route: string, status: number): RequestSeries {
    const methods = findOrAdd(this.#routes, route, () => new Map<string, Map<number, RequestSeries>>());
    const statuses = findOrAdd(methods, method, () => new Map<number, RequestSeries>());
    return findOrAdd(statuses, status, () => ({
      method,
      route,
      status,
      count: 0,
      seconds: 0,
      buckets: new Array<number>(BOUNDS.length + 1).fill(0),
    }));
  }
}

function findOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** The series as the lines of a Prometheus histogram. */
export function renderSeries(series: RequestSeries[]): string {
  const name = 'lectern_http_request_duration_seconds';
  const lines = [`# HELP ${name} Duration of HTTP requests in seconds.`, `# TYPE ${name} histogram`];
  for (const { method, route, status, count, seconds, buckets } of series) {
    const labels = `method="${method}",route="${escapeLabel(route)}",status="${status}"`;
    let sum = 0;
    buckets.forEach((inBucket, index) => {
      sum += inBucket;
      lines.push(`${name}_bucket{${labels},le="${BOUNDS[index] ?? '+Inf'}"} ${sum}`);
    });
    lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`);
  }
  return `${lines.join('\n')}\n`;
}
