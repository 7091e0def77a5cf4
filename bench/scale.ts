/**
 * A provider with many organizations: draws them, fills a database with as many as fit into the time, and measures
 * what each of their parts takes: rows and bytes by table, write-ahead log, and processor time of the service and of
 * PostgreSQL. From these it extrapolates to all that were drawn.
 *
 * Parameters: the numbers of organizations (by default 10 and 1,000), `minutes=` and `gigabytes=` for each of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import pino from 'pino';
import type { Sql } from 'postgres';
import { connectDatabase } from '../apps/server/platform/db/connect.ts';
import { findEmbeddedPostgres } from '../apps/server/platform/db/embedded/find-running.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { startWebServer } from '../test/web-server.ts';
import { zipOf } from '../test/zip.ts';
import { documentationFiles, pageSource } from './documentation.ts';
import { fillEvents } from './insights/fill-events.ts';
import { type DrawnOrganization, drawOrganizations, sumOf } from './scale/organizations.ts';
import { CLOUDS, type Need, priceOf } from './scale/prices.ts';
import { processorTime, TOKEN, withService } from './service.ts';

const DAYS = 30;
/** Of one organization: the rest is extrapolated. */
const MOST_PAGES = 2000;
const MOST_MEMBERS = 1000;
/** Organizations that invite people: invitations are limited by the minute. */
const INVITING = 20;
/** The organizations that are filled at the same time. */
const AT_ONCE = 8;
const MOST_EDITS = 200;
const EVENTS_BY_CALLS = 20_000;
const EVENTS_BY_SQL = 1_000_000;
const READS = 400;
const EXTRAPOLATED = [10, 1000, 100_000];
/** Of the time, what each phase may take. */
const SHARES = { members: 0.1, pages: 0.45, edits: 0.25 };

interface Bench {
  service: RunningService;
  sql: Sql;
  /** Where an archive with this number of pages can be fetched. */
  archiveOf(pages: number): Promise<string>;
}

interface Filled {
  organizationId: string;
  spaceIds: string[];
}

/** What a phase took, for all of its units together. */
interface Cost {
  units: number;
  seconds: number;
  bytes: number;
  log: number;
  serviceMs: number;
  databaseMs: number;
  tables: Map<string, { rows: number; bytes: number }>;
}

const PHASES = ['members', 'pages', 'edits', 'events', 'readings', 'pagesOfSites'] as const;
type Phase = (typeof PHASES)[number];
type Costs = Partial<Record<Phase, Cost>>;

export async function run(parameters: readonly string[] = []): Promise<void> {
  const option = (name: string, fallback: number): number =>
    Number(parameters.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? fallback);
  const limits = { minutes: option('minutes', 15), gigabytes: option('gigabytes', 20) };
  const counts = parameters.filter((one) => /^\d+$/.test(one)).map(Number);
  describeDrawn();
  let last: Costs = {};
  for (const count of counts.length > 0 ? counts : [10, 1000]) last = await measure(count, limits);
  extrapolate(last);
}

function describeDrawn(): void {
  console.log(
    '\n| organizations | members | spaces | pages | Markdown, GB | files, GB | sites | edits a day | events a day |',
  );
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const count of EXTRAPOLATED) {
    const sum = sumOf(drawOrganizations(count));
    const cells = [
      count,
      sum.members,
      sum.spaces,
      sum.pages,
      sum.bytes / 1e9,
      sum.fileBytes / 1e9,
      sum.sites,
      sum.editsPerDay,
      sum.eventsPerDay,
    ];
    console.log(`| ${cells.map(shorten).join(' | ')} |`);
  }
}

const shorten = (value: number): string =>
  value < 100 ? String(Number(value.toPrecision(2))) : Math.round(value).toLocaleString('en-US');

