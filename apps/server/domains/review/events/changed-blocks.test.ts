/** Tests that events name the blocks that changed, whatever changed them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { type EventClient, type HeardEvent, listen } from '../../../../../test/event-client.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
/** Makes the edits. The process that sends the events shares no memory with it. */
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
  other = await buildTestApp({ beside: app, isListening: true });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const WAIT = { timeout: 30_000, interval: 20 };
const SOURCE = [
  '# Title',
  'A first paragraph.',
  '* one\n* two\n* three',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '{% hint style="info" %}\nA hint.\n{% endhint %}',
  'The last paragraph.',
].join('\n\n');

interface Node {
  type: string;
  key: string;
  nodes?: Node[];
}

async function send(method: 'POST' | 'PUT' | 'PATCH', url: string, body: object) {
  const response = await other.request(method, url, { body });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

/** The outermost blocks of the page in a line. */
async function readBlocks(line: string, page: string): Promise<Node[]> {
  const response = await other.request('GET', `${line}/content/page/${page}?format=document`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().document.nodes;
}

/** A space or change request in which something is changed, and the blocks of its page. */
interface Setup {
  space: string;
  spaceId: string;
  page: string;
  blocks: Node[];
  update(change: object, line?: string): Promise<void>;
}

/** Changes the page. Returns the path of the space or change request that changed last. */
type Way = (setup: Setup) => Promise<string>;

const paragraphOf = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text }] }],
});

/** The key of the paragraph of the second item. */
const itemsText = (list: Node): string => list.nodes?.[1]?.nodes?.[0]?.key as string;

const WAYS: Record<string, Way> = {
  'a splice in an item of a list': async ({ space, blocks, update }) => {
    const at = { key: itemsText(blocks.find(({ type }) => type.startsWith('list')) as Node) };
    await update({ text: [{ at, offset: 0, insert: 'Number ' }] });
    return space;
  },
  'a replaced block': async ({ space, blocks, update }) => {
    const at = { key: (blocks.at(-1) as Node).key };
    await update({ blocks: [{ operation: 'replace', at, nodes: [paragraphOf('Another end.')] }] });
    return space;
  },
  'an inserted block': async ({ space, blocks, update }) => {
    const after = { key: (blocks[0] as Node).key };
    await update({ blocks: [{ operation: 'insert', after, nodes: [paragraphOf('New.')] }] });
    return space;
  },
  'a deleted block': async ({ space, blocks, update }) => {
    await update({ blocks: [{ operation: 'delete', at: { key: (blocks[1] as Node).key } }] });
    return space;
  },
  'a document': async ({ space, blocks, update }) => {
    await update({
      document: { document: { object: 'document', nodes: blocks.with(-1, paragraphOf('End.') as never) } },
    });
    return space;
  },
  Markdown: async ({ space, update }) => {
    await update({ document: { markdown: SOURCE.replace('| 1 |', '| 100 |') } });
    return space;
  },
  'an edit in a change request': async ({ space, update }) => {
    const { id } = await send('POST', `${space}/change-requests`, {});
    const line = `${space}/change-requests/${id}`;
    await update({ document: { markdown: SOURCE.replace('A hint.', 'A warning.') } }, line);
    return line;
  },
  'a merge': async ({ space, update }) => {
    const { id } = await send('POST', `${space}/change-requests`, {});
    const line = `${space}/change-requests/${id}`;
    await update({ document: { markdown: SOURCE.replace('A first', 'The first') } }, line);
    await update({ document: { markdown: SOURCE.replace('The last', 'A last') } });
    await send('POST', `${line}/merge`, {});
    return space;
  },
  'an import of a repository': async ({ space, spaceId }) => {
    await putContent(other, spaceId, { 'README.md': `${SOURCE.replace('* two', '* 2')}\n\nMore.\n` });
    return space;
  },
};

async function prepare(): Promise<Setup & { client: EventClient }> {
  const spaceId = await addSpace(app);
  await putContent(other, spaceId, { 'README.md': SOURCE });
  const space = `/v1/spaces/${spaceId}`;
  const [{ id: page }] = (await other.request('GET', `${space}/content/pages`)).json().pages;
  return {
    space,
    spaceId,
    page,
    blocks: await readBlocks(space, page),
    client: await listen(app, spaceId),
    update: async (change, line = space) => {
      await send('POST', `${line}/content`, { changes: [{ operation: 'update_page', page, ...change }] });
    },
  };
}

