/**
 * What an hour of saves at one a second adds to the database, live and in a change request, with the jobs that run every
 * minute: by table and index, without and with the space that is free to be used again, and after the upkeep of the
 * next two days. In one process with the database of the service, whose clock is set forward.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { bootstrap } from '../apps/cli/service/bootstrap.ts';
import { buildApp } from '../apps/server/app/app.ts';
import { openPlatform } from '../apps/server/app/platform.ts';
import { readConfig } from '../apps/server/platform/config.ts';
import type { Context } from '../apps/server/platform/context.ts';
import type { JobKind } from '../apps/server/platform/jobs/job-kinds.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { pageSource } from './documentation.ts';
import { TOKEN } from './service.ts';

const PAGE_BYTES = 18_000;
const OTHER_PAGES = 60;
const HOUR_OF_SAVES = 3600;
const SAVES_PER_MINUTE = 60;
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `saves`: how many, an hour of them if it is absent. `where`: `live` or `request`, both if it is absent. */
export async function run([saves = String(HOUR_OF_SAVES), where]: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const config = readConfig({ LECTERN_DATA_DIR: join(folder.path, 'data'), LECTERN_ADMIN_TOKEN: TOKEN });
  const platform = await openPlatform({ config, log: pino({ level: 'silent' }) });
  try {
    let now = Date.now();
    const context: Context = { ...platform.context, clock: () => new Date(now) };
    const { organizationId = '' } = (await bootstrap(context)) ?? {};
    const app = await buildApp(context);
    const request = async <Result>(method: 'GET' | 'POST', url: string, body?: object): Promise<Result> => {
      const authorization = `Bearer ${TOKEN}`;
      const sent = { method, url, headers: { authorization }, ...(body ? { payload: body } : {}) };
      const response = await app.server.inject(sent);
      if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`);
      return response.json();
    };
    const runJob = (kind: JobKind, payload: object): Promise<void> =>
      app.jobs[kind].run(
        { organizationId, jobId: organizationId, payload, attempt: 1 },
        new AbortController().signal,
      );
    for (const isLive of [true, false]) {
      if (where !== undefined && where !== (isLive ? 'live' : 'request')) continue;
      const { id } = await request<{ id: string }>('POST', `/v1/orgs/${organizationId}/spaces`, {
        title: 'S',
      });
      const content = `/v1/spaces/${id}/content`;
      const insert = (n: number) => ({
        operation: 'insert_page',
        title: `Page ${n}`,
        document: { markdown: pageSource(n, 'other') },
      });
      for (let n = 0; n < OTHER_PAGES; n += 20)
        await request('POST', content, { changes: Array.from({ length: 20 }, (_, at) => insert(n + at)) });
      const { pages } = await request<{ pages: { id: string }[] }>('GET', `${content}/pages`);
      const page = pages[0]?.id;
      let line = content;
      if (!isLive) {
        const created = await request<{ id: string }>('POST', `/v1/spaces/${id}/change-requests`, {});
        line = `/v1/spaces/${id}/change-requests/${created.id}/content`;
      }
      const text = longText(isLive ? 'live' : 'request');
      const save = (n: number) => {
        const words = Array.from({ length: n % 100 }, (_, at) => `word${at}`).join(' ');
        const markdown = `${text.slice(0, text.length / 2)}\n\nParagraph ${Math.floor(n / 100)} ${words}\n\n${text.slice(text.length / 2)}`;
        return request('POST', line, {
          changes: [{ operation: 'update_page', page, document: { markdown } }],
        });
      };
      const runMinuteJobs = async () => {
        await runJob('autosave-packing', {});
        await runJob('event-sweep', {});
        // As the database does by itself.
        await sql`vacuum analyze`.execute(context.db);
      };
      await save(0);
      await runJob('search-index', { spaceId: id });
      await sleep(1000);
      const before = await measure(context);
      for (let n = 1; n <= Number(saves); n += 1) {
        now += 1000;
        // A paragraph that is begun again and again, so that the page stays as long as it is.
        await save(n);
        if (n % SAVES_PER_MINUTE === 0) await runMinuteJobs();
      }
      now += MINUTE_MS;
      await runJob('search-index', { spaceId: id });
      await runMinuteJobs();
      const whole = await readSizes(context);
      console.log(
        `${saves} saves ${isLive ? 'live' : 'in a change request'}:\n${difference(before, await measure(context))}`,
      );
      console.log(`  with free space: ${mb(total(before, whole))}`);
      now += 2 * DAY_MS;
      await runJob('search-index', { spaceId: id });
      await runJob('autosave-upkeep', {});
      await makeOld(context);
      await runJob('content-sweep', {});
      await sleep(1000);
      console.log(`after the upkeep:\n${difference(before, await measure(context))}`);
    }
    await app.server.close();
  } finally {
    await platform.close();
    await folder.remove();
  }
}

function longText(name: string): string {
  let text = '';
  for (let n = 0; text.length < PAGE_BYTES; n += 1) text += `${pageSource(n, name)}\n\n`;
  return text.slice(0, PAGE_BYTES);
}

/** A sweep spares what was touched lately, by the clock of the database. */
async function makeOld({ db }: Context): Promise<void> {
  for (const table of ['document', 'tree_node', 'search_segment'])
    await sql`update ${sql.table(table)} set touched_at = now() - interval '1 day'`.execute(db);
  await sql`update content_pack set created_at = now() - interval '1 day'`.execute(db);
}

type Sizes = Map<string, { table: string; bytes: number }>;

/** The sizes without the space that deleted rows leave until it is used again. */
async function measure(context: Context): Promise<Sizes> {
  await sql`vacuum full analyze`.execute(context.db);
  return readSizes(context);
}

/** The bytes of each table, its long values, and each of its indexes. */
async function readSizes({ db }: Context): Promise<Sizes> {
  const { rows } = await sql<{ name: string; table: string; bytes: number }>`
    with own as (
      select oid, relname, oid as part, relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
      union all
      select t.oid, t.relname, t.reltoastrelid, t.relname || ' (long values)' from pg_class t
      where relkind = 'r' and relnamespace = 'public'::regnamespace and reltoastrelid <> 0
      union all
      select t.oid, t.relname, i.indexrelid, i.indexrelid::regclass::text from pg_class t
      join pg_index i on i.indrelid = t.oid
      where relkind = 'r' and relnamespace = 'public'::regnamespace)
    select name, relname as table,
      (case when name like '%(long values)' then pg_total_relation_size(part) else pg_relation_size(part) end)::int
        as bytes
    from own`.execute(db);
  return new Map(rows.map(({ name, table, bytes }) => [name, { table, bytes }]));
}

const total = (before: Sizes, after: Sizes): number =>
  [...after].reduce((sum, [name, { bytes }]) => sum + bytes - (before.get(name)?.bytes ?? 0), 0);

/** The growth of each table that grew, with that of its parts, the largest first. */
function difference(before: Sizes, after: Sizes): string {
  const tables = new Map<string, { bytes: number; parts: string[] }>();
  for (const [name, { table, bytes }] of after) {
    const added = bytes - (before.get(name)?.bytes ?? 0);
    if (added === 0) continue;
    const { bytes: sum, parts } = tables.get(table) ?? { bytes: 0, parts: [] };
    tables.set(table, { bytes: sum + added, parts: [...parts, `${name} ${mb(added)}`] });
  }
  const lines = [...tables]
    .sort(([, one], [, other]) => other.bytes - one.bytes)
    .map(([table, { bytes, parts }]) => `  ${table} ${mb(bytes)}: ${parts.join(', ')}`);
  return [`  ${mb(total(before, after))} added`, ...lines].join('\n');
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
