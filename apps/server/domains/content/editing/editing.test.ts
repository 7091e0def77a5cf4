import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const edit = async (spaceId: string, changes: unknown[]) => {
  const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  return { status: response.statusCode, body: response.json() };
};
const get = async (url: string) => (await app.request('GET', url)).json();
const readMarkdown = async (spaceId: string, pageId: string): Promise<string> =>
  (await get(`/v1/spaces/${spaceId}/content/page/${pageId}?format=markdown`)).markdown;

test('pages of one request link to each other and to a new file by their refs', async () => {
  const spaceId = await addSpace(app);
  const { status, body } = await edit(spaceId, [
    {
      operation: 'insert_page',
      ref: 'guide',
      title: 'Guide',
      document: { markdown: '# Guide\n\nSee [install](./install.md) and ![](./logo.txt).\n' },
    },
    {
      operation: 'insert_page',
      ref: 'install',
      into: 'guide',
      document: { markdown: '# Install it\n\nBack to [the guide](../README.md).\n' },
    },
    {
      operation: 'insert_files',
      files: [{ ref: 'logo.txt', name: 'logo.txt', base64: Buffer.from('hello').toString('base64') }],
    },
  ]);
  expect(body).toMatchObject({
    changes: [
      { object: 'created_page', ref: 'guide' },
      { object: 'created_page', ref: 'install' },
    ],
  });
  expect(status).toBe(200);
  const [guide, install] = body.changes.map((change: { page: { id: string } }) => change.page.id);
  const [file] = body.insertedFiles;
  expect(file).toMatchObject({ name: 'logo.txt', contentType: 'text/plain', size: 5 });
  expect(await readMarkdown(spaceId, guide)).toBe(
    `# Guide\n\nSee [install](/pages/${install}) and ![](/files/${file.id}).\n`,
  );
  const page = await get(`/v1/spaces/${spaceId}/content/path/guide%2Finstall-it`);
  expect(page).toMatchObject({ id: install, title: 'Install it', path: 'guide/install-it' });
});

test('a page is renamed, described, moved and deleted', async () => {
  const spaceId = await addSpace(app);
  const first = await edit(spaceId, [
    { operation: 'insert_page', title: 'One', document: { markdown: 'Text.\n' } },
    { operation: 'insert_page', title: 'Two', document: {} },
    { operation: 'insert_page', type: 'group', title: 'Group' },
    { operation: 'insert_page', type: 'link', title: 'Away', target: 'https://example.com/' },
  ]);
  const [one, two, group] = first.body.changes.map((change: { page: { id: string } }) => change.page.id);
  expect(await readMarkdown(spaceId, one)).toBe('# One\n\nText.\n');
  const second = await edit(spaceId, [
    {
      operation: 'update_page',
      page: one,
      title: 'First',
      slug: 'first',
      description: 'About it.',
      hidden: true,
      emoji: '1f600',
    },
    { operation: 'update_page', page: one, into: group, at: 0 },
    {
      operation: 'update_page',
      page: two,
      at: 0,
      document: { markdown: '# Two\n\nNew [link](/pages/group/first).\n' },
    },
  ]);
  expect(second.body.changes).toHaveLength(2);
  expect(await readMarkdown(spaceId, one)).toBe(
    '---\ndescription: About it.\nhidden: true\n---\n\n# First\n\nText.\n',
  );
  const { pages } = await get(`/v1/spaces/${spaceId}/content/pages`);
  expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Two', 'Group', 'Away']);
  expect(pages[1].pages[0]).toMatchObject({
    id: one,
    path: 'group/first',
    hidden: true,
    emoji: '1f600',
    description: 'About it.',
  });
  // The link was settled to the page; moving it later does not break it.
  expect(await readMarkdown(spaceId, two)).toContain(`/pages/${one}`);
  const third = await edit(spaceId, [{ operation: 'delete_page', page: group }]);
  expect(third.body.changes).toEqual([
    { object: 'deleted_page', page: group },
    { object: 'deleted_page', page: one },
  ]);
  const { items } = await get(`/v1/spaces/${spaceId}/links?status=broken`);
  expect(items).toHaveLength(1);
});