type ToldPage = { page: string; changes: string[]; blocks?: string[]; removedBlocks?: string[] };
const pagesOf = ({ pages }: HeardEvent): ToldPage[] => pages as ToldPage[];

test.each(Object.entries(WAYS))('%s: the event names the blocks that changed', async (_name, change) => {
  const { client, ...setup } = await prepare();
  const line = await change(setup);
  const present = (await readBlocks(line, setup.page)).map(({ key }) => key);
  const head = (await other.request('GET', `${line}/content`)).json().id;
  await expect.poll(() => client.ofType('content').at(-1)?.revision, WAIT).toBe(head);
  // A client that applies one event after the other has the current page.
  let known = setup.blocks.map(({ key }) => key);
  const told = client
    .ofType('content')
    .filter(({ changeRequest }) => (changeRequest !== undefined) === line.includes('change-requests'));
  expect(told.length).toBeGreaterThan(0);
  for (const event of told) {
    const [page] = pagesOf(event) as [ToldPage];
    expect(page).toMatchObject({ page: setup.page, changes: ['edited'] });
    const { blocks = [], removedBlocks = [] } = page;
    expect(blocks.length + removedBlocks.length).toBeGreaterThan(0);
    expect(blocks.length).toBeLessThan(3);
    expect(removedBlocks.filter((key) => !known.includes(key))).toEqual([]);
    known = [...known.filter((key) => !removedBlocks.includes(key)), ...blocks];
  }
  expect(known.sort()).toEqual(present.sort());
  expect(JSON.stringify(client.events)).not.toContain('documents');
  await client.close();
});

test('a moved block is named as if it were new, and other changes of a page name none', async () => {
  const { client, space, page, blocks, update } = await prepare();
  const [first, , last] = [blocks[1] as Node, undefined, blocks.at(-1) as Node];
  await update({ blocks: [{ operation: 'move', at: { key: first.key }, after: { key: last.key } }] });
  await update({ title: 'Another title' });
  await send('POST', `${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } }],
  });
  await expect.poll(() => client.ofType('content').length, WAIT).toBe(3);
  const [moved, titled, created] = client.ofType('content').map((event) => pagesOf(event)[0] as ToldPage);
  expect(moved).toEqual({ page, changes: ['edited'], blocks: [first.key], removedBlocks: [] });
  expect(titled).toMatchObject({ page, changes: ['edited'] });
  expect([...(titled?.blocks ?? []), ...(titled?.removedBlocks ?? [])].length).toBeLessThan(3);
  expect(created).toEqual({ page: created?.page, changes: ['created'] });
  await client.close();
});

test('where many blocks or pages changed, blocks are left out', async () => {
  const { client, spaceId, update } = await prepare();
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, n) => `Paragraph ${n}.`).join('\n\n');
  await update({ document: { markdown: paragraphs(90) } });
  await update({ document: { markdown: paragraphs(300) } });
  const files = (text: string) =>
    Object.fromEntries(
      ['README.md', ...Array.from({ length: 29 }, (_, n) => `page-${n}.md`)].map((name) => [
        name,
        `# ${name}\n\n${text}\n`,
      ]),
    );
  await putContent(other, spaceId, files('Before.'));
  await putContent(other, spaceId, files('After.'));
  await expect.poll(() => client.ofType('content').length, WAIT).toBe(4);
  const [some, many, , pages] = client.ofType('content').map(pagesOf) as [
    ToldPage[],
    ToldPage[],
    ToldPage[],
    ToldPage[],
  ];
  expect(some[0]?.blocks).toHaveLength(90);
  expect(many[0]).not.toHaveProperty('blocks');
  expect(many[0]).not.toHaveProperty('removedBlocks');
  expect(pages).toHaveLength(30);
  expect(pages.filter(({ blocks }) => blocks)).toHaveLength(20);
  await client.close();
});
