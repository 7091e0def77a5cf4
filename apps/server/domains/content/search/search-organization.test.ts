import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addUserToken,
} from '../../../../../test/factories.ts';
import { editAt, type FoundItem } from '../../../../../test/fixtures/content/search/search.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import { listReadableSpaces } from '../spaces/spaces.queries.ts';
import type { NeededTerms } from './needed-terms.ts';
import { findIndexes } from './search-index.repository.ts';
import { searchSpaces } from './search-spaces.ts';
import { type OpenedIndex, SearchStore } from './search-store.ts';

interface Found {
  next?: { page: string };
  count: number;
  items: { type: string; id: string; title: string; score: number; pages: FoundItem[] }[];
}

let app: TestApp;
let organizationId: string;
let admin: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  const made = await addOrganization(app);
  organizationId = made.organizationId;
  admin = await addUserToken(app, made.creatorId);
});

async function search(query: string, more = '', token = admin): Promise<Found> {
  const url = `/v1/orgs/${organizationId}/search?query=${encodeURIComponent(query)}${more}`;
  const response = await app.request('GET', url, { token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const lanterns = (count: number, times = 1): Files => ({
  'SUMMARY.md': Array.from({ length: count }, (_, n) => `* [Page ${n}](p${n}.md)`).join('\n'),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`p${n}.md`, `# Page ${n}\n\n${'lantern '.repeat(n + times)}\n`]),
  ),
});

async function spaceWith(title: string, files: Files): Promise<string> {
  const spaceId = await addSpace(app, { organizationId, title });
  await putContent(app, spaceId, files);
  return spaceId;
}

const titlesOf = ({ items }: Found): string[] => items.map(({ title }) => title).sort();
const ranksOf = (found: Found): number[] =>
  found.items.flatMap(({ pages }) => pages.map(({ rank }) => rank)).sort((left, right) => left - right);

test('pages of all spaces are ranked together and shown under their spaces, the best first', async () => {
  const one = await spaceWith('One', lanterns(3));
  const two = await spaceWith('Two', lanterns(4, 2));
  await spaceWith('Three', { 'README.md': '# Three\n\nWindmills\n' });
  const found = await search('lantern');
  expect(found.count).toBe(7);
  expect(found.next).toBeUndefined();
  expect(found.items.map(({ id }) => id).sort()).toEqual([one, two].sort());
  expect(ranksOf(found)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const byRank = found.items.flatMap(({ pages }) => pages).sort((left, right) => left.rank - right.rank);
  const scores = byRank.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((left, right) => right - left));
  for (const { type, score, pages } of found.items) {
    expect([type, score]).toEqual(['space', pages[0]?.score]);
    expect(pages.map(({ rank }) => rank)).toEqual(pages.map(({ rank }) => rank).sort((a, b) => a - b));
  }
  expect(found.items[0]?.pages[0]?.rank).toBe(1);
  expect(found.items[0]?.pages[0]?.urls.app).toContain(`/app/s/${found.items[0]?.id}/`);
});

test('paging goes through all spaces once, whatever else is found meanwhile', async () => {
  for (const title of ['One', 'Two', 'Three']) await spaceWith(title, lanterns(9));
  const all = await search('lantern', '&limit=1000');
  const seen: [string, string, number][] = [];
  let page = '';
  for (let turn = 0; turn < 20; turn += 1) {
    const found = await search('lantern', `&limit=4${page}`);
    expect(found.items.flatMap(({ pages }) => pages).length).toBe(turn < 6 ? 4 : 3);
    for (const { id, pages } of found.items) for (const one of pages) seen.push([id, one.id, one.rank]);
    if (!found.next) break;
    page = `&page=${found.next.page}`;
    // New results before the position that was reached do not change those after it.
    if (turn === 1) await spaceWith('Better', { 'README.md': '# Lantern\n\nlantern lantern\n' });
  }
  expect(new Set(seen.map(([space, one]) => `${space}/${one}`)).size).toBe(27);
  const byRank = (list: [string, string, number][]) => [...list].sort((left, right) => left[2] - right[2]);
  expect(byRank(seen)).toEqual(
    byRank(
      all.items.flatMap(({ id, pages }) =>
        pages.map((one) => [id, one.id, one.rank] as [string, string, number]),
      ),
    ),
  );
});

