/**
 * Insights: ingestion beside raw `COPY`, and questions over events of 30 days, beside DuckDB on the same rows.
 * Parameters: the numbers of events in millions (by default 1 and 10). DuckDB is installed below the folder that
 * LECTERN_BENCH_FOLDER names, and stays there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import postgres from 'postgres';
import { ROLLUPS, SOURCES } from '../apps/server/domains/insights/aggregate/sources.ts';
import { rollUp } from '../apps/server/domains/insights/rollups/roll-up.ts';
import {
  connectDatabase,
  type Database,
  type DatabaseConnection,
} from '../apps/server/platform/db/connect.ts';
import { findEmbeddedPostgres } from '../apps/server/platform/db/embedded/find-running.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { openDuckDb } from './insights/duckdb.ts';
import { fillEvents } from './insights/fill-events.ts';
import { LOAD_CORE, pin } from './load.ts';
import { addSpace, median, TOKEN, withService } from './service.ts';

const scratch = process.env.LECTERN_BENCH_FOLDER ?? join(tmpdir(), 'lectern-bench-insights');
const ROUNDS = 7;
const INGEST_SECONDS = 8;
/** The number of events in a call, and of calls at once. */
const INGESTED = [
  [100, 16],
  [1000, 8],
  [10, 16],
  [10, 4],
  [10, 1],
] as const;
const MILLION = 1_000_000;
/** Between two roll-ups of 30 days: what arrived in the last of them is not in the rollups. */
const INTERVALS = 30 * 24 * 6;

interface OurDatabase extends Database {
  connection: DatabaseConnection;
}

interface Site {
  organizationId: string;
  siteId: string;
  spaceId: string;
}

export async function run(parameters: readonly string[] = []): Promise<void> {
  const sizes = (parameters.length > 0 ? parameters : ['1', '10']).map(Number);
  await withService(
    async (service, setup) => {
      const { connection } = findEmbeddedPostgres(setup.dataDir) as NonNullable<
        ReturnType<typeof findEmbeddedPostgres>
      >;
      const database = await connectDatabase({ connection, poolSize: 2, log: pino({ level: 'error' }) });
      const ours = { ...database, connection };
      try {
        await measureIngestion(service, ours, await addSite(service));
        for (const millions of sizes) await measureQuestions(service, ours, millions);
      } finally {
        await database.close();
      }
    },
    { LECTERN_EVENTS_PER_DAY: String(1000 * MILLION), LECTERN_TRUST_PROXY: 'true' },
  );
}

async function addSite(service: RunningService): Promise<Site> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const organizationId = organizations.body.items[0]?.id as string;
  const spaceId = await addSpace(service, 'Guide');
  const { body } = await request<{ id: string }>(service, TOKEN, `/v1/orgs/${organizationId}/sites`, {
    method: 'POST',
    body: { title: 'Guide', spaces: [spaceId] },
  });
  return { organizationId, siteId: body.id, spaceId };
}

const eventOf = (n: number) => ({
  type: 'page_view',
  session: {
    visitorId: `visitor-${n % 5000}`,
    sessionId: `session-${n % 20_000}`,
    cookies: {},
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    language: 'en-US',
    referrer: 'https://search.example.com/',
    visitorAuthClaims: n % 5 === 0 ? { plan: 'pro' } : {},
  },
  location: {
    url: `https://docs.example.com/guide/page-${n % 257}?utm_source=news`,
    siteSection: null,
    siteSpace: null,
    siteShareKey: null,
    space: null,
    revision: null,
    page: null,
  },
});