test('the entry of an API reference is added as a repository declares it, moved and deleted', async () => {
  const spaceId = await addSpace(app);
  const computed = {
    type: 'builtin:openapi',
    props: { models: true },
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
  };
  const first = await edit(spaceId, [
    { operation: 'insert_page', title: 'One', document: {} },
    { operation: 'insert_page', type: 'computed', computed },
  ]);
  expect(first.status).toBe(200);
  const [, entry] = first.body.changes.map((change: { page: { id: string } }) => change.page.id);
  const tree = `/v1/spaces/${spaceId}/content/tree?computed=false`;
  const readTree = async () =>
    (await get(tree)).pages.map(({ title, type }: { title: string; type: string }) => [title, type]);
  expect(await readTree()).toEqual([
    ['One', 'document'],
    ['pets', 'computed'],
  ]);
  const declared = await get(`/v1/spaces/${spaceId}/content/page/${entry}?computed=false`);
  expect(declared).toMatchObject({ type: 'computed', computed });
  await edit(spaceId, [{ operation: 'update_page', page: entry, at: 0 }]);
  expect(await readTree()).toEqual([
    ['pets', 'computed'],
    ['One', 'document'],
  ]);
  await edit(spaceId, [{ operation: 'delete_page', page: entry }]);
  expect(await readTree()).toEqual([['One', 'document']]);
});

test.each([
  [{ type: 'computed' }, 'changes.0.computed'],
  [{ title: 'Page', computed: {} }, 'changes.0.computed'],
  [{ type: 'link', title: 'Link', target: 'https://example.com/', slug: 'link' }, 'changes.0.slug'],
  [{ type: 'group', title: 'Group', target: 'https://example.com/' }, 'changes.0.target'],
])('an entry without what it needs, or with more, is refused: %j', async (page, field) => {
  const { status, body } = await edit(await addSpace(app), [{ operation: 'insert_page', ...page }]);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(field);
});

test('a refused change is named with its position, and nothing is changed', async () => {
  const spaceId = await addSpace(app);
  const before = (await get(`/v1/spaces/${spaceId}`)).revision;
  const { status, body } = await edit(spaceId, [
    { operation: 'insert_page', title: 'One', slug: 'one', document: {} },
    { operation: 'insert_page', title: 'Other', slug: 'one', document: {} },
    { operation: 'delete_page', page: 'nope' },
  ]);
  expect(status).toBe(409);
  expect(body.error).toMatchObject({
    reason: 'changes-refused',
    details: [{ path: 'changes.1.slug' }, { path: 'changes.2.page' }],
  });
  expect((await get(`/v1/spaces/${spaceId}`)).revision).toBe(before);
});

test('blocks that are sent back unchanged keep their source', async () => {
  const spaceId = await addSpace(app);
  const markdown = '# Page\n\nOne  *two*\n\n+ a\n+ b\n\nSee [itself](./page.md).\n';
  const first = await edit(spaceId, [{ operation: 'insert_page', document: { markdown } }]);
  const [page] = first.body.changes.map((change: { page: { id: string } }) => change.page.id);
  const stored = await readMarkdown(spaceId, page);
  const { document } = await get(`/v1/spaces/${spaceId}/content/page/${page}`);
  document.nodes[0].nodes[0].leaves[0].text = 'Changed ';
  await edit(spaceId, [{ operation: 'update_page', page, document: { document } }]);
  expect(await readMarkdown(spaceId, page)).toBe(stored.replace('One  *two*', 'Changed *two*'));
});

const idsOf = (body: { changes: { page: { id: string } }[] }): string[] =>
  body.changes.map(({ page }) => page.id);
const revisionOf = async (spaceId: string): Promise<string> => (await get(`/v1/spaces/${spaceId}`)).revision;

