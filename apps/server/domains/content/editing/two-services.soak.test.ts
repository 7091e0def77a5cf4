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

const [WRITERS, TURNS] = [16, 25];
const writers = Array.from({ length: WRITERS }, (_, writer) => writer);
const markOf = (writer: number, turn: number): string => `mark-${writer}-${turn}-end`;
const allMarks = writers.flatMap((writer) =>
  Array.from({ length: TURNS }, (_, turn) => markOf(writer, turn)),
);

const send = (service: TestApp, spaceId: string, change: object, base?: string) =>
  service.request('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [change] },
    ...(base ? { headers: { 'if-match': `"${base}"` } } : {}),
  });

async function edit(service: TestApp, spaceId: string, change: object, base?: string) {
  const response = await send(service, spaceId, change, base);
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
  // The notification of the last edit may not have reached the other service yet.
  for (const service of services) {
    const listTitles = async () => {
      const { pages } = (await service.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
      return pages.map(({ title }: { title: string }) => title).sort();
    };
    await expect.poll(listTitles).toEqual([...allMarks].sort());
  }
  expect(await countRevisions(spaceId)).toBe(1 + WRITERS * TURNS);
}, 120_000);

async function readPage(
  service: TestApp,
  { spaceId, page, revision }: { spaceId: string; page: string; revision: string },
): Promise<string> {
  const url = `/v1/spaces/${spaceId}/revisions/${revision}/page/${page}?format=markdown`;
  return (await service.request('GET', url)).json().markdown;
}

/** The marks of the current page, each as often as it is there. */
async function findMarks(spaceId: string, page: string): Promise<string[]> {
  const { revision } = await app.context.db
    .selectFrom('space')
    .select('revision_id as revision')
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const text = await readPage(app, { spaceId, page, revision });
  return Array.from(text.matchAll(/mark-\d+-\d+-end/g), ([mark]) => mark);
}

const pairs = writers.filter((writer) => writer % 2 === 0);
const BLOCKS: [string, string][] = [
  [
    'table',
    `| a | b |\n| --- | --- |\n${pairs.map((writer) => `| of ${writer}. | of ${writer + 1}. |`).join('\n')}\n`,
  ],
  ['list', writers.map((writer) => `${writer + 1}) of ${writer}.\n`).join('')],
  ['paragraph', `${writers.map((writer) => `It is of ${writer}.`).join(' ')}\n`],
  [
    'hint',
    `{% hint style="info" %}\n${writers.map((writer) => `of ${writer}.`).join('\n')}\n{% endhint %}\n`,
  ],
];

test.each(BLOCKS)(
  'every word that writers of two services write into one %s is there once',
  async (_, block) => {
    const spaceId = await addSpace(app);
    const markdown = `# Shared\n\n${block}`;
    const inserted = await edit(app, spaceId, { operation: 'insert_page', document: { markdown } });
    const page = inserted.changes[0].page.id;
    await Promise.all(
      writers.map(async (writer) => {
        const service = serviceOf(writer);
        let revision = inserted.revision;
        for (let turn = 0; turn < TURNS; turn += 1) {
          const text = await readPage(service, { spaceId, page, revision });
          const mark = markOf(writer, turn);
          // Every second word is inserted before the earlier ones, the others after them.
          const written = text.replace(new RegExp(`of ${writer}( [^.|\\n]*)?\\.`), (_all, earlier = '') =>
            turn % 2 === 0 ? `of ${writer} ${mark}${earlier}.` : `of ${writer}${earlier} ${mark}.`,
          );
          expect(written).not.toBe(text);
          const change = { operation: 'update_page', page, document: { markdown: written } };
          revision = (await edit(service, spaceId, change, revision)).revision;
        }
      }),
    );
    expect((await findMarks(spaceId, page)).sort()).toEqual([...allMarks].sort());
  },
  120_000,
);