/** The rows that calls stored are copied again, into a table of the same shape, on one connection. */
async function measureIngestion(
  service: RunningService,
  database: OurDatabase,
  { organizationId, siteId }: Site,
): Promise<void> {
  const path = `/v1/orgs/${organizationId}/sites/${siteId}/insights/events`;
  let raw: number | undefined;
  // A site may have 10,000 events waiting in a process: more get a 503.
  for (const [size, connections] of INGESTED) {
    const bodies = Array.from({ length: 50 }, (_, n) =>
      JSON.stringify({ events: Array.from({ length: size }, (_event, m) => eventOf(n * size + m)) }),
    );
    const asked = await ask(service, {
      paths: bodies.map(() => path),
      bodies,
      connections,
      seconds: INGEST_SECONDS,
    });
    const perSecond = asked.perSecond * size;
    raw ??= await measureCopy(database, siteId);
    console.log(
      `ingestion of ${size} events a call, ${connections} at once: ${Math.round(perSecond)} events/s = ${(perSecond / raw).toFixed(2)} of raw COPY (${Math.round(raw)} rows/s); p50 ${asked.p50.toFixed(1)} ms, p95 ${asked.p95.toFixed(1)} ms`,
    );
  }
}

/** Rows per second, in transactions of 5,000 rows. */
async function measureCopy({ sql, connection }: OurDatabase, siteId: string): Promise<number> {
  const lines: Buffer[] = [];
  await copyOut(
    connection,
    `copy (select * from site_event where site_id = '${siteId}' limit 100000) to stdout`,
    async (rows) => {
      for await (const chunk of rows) lines.push(chunk as Buffer);
    },
  );
  const rows = Buffer.concat(lines).toString().trimEnd().split('\n');
  await sql`drop table if exists copied_event`;
  await sql`create table copied_event (like site_event including all)`;
  const begun = performance.now();
  for (let from = 0; from < rows.length; from += 5000) {
    const portion = `${rows.slice(from, from + 5000).join('\n')}\n`;
    await sql.begin(async (trx) => {
      const stream = await trx`copy copied_event from stdin`.writable();
      await pipeline([portion], stream);
    });
  }
  const seconds = (performance.now() - begun) / 1000;
  await sql`drop table copied_event`;
  return rows.length / seconds;
}

/** On a connection of its own: the driver may leave one paused after a stream. */
async function copyOut(
  connection: DatabaseConnection,
  statement: string,
  read: (rows: Readable) => Promise<void>,
): Promise<void> {
  const sql = postgres({ ...connection, max: 1 });
  await read(await sql.unsafe(statement).readable());
  await sql.end({ timeout: 0 });
}

interface Question {
  title: string;
  body: object;
  duck: string;
}

const DAY = { column: 'datetime', interval: 'day' };
const PLAN = { column: 'visitorClaim', claim: 'plan' };
const top = (column: string) => ({ order: { by: { column }, direction: 'desc' }, limit: 10 });
const OF_SITE = "site_id = '$site' and occurred_at >= date_trunc('day', now()::timestamp) - interval 29 day";

const QUESTIONS: Question[] = [
  {
    title: 'events by day',
    body: { groupBy: [DAY], select: [DAY, { column: 'eventsCount' }] },
    duck: `select date_trunc('day', occurred_at) as d, count(*) from site_event where ${OF_SITE} group by d order by d`,
  },
  {
    title: 'visitors by day',
    body: { groupBy: [DAY], select: [DAY, { column: 'visitorsCount' }] },
    duck: `select date_trunc('day', occurred_at) as d, count(distinct visitor) from site_event where ${OF_SITE} group by d order by d`,
  },
  {
    title: 'top pages',
    body: {
      groupBy: [{ column: 'page' }],
      where: [{ column: 'eventType', values: ['page_view'] }],
      ...top('eventsCount'),
    },
    duck: `select space_id, page_id, count(*) as n from site_event where ${OF_SITE} and type = 0 group by all order by n desc limit 10`,
  },
  {
    title: 'visitors by claim',
    body: { groupBy: [PLAN], select: [PLAN, { column: 'visitorsCount' }] },
    duck: `select claims_id, count(distinct visitor) from site_event where ${OF_SITE} group by claims_id`,
  },
  {
    title: 'searches',
    body: { groupBy: [{ column: 'eventSearchQuery' }], ...top('eventsCount') },
    duck: `select search_query, count(*) as n from site_event where ${OF_SITE} and search_query is not null group by all order by n desc limit 10`,
  },
];