async function measure(count: number, limits: { minutes: number; gigabytes: number }): Promise<Costs> {
  const organizations = drawOrganizations(count);
  const costs: Costs = {};
  const web = await startWebServer();
  await withService(
    async (service, setup) => {
      const { connection } = findEmbeddedPostgres(setup.dataDir) as NonNullable<
        ReturnType<typeof findEmbeddedPostgres>
      >;
      const database = await connectDatabase({ connection, poolSize: 1, log: pino({ level: 'error' }) });
      const sql = database.sql as unknown as Sql;
      const archiveOf = async (pages: number): Promise<string> => {
        const path = `/${pages}.zip`;
        web.content[path] ??= { type: 'application/zip', body: await zipOf(pagesOf(pages)) };
        return web.url(path);
      };
      const bench = { service, sql, archiveOf };
      try {
        await fill(bench, { organizations, costs, limits });
        await report(bench, count, costs);
      } finally {
        await database.close();
      }
    },
    { LECTERN_EVENTS_PER_DAY: '1000000000', LECTERN_TRUST_PROXY: 'true' },
  );
  await web.close();
  return costs;
}

/** Pages of about 6 kB, as those of the repositories. */
function pagesOf(count: number): Record<string, string> {
  const files = documentationFiles(count, 'first') as Record<string, string>;
  let page = 0;
  for (const path of Object.keys(files))
    if (path !== 'SUMMARY.md') files[path] += pageSource(page++, 'second').replace(/^---[\s\S]*?---/, '');
  return files;
}

async function fill(
  bench: Bench,
  {
    organizations,
    costs,
    limits,
  }: { organizations: DrawnOrganization[]; costs: Costs; limits: { minutes: number; gigabytes: number } },
): Promise<void> {
  const filled: Filled[] = [];
  const within = (phase: keyof typeof SHARES): (() => Promise<boolean>) => {
    const until = performance.now() + SHARES[phase] * limits.minutes * 60_000;
    return async () => performance.now() < until && (await databaseBytes(bench.sql)) < limits.gigabytes * 1e9;
  };
  costs.members = await phase(bench, () =>
    inParallel(organizations, within('members'), async ({ members }, n) => {
      const invited = n < INVITING ? Math.min(members, MOST_MEMBERS) - 1 : 0;
      filled.push(await addOrganization(bench, n, invited));
      return invited + 1;
    }),
  );
  costs.pages = await phase(bench, () =>
    inParallel(filled, within('pages'), async (one, n) => {
      const pages = Math.min(organizations[n]?.pages ?? 1, MOST_PAGES);
      await addPages(bench, one, pages);
      return pages;
    }),
  );
  const withPages = filled.filter(({ spaceIds }) => spaceIds.length > 0);
  costs.edits = await phase(bench, () =>
    inParallel(withPages, within('edits'), async (one, n) => {
      const edits = Math.ceil(Math.min((organizations[n]?.editsPerDay ?? 0) * DAYS, MOST_EDITS));
      await addEdits(bench, one, edits);
      return edits;
    }),
  );
  await measureReading(bench, withPages, costs);
}

/** Some at a time, as long as there is time. Returns the sum of what the work returns. */
async function inParallel<Item>(
  items: readonly Item[],
  mayGoOn: () => Promise<boolean>,
  work: (item: Item, n: number) => Promise<number>,
): Promise<number> {
  let next = 0;
  let sum = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && (await mayGoOn())) {
      const n = next;
      next += 1;
      if (n < items.length) sum += await work(items[n] as Item, n);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sum;
}

async function addOrganization({ service }: Bench, n: number, invited: number): Promise<Filled> {
  const created = await post<{ id: string }>(service, '/v1/orgs', { title: `Organization ${n}` });
  const organizationId = created.id;
  const emails = Array.from({ length: invited }, (_, m) => `person-${m}@organization-${n}.example.com`);
  if (emails.length > 0) await post(service, `/v1/orgs/${organizationId}/invites`, { emails, role: 'edit' });
  return { organizationId, spaceIds: [] };
}

async function addPages({ service, archiveOf }: Bench, one: Filled, pages: number): Promise<void> {
  const spaces = Math.ceil(pages / 34);
  const each = Math.ceil(pages / spaces);
  for (let n = 0; n < spaces; n += 1) {
    const space = await post<{ id: string }>(service, `/v1/orgs/${one.organizationId}/spaces`, {
      title: `Space ${n}`,
    });
    const url = await archiveOf(each);
    await post(service, `/v1/spaces/${space.id}/content/import`, { url, source: 'zip' });
    one.spaceIds.push(space.id);
  }
}

