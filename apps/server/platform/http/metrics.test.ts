import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBareTestApp, TOKEN } from '../../../../test/bare-app.ts';

let app: FastifyInstance;
let isAway = false;
beforeAll(async () => {
  app = await buildBareTestApp({
    addRoutes: (routes) => {
      routes.metrics.addMetric({ name: 'shelves', help: 'How many.', read: () => 3 });
      routes.metrics.addMetric({
        name: 'jobs',
        help: 'By state.',
        label: 'state',
        read: async () => ({ waiting: 1, running: 2 }),
      });
      routes.metrics.addMetric({
        name: 'failing',
        help: 'Reads from a database that is away.',
        read: async () => {
          if (isAway) throw new Error('The database is away.');
          return 1;
        },
      });
      routes.metrics.addMetric({
        name: 'hanging',
        help: 'Reads from a database that does not respond.',
        read: () => (isAway ? new Promise(() => {}) : 1),
      });
    },
  });
});
afterAll(() => app.close());

async function scrape(): Promise<string[]> {
  const response = await app.inject({ url: '/metrics' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.body.split('\n');
}

test('requests are counted by route and status, never by the ids in the URL', async () => {
  for (const url of ['/v1/things/one', '/v1/things/two', '/v1/things/one?limit=0', '/v1/nothing/three'])
    await app.inject({ url, headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = await scrape();
  const counts = lines.filter((line) => line.startsWith('lectern_http_request_duration_seconds_count'));
  expect(counts).toEqual([
    'lectern_http_request_duration_seconds_count{method="GET",route="/v1/things/:thingId",status="200"} 2',
    'lectern_http_request_duration_seconds_count{method="GET",route="/v1/things/:thingId",status="400"} 1',
    'lectern_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
  ]);
  expect(lines).toContain(
    'lectern_http_request_duration_seconds_bucket{method="GET",route="/v1/things/:thingId",status="200",le="+Inf"} 2',
  );
  expect(lines.join()).not.toMatch(/three/);
});

test('buckets only grow', async () => {
  const buckets = (await scrape())
    .filter((line) =>
      line.startsWith(
        'lectern_http_request_duration_seconds_bucket{method="GET",route="/v1/things/:thingId",status="200"',
      ),
    )
    .map((line) => Number(line.split(' ')[1]));
  expect(buckets.length).toBeGreaterThan(10);
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
});

test('the process and the gauges of the features are there', async () => {
  const lines = await scrape();
  expect(lines).toContain('# TYPE lectern_shelves gauge');
  expect(lines).toContain('lectern_shelves 3');
  expect(lines).toContain('lectern_jobs{state="waiting"} 1');
  expect(lines.some((line) => /^process_resident_memory_bytes \d+/.test(line))).toBe(true);
});

test('a gauge that cannot be read is left out', async () => {
  const told = async () => (await scrape()).filter((line) => /^lectern_(?:failing|hanging) /.test(line));
  expect(await told()).toHaveLength(2);
  isAway = true;
  expect(await told()).toEqual([]);
  const lines = await scrape();
  isAway = false;
  expect(lines).toContain('lectern_shelves 3');
});

test('processor time is counted from the start of the process', async () => {
  const { user, system } = process.cpuUsage();
  const lines = await scrape();
  const told = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  const tolerance = 0.1;
  expect(told('process_cpu_user_seconds_total')).toBeGreaterThan(user / 1e6 - tolerance);
  expect(told('process_cpu_system_seconds_total')).toBeGreaterThan(system / 1e6 - tolerance);
  expect(told('process_cpu_seconds_total')).toBeGreaterThan((user + system) / 1e6 - tolerance);
});