test('a page goes back to an earlier revision: removed, restored with its id and children, or reset', async () => {
  const spaceId = await addSpace(app);
  const first = await edit(spaceId, [
    { operation: 'insert_page', title: 'One', document: { markdown: 'Old.\n' } },
    { operation: 'insert_page', title: 'Parent', ref: 'parent', document: {} },
    { operation: 'insert_page', title: 'Child', into: 'parent', document: { markdown: 'Child text.\n' } },
  ]);
  const [one, parent, child] = idsOf(first.body) as [string, string, string];
  const start = await revisionOf(spaceId);
  const second = await edit(spaceId, [
    {
      operation: 'update_page',
      page: one,
      title: 'Renamed',
      slug: 'renamed',
      document: { markdown: '# Renamed\n\nNew.\n' },
    },
    { operation: 'delete_page', page: parent },
    { operation: 'insert_page', title: 'Added', document: {} },
  ]);
  const added = second.body.changes.at(-1).page.id;
  const revert = (page: string) => ({ operation: 'revert_page', page, revision: start });
  const third = await edit(spaceId, [revert(one), revert(parent), revert(added)]);
  expect(third.body.changes).toMatchObject([
    { object: 'updated_page', page: { id: one } },
    { object: 'created_page', page: { id: parent } },
    { object: 'created_page', page: { id: child } },
    { object: 'deleted_page', page: added },
  ]);
  const now = await revisionOf(spaceId);
  expect((await get(`/v1/spaces/${spaceId}/revisions/${now}/changes?base=${start}`)).changes).toEqual([]);
  expect(await readMarkdown(spaceId, child)).toBe('# Child\n\nChild text.\n');
  const unknown = await edit(spaceId, [{ operation: 'revert_page', page: one }]);
  expect(unknown.body.error.details[0].path).toBe('changes.0.revision');
});

test('a title is one line, and not empty', async () => {
  const spaceId = await addSpace(app);
  const { body } = await edit(spaceId, [{ operation: 'insert_page', title: ' Two \n words', document: {} }]);
  const [page] = idsOf(body) as [string];
  expect(await get(`/v1/spaces/${spaceId}/content/page/${page}`)).toMatchObject({ title: 'Two words' });
  const blank = await edit(spaceId, [
    { operation: 'update_page', page, title: '\n ' },
    { operation: 'insert_page', type: 'group', title: ' ' },
  ]);
  expect(blank.body.error.details).toMatchObject([{ path: 'changes.0.title' }, { path: 'changes.1.title' }]);
});

test('a page that was moved among its siblings goes back to its place', async () => {
  const spaceId = await addSpace(app);
  const inserted = ['A', 'B', 'C', 'D'].map((title) => ({ operation: 'insert_page', title, document: {} }));
  const [, , third] = idsOf((await edit(spaceId, inserted)).body) as string[];
  const start = await revisionOf(spaceId);
  await edit(spaceId, [
    { operation: 'update_page', page: third, at: 0 },
    { operation: 'insert_page', title: 'New', document: {}, at: 2 },
  ]);
  const titles = async () =>
    (await get(`/v1/spaces/${spaceId}/content/pages`)).pages.map(({ title }: { title: string }) => title);
  expect(await titles()).toEqual(['C', 'A', 'New', 'B', 'D']);
  await edit(spaceId, [{ operation: 'revert_page', page: third, revision: start }]);
  expect(await titles()).toEqual(['A', 'New', 'B', 'C', 'D']);
});

test('a layout keeps the parts that an edit does not name', async () => {
  const spaceId = await addSpace(app);
  const head =
    'layout:\n  width: wide\n  title:\n    visible: false\n  cover:\n    visible: true\n    size: hero\n';
  const { body } = await edit(spaceId, [
    { operation: 'insert_page', document: { markdown: `---\n${head}icon: book\n---\n\n# Page\n` } },
  ]);
  const [page] = idsOf(body) as [string];
  await edit(spaceId, [{ operation: 'update_page', page, layout: { outline: false, cover: false } }]);
  expect(await get(`/v1/spaces/${spaceId}/content/page/${page}`)).toMatchObject({
    icon: 'book',
    layout: { width: 'wide', title: false, outline: false, cover: false, coverSize: 'hero' },
  });
  await edit(spaceId, [{ operation: 'update_page', page, layout: null }]);
  expect(await readMarkdown(spaceId, page)).toBe('---\nicon: book\n---\n\n# Page\n');
});

test('a setting that the front matter cannot take is refused, and the title in it is renamed', async () => {
  const spaceId = await addSpace(app);
  const { body } = await edit(spaceId, [
    { operation: 'insert_page', document: { markdown: '---\nicon: [book\n---\n\n# Broken\n' } },
    { operation: 'insert_page', document: { markdown: '---\ntitle: Old\n---\n\nText.\n' } },
  ]);
  const [broken, named] = idsOf(body) as [string, string];
  const refused = await edit(spaceId, [{ operation: 'update_page', page: broken, description: 'Lost' }]);
  expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'changes-refused' } } });
  expect(refused.body.error.message).toContain('cannot be read as YAML');
  await edit(spaceId, [{ operation: 'update_page', page: named, title: 'New' }]);
  expect(await readMarkdown(spaceId, named)).toBe('---\ntitle: New\n---\n\nText.\n');
});

