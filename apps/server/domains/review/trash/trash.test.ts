import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Method, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addSpace, grantRole } from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';

const DAY = 24 * 60 * 60 * 1000;
const clock = createTestClock();
let app: TestApp;
let spaceId: string;
let ids: Map<string, string>;

const FILES = {
  'README.md': '# Home\n',
  'guide/README.md': '---\nicon: book\n---\n\n# Guide\n\nText.\n',
  'guide/one.md': '# One\n\nFirst.\n',
  'guide/two.md': '# Two\n',
  'other.md': '# Other\n',
  'SUMMARY.md':
    '# Contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [One](guide/one.md)\n  * [Two](guide/two.md)\n* [Other](other.md)\n',
};

interface ShownPage {
  id: string;
  title: string;
  path: string;
  pages?: ShownPage[];
}

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());
beforeEach(async () => {
  spaceId = await addSpace(app);
  await putContent(app, spaceId, FILES);
  ids = new Map((await listPages()).map(({ title, id }) => [title, id]));
});

async function send(method: Method, path: string, body?: unknown, token?: string) {
  const response = await app.request(method, `/v1/spaces/${spaceId}${path}`, {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });
  return { status: response.statusCode, body: response.json() };
}
async function ok(method: Method, path: string, body?: unknown) {
  const response = await send(method, path, body);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response.body;
}

async function listPages(content = '/content'): Promise<(ShownPage & { parent: string | undefined })[]> {
  const flat = (pages: ShownPage[], parent?: string): (ShownPage & { parent: string | undefined })[] =>
    pages.flatMap((page) => [{ ...page, parent }, ...flat(page.pages ?? [], page.title)]);
  return flat((await ok('GET', `${content}/pages`)).pages);
}
const shape = async (content?: string): Promise<string[]> =>
  (await listPages(content)).map(({ parent, title }) => `${parent ?? ''}/${title}`);

const remove = (title: string, content = '/content') =>
  ok('POST', content, { changes: [{ operation: 'delete_page', page: ids.get(title) }] });
const trash = async (): Promise<{ title: string; [field: string]: unknown }[]> =>
  (await ok('GET', '/trash')).items;
const restore = (title: string, body?: unknown) => ok('POST', `/trash/${ids.get(title)}/restore`, body);

describe('the trash', () => {
  test('lists what was deleted with what was below it, the latest first', async () => {
    const before = (await ok('GET', '')).revision;
    await remove('Guide');
    clock.advance(1000);
    await remove('Other');
    const { items, count } = await ok('GET', '/trash');
    expect(count).toBe(2);
    expect(items[0]).toMatchObject({ title: 'Other', below: { count: 0, pages: [] } });
    expect(items[1]).toMatchObject({
      object: 'deleted-page',
      id: ids.get('Guide'),
      type: 'document',
      title: 'Guide',
      path: 'guide',
      icon: 'book',
      revision: before,
      below: {
        count: 2,
        pages: [
          { title: 'One', path: 'guide/one' },
          { title: 'Two', path: 'guide/two' },
        ],
      },
    });
    const me = (await app.request('GET', '/v1/user')).json();
    expect(items[1].deletedBy.id).toBe(me.id);
    const page = await app.request('GET', `${new URL(items[1].urls.location).pathname}?format=markdown`);
    expect(page.json().markdown).toContain('Text.');
  });

  test('is read in pages', async () => {
    for (const title of ['Guide', 'Other', 'Home']) {
      await remove(title);
      clock.advance(1000);
    }
    const titles: string[] = [];
    for (let path = '/trash?limit=1'; ; ) {
      const { items, next, count } = await ok('GET', path);
      expect(count).toBe(3);
      titles.push(...items.map(({ title }: { title: string }) => title));
      if (!next) break;
      path = `/trash?limit=1&page=${next.page}`;
    }
    expect(titles).toEqual(['Home', 'Other', 'Guide']);
  });

  test('hears of every way in which pages go and come', async () => {
    const { id } = await ok('POST', '/change-requests', {});
    await remove('Other', `/change-requests/${id}/content`);
    expect(await trash()).toEqual([]);
    await ok('POST', `/change-requests/${id}/merge`);
    expect((await trash()).map(({ title }) => title)).toEqual(['Other']);
    const merged = (await ok('GET', '')).revision;
    await putContent(app, spaceId, { 'README.md': FILES['README.md'] });
    expect((await trash()).map(({ title }) => title).sort()).toEqual(['Guide', 'Other']);
    await ok('POST', `/revisions/${merged}/rollback`);
    expect((await trash()).map(({ title }) => title)).toEqual(['Other']);
    const [first] = (await ok('GET', '/revisions?limit=1000')).items.slice(-2);
    await ok('POST', `/revisions/${first.id}/rollback`);
    expect(await trash()).toEqual([]);
  });

  test('forgets a page after 30 days, which stays in the history', async () => {
    const before = (await ok('GET', '')).revision;
    await remove('Other');
    clock.advance(30 * DAY - 1000);
    expect(await trash()).toHaveLength(1);
    clock.advance(2000);
    expect(await trash()).toEqual([]);
    expect((await send('POST', `/trash/${ids.get('Other')}/restore`)).status).toBe(404);
    expect((await ok('GET', `/revisions/${before}/page/${ids.get('Other')}`)).title).toBe('Other');
    await startJob(app, 'retention');
    clock.advance(8 * DAY);
    await runJobs(app);
    const { sql } = app.database;
    expect(await sql`select 1 from deleted_page where space_id = ${spaceId}`).toEqual([]);
  });
});