test('changes are found, in spaces with content of every age', async () => {
  const spaceId = await spaceWith('One', lanterns(2));
  await spaceWith('Two', lanterns(2));
  expect((await search('windmill')).count).toBe(0);
  await editAt(app, spaceId, 'p1', '# Page 1\n\nwindmill\n');
  const found = await search('windmill');
  expect(found.items.map(({ id }) => id)).toEqual([spaceId]);
  expect((await search('lantern')).count).toBe(3);
});

test('a space that is not indexed yet is missing, and there a moment later', async () => {
  const spaceId = await spaceWith('One', lanterns(1));
  await spaceWith('Two', lanterns(1));
  await app.context.db.deleteFrom('search_index').where('space_id', '=', spaceId).execute();
  expect(titlesOf(await search('lantern'))).toEqual(['Two']);
  await runJobs(app);
  expect(titlesOf(await search('lantern'))).toEqual(['One', 'Two']);
});

describe('only what the caller may read', () => {
  test('is searched, counted and paged', async () => {
    const open = await spaceWith('Open', lanterns(2));
    const closed = await spaceWith('Closed', lanterns(3, 5));
    await app.request('PATCH', `/v1/spaces/${closed}`, { token: admin, body: { defaultLevel: null } });
    const { token } = await addMember(app, { organizationId, role: 'edit' });
    const guest = (await addMember(app, { organizationId, role: null })).token;
    const service = await addServiceToken(app, { organizationId, role: 'read' });
    expect((await search('lantern')).count).toBe(5);
    for (const caller of [token, service]) {
      const found = await search('lantern', '', caller);
      expect(found).toMatchObject({ count: 2, items: [{ id: open }] });
      expect(ranksOf(found)).toEqual([1, 2]);
    }
    expect(await search('lantern', '', guest)).toEqual({ count: 0, items: [] });
  });

  test('is what it is now: a space that was closed, deleted or restored', async () => {
    const spaceId = await spaceWith('One', lanterns(2));
    const { token } = await addMember(app, { organizationId, role: 'read' });
    expect((await search('lantern', '', token)).count).toBe(2);
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { token: admin, body: { defaultLevel: null } });
    expect((await search('lantern', '', token)).count).toBe(0);
    expect((await search('lantern')).count).toBe(2);
    await app.request('DELETE', `/v1/spaces/${spaceId}`, { token: admin });
    expect((await search('lantern')).count).toBe(0);
    await app.request('POST', `/v1/spaces/${spaceId}/restore`, { token: admin });
    expect((await search('lantern')).count).toBe(2);
  });

  test('is of this organization', async () => {
    await spaceWith('One', lanterns(2));
    const url = `/v1/orgs/${app.organizationId}/search?query=lantern`;
    expect((await app.request('GET', url)).json().count).toBe(0);
    expect((await app.request('GET', url, { token: admin })).statusCode).toBe(404);
  });
});

describe('a word that is written in two ways', () => {
  beforeEach(async () => {
    await spaceWith('Right', { 'README.md': '# Right\n\nThe lantern is lit\n' });
    await spaceWith('Wrong', { 'README.md': '# Wrong\n\nThe lantren is lit\n' });
  });

  test('is found as it is written, without typos, where a space knows it', async () => {
    expect(titlesOf(await search('lantern'))).toEqual(['Right']);
    expect(titlesOf(await search('lantren'))).toEqual(['Wrong']);
  });

  test('is found with typos where no space knows it', async () => {
    expect(titlesOf(await search('lanterm '))).toEqual(['Right']);
    expect((await search('windmill ')).count).toBe(0);
  });
});