async function addEdits({ service }: Bench, { spaceIds }: Filled, edits: number): Promise<void> {
  const spaceId = spaceIds[0] as string;
  const pageIds = await pageIdsOf(service, spaceId);
  for (let n = 0; n < edits; n += 1) {
    const markdown = pageSource(n % 40, `edit ${n}`).replace(/^---[\s\S]*?---/, '');
    const changes = [{ operation: 'update_page', page: pageIds[n % pageIds.length], document: { markdown } }];
    await post(service, `/v1/spaces/${spaceId}/content`, { changes });
  }
}

async function pageIdsOf(service: RunningService, spaceId: string): Promise<string[]> {
  interface Shown {
    id: string;
    type: string;
    pages?: Shown[];
  }
  const { body } = await request<{ pages: Shown[] }>(service, TOKEN, `/v1/spaces/${spaceId}/content/pages`);
  const flat = (pages: Shown[]): Shown[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat(body.pages).flatMap(({ id, type }) => (type === 'document' ? [id] : []));
}

async function measureReading(bench: Bench, filled: readonly Filled[], costs: Costs): Promise<void> {
  const { service, sql } = bench;
  const read = filled.slice(0, 20);
  const addresses: string[] = [];
  for (const { spaceIds } of read)
    for (const pageId of await pageIdsOf(service, spaceIds[0] as string))
      addresses.push(`/v1/spaces/${spaceIds[0]}/content/page/${pageId}`);
  costs.readings = await phase(bench, async () => {
    for (let n = 0; n < READS; n += 1)
      await request(service, TOKEN, addresses[n % addresses.length] as string);
    return READS;
  });
  const one = filled[0];
  if (!one) return;
  const sites = `/v1/orgs/${one.organizationId}/sites`;
  const site = await post<{ id: string; urls: { published?: string } }>(service, sites, {
    title: 'Site',
    spaces: [one.spaceIds[0]],
  });
  await post(service, `${sites}/${site.id}/publish`, {});
  const { body } = await request<{ urls: { published: string } }>(service, TOKEN, `${sites}/${site.id}`);
  costs.pagesOfSites = await phase(bench, async () => {
    for (let n = 0; n < READS; n += 1) {
      const response = await fetch(body.urls.published);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`The site answered ${response.status}.`);
    }
    return READS;
  });
  costs.events = await phase(bench, async () => {
    for (let sent = 0; sent < EVENTS_BY_CALLS; sent += 100)
      await post(service, `${sites}/${site.id}/insights/events`, {
        events: Array.from({ length: 100 }, (_, n) => eventOf(sent + n)),
      });
    return EVENTS_BY_CALLS;
  });
  // Most of them by SQL: the size of a row does not depend on who inserts it.
  const stored = await phase(bench, async () => {
    const key = { organizationId: one.organizationId, siteId: site.id, spaceId: one.spaceIds[0] as string };
    await fillEvents(sql, key, { total: EVENTS_BY_SQL, from: 0, to: EVENTS_BY_SQL });
    return EVENTS_BY_SQL;
  });
  costs.events = {
    ...costs.events,
    bytes: (stored.bytes / stored.units) * EVENTS_BY_CALLS,
    tables: stored.tables,
  };
}

const eventOf = (n: number) => ({
  type: 'page_view',
  session: {
    visitorId: `visitor-${n % 5000}`,
    sessionId: `session-${n % 20_000}`,
    cookies: {},
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    language: 'en-US',
    referrer: 'https://search.example.com/',
  },
  location: {
    url: `https://docs.example.com/guide/page-${n % 257}`,
    ...{ siteSection: null, siteSpace: null, siteShareKey: null, space: null, revision: null, page: null },
  },
});