test('blocks that are sent in another order keep their source', async () => {
  const spaceId = await addSpace(app);
  const list = '1. one\n   * nested\n     continued\n2) two';
  const markdown = `# Page\n\nFirst  line.\n\n+ item\n\n| A |B|\n|--|--|\n|1|2|\n\n${list}\n`;
  const { body } = await edit(spaceId, [{ operation: 'insert_page', document: { markdown } }]);
  const [page] = idsOf(body) as [string];
  const { document } = await get(`/v1/spaces/${spaceId}/content/page/${page}?format=document`);
  const [first, ...others] = document.nodes;
  const nodes = [...others, first];
  await edit(spaceId, [{ operation: 'update_page', page, document: { document: { ...document, nodes } } }]);
  expect(await readMarkdown(spaceId, page)).toBe(
    `# Page\n\n+ item\n\n| A |B|\n|--|--|\n|1|2|\n\n${list}\n\nFirst  line.\n`,
  );
});

test('single blocks go back, and the others keep their bytes', async () => {
  const spaceId = await addSpace(app);
  const first = await edit(spaceId, [
    { operation: 'insert_page', document: { markdown: '# Page\n\nFirst.\n\n+ kept\n\nSecond.\n\nThird.\n' } },
  ]);
  const [page] = idsOf(first.body) as [string];
  const start = await revisionOf(spaceId);
  await edit(spaceId, [
    {
      operation: 'update_page',
      page,
      document: { markdown: '# Page\n\nFirst, changed.\n\n+ kept\n\nThird.\n\nAdded.\n' },
    },
  ]);
  const { document } = await get(`/v1/spaces/${spaceId}/content/page/${page}`);
  const old = (await get(`/v1/spaces/${spaceId}/revisions/${start}/page/${page}`)).document;
  const keyOf = (nodes: { key: string }[], index: number): string => (nodes[index] as { key: string }).key;
  const block = [keyOf(document.nodes, 0), keyOf(old.nodes, 2), keyOf(document.nodes, 3)];
  const { status } = await edit(spaceId, [{ operation: 'revert_page', page, revision: start, block }]);
  expect(status).toBe(200);
  expect(await readMarkdown(spaceId, page)).toBe('# Page\n\nFirst.\n\n+ kept\n\nSecond.\n\nThird.\n');
});

test('files and reusable contents are created, changed and removed', async () => {
  const spaceId = await addSpace(app);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const first = await edit(spaceId, [
    { operation: 'insert_files', files: [{ name: 'a.txt', base64: base64('one') }] },
    {
      operation: 'insert_reusable_content',
      ref: 'note',
      title: 'Note',
      document: { markdown: 'Mind this.\n' },
    },
    { operation: 'insert_page', title: 'Page', document: { markdown: '{% include "./note" %}\n' } },
  ]);
  const [file] = first.body.insertedFiles;
  const revision = await get(`/v1/spaces/${spaceId}/content`);
  const [reusable] = revision.reusableContents;
  expect(reusable).toMatchObject({ title: 'Note' });
  expect(first.body.insertedReusableContents).toEqual([reusable]);
  const other = await edit(spaceId, [
    { operation: 'insert_page', title: 'Other', document: { markdown: 'Text.\n' } },
  ]);
  expect(other.body).not.toHaveProperty('insertedReusableContents');
  expect(revision.pages[0]).toMatchObject({ title: 'Page' });
  const shown = await get(`/v1/spaces/${spaceId}/content/page/${revision.pages[0].id}?dereferenced=true`);
  expect(JSON.stringify(shown.document)).toContain('Mind this.');
  await edit(spaceId, [
    { operation: 'update_file', file: file.id, name: 'b.txt', base64: base64('two, longer') },
    {
      operation: 'update_reusable_content',
      reusableContent: reusable.id,
      title: 'Warning',
      document: { markdown: 'Mind that.\n' },
    },
  ]);
  expect(await get(`/v1/spaces/${spaceId}/content/files/${file.id}`)).toMatchObject({
    name: 'b.txt',
    size: 11,
  });
  expect((await get(`/v1/spaces/${spaceId}/content/reusable-contents/${reusable.id}`)).title).toBe('Warning');
  await edit(spaceId, [
    { operation: 'delete_file', file: file.id },
    { operation: 'delete_reusable_content', reusableContent: reusable.id },
  ]);
  expect(await get(`/v1/spaces/${spaceId}/content`)).toMatchObject({ files: [], reusableContents: [] });
  const refused = await edit(spaceId, [
    { operation: 'delete_file', file: file.id },
    { operation: 'insert_files', files: [{ name: 'x' }] },
  ]);
  expect(refused).toMatchObject({ status: 400 });
  const guarded = await edit(spaceId, [
    { operation: 'insert_files', files: [{ name: 'x', url: 'http://127.0.0.1:1/x' }] },
  ]);
  expect(guarded).toMatchObject({
    status: 409,
    body: { error: { details: [{ path: 'changes.0.files.0.url' }] } },
  });
});