test('spaces that do not fit into memory give the same results as those that do', async () => {
  const small = await buildTestApp({ beside: app, config: withMemory(app, 4000) });
  try {
    for (let n = 0; n < 12; n += 1) await spaceWith(`Lanterns ${n}`, lanterns(4 + n, 1 + (n % 3)));
    const edited = await spaceWith('Edited', lanterns(6));
    for (const at of [1, 3])
      await editAt(app, edited, `p${at}`, `# Page ${at}\n\nwindmills by the lantern\n`);
    await spaceWith('Code', {
      'README.md': '# Code\n\n`getUserName` of 数据库\n\n## Lanterns\n\nLanternfish\n',
    });
    for (const query of [
      'lantern',
      'lantern ',
      'windmill',
      'lan',
      'get user',
      '数据库',
      '数',
      'page 3',
      'lantrn',
      '…',
    ]) {
      const url = `/v1/orgs/${organizationId}/search?limit=7&query=${encodeURIComponent(query)}`;
      const [here, there] = (await Promise.all(
        [app, small].map(async (one) => (await one.request('GET', url, { token: admin })).json<Found>()),
      )) as [Found, Found];
      expect(withoutCursor(there), query).toEqual(withoutCursor(here));
    }
  } finally {
    await small.close();
  }
});

const withMemory = ({ context }: TestApp, memoryCacheBytes: number) => ({
  limits: { ...context.config.limits, memoryCacheBytes },
});

const withoutCursor = ({ next, ...found }: Found) => {
  expect(found.items).toBeInstanceOf(Array);
  return { ...found, hasMore: next !== undefined };
};