async function post<Body = unknown>(service: RunningService, path: string, body: object): Promise<Body> {
  const response = await request<Body>(service, TOKEN, path, { method: 'POST', body });
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Runs a phase, which returns the number of its units. */
async function phase(bench: Bench, work: () => Promise<number>): Promise<Cost> {
  const before = await look(bench);
  const units = await work();
  const after = await look(bench);
  const tables = new Map(
    [...after.tables].map(([name, { rows, bytes }]) => {
      const was = before.tables.get(name) ?? { rows: 0, bytes: 0 };
      return [name, { rows: rows - was.rows, bytes: bytes - was.bytes }];
    }),
  );
  const bytes = [...tables.values()].reduce((sum, table) => sum + table.bytes, 0);
  return {
    units,
    bytes,
    tables,
    seconds: (after.at - before.at) / 1000,
    log: after.log - before.log,
    serviceMs: after.serviceMs - before.serviceMs,
    databaseMs: after.databaseMs - before.databaseMs,
  };
}

async function look({ service, sql }: Bench) {
  // In the statistics, rows of transactions that have just ended may be missing.
  await sql`select pg_stat_force_next_flush()`;
  const rows = await sql<{ name: string; rows: string; bytes: string }[]>`
    select coalesce(p.relname, c.relname) as name, sum(s.n_live_tup) as rows, sum(pg_total_relation_size(c.oid)) as bytes
    from pg_class c
    join pg_stat_user_tables s on s.relid = c.oid
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' group by 1`;
  const [{ log }] = (await sql`select (pg_current_wal_lsn() - '0/0')::float8 as log`) as unknown as [
    { log: number },
  ];
  return {
    at: performance.now(),
    tables: new Map(
      rows.map(({ name, rows: count, bytes }) => [name, { rows: Number(count), bytes: Number(bytes) }]),
    ),
    log: Number(log),
    serviceMs: processorTime(service.pid),
    databaseMs: databaseTime(service.databasePid as number),
  };
}

/** The processor time of PostgreSQL: of all its processes, and of those that have ended. */
function databaseTime(pid: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [, parent] = fields;
      if (Number(name) === pid) sum += [11, 12, 13, 14].reduce((all, n) => all + (fields[n] ?? 0), 0);
      else if (parent === pid) sum += (fields[11] ?? 0) + (fields[12] ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum * 10;
}

async function databaseBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes ?? 0);
}

async function report({ sql }: Bench, count: number, costs: Costs): Promise<void> {
  console.log(`\n${count} organizations were drawn, and filled as far as the time allowed:\n`);
  console.log(
    '| units | number | seconds | bytes of the database each | bytes of the log each | service, ms each | PostgreSQL, ms each |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const name of PHASES) {
    const cost = costs[name];
    if (!cost || cost.units === 0) continue;
    const each = [cost.bytes, cost.log, cost.serviceMs, cost.databaseMs].map((sum) => sum / cost.units);
    console.log(`| ${name} | ${[cost.units, cost.seconds, ...each].map(shorten).join(' | ')} |`);
  }
  const all = new Map<string, { rows: number; bytes: number }>();
  for (const cost of Object.values(costs))
    for (const [name, { rows, bytes }] of cost.tables) {
      const sum = all.get(name) ?? { rows: 0, bytes: 0 };
      all.set(name, { rows: sum.rows + rows, bytes: sum.bytes + bytes });
    }
  console.log('\n| table | rows | MB |\n| --- | ---: | ---: |');
  for (const [name, { rows, bytes }] of [...all]
    .sort(([, one], [, other]) => other.bytes - one.bytes)
    .slice(0, 15))
    console.log(`| \`${name}\` | ${shorten(rows)} | ${shorten(bytes / 1e6)} |`);
  const [sessions] = await sql<{ count: string }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  console.log(
    `\nThe database has ${shorten((await databaseBytes(sql)) / 1e6)} MB; the process holds ${sessions?.count} connections.`,
  );
}