describe('a page', () => {
  test('returns to its place with its id, its subtree, and its former addresses', async () => {
    const before = await shape();
    const page = ids.get('Guide');
    await ok('POST', '/content', { changes: [{ operation: 'update_page', page, slug: 'manual' }] });
    await remove('Guide');
    expect((await send('GET', '/content/path/manual')).status).toBe(404);
    const restored = await restore('Guide');
    expect(restored.changes.map(({ object }: { object: string }) => object)).toEqual(
      Array(3).fill('created_page'),
    );
    expect(await shape()).toEqual(before);
    expect((await listPages()).find(({ title }) => title === 'Guide')?.id).toBe(page);
    expect((await ok('GET', `/content/page/${ids.get('One')}?format=markdown`)).markdown).toContain('First.');
    expect((await ok('GET', '/content/path/manual')).id).toBe(page);
    expect(await trash()).toEqual([]);
    expect((await ok('GET', '/revisions')).items[0]).toMatchObject({ id: restored.revision, type: 'edits' });
  });

  test('returns to a given place, or to the top if its parent is gone', async () => {
    await remove('One');
    await restore('One', { into: ids.get('Other') });
    expect(await shape()).toContain('Other/One');
    await remove('One');
    await restore('One', { into: null, at: 0 });
    expect((await shape())[0]).toBe('/One');
    await remove('Two');
    await remove('Guide');
    await restore('Two');
    expect(await shape()).toContain('/Two');
    const refused = await send('POST', `/trash/${ids.get('Guide')}/restore`, { into: ids.get('Guide') });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: 'into' }] } } });
  });

  test('that was below a deleted one returns by itself, and the other one without it', async () => {
    await remove('Guide');
    await restore('Two');
    expect(await shape()).toEqual(['/Home', '/Other', '/Two']);
    const [guide] = await trash();
    expect(guide).toMatchObject({ title: 'Guide', below: { count: 1 } });
    await restore('Guide');
    expect((await shape()).sort()).toEqual(['/Guide', '/Home', '/Other', '/Two', 'Guide/One']);
    expect(await trash()).toEqual([]);
  });

  test('returns in a change request', async () => {
    await remove('Other');
    const { id, number } = await ok('POST', '/change-requests', {});
    const restored = await restore('Other', { changeRequest: String(number) });
    expect(restored.changes[0].page.urls.location).toContain(`/change-requests/${id}/content/page/`);
    expect(await trash()).toHaveLength(1);
    expect(
      (await send('POST', `/trash/${ids.get('Other')}/restore`, { changeRequest: id })).body.error.reason,
    ).toBe('page-exists');
    await ok('POST', `/change-requests/${id}/merge`);
    expect(await trash()).toEqual([]);
    expect(await shape()).toContain('/Other');
  });

  test('is not restored twice, nor by readers, nor in another space, nor while the space is locked', async () => {
    await remove('Other');
    const url = `/trash/${ids.get('Other')}/restore`;
    const { userId, token } = await addMember(app, { role: null });
    await grantRole(app, { userId, spaceId, role: 'comment' });
    expect((await send('POST', url, {}, token)).status).toBe(403);
    const own = spaceId;
    spaceId = await addSpace(app);
    expect((await send('POST', url)).status).toBe(404);
    spaceId = own;
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode: 'locked' } });
    expect((await send('POST', url)).status).toBe(409);
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode: 'live' } });
    const both = await Promise.all([send('POST', url), send('POST', url)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect((await send('POST', url)).body.error.reason).toBe('deleted-page-not-found');
    expect((await send('POST', url, { unknown: 1 })).status).toBe(400);
    expect((await shape()).filter((page) => page === '/Other')).toHaveLength(1);
  });

  test('returns while others delete and restore theirs', async () => {
    const cycle = async (n: number) => {
      const insert = { operation: 'insert_page', title: `Page ${n}`, document: {} };
      const page = (await ok('POST', '/content', { changes: [insert] })).changes[0].page.id;
      await ok('POST', '/content', { changes: [{ operation: 'delete_page', page }] });
      await ok('POST', `/trash/${page}/restore`);
      return page;
    };
    const pages = await Promise.all(Array.from({ length: 12 }, (_, n) => cycle(n)));
    expect((await listPages()).map(({ id }) => id)).toEqual(expect.arrayContaining(pages));
    expect(await trash()).toEqual([]);
  });
});