/** Answers of the pages of insights, which count sessions beside visitors and events. DuckDB is not asked for them. */
const ANSWERS = [
  'traffic',
  'top-pages',
  'breakdown?by=section',
  'breakdown?by=device',
  'breakdown?by=country',
  'breakdown?by=referrer',
  'entry-pages',
  'searches',
  'searches?only=without-result',
];

async function measureQuestions(
  service: RunningService,
  { sql, jobDb, connection }: OurDatabase,
  millions: number,
): Promise<void> {
  const site = await addSite(service);
  const begun = performance.now();
  const total = millions * MILLION;
  const rolled = total - Math.round(total / INTERVALS);
  await fillEvents(sql, site, { total, from: 0, to: rolled });
  const filled = performance.now();
  await rollUp(jobDb, { signal: new AbortController().signal });
  for (const name of ROLLUPS) await sql`analyze ${sql(SOURCES[name].table)}`;
  console.log(
    `${millions} million events: ${((filled - begun) / 1000).toFixed(0)} s to insert, ${((performance.now() - filled) / 1000).toFixed(0)} s to roll up`,
  );
  await fillEvents(sql, site, { total, from: rolled, to: total });
  mkdirSync(scratch, { recursive: true });
  const csv = join(scratch, 'events.csv');
  await copyOut(
    connection,
    `copy (select site_id, occurred_at at time zone 'UTC' as occurred_at, type, visitor, session, claims_id, space_id,
      page_id, search_query, search_results from site_event where site_id = '${site.siteId}')
      to stdout (format csv, header)`,
    (rows) => pipeline(rows, createWriteStream(csv)),
  );
  const duck = await openDuckDb(scratch, csv);
  rmSync(csv);
  for (const { title, body, duck: question } of QUESTIONS) {
    const ours = await measure(() => aggregate(service, site, body));
    const theirs = await measure(() => duck.runAndReadAll(question.replace('$site', site.siteId)));
    console.log(
      `${title}, ${millions} million events: ${ours.toFixed(0)} ms; DuckDB ${theirs.toFixed(0)} ms; ratio ${(ours / theirs).toFixed(1)}`,
    );
  }
  duck.closeSync();
  for (const name of ANSWERS) {
    const ours = await measure(() => answer(service, site, name), 3);
    console.log(`${name}, ${millions} million events: ${ours.toFixed(0)} ms`);
  }
}

async function answer(
  service: RunningService,
  { organizationId, siteId }: Site,
  name: string,
): Promise<void> {
  const path = `/v1/orgs/${organizationId}/sites/${siteId}/insights/answers/${name}`;
  const found = await request(service, TOKEN, path);
  if (found.status !== 200) throw new Error(`${path}: ${JSON.stringify(found.body)}`);
}

async function aggregate(
  service: RunningService,
  { organizationId, siteId }: Site,
  body: object,
): Promise<void> {
  const path = `/v1/orgs/${organizationId}/sites/${siteId}/insights/events/aggregate`;
  const response = await request(service, TOKEN, path, {
    method: 'POST',
    body: { range: 'last30Days', ...body },
  });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
}

/** The median of some rounds in milliseconds, after a first one that counts for nothing. */
async function measure(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}

interface Asked {
  perSecond: number;
  p50: number;
  p95: number;
}

async function ask(
  service: RunningService,
  {
    paths,
    bodies,
    connections,
    seconds,
  }: { paths: string[]; bodies: string[]; connections: number; seconds: number },
): Promise<Asked> {
  const file = join(tmpdir(), `lectern-ask-${process.pid}.json`);
  const headers = { 'content-type': 'application/json' };
  const question = {
    origin: service.url,
    headers,
    paths,
    bodies,
    connections,
    seconds,
    status: 204,
    addresses: true,
  };
  writeFileSync(file, JSON.stringify(question));
  const program = fileURLToPath(new URL('./ask.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  pin(child.pid as number, LOAD_CORE);
  return JSON.parse(await readAll(child)) as Asked;
}

async function readAll(child: ChildProcess): Promise<string> {
  const parts: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => parts.push(part));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`The requests ended with ${code}.`);
  return Buffer.concat(parts).toString();
}