describe('in many spaces that do not fit into memory, a search', () => {
  let caller: Caller;
  beforeEach(async () => {
    const { organizationId: own, creatorId } = await addOrganization(app);
    organizationId = own;
    admin = await addUserToken(app, creatorId);
    caller = {
      organizationId,
      actor: { kind: 'user', userId: creatorId },
      role: 'admin',
    } as unknown as Caller;
  });

  /** `opened` counts the segments of which something is read. */
  class CountingStore extends SearchStore {
    opened = 0;

    override readSegments(list: readonly OpenedIndex[], needed?: NeededTerms) {
      for (const { segments } of list) this.opened += segments.length;
      return super.readSegments(list, needed);
    }
  }

  async function createStore(memoryCacheBytes: number) {
    const { config } = app.context;
    const limits = { ...config.limits, memoryCacheBytes };
    const store = new CountingStore({ ...app.context, config: { ...config, limits } }, app.app.content);
    const { db } = app.context;
    const spaces = await db
      .selectFrom('space')
      .select('space_id')
      .where('organization_id', '=', organizationId)
      .execute();
    const rows = await findIndexes(
      db,
      organizationId,
      spaces.map(({ space_id }) => space_id),
    );
    await store.summaries.cover(
      organizationId,
      rows.flatMap(({ segments }) => segments),
    );
    return store;
  }

  async function searchIn(indexes: SearchStore, query: string) {
    const wanted = { query, after: undefined, limit: 7 };
    const { hits, count } = await searchSpaces(
      { context: app.context, indexes },
      { organizationId, spaces: await listReadableSpaces(app.context.db, caller) },
      wanted,
    );
    return {
      count,
      hits: hits.map(({ space, page: { pageId, score } }) => ({ space: space.title, pageId, score })),
    };
  }

  /** Each with a segment of its own. */
  async function copySpace(spaceId: string, count: number): Promise<void> {
    const { db } = app.context;
    const copies = Array.from({ length: count }, () => ({ to: newId(), segment: newId() }));
    const to = sql`unnest(${copies.map((one) => one.to)}::uuid[],
      ${copies.map(({ segment }) => segment)}::uuid[]) as copy(space_id, segment_id)`;
    await sql`insert into space_directory select copy.space_id, d.organization_id from space_directory d, ${to}
      where d.space_id = ${spaceId}`.execute(db);
    for (const table of ['space', 'revision'])
      await sql`insert into ${sql.table(table)}
        select (jsonb_populate_record(t, jsonb_build_object('space_id', copy.space_id))).*
        from ${sql.table(table)} t, ${to} where t.space_id = ${spaceId}`.execute(db);
    await sql`insert into search_segment (organization_id, segment_id, bytes)
      select s.organization_id, copy.segment_id, s.bytes from search_segment s, search_index i, ${to}
      where i.space_id = ${spaceId} and s.organization_id = i.organization_id
        and s.segment_id = (i.segments -> 0 ->> 'id')::uuid`.execute(db);
    await sql`insert into search_index
      (organization_id, space_id, revision_id, version, language, live_pages, segments)
      select organization_id, copy.space_id, revision_id, version, language, live_pages,
        jsonb_set(segments, '{0,id}', to_jsonb(copy.segment_id)) from search_index i, ${to}
      where i.space_id = ${spaceId}`.execute(db);
  }

  test('opens only segments that have a word of the query, however many there are', async () => {
    const template = await spaceWith('Common', {
      'README.md': '# Common\n\nEach space says common words.\n',
    });
    for (let n = 0; n < 3; n += 1)
      await spaceWith(`Rare ${n}`, { 'README.md': '# Rare\n\nA windmill stands here.\n' });
    await copySpace(template, 60);
    for (const copies of [61, 253]) {
      if (copies > 61) await copySpace(template, copies - 61);
      const store = await createStore(16_000);
      const countOpened = async (query: string): Promise<[found: number, opened: number]> => {
        store.opened = 0;
        const { count } = await searchIn(store, query);
        return [count, store.opened];
      };
      expect(await countOpened('windmill ')).toEqual([3, 3]);
      // Once more with typos: the first time, another form of the word may have been found.
      expect(await countOpened('windmila ')).toEqual([3, 6]);
      expect(await countOpened('nowhere ')).toEqual([0, 0]);
      expect(await countOpened('common ')).toEqual([copies, copies]);
    }
  });

  test('finds the summaries of an earlier start, until most of their segments are gone', async () => {
    const template = await spaceWith('Common', { 'README.md': '# Common\n\nA windmill stands here.\n' });
    await copySpace(template, 63);
    const { db } = app.context;
    const summariesOf = () =>
      db
        .selectFrom('search_summary')
        .select(['summary_id', 'segment_ids'])
        .where('organization_id', '=', organizationId)
        .execute();
    await createStore(16_000);
    const made = await summariesOf();
    expect(made.map(({ segment_ids }) => segment_ids.length)).toEqual([64]);
    const restarted = await createStore(16_000);
    expect(await summariesOf()).toEqual(made);
    expect((await searchIn(restarted, 'windmill ')).count).toBe(64);
    // Other segments take the place of most of them.
    await sql`update search_index i set segments = jsonb_set(segments, '{0,id}', to_jsonb(gen_random_uuid()))
      where organization_id = ${organizationId} and space_id <> ${template}`.execute(db);
    await sql`insert into search_segment (organization_id, segment_id, bytes)
      select i.organization_id, (i.segments -> 0 ->> 'id')::uuid, s.bytes from search_index i, search_segment s
      where i.organization_id = ${organizationId} and s.organization_id = i.organization_id
        and s.segment_id = ${made[0]?.segment_ids[0]} and i.space_id <> ${template}`.execute(db);
    await sql`delete from search_segment where organization_id = ${organizationId}
      and segment_id not in (select (segments -> 0 ->> 'id')::uuid from search_index)`.execute(db);
    await createStore(16_000);
    const now = await summariesOf();
    expect(now.map(({ summary_id }) => summary_id)).not.toContain(made[0]?.summary_id);
    expect(now.map(({ segment_ids }) => segment_ids.length)).toEqual([64]);
  });

  test('gives the same results as with all of them in memory', async () => {
    for (let n = 0; n < 34; n += 1)
      await spaceWith(`Lanterns ${n}`, {
        'README.md': `# Lantern ${n}\n\n${['lantern', 'lanterns lit', 'lantrens', 'laterne'][n % 4]} own${n % 9}\n`,
        'a.md': `# A\n\n${n % 5 === 0 ? 'getUserName of 数据库' : `database version ${n}`}\n`,
      });
    const edited = await spaceWith('Edited', lanterns(6));
    await editAt(app, edited, 'p3', '# Page 3\n\nwindmills by the sea\n');
    await editAt(app, edited, 'p3', '# Page 3\n\nby the sea\n');
    const [partly, whole] = [await createStore(30_000), await createStore(64_000_000)];
    for (const query of [
      ...['lantern', 'lantern ', 'lanternn ', 'lanterm', 'dtabas', 'lantrnes lit', 'lan', 'own3', 'own77'],
      ...[
        'windmills ',
        'windmils',
        'data base',
        'get user',
        'getUserNme ',
        '数据库',
        '数',
        'version 7',
        'a',
        '…',
      ],
    ])
      expect(await searchIn(partly, query), query).toEqual(await searchIn(whole, query));
    expect(partly.opened).toBeLessThan(whole.opened);
  });
});
