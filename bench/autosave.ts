/**
 * What an hour of saves at one a second adds to the database, live and in a change request: right away, after the jobs
 * of the next minute, and after the upkeep of the next two days. In one process with the database of the service, whose clock is set forward.
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
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `saves`: how many, an hour of them if it is absent. */
export async function run([saves = String(HOUR_OF_SAVES)]: string[]): Promise<void> {
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
      await save(0);
      const before = await measure(context);
      for (let n = 1; n <= Number(saves); n += 1) {
        now += 1000;
        // A paragraph that is begun again and again, so that the page stays as long as it is.
        await save(n);
      }
      const added = await measure(context);
      const where = isLive ? 'live' : 'in a change request';
      console.log(`${saves} saves ${where}: ${difference(before, added)}`);
      now += MINUTE_MS;
      await runJob('autosave-packing', {});
      await runJob('event-sweep', {});
      console.log(`a minute later: ${difference(before, await measure(context))}`);
      now += 2 * DAY_MS;
      await runJob('search-index', { spaceId: id });
      await runJob('autosave-upkeep', {});
      await makeOld(context);
      await runJob('content-sweep', {});
      await sleep(1000);
      console.log(`after the upkeep: ${difference(before, await measure(context))}`);
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

/** The bytes of the rows of each table, without the space that deleted rows leave until it is used again. */
async function measure({ db }: Context): Promise<Map<string, number>> {
  await sql`vacuum full analyze`.execute(db);
  const { rows } = await sql<{ table: string; bytes: number }>`
    select relname as table, pg_total_relation_size(oid)::int as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}

function difference(before: Map<string, number>, after: Map<string, number>): string {
  const tables = [...after]
    .map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)] as const)
    .filter(([, bytes]) => bytes !== 0)
    .sort(([, one], [, other]) => other - one);
  const total = tables.reduce((sum, [, bytes]) => sum + bytes, 0);
  const largest = tables.slice(0, 5).map(([table, bytes]) => `${table} ${mb(bytes)}`);
  return `${mb(total)} added (${largest.join(', ')})`;
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
