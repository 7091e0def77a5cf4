/** Several people write at once. Every edit that was acknowledged is in the history: its mark is counted there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../../test/git-fixtures.ts';
import { startGitServer } from '../../../../../test/git-server.ts';
import { runJobs } from '../../../../../test/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
});
afterAll(() => app.close());

const WRITERS = 10;
const TURNS = 3;
const writers = Array.from({ length: WRITERS }, (_, writer) => writer);

interface Sent {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read what they expect of the body.
  body: any;
}

async function send(
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  { body, base }: { body?: object; base?: string } = {},
): Promise<Sent> {
  const response = await app.request(method, url, {
    ...(body ? { body } : {}),
    ...(base ? { headers: { 'if-match': `"${base}"` } } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

/** A space with a page of one paragraph for each writer. */
async function addShared(): Promise<{ spaceId: string; page: string; revision: string }> {
  const spaceId = await addSpace(app);
  const { body } = await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [{ operation: 'insert_page', document: { markdown: sharedPage({}) } }] },
  });
  return { spaceId, page: body.changes[0].page.id, revision: body.revision };
}

const sharedPage = (marks: Record<number, string>): string =>
  `# Shared\n\n${writers.map((writer) => `Paragraph ${writer}${marks[writer] ?? ''}.`).join('\n\n')}\n`;

const markOf = (writer: number, turn: number): string => `mark-${writer}-${turn}-end`;

/** The marks in the pages of every revision that the space went through, and the types of these. */
async function readHistory(spaceId: string): Promise<{ marks: Set<string>; types: string[] }> {
  const space = `/v1/spaces/${spaceId}`;
  const { body } = await send('GET', `${space}/revisions?limit=1000`);
  const marks = new Set<string>();
  for (const { id } of body.items) {
    const { body: revision } = await send('GET', `${space}/revisions/${id}/pages`);
    for (const page of revision.pages) {
      const read = await send('GET', `${space}/revisions/${id}/page/${page.id}?format=markdown`);
      for (const [mark] of `${page.title} ${read.body.markdown}`.matchAll(/mark-\d+-\d+-end/g))
        marks.add(mark);
    }
  }
  return { marks, types: body.items.map(({ type }: { type: string }) => type) };
}

const allMarks = writers.flatMap((writer) =>
  Array.from({ length: TURNS }, (_, turn) => markOf(writer, turn)),
);

test('ten writers on one page, each in a paragraph of their own, lose nothing', async () => {
  const { spaceId, page, revision } = await addShared();
  const statuses = await Promise.all(
    writers.map(async (writer) => {
      let base = revision;
      let text = sharedPage({});
      const seen: number[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        const line = new RegExp(`^Paragraph ${writer}\\b.*$`, 'm');
        const markdown = text.replace(line, `Paragraph ${writer} ${markOf(writer, turn)}.`);
        const changes = [{ operation: 'update_page', page, document: { markdown } }];
        const { status, body } = await send('POST', `/v1/spaces/${spaceId}/content`, {
          body: { changes },
          base,
        });
        seen.push(status);
        base = body.revision;
        const url = `/v1/spaces/${spaceId}/revisions/${base}/page/${page}?format=markdown`;
        text = (await send('GET', url)).body.markdown;
      }
      return seen;
    }),
  );
  expect(new Set(statuses.flat())).toEqual(new Set([200]));
  const { marks, types } = await readHistory(spaceId);
  expect([...marks].sort()).toEqual([...allMarks].sort());
  // One revision for each edit, the page, and the empty space.
  expect(types).toHaveLength(WRITERS * TURNS + 2);
  const { body } = await send('GET', `/v1/spaces/${spaceId}/content/page/${page}?format=markdown`);
  for (const writer of writers) expect(body.markdown).toContain(markOf(writer, TURNS - 1));
}, 60_000);

test('ten writers on one tree insert, rename and move pages, and lose nothing', async () => {
  const { spaceId, page } = await addShared();
  const url = `/v1/spaces/${spaceId}/content`;
  const statuses = await Promise.all(
    writers.map(async (writer) => {
      const title = markOf(writer, 0);
      const inserted = await send('POST', url, {
        body: { changes: [{ operation: 'insert_page', title, document: { markdown: `${title}\n` } }] },
      });
      const own = inserted.body.changes[0].page.id;
      const renamed = await send('POST', url, {
        body: { changes: [{ operation: 'update_page', page: own, title: markOf(writer, 1) }] },
      });
      const moved = await send('POST', url, {
        body: { changes: [{ operation: 'update_page', page: own, into: page }] },
      });
      return [inserted.status, renamed.status, moved.status];
    }),
  );
  expect(new Set(statuses.flat())).toEqual(new Set([200]));
  const { pages } = (await send('GET', `${url}/pages`)).body;
  expect(pages).toMatchObject([{ id: page }]);
  const titles = pages[0].pages.map((one: { title: string }) => one.title);
  expect(titles.sort()).toEqual(writers.map((writer) => markOf(writer, 1)).sort());
  expect((await readHistory(spaceId)).types).toHaveLength(WRITERS * 3 + 2);
}, 60_000);