test('links to a page that moves lead to it, by file, by id and by its address in the app', async () => {
  const spaceId = await addSpace(app);
  const address = `${app.context.config.baseUrl}/app/s/${spaceId}`;
  await putContent(app, spaceId, {
    'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n\n## Group\n\n* [Guide](pages/guide.md)\n',
    'README.md': `# Start\n\nBy file [a](pages/guide.md), by address  [b](${address}/group/guide#part).\n`,
    'pages/guide.md': '# Guide\n\n## Part\n',
  });
  const { pages } = await get(`/v1/spaces/${spaceId}/content/pages`);
  const [start, group] = pages;
  const [guide] = group.pages;
  expect((await get(`/v1/spaces/${spaceId}/links?status=broken`)).count).toBe(0);
  const moved = await edit(spaceId, [
    { operation: 'update_page', page: guide.id, into: null, slug: 'manual' },
  ]);
  expect(moved.body.changes.map(({ object }: { object: string }) => object)).toEqual([
    'updated_page',
    'updated_page',
  ]);
  expect(await readMarkdown(spaceId, start.id)).toBe(
    `# Start\n\nBy file [a](pages/guide.md), by address  [b](${address}/${guide.id}#part).\n`,
  );
  expect((await get(`/v1/spaces/${spaceId}/links?status=broken`)).count).toBe(0);
});

test.each([
  ['a small document, which is checked in place', 1],
  ['a large one, which is checked in a thread', 200],
])('malformed blocks are a clear error with their place: %s', async (_name, count) => {
  const spaceId = await addSpace(app);
  const good = { object: 'block', type: 'paragraph', nodes: [] };
  const nodes = [...new Array(count).fill(good), { object: 'block', type: 'hint', nodes: [] }];
  const { status, body } = await edit(spaceId, [
    { operation: 'insert_page', title: 'A', document: { document: { object: 'document', nodes } } },
  ]);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    reason: 'invalid-request',
    message: `changes.0.document.document.nodes.${count}.data.style is required.`,
    details: [{ path: `changes.0.document.document.nodes.${count}.data.style`, message: 'is required' }],
  });
});

test.each([
  ['a few paragraphs', 0, (paragraph: object) => [paragraph, paragraph]],
  ['many paragraphs', 1, (paragraph: object) => new Array(100).fill(paragraph)],
  [
    'one list of many items',
    1,
    (paragraph: object) => [
      {
        object: 'block',
        type: 'list-unordered',
        nodes: new Array(100).fill({ object: 'block', type: 'list-item', nodes: [paragraph] }),
      },
    ],
  ],
  [
    'one paragraph of many words',
    1,
    () => [
      {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'word '.repeat(4000), marks: [] }] }],
      },
    ],
  ],
])('blocks are written in a thread if they are large: %s', async (_name, tasks, nodesOf) => {
  const spaceId = await addSpace(app);
  const leaves = [{ object: 'leaf', text: 'Some words.', marks: [] }];
  const nodes = nodesOf({ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] });
  const run = vi.spyOn(app.context.threads, 'run');
  try {
    const { status } = await edit(spaceId, [
      { operation: 'insert_page', title: 'A', document: { document: { object: 'document', nodes } } },
    ]);
    expect(status).toBe(200);
    expect(run.mock.calls.filter(([task]) => task.kind === 'edit-source')).toHaveLength(tasks);
  } finally {
    run.mockRestore();
  }
});