test('of words that writers of two services write into one cell, those acknowledged are there once', async () => {
  const spaceId = await addSpace(app);
  const markdown = '# Shared\n\n| a | b |\n| --- | --- |\n| shared | 2 |\n';
  const inserted = await edit(app, spaceId, { operation: 'insert_page', document: { markdown } });
  const page = inserted.changes[0].page.id;
  const acknowledged: string[] = [];
  await Promise.all(
    writers.map(async (writer) => {
      const service = serviceOf(writer);
      let { revision } = inserted;
      for (let turn = 0; turn < TURNS; turn += 1) {
        const text = await readPage(service, { spaceId, page, revision });
        const written = text.replace('| shared', `| shared ${markOf(writer, turn)}`);
        const change = { operation: 'update_page', page, document: { markdown: written } };
        const response = await send(service, spaceId, change, revision);
        if (response.statusCode === 409) {
          expect(response.json().error.details).toMatchObject([
            { place: { blocks: { base: { record: 'r1', definition: 'c1' }, theirs: { record: 'r1' } } } },
          ]);
          ({ revision } = (await service.request('GET', `/v1/spaces/${spaceId}`)).json());
          continue;
        }
        expect(response.statusCode, response.body).toBe(200);
        acknowledged.push(markOf(writer, turn));
        ({ revision } = response.json());
      }
    }),
  );
  expect((await findMarks(spaceId, page)).sort()).toEqual(acknowledged.sort());
  expect(acknowledged.length).toBeGreaterThan(0);
}, 120_000);

test('every paragraph that writers of two services add to one page is there', async () => {
  const spaceId = await addSpace(app);
  const sections = writers.map((writer) => `## Section ${writer}\n\nBegin ${writer}.`);
  const inserted = await edit(app, spaceId, {
    operation: 'insert_page',
    document: { markdown: `# Shared\n\n${sections.join('\n\n')}\n` },
  });
  const page = inserted.changes[0].page.id;
  const read = (service: TestApp, revision: string) => readPage(service, { spaceId, page, revision });
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
  expect((await findMarks(spaceId, page)).sort()).toEqual([...allMarks].sort());
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

test('ten writers in one table: every acknowledged word is there once', async () => {
  const spaceId = await addSpace(app);
  const names = Array.from({ length: 10 }, (_, n) => `writer${n}`);
  const table = ['| Who | Words |', '| --- | --- |', ...names.map((name) => `| ${name} | none |`)].join('\n');
  const inserted = await edit(app, spaceId, {
    operation: 'insert_page',
    title: 'Table',
    document: { markdown: `# Table\n\n${table}\n` },
  });
  const page = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages[0].id;
  const acknowledged: string[] = [];
  const end = Date.now() + 60_000;
  await Promise.all(
    names.map(async (name, n) => {
      const service = serviceOf(n);
      let revision: string = inserted.revision;
      for (let turn = 0; turn < 3 || Date.now() < end; turn += 1) {
        const word = `word-${n}-${turn}-end`;
        const text = await readPage(service, { spaceId, page, revision });
        const row = new RegExp(`^\\| ${name} .*\\|$`, 'm');
        // A word in the cell of the writer, or a row below it.
        const markdown = text.replace(row, (line) =>
          turn % 3 === 1 ? `${line}\n| row | ${word} |` : line.replace(/\s*\|$/, ` ${word} |`),
        );
        expect(markdown).toContain(word);
        const change = { operation: 'update_page', page, document: { markdown } };
        const response = await send(service, spaceId, change, revision);
        expect(response.statusCode, response.body).toBe(200);
        revision = response.json().revision;
        acknowledged.push(word);
      }
    }),
  );
  const read = await app.request('GET', `/v1/spaces/${spaceId}/content/page/${page}?format=markdown`);
  const words = read.json().markdown.match(/word-\d+-\d+-end/g) ?? [];
  expect(words.sort()).toEqual(acknowledged.sort());
}, 180_000);
