import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Node {
  type: string;
  key: string;
  nodes?: Node[];
  fragments?: Node[];
  leaves?: { text: string }[];
}

interface Page {
  spaceId: string;
  pageId: string;
  revision: string;
}

async function post(url: string, body: unknown, revision?: string) {
  const headers: Record<string, string> = revision === undefined ? {} : { 'if-match': `"${revision}"` };
  const response = await app.request('POST', url, { body: body as object, headers });
  return { status: response.statusCode, body: response.json() };
}

async function addPage(markdown: string): Promise<Page> {
  const spaceId = await addSpace(app);
  const { body } = await post(`/v1/spaces/${spaceId}/content`, {
    changes: [{ operation: 'insert_page', title: 'Page', document: { markdown } }],
  });
  return { spaceId, pageId: body.changes[0].page.id, revision: body.revision };
}

const update = ({ spaceId, pageId }: Page, change: object, revision?: string) =>
  post(
    `/v1/spaces/${spaceId}/content`,
    { changes: [{ operation: 'update_page', page: pageId, ...change }] },
    revision,
  );

async function read({ spaceId, pageId }: Page): Promise<{ markdown: string; nodes: Node[] }> {
  const url = `/v1/spaces/${spaceId}/content/page/${pageId}`;
  const markdown = (await app.request('GET', `${url}?format=markdown`)).json().markdown;
  return { markdown, nodes: (await app.request('GET', url)).json().document.nodes };
}

const inner = (node: Node): Node[] => node.nodes ?? node.fragments ?? [];
const textOf = (node: Node): string =>
  (node.leaves ?? []).map(({ text }) => text).join('') + inner(node).map(textOf).join('');

function find(nodes: Node[], text: string, type = 'paragraph'): Node {
  const all: Node[] = [];
  const visit = (node: Node): void => {
    all.push(node);
    inner(node).forEach(visit);
  };
  nodes.forEach(visit);
  return all.find((node) => node.type === type && textOf(node) === text) as Node;
}

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text }] }],
});

const THREE = '# Page\n\nOne.\n\nTwo.\n\nThree.\n';

test('blocks are changed by their keys, and the response tells their new ones', async () => {
  const page = await addPage(THREE);
  const { nodes } = await read(page);
  const two = find(nodes, 'Two.').key;
  const { status, body } = await update(page, {
    blocks: [
      { operation: 'insert', after: { key: two }, nodes: [paragraph('New.')], id: 'mine' },
      { operation: 'move', at: { key: find(nodes, 'Three.').key }, after: null },
      { operation: 'delete', at: { key: find(nodes, 'One.').key } },
    ],
    text: [{ at: { key: two }, offset: 3, remove: 1, insert: '!' }],
  });
  expect(body).toMatchObject({ changes: [{ object: 'updated_page', merged: [] }] });
  expect(status).toBe(200);
  const after = await read(page);
  expect(after.markdown).toBe('# Page\n\nThree.\n\nTwo!\n\nNew.\n');
  const { keys } = body.changes[0];
  expect(keys).toEqual({ [two]: find(after.nodes, 'Two!').key, mine: find(after.nodes, 'New.').key });
});

test('operations are based on the revision in If-Match, and the response has what others changed', async () => {
  const page = await addPage('# Page\n\n* one\n* two\n* three\n\nEnd.\n');
  const { nodes } = await read(page);
  const ours = find(nodes, 'End.').key;
  await update(page, {
    blocks: [{ operation: 'insert', after: null, nodes: [paragraph('Theirs.')] }],
    text: [{ at: { key: find(nodes, 'two').key }, offset: 3, remove: 0, insert: ' of them' }],
  });
  const { body } = await update(
    page,
    { text: [{ at: { key: ours }, offset: 3, remove: 0, insert: ' of us' }] },
    page.revision,
  );
  const after = await read(page);
  expect(after.markdown).toBe('# Page\n\nTheirs.\n\n* one\n* two of them\n* three\n\nEnd of us.\n');
  const { keys, merged } = body.changes[0];
  expect(keys[ours]).toBe(find(after.nodes, 'End of us.').key);
  expect(keys[find(nodes, 'two').key]).toBe(find(after.nodes, 'two of them').key);
  expect(merged).toEqual([
    { operation: 'insert', at: null, after: null, path: [0], nodes: [after.nodes[0]] },
    {
      operation: 'replace',
      at: { key: find(after.nodes, 'two of them').key },
      path: [1, 1, 0],
      nodes: [find(after.nodes, 'two of them')],
    },
  ]);
});