test('ten writers on one change request lose nothing, and are counted', async () => {
  const { spaceId, page, revision } = await addShared();
  const url = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', url);
  const statuses = await Promise.all(
    writers.map(async (writer) => {
      const markdown = sharedPage({ [writer]: ` ${markOf(writer, 0)}` });
      const changes = [{ operation: 'update_page', page, document: { markdown } }];
      return (await send('POST', `${url}/1/content`, { body: { changes }, base: revision })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { body } = await send('GET', `${url}/1/content/page/${page}?format=markdown`);
  for (const writer of writers) expect(body.markdown).toContain(markOf(writer, 0));
  expect((await send('GET', `${url}/1/contributors`)).body.items).toMatchObject([{ count: WRITERS }]);
}, 60_000);

test('merges of one change request at once are one merge', async () => {
  const { spaceId, page } = await addShared();
  const url = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', url);
  const markdown = sharedPage({ 0: ` ${markOf(0, 0)}` });
  const changes = [{ operation: 'update_page', page, document: { markdown } }];
  await send('POST', `${url}/1/content`, { body: { changes } });
  const merges = await Promise.all(Array.from({ length: 4 }, () => send('POST', `${url}/1/merge`)));
  expect(new Set(merges.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(merges.map(({ body }) => body.revision)).size).toBe(1);
  expect((await readHistory(spaceId)).types.filter((type) => type === 'merge')).toHaveLength(1);
});

test('change requests that are merged at once, while others edit live, are all merged', async () => {
  const { spaceId, page } = await addShared();
  const url = `/v1/spaces/${spaceId}/change-requests`;
  for (const writer of writers) {
    await send('POST', url);
    const markdown = sharedPage({ [writer]: ` ${markOf(writer, 0)}` });
    const changes = [{ operation: 'update_page', page, document: { markdown } }];
    await send('POST', `${url}/${writer + 1}/content`, { body: { changes } });
  }
  const insert = (turn: number) =>
    send('POST', `/v1/spaces/${spaceId}/content`, {
      body: { changes: [{ operation: 'insert_page', title: markOf(0, turn), document: {} }] },
    });
  const responses = await Promise.all([
    ...writers.map((writer) => send('POST', `${url}/${writer + 1}/merge`)),
    insert(1),
    insert(2),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  const results = responses.slice(0, WRITERS).map(({ body }) => body.result);
  expect(results).toEqual(results.map(() => 'merge'));
  const { marks, types } = await readHistory(spaceId);
  const expected = [...writers.map((writer) => markOf(writer, 0)), markOf(0, 1), markOf(0, 2)];
  expect([...marks].sort()).toEqual(expected.sort());
  expect(types.filter((type) => type === 'merge')).toHaveLength(WRITERS);
  expect((await send('GET', `/v1/spaces/${spaceId}`)).body).toMatchObject({ changeRequestsOpen: 0 });
}, 60_000);

test('a merge during an import is in the history, and so is the import', async () => {
  const folder = await temporaryDirectory();
  const repository = await createFixtureRepository(`${folder.path}/docs.git`);
  const commit = (mark: string) =>
    repository.commit({
      'SUMMARY.md': '* [One](one.md)\n* [Two](two.md)\n',
      'one.md': '# One\n\nText.\n',
      'two.md': `# Two\n\nText ${mark}.\n`,
    });
  await commit('');
  const git = await startGitServer({ repositories: { docs: repository.directory } });
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const requestImport = () =>
    app.request('POST', `${space}/git/import`, { body: { url: git.url('docs'), ref: 'refs/heads/main' } });
  await requestImport();
  await runJobs(app);
  const { pages } = (await send('GET', `${space}/content/pages`)).body;
  for (let turn = 0; turn < TURNS; turn += 1) {
    await send('POST', `${space}/change-requests`);
    const markdown = `# One\n\nText ${markOf(0, turn)}.\n`;
    const changes = [{ operation: 'update_page', page: pages[0].id, document: { markdown } }];
    await send('POST', `${space}/change-requests/${turn + 1}/content`, { body: { changes } });
    await commit(markOf(1, turn));
    expect((await requestImport()).statusCode).toBe(204);
    const [merge] = await Promise.all([
      send('POST', `${space}/change-requests/${turn + 1}/merge`),
      runJobs(app),
    ]);
    expect(merge).toMatchObject({ status: 200, body: { result: 'merge' } });
    const { body } = await send('GET', `${space}/git/info`);
    expect(body.operation).toMatchObject({ state: 'success' });
  }
  const { marks } = await readHistory(spaceId);
  const turns = Array.from({ length: TURNS }, (_, turn) => turn);
  expect([...marks].sort()).toEqual(turns.flatMap((turn) => [markOf(0, turn), markOf(1, turn)]).sort());
  await git.close();
  await folder.remove();
}, 60_000);
