import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { editAt, search, searchUrl, titlesOf } from '../../../../../test/fixtures/content/search/search.ts';
import { runJobs, runJobsFor } from '../../../../../test/jobs.ts';
import { findIndex } from './search-index.repository.ts';
import { sweepSearchSegments } from './update-search-index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
});
afterAll(() => app?.close());

const PAGES = 12;
const FILES = {
  'SUMMARY.md': Array.from({ length: PAGES }, (_, n) => `* [Page ${n}](p${n}.md)`).join('\n'),
  ...Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => [`p${n}.md`, `# Page ${n}\n\nlantern n${n}\n`]),
  ),
};

async function addFilledSpace(organizationId = app.organizationId): Promise<string> {
  const spaceId = await addSpace(app, { organizationId });
  await putContent(app, spaceId, FILES);
  await editAt(app, spaceId, 'p3', '# Page 3\n\nlantern changed\n');
  return spaceId;
}

async function duplicate(spaceId: string): Promise<string> {
  const response = await app.request('POST', `/v1/spaces/${spaceId}/duplicate`);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
}

const segmentsOf = async (spaceId: string, organizationId = app.organizationId): Promise<string[]> =>
  (await findIndex(app.context.db, { organizationId, spaceId }))?.segments.map(({ id }) => id) ?? [];

const storedIn = async (organizationId: string): Promise<string[]> => {
  const { db } = app.context;
  const rows = await db
    .selectFrom('search_segment')
    .select('segment_id')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => row.segment_id);
};

test('a duplicate finds what the space finds, by the same segments, under its own addresses', async () => {
  const spaceId = await addFilledSpace();
  const copy = await duplicate(spaceId);
  expect(await segmentsOf(copy)).toEqual(await segmentsOf(spaceId));
  const [there, here] = [await search(app, spaceId, 'lantern'), await search(app, copy, 'lantern')];
  expect(here.count).toBe(PAGES);
  expect(here.items.map(({ id, score }) => [id, score])).toEqual(
    there.items.map(({ id, score }) => [id, score]),
  );
  expect(here.items.every(({ urls }) => urls.app.includes(`/s/${copy}/`))).toBe(true);
});

test('a space and its duplicates go their own ways, also through merges and sweeps', async () => {
  const spaceId = await addFilledSpace();
  const copy = await duplicate(spaceId);
  const second = await duplicate(copy);
  for (let edit = 0; edit < 20; edit += 1) {
    await editAt(app, spaceId, `p${edit % PAGES}`, `# Page ${edit % PAGES}\n\nwindmill ${edit}\n`);
    if (edit < 10) await editAt(app, copy, `p${edit % PAGES}`, `# Page ${edit % PAGES}\n\nballoon ${edit}\n`);
  }
  await runJobs(app);
  await app.context.transact(({ trx }) =>
    sweepSearchSegments(trx, app.organizationId, new Date(Date.now() + 60_000)),
  );
  const process = await buildTestApp({ beside: app });
  try {
    for (const reader of [app, process]) {
      expect((await search(reader, spaceId, 'windmill')).count).toBe(PAGES);
      expect((await search(reader, spaceId, 'lantern')).count).toBe(0);
      expect((await search(reader, copy, 'balloon')).count).toBe(10);
      expect((await search(reader, copy, 'lantern')).count).toBe(2);
      expect((await search(reader, copy, 'windmill')).count).toBe(0);
      expect((await search(reader, second, 'lantern')).count).toBe(PAGES);
      expect(titlesOf(await search(reader, second, 'changed'))).toEqual(['Page 3']);
    }
  } finally {
    await process.close();
  }
  const named = new Set((await Promise.all([spaceId, copy, second].map((one) => segmentsOf(one)))).flat());
  const stored = await storedIn(app.organizationId);
  expect([...named].filter((id) => !stored.includes(id))).toEqual([]);
});

test('a space without an index is duplicated without one, and both get theirs', async () => {
  const spaceId = await addFilledSpace();
  await app.context.db.deleteFrom('search_index').where('space_id', '=', spaceId).execute();
  const copy = await duplicate(spaceId);
  expect((await app.request('GET', searchUrl(copy, 'lantern'))).statusCode).toBe(503);
  await runJobs(app);
  expect((await search(app, copy, 'lantern')).count).toBe(PAGES);
});

test('a transferred space is found in the other organization only, from the same moment', async () => {
  const { organizationId: from, creatorId } = await addOrganization(app);
  const { organizationId: to } = await addOrganization(app, { creatorId });
  const token = await addUserToken(app, creatorId);
  const spaceId = await addFilledSpace(from);
  const find = async (query: string) =>
    (await app.request('GET', searchUrl(spaceId, query), { token })).json().count;
  const findIn = async (organizationId: string) =>
    (await app.request('GET', `/v1/orgs/${organizationId}/search?query=lantern`, { token })).json().count;
  expect([await find('lantern'), await findIn(from), await findIn(to)]).toEqual([PAGES, PAGES, 0]);
  const segments = await segmentsOf(spaceId, from);
  const body = { organization: to };
  const asked = app.request('POST', `/v1/spaces/${spaceId}/transfer`, { token, body });
  expect((await runJobsFor(app, asked)).statusCode).toBe(200);
  await runJobs(app);
  expect([await find('lantern'), await findIn(from), await findIn(to)]).toEqual([PAGES, 0, PAGES]);
  expect(await segmentsOf(spaceId, to)).toEqual(segments);
  expect(await segmentsOf(spaceId, from)).toEqual([]);
  await app.context.db.deleteFrom('search_segment').where('organization_id', '=', from).execute();
  for (let edit = 0; edit < 10; edit += 1)
    await editAt(app, spaceId, `p${edit}`, `# Page ${edit}\n\nwindmill ${edit}\n`);
  await runJobs(app);
  expect([await find('lantern'), await find('windmill')]).toEqual([PAGES - 10, 10]);
});
