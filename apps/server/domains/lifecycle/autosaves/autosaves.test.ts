import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { ageContent, countContent } from '../../../../../test/fixtures/content/sweep/sweep.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { keepRevision } from '../../../content/revisions/revision.repository.ts';
import type { OldEdit } from './autosaves.repository.ts';
import { NAMING_COLUMNS } from './autosaves.repository.ts';
import { coalesceAutosaves, planDissolution } from './coalesce-autosaves.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const clock = createTestClock();
let app: TestApp;
let organizationId: string;
let owner: string;
let colleague: string;
let spaceId: string;
let page: string;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());
beforeEach(async () => {
  const organization = await addOrganization(app);
  organizationId = organization.organizationId;
  owner = await addUserToken(app, organization.creatorId);
  colleague = (await addMember(app, { role: 'admin', organizationId })).token;
  spaceId = await addSpace(app, { organizationId });
  await putContent(app, spaceId, { 'README.md': '# Page\n\nText.\n' });
  page = (await get('/content/pages')).pages[0].id;
});

const send = async (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { token = owner, body, base }: { token?: string; body?: unknown; base?: string } = {},
) =>
  app.request(method, `/v1/spaces/${spaceId}${path}`, {
    token,
    body,
    headers: base === undefined ? {} : { 'if-match': base },
  });
const get = async (path: string) => (await send('GET', path)).json();

async function save(
  text: string,
  options: { token?: string; base?: string; line?: string } = {},
): Promise<string> {
  const body = {
    changes: [{ operation: 'update_page', page, document: { markdown: `# Page\n\n${text}\n` } }],
  };
  const response = await send('POST', `${options.line ?? ''}/content`, { ...options, body });
  expect(response.statusCode, response.body).toBe(200);
  clock.advance(1000);
  return response.json().revision;
}

async function saveAll(...texts: string[]): Promise<string[]> {
  const saved = [];
  for (const text of texts) saved.push(await save(text));
  return saved;
}

const coalesce = () =>
  coalesceAutosaves(app.context, { organizationId, spaceId }, new AbortController().signal);
async function coalesceADayLater(): Promise<number> {
  clock.advance(DAY);
  return coalesce();
}
const listIds = async (): Promise<string[]> =>
  (await get('/revisions?limit=1000')).items.map(({ id }: { id: string }) => id);
const textOf = async (revision: string): Promise<string> =>
  (await get(`/revisions/${revision}/page/${page}?format=markdown`)).markdown;
