import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  // With everything that is optional.
  const backup = { target: '/backup', schedule: { kind: 'every', hours: 24 }, keep: {} } as never;
  app = await buildTestApp({ config: { linkCheckDays: 7, backup } });
});
afterAll(() => app.close());

const scrape = async (): Promise<string> => (await app.server.inject({ url: '/metrics' })).body;

const listNames = (scraped: string): string[] =>
  [...scraped.matchAll(/^# TYPE (lectern_\w+) /gm)].map(([, name]) => name as string).sort();

const countStatements = (scraped: string): number =>
  [...scraped.matchAll(/^lectern_database_statements_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

const readSamples = (scraped: string, start: string): string[] =>
  scraped.split('\n').filter((line) => line.startsWith(start));

/** With ClickHouse, and with workers. */
const CONDITIONAL = ['lectern_insights_up', 'lectern_worker_restarts_total', 'lectern_worker_up'];

test('the documentation lists exactly the metrics of a scrape', async () => {
  const page = await readFile(new URL('../docs/running/monitoring.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `(lectern_\w+)`/gm)].map(([, name]) => name as string);
  expect(documented.filter((name) => !CONDITIONAL.includes(name)).sort()).toEqual(listNames(await scrape()));
  expect(documented).toEqual(expect.arrayContaining(CONDITIONAL));
});

test('a scrape sends few statements, scrapes in a row share them, and nothing is asked without a scrape', async () => {
  const first = countStatements(await scrape());
  const second = countStatements(await scrape());
  await sleep(200);
  const third = countStatements(await scrape());
  // The readings are kept for some seconds; only whether the database responds is asked each time.
  expect(second - first).toBeLessThanOrEqual(6);
  expect(third - second).toBeLessThanOrEqual(1);
});

test('no label has an id or an address as its value', async () => {
  await app.request('GET', '/v1/user');
  await app.request('GET', `/v1/orgs/${app.organizationId}`);
  const values = [...(await scrape()).matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  const ids = values.filter(([, , value]) => /[0-9a-f]{8}-[0-9a-f]{4}-|https?:|@/.test(value as string));
  expect(ids).toEqual([]);
});

test('what happens is counted: jobs by lane, the store, caches and the pool', async () => {
  await app.context.blobs.put(app.organizationId, Buffer.from('a file'));
  await app.request('GET', `/v1/orgs/${app.organizationId}`);
  const scraped = await scrape();
  const lanes = readSamples(scraped, 'lectern_jobs_waiting{').map((line) => /lane="(\w+)"/.exec(line)?.[1]);
  expect(lanes).toEqual(['short', 'long', 'imports', 'upkeep']);
  expect(readSamples(scraped, 'lectern_store_operation_duration_seconds_count')).toContainEqual(
    expect.stringContaining('operation="put",outcome="ok"'),
  );
  const hits = readSamples(scraped, 'lectern_cache_hits_total{cache="organizations"}');
  const misses = readSamples(scraped, 'lectern_cache_misses_total{cache="organizations"}');
  expect([hits.length, misses.length]).toEqual([1, 1]);
  expect(readSamples(scraped, 'lectern_database_connections_max ')).toEqual([
    'lectern_database_connections_max 5',
  ]);
  expect(readSamples(scraped, 'lectern_build_info{')[0]).toMatch(/version="\d+\.\d+\.\d+.*" ?.* 1$/);
});

test('a job that is due for a while ages its lane, and not the others', async () => {
  const { sql } = app.database;
  const at = new Date(Date.now() - 3_600_000);
  await sql`
    insert into job (organization_id, job_id, kind, payload, run_at, created_at)
    values (${app.organizationId}, gen_random_uuid(), 'mail.send', '{}', ${at}, ${at})`;
  await expect
    .poll(async () => readSamples(await scrape(), 'lectern_jobs_oldest_due_age_seconds{lane="short"}')[0])
    .toMatch(/ 36\d\d(?:\.\d+)?$/);
  expect(readSamples(await scrape(), 'lectern_jobs_oldest_due_age_seconds{lane="long"}')).toEqual([
    'lectern_jobs_oldest_due_age_seconds{lane="long"} 0',
  ]);
});
