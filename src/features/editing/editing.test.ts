import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { addSpace } from '../../../test/factories.ts';

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
    details: [{ path: 'changes/1/slug' }, { path: 'changes/2/page' }],
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
  expect(await readMarkdown(spaceId, page)).toBe(stored.replace('One  *two*', 'Changed _two_'));
});