const isThere = async (revision: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from revision where revision_id = ${revision}`.execute(app.context.db);
  return rows.length > 0;
};

describe('a session of edits', () => {
  test('is one revision a day later, with its span, and no edit goes before', async () => {
    const first = await save('One.');
    const [, , last] = await saveAll('Two.', 'Three.', 'Four.');
    clock.advance(DAY - MINUTE);
    expect(await coalesce()).toBe(0);
    clock.advance(2 * MINUTE);
    expect(await coalesce()).toBe(3);
    const { items, count } = await get('/revisions');
    expect(items).toHaveLength(3);
    expect(count).toBe(3);
    const [entry, imported] = items;
    expect(entry).toMatchObject({ id: last, parents: [imported.id], edits: 4, changes: 1 });
    expect(new Date(entry.createdAt).getTime() - new Date(entry.startedAt).getTime()).toBe(3000);
    expect(imported).not.toHaveProperty('edits');
    expect(await textOf(last as string)).toContain('Four.');
    const { changes } = await get(`/revisions/${last}/changes`);
    expect(changes).toHaveLength(1);
    expect((await send('GET', `/revisions/${first}`)).statusCode).toBe(404);
    expect(await coalesce()).toBe(0);
  });

  test('ends with a pause, with another author, and with anything that is not an edit', async () => {
    const [, early] = await saveAll('One.', 'Two.');
    clock.advance(11 * MINUTE);
    const [, late] = await saveAll('Three.', 'Four.');
    const other = await save('Five.', { token: colleague });
    const [, own] = await saveAll('Six.', 'Seven.');
    expect((await send('POST', `/revisions/${other}/rollback`)).statusCode).toBe(200);
    const head = (await get('')).revision;
    const [, last] = await saveAll('Eight.', 'Nine.');
    expect(await coalesceADayLater()).toBe(4);
    expect((await listIds()).slice(0, 6)).toEqual([last, head, own, other, late, early]);
  });

  test('coalesces in a change request as well, whose merge stays', async () => {
    const { id } = (await send('POST', '/change-requests', { body: {} })).json();
    const line = `/change-requests/${id}`;
    const saved = [];
    for (const text of ['One.', 'Two.', 'Three.']) saved.push(await save(text, { line }));
    expect((await send('POST', `${line}/merge`)).json()).toMatchObject({ result: 'merge' });
    const merged = (await get('')).revision;
    expect(await coalesceADayLater()).toBe(2);
    expect(await isThere(saved[2] as string)).toBe(true);
    expect((await get(`/revisions/${merged}`)).parents[1]).toBe(saved[2]);
    expect(await textOf(merged)).toContain('Three.');
  });

  test('continues over several runs', async () => {
    const saved = await saveAll('One.', 'Two.');
    clock.advance(9 * MINUTE);
    saved.push(...(await saveAll('Three.', 'Four.')));
    clock.advance(DAY - 5 * MINUTE);
    expect(await coalesce()).toBe(2);
    clock.advance(10 * MINUTE);
    expect(await coalesce()).toBe(1);
    expect((await get('/revisions')).items[0]).toMatchObject({ id: saved[3], edits: 4 });
  });
});

describe('an edit stays', () => {
  const uses: Record<string, (revision: string) => Promise<{ statusCode: number; body: string }>> = {
    'read by its id': (revision) => send('GET', `/revisions/${revision}`),
    'read by its id, a page of it': (revision) => send('GET', `/revisions/${revision}/page/${page}`),
    'read by its id, a page as HTML': (revision) => send('GET', `/revisions/${revision}/page/${page}/html`),
    'whose changes were read': (revision) => send('GET', `/revisions/${revision}/changes`),
    'compared with': async (revision) =>
      send('GET', `/revisions/${(await get('')).revision}/changes?base=${revision}`),
    'a page of which was compared with': async (revision) =>
      send('GET', `/revisions/${(await get('')).revision}/changes/pages/${page}?base=${revision}`),
    'commented on': (revision) =>
      send('POST', '/comments', { body: { body: { markdown: 'A comment.' }, page, revision } }),
    'that a working copy began from': (revision) =>
      send('PUT', `/working-copies/${page}`, { body: { baseRevision: revision, markdown: 'Text' } }),
    'that has the block of a conflict': (revision) =>
      send('POST', '/edit-conflicts', { body: { baseRevision: revision, page } }),
    'that a change request began from': (revision) =>
      send('POST', '/change-requests', { body: { revision } }),
    'that a page was reverted to': (revision) =>
      send('POST', '/content', { body: { changes: [{ operation: 'revert_page', page, revision }] } }),
    'rolled back to': (revision) => send('POST', `/revisions/${revision}/rollback`),
    'shown by its address': (revision) =>
      app.request(
        'GET',
        `/v1/urls/content?url=${encodeURIComponent(`${app.context.config.baseUrl}/app/s/${spaceId}/revisions/${revision}`)}`,
        { token: owner },
      ),
  };
  test('that several callers keep at the same moment', async () => {
    const [, used] = await saveAll('One.', 'Two.', 'Three.');
    const key = { organizationId, spaceId, revisionId: used as string };
    for (let round = 0; round < 20; round++) {
      await sql`update revision set may_coalesce = true where revision_id = ${key.revisionId}`.execute(
        app.context.db,
      );
      const kept = await Promise.all(Array.from({ length: 8 }, () => keepRevision(app.context.db, key)));
      expect(kept).toEqual(Array(8).fill(true));
    }
    expect(await keepRevision(app.context.db, { ...key, revisionId: newId() })).toBe(false);
  });
  for (const [name, use] of Object.entries(uses))
    test(name, async () => {
      const [, used] = await saveAll('One.', 'Two.', 'Three.', 'Four.');
      const response = await use(used as string);
      expect(response.statusCode, response.body).toBeLessThan(300);
      expect(await coalesceADayLater()).toBeGreaterThan(0);
      expect(await isThere(used as string)).toBe(true);
      expect(await textOf(used as string)).toContain('Two.');
    });

  test('that was current when a webhook told of it', async () => {
    const hook = await app.request('POST', `/v1/orgs/${organizationId}/webhooks`, {
      token: owner,
      body: { title: 'Hook', url: 'https://example.com/hook', events: ['revision.created'] },
    });
    expect(hook.statusCode, hook.body).toBe(201);
    await saveAll('One.', 'Two.', 'Three.');
    expect(await coalesceADayLater()).toBe(0);
  });

  test('that any column names, and every such column is known', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name like '%revision\_id' and table_name <> 'revision'
      order by 1, 2`.execute(app.context.db);
    const known = NAMING_COLUMNS.flatMap(([table, columns]) => columns.map((column) => ({ table, column })));
    const inOrder = (list: { table: string; column: string }[]) =>
      list.map(({ table, column }) => `${table}.${column}`).sort();
    expect(inOrder(known)).toEqual(inOrder(rows));
  });

  test('that a Git operation has brought to a repository', async () => {
    const [, exported] = await saveAll('One.', 'Two.', 'Three.');
    await app.context.db
      .insertInto('git_operation')
      .values({
        organization_id: organizationId,
        space_id: spaceId,
        operation_id: exported as string,
        direction: 'export',
        state: 'success',
        started_at: clock.now(),
        request: {},
        outcome: { revision: exported },
      })
      .execute();
    expect(await coalesceADayLater()).toBe(1);
    expect(await isThere(exported as string)).toBe(true);
  });

  test('that is read when it is old, before it goes', async () => {
    const [first] = await saveAll('One.', 'Two.');
    clock.advance(DAY);
    await save('Three.', { base: first as string, token: colleague }).catch(() => undefined);
    expect(await isThere(first as string)).toBe(true);
    await coalesce();
    expect(await isThere(first as string)).toBe(true);
  });
});