test('a block that others deleted meanwhile is a conflict, and one that never existed a malformed field', async () => {
  const page = await addPage(THREE);
  const { nodes } = await read(page);
  const { key } = find(nodes, 'Two.');
  await update(page, { blocks: [{ operation: 'delete', at: { key } }] });
  const splice = { text: [{ at: { key }, offset: 0, remove: 0, insert: 'x' }] };
  const conflict = await update(page, splice, page.revision);
  expect(conflict).toMatchObject({ status: 409, body: { error: { reason: 'edit-conflicts' } } });
  const unknown = await update(page, splice);
  expect(unknown.status).toBe(400);
  expect(unknown.body.error.details).toEqual([
    { path: 'changes.0.text.0.at', message: 'is not the key of a block of this page' },
  ]);
});

test('several changes of one page in a request know the keys of the base', async () => {
  const page = await addPage(THREE);
  const { nodes } = await read(page);
  const at = { key: find(nodes, 'Two.').key };
  const change = (offset: number, insert: string) => ({
    operation: 'update_page',
    page: page.pageId,
    text: [{ at, offset, remove: 0, insert }],
  });
  const { body } = await post(`/v1/spaces/${page.spaceId}/content`, {
    changes: [change(4, ' And'), change(8, ' more')],
  });
  const after = await read(page);
  expect(after.markdown).toContain('Two. And more\n');
  expect(body.changes[0].keys).toEqual({ [at.key]: find(after.nodes, 'Two. And more').key });
});

test.each([
  [{ document: { markdown: 'x' }, blocks: [] }, 'changes.0.document'],
  [{ blocks: [{ operation: 'delete', at: { key: 'x' } }] }, 'changes.0.blocks.0.at'],
  [{ blocks: [{ operation: 'delete' }] }, 'changes.0.blocks.0.at'],
  [
    { blocks: [{ operation: 'insert', nodes: [{ object: 'block', type: 'tabs-item', nodes: [] }] }] },
    'changes.0.blocks.0.nodes.0.type',
  ],
  [{ text: [{ at: { path: [0] }, offset: 5 }] }, 'changes.0.text.0.offset'],
  [{ text: [{ at: { path: [0] }, offset: 1, remove: 5 }] }, 'changes.0.text.0.remove'],
  [
    {
      blocks: Array(600).fill({ operation: 'move', at: { path: [0] } }),
      text: Array(500).fill({ at: { path: [0] }, offset: 0 }),
    },
    'changes.0.text',
  ],
])('a malformed operation is a 400 with its path: %#', async (change, path) => {
  const page = await addPage(THREE);
  const { status, body } = await update(page, change);
  expect([status, body.error.details?.[0].path]).toEqual([400, path]);
  expect((await read(page)).markdown).toBe(THREE);
});

test('operations change a page in a change request, and a reusable content', async () => {
  const page = await addPage(THREE);
  const { nodes } = await read(page);
  const base = `/v1/spaces/${page.spaceId}`;
  const { id } = (await post(`${base}/change-requests`, {})).body;
  const key = find(nodes, 'One.').key;
  const edited = await post(`${base}/change-requests/${id}/content?compat=false`, {
    changes: [
      {
        operation: 'update_page',
        page: page.pageId,
        text: [{ at: { key }, offset: 0, remove: 3, insert: '1' }],
      },
    ],
  });
  expect(edited.body.changes[0].keys).toHaveProperty(key);
  const added = await post(`${base}/content`, {
    changes: [{ operation: 'insert_reusable_content', title: 'R', document: { markdown: 'One.\n\nTwo.\n' } }],
  });
  const [reusable] = added.body.insertedReusableContents;
  const changed = await post(`${base}/content`, {
    changes: [
      {
        operation: 'update_reusable_content',
        reusableContent: reusable.id,
        blocks: [{ operation: 'delete', at: { path: [1] } }],
      },
    ],
  });
  expect(changed.body.updatedReusableContents).toEqual([{ id: reusable.id, keys: {}, merged: [] }]);
  const { document } = (await app.request('GET', `${base}/content/reusable-contents/${reusable.id}`)).json();
  expect(document).toBeDefined();
});

test('references in new blocks are written as links', async () => {
  const page = await addPage(THREE);
  const link = {
    object: 'inline',
    type: 'link',
    data: { ref: { kind: 'page', page: page.pageId } },
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'here' }] }],
  };
  const { status } = await update(page, {
    blocks: [
      {
        operation: 'replace',
        at: { path: [0] },
        nodes: [{ object: 'block', type: 'paragraph', nodes: [link] }],
      },
    ],
  });
  expect(status).toBe(200);
  expect((await read(page)).markdown).toContain(`[here](/pages/${page.pageId})`);
});