test('blocks need no more fields than in the types of the client', async () => {
  const spaceId = await addSpace(app);
  const words = (text: string) => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] });
  const nodes = ['One', 'Two'].map((text) => ({ object: 'block', type: 'paragraph', nodes: [words(text)] }));
  const { body } = await edit(spaceId, [
    { operation: 'insert_page', title: 'A', document: { document: { object: 'document', nodes } } },
  ]);
  expect(await readMarkdown(spaceId, body.changes[0].page.id)).toBe('# A\n\nOne\n\nTwo\n');
});

test.each([{ markdown: 5 }, { html: '<p>A</p>' }, { document: 'A' }])(
  'content that is none is refused: %j',
  async (document) => {
    const spaceId = await addSpace(app);
    const { status, body } = await edit(spaceId, [{ operation: 'insert_page', title: 'A', document }]);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toMatch(/^changes\.0\.document/);
  },
);

test('a link between files of a repository leads to a file whose name has a # or a ?', async () => {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, {
    'README.md': '# Home\n',
    'c#.md': '# Sharp\n\n## Top\n',
    'why?.md': '# Why\n',
  });
  const { pages } = await get(`/v1/spaces/${spaceId}/content/pages`);
  const [home, sharp, why] = pages;
  const markdown = `# Home\n\n[Sharp](/pages/${sharp.path}#top), [why](/pages/${why.path})\n`;
  await edit(spaceId, [{ operation: 'update_page', page: home.id, document: { markdown } }]);
  expect(await readMarkdown(spaceId, home.id)).toBe('# Home\n\n[Sharp](c%23.md#top), [why](why%3F.md)\n');
  expect((await get(`/v1/spaces/${spaceId}/links?status=broken`)).count).toBe(0);
});

test('only a body that carries content may be very large', async () => {
  const spaceId = await addSpace(app);
  const large = 'x'.repeat(2_100_000);
  const renamed = await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { title: large } });
  expect(renamed.json()).toMatchObject({ error: { code: 413, reason: 'payload-too-large' } });
  const { status } = await edit(spaceId, [
    {
      operation: 'insert_page',
      title: 'A',
      document: { markdown: `# A\n\n${'A word. '.repeat(300_000)}\n` },
    },
  ]);
  expect(status).toBe(200);
});

test.each([
  ['wide rows', `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${`|${'a|'.repeat(100)}\n`.repeat(500)}`],
  ['a wide row', `|${'a|'.repeat(26_000)}\n|${'-|'.repeat(26_000)}\n|${'a|'.repeat(26_000)}\n`],
  ['long columns', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(25_000)}`],
  [
    'cards',
    `<table data-view="cards"><thead><tr><th>a</th></tr></thead><tbody>${'<tr><td>a</td></tr>'.repeat(50_000)}</tbody></table>\n`,
  ],
])('a page with %s of more cells than a page may have is refused', async (_name, table) => {
  const spaceId = await addSpace(app);
  const markdown = `# A\n\n${table}`;
  const sent = await edit(spaceId, [{ operation: 'insert_page', title: 'A', document: { markdown } }]);
  expect(sent.body).toMatchObject({
    error: {
      code: 413,
      reason: 'page-too-large',
      details: [
        {
          path: 'changes.0.document.markdown',
          message: 'has more than 50,000 cells, the limit of a page',
        },
      ],
    },
  });
});

test('a page from a repository that is too large for an edit keeps its text when its title changes', async () => {
  const spaceId = await addSpace(app);
  const table = `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(25_000)}`;
  await putContent(app, spaceId, { 'README.md': `# Home\n\n${table}` });
  const [home] = (await get(`/v1/spaces/${spaceId}/content/pages`)).pages;
  const renamed = await edit(spaceId, [{ operation: 'update_page', page: home.id, title: 'Start' }]);
  expect(renamed.status).toBe(200);
  expect(await readMarkdown(spaceId, home.id)).toContain(table);
  const { document } = await get(`/v1/spaces/${spaceId}/content/page/${home.id}`);
  expect(document.nodes).toMatchObject([{ type: 'code' }]);
});