/** How much of a day the busiest hour has, how busy a processor may be then, and what a page takes on its way. */
const PEAK = 0.12;
const UTILIZATION = 0.5;
const BYTES_PER_VIEW = 40_000;
/** Pages send what happens together. Beside storing it, each request costs as much as a small one of the API. */
const EVENTS_PER_REQUEST = 2;
/** The share of views that a cache of the network answers. */
const CACHED = 0.9;
const YEARS_OF_EDITS = 2;
/** What an edit takes when it is packed, within 15 minutes (`npm run bench:autosave`). */
const PACKED_EDIT_BYTES = 500;
const DAYS_OF_EVENTS = 400;

function extrapolate(costs: Costs): void {
  const { members, pages, edits, events, readings, pagesOfSites } = costs;
  if (!members || !pages || !edits || !events || !readings || !pagesOfSites) return;
  const each = (cost: Cost, part: 'bytes' | 'log' | 'serviceMs' | 'databaseMs'): number =>
    cost[part] / Math.max(1, cost.units);
  console.log(
    `\nExtrapolated: ${YEARS_OF_EDITS} years of edits, ${DAYS_OF_EVENTS} days of events, ${PEAK * 100} % of a day in its busiest hour, half of each processor.\n`,
  );
  console.log(
    '| organizations | database without events, GB | events | events in PostgreSQL, GB | files, GB | log a day, GB | edits/s at the peak | events/s at the peak | cores of services | cores of PostgreSQL |',
  );
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  const needs = EXTRAPOLATED.map((count): [number, Need] => {
    const sum = sumOf(drawOrganizations(count));
    const perSecond = (day: number): number => (day * PEAK) / 3600;
    const content =
      sum.members * each(members, 'bytes') +
      sum.pages * each(pages, 'bytes') +
      sum.editsPerDay * 365 * YEARS_OF_EDITS * PACKED_EDIT_BYTES;
    const stored = sum.eventsPerDay * DAYS_OF_EVENTS;
    const ofEvents = stored * each(events, 'bytes');
    // Each event is a view of a page, which the service answers unless a cache does; members read ten pages an edit.
    const cores = (part: 'serviceMs' | 'databaseMs'): number =>
      (perSecond(sum.editsPerDay) * (each(edits, part) + 10 * each(readings, part)) +
        perSecond(sum.eventsPerDay) *
          (each(events, part) +
            each(readings, part) / EVENTS_PER_REQUEST +
            (1 - CACHED) * each(pagesOfSites, part))) /
      1000 /
      UTILIZATION;
    const log = sum.editsPerDay * each(edits, 'log') + sum.eventsPerDay * each(events, 'log');
    const [ofServices, ofDatabase] = [cores('serviceMs'), cores('databaseMs')];
    console.log(
      `| ${[count, content / 1e9, stored, ofEvents / 1e9, sum.fileBytes / 1e9, log / 1e9, perSecond(sum.editsPerDay), perSecond(sum.eventsPerDay), ofServices, ofDatabase].map(shorten).join(' | ')} |`,
    );
    return [
      count,
      {
        // At least two of each, so that one may stop; the database has a standby, and room for as much again.
        cores: 2 * Math.max(1, Math.ceil(ofServices)) + 2 * Math.max(2, Math.ceil(ofDatabase)),
        disk: 2 * 2 * ((content + ofEvents) / 1e9),
        files: sum.fileBytes / 1e9,
        traffic: (sum.eventsPerDay * 30 * BYTES_PER_VIEW) / 1e9,
      },
    ];
  });
  console.log(
    `\n| organizations | cores | disk, GB | files, GB | traffic a month, GB | ${Object.keys(CLOUDS).join(' | ')} |`,
  );
  console.log(
    `| ---: | ---: | ---: | ---: | ---: | ${Object.keys(CLOUDS)
      .map(() => '---:')
      .join(' | ')} |`,
  );
  for (const [count, need] of needs) {
    const prices = (Object.keys(CLOUDS) as (keyof typeof CLOUDS)[]).map(
      (cloud) => `$${shorten(priceOf(cloud, need))}`,
    );
    console.log(
      `| ${[count, need.cores, need.disk, need.files, need.traffic].map(shorten).join(' | ')} | ${prices.join(' | ')} |`,
    );
  }
}