describe('what is left', () => {
  test('is read by other processes with its new parent', async () => {
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const [first, last] = await saveAll('One.', 'Two.');
      const read = async () =>
        (await other.request('GET', `/v1/spaces/${spaceId}/content`, { token: owner })).json();
      await expect.poll(async () => (await read()).id).toBe(last);
      expect((await read()).parents).toEqual([first]);
      await coalesceADayLater();
      await expect.poll(async () => (await read()).parents).not.toEqual([first]);
      const changes = await other.request('GET', `/v1/spaces/${spaceId}/revisions/${last}/changes`, {
        token: owner,
      });
      expect(changes.json().changes).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  test('holds all content that a sweep leaves, and no more', async () => {
    await saveAll('Zero.');
    const before = await countContent(app, organizationId);
    await saveAll(...Array.from({ length: 20 }, (_, n) => `Text ${n}.`));
    await startJob(app, 'autosave-upkeep');
    clock.advance(DAY + 2 * 60 * MINUTE);
    await runJobs(app);
    await ageContent(app, organizationId);
    clock.advance(DAY + MINUTE);
    await runJobs(app);
    const after = await countContent(app, organizationId);
    expect(after.documents).toBeLessThanOrEqual(before.documents + 1);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 4);
    for (const id of await listIds()) expect((await send('GET', `/revisions/${id}`)).statusCode).toBe(200);
  });
});

describe('the choice', () => {
  const edit = (revisionId: string, parents: string[], second = 0): OldEdit => ({
    revisionId,
    parents,
    createdAt: new Date(second * 1000),
    beganAt: null,
    autosaves: null,
  });

  test('keeps an edit that two revisions follow, or a merge', () => {
    const [one, two, three] = [edit('1', ['0']), edit('2', ['1'], 1), edit('3', ['2'], 2)] as const;
    expect(planDissolution([one, two], [two, three], new Set()).dissolved).toEqual(['1', '2']);
    expect(planDissolution([one, two], [two, edit('x', ['1']), three], new Set()).dissolved).toEqual(['2']);
    expect(planDissolution([one, two], [two, edit('m', ['2', '9'])], new Set()).dissolved).toEqual(['1']);
    expect(planDissolution([one, two], [two, three], new Set(['1'])).dissolved).toEqual(['2']);
    expect(planDissolution([one], [], new Set()).dissolved).toEqual([]);
  });
});
