/** Writers of two services that share a database: every edit that was acknowledged is in the history, once. */
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';

let services: TestApp[];
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
  services = [app, await buildTestApp({ beside: app, isListening: true })];
});
afterAll(async () => {
  for (const service of services.toReversed()) await service.close();
});

const [WRITERS, TURNS] = process.env.LECTERN_SOAK ? [16, 25] : [6, 4];
const writers = Array.from({ length: WRITERS }, (_, writer) => writer);
const markOf = (writer: number, turn: number): string => `mark-${writer}-${turn}-end`;
const allMarks = writers.flatMap((writer) =>
  Array.from({ length: TURNS }, (_, turn) => markOf(writer, turn)),
);

async function edit(service: TestApp, spaceId: string, change: object, base?: string) {
  const response = await service.request('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [change] },
    ...(base ? { headers: { 'if-match': `"${base}"` } } : {}),
  });
  expect(response.json(), response.body).not.toHaveProperty('error');
  return response.json();
}

const serviceOf = (writer: number): TestApp => services[writer % services.length] as TestApp;

async function countRevisions(spaceId: string): Promise<number> {
  return (await app.request('GET', `/v1/spaces/${spaceId}/revisions?limit=1`)).json().count;
}

test('every page that writers of two services insert is there, each in a revision of its own', async () => {
  const spaceId = await addSpace(app);
  await Promise.all(
    writers.map(async (writer) => {
      for (let turn = 0; turn < TURNS; turn += 1)
        await edit(serviceOf(writer), spaceId, {
          operation: 'insert_page',
          title: markOf(writer, turn),
          document: { markdown: 'Text' },
        });
    }),
  );
  // The news of the last edit may still be on its way to the other service.
  for (const service of services) {
    const listTitles = async () => {
      const { pages } = (await service.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
      return pages.map(({ title }: { title: string }) => title).sort();
    };
    await expect.poll(listTitles).toEqual([...allMarks].sort());
  }
  expect(await countRevisions(spaceId)).toBe(1 + WRITERS * TURNS);
}, 120_000);

test('every paragraph that writers of two services add to one page is there', async () => {
  const spaceId = await addSpace(app);
  const sections = writers.map((writer) => `## Section ${writer}\n\nBegin ${writer}.`);
  const inserted = await edit(app, spaceId, {
    operation: 'insert_page',
    document: { markdown: `# Shared\n\n${sections.join('\n\n')}\n` },
  });
  const page = inserted.changes[0].page.id;
  const read = async (service: TestApp, revision: string): Promise<string> => {
    const url = `/v1/spaces/${spaceId}/revisions/${revision}/page/${page}?format=markdown`;
    return (await service.request('GET', url)).json().markdown;
  };
  await Promise.all(
    writers.map(async (writer) => {
      const service = serviceOf(writer);
      let base = inserted.revision;
      for (let turn = 0; turn < TURNS; turn += 1) {
        const text = await read(service, base);
        const last = turn === 0 ? `Begin ${writer}.` : `${markOf(writer, turn - 1)}.`;
        const markdown = text.replace(last, `${last}\n\nThen ${markOf(writer, turn)}.`);
        base = (
          await edit(service, spaceId, { operation: 'update_page', page, document: { markdown } }, base)
        ).revision;
      }
    }),
  );
  const { revisionId } = await app.context.db
    .selectFrom('space')
    .select('revision_id as revisionId')
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const found = [...(await read(app, revisionId)).matchAll(/mark-\d+-\d+-end/g)].map(([mark]) => mark);
  expect(found.sort()).toEqual([...allMarks].sort());
  await expect.poll(() => countRevisions(spaceId)).toBe(2 + WRITERS * TURNS);
}, 120_000);

test('a service to which no news arrives edits what the other has made', async () => {
  const deaf = await buildTestApp({ beside: app });
  try {
    const spaceId = await addSpace(app);
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'Text' } });
    await edit(deaf, spaceId, insert('First'));
    await edit(app, spaceId, insert('Second'));
    await edit(deaf, spaceId, insert('Third'));
    const { pages } = (await deaf.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second', 'Third']);
  } finally {
    await deaf.close();
  }
});
