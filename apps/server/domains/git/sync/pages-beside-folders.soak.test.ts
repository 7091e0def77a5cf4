/** New, moved and deleted pages of repositories without a table of contents. */
import { expect, test } from 'vitest';
import { markdown } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import { usePagesBesideFolders } from '../../../../../test/fixtures/git/sync/pages-beside-folders.ts';
import type { FixtureFiles } from '../../../../../test/git-fixtures.ts';

const { setup, change, edit, settle, idOf, listFiles } = usePagesBesideFolders();

test('a title does not change the name of a file', async () => {
  const { changed } = await change(({ Guide }) => [
    { operation: 'update_page', page: Guide, title: 'Manual' },
  ]);
  expect(changed).toEqual(['M guide.md']);
});

test('new pages are put into the folder with the name of the file above them', async () => {
  const { changed } = await change(({ Guide, Other, Linux }) =>
    [Guide, Other, Linux].map((into) => ({
      operation: 'insert_page',
      title: 'Next',
      into,
      ...markdown('# Next\n'),
    })),
  );
  expect(changed).toEqual(['A guide/install/linux/next.md', 'A guide/next.md', 'A other/next.md']);
});

test.each([
  [
    'below another page',
    ({ Guide, Other }: Record<string, string>) => ({ page: Guide, into: Other }),
    ['index.md', 'other.md', 'other/guide.md', 'other/guide/install.md', 'other/guide/install/linux.md'],
  ],
  [
    'out of a folder',
    ({ Install }: Record<string, string>) => ({ page: Install, into: null, at: 2 }),
    ['guide.md', 'index.md', 'install.md', 'install/linux.md', 'other.md'],
  ],
  [
    'to the page beside',
    ({ Linux, Other }: Record<string, string>) => ({ page: Linux, into: Other }),
    ['guide.md', 'guide/install.md', 'index.md', 'other.md', 'other/linux.md'],
  ],
])('a page that is moved %s takes its folder along', async (_place, move, expected) => {
  const { files, connected } = await change((ids) => [{ operation: 'update_page', ...move(ids) }]);
  expect(files).toEqual(expected);
  const links = await setup.app.request('GET', `/v1/spaces/${connected.spaceId}/links?status=broken`);
  expect(links.json().items).toEqual([]);
});

test('the file of a page stays when the last page below it is deleted', async () => {
  const { files } = await change(({ Install }) => [{ operation: 'delete_page', page: Install }]);
  expect(files).toEqual(['guide.md', 'index.md', 'other.md']);
});

test('a page that has a README moves with its folder, and so does a folder without a page', async () => {
  const files: FixtureFiles = {
    'README.md': '# Home\n',
    'both/README.md': '# Guide\n\n[up](../README.md)\n',
    'both/install.md': '# Install\n',
    'folder/linux.md': '# Linux\n',
  };
  const guide = await change(({ Guide }) => [{ operation: 'update_page', page: Guide, slug: 'and' }], files);
  expect(guide.changed).toEqual(['R both/README.md and/README.md', 'R both/install.md and/install.md']);
  const { spaceId } = guide.connected;
  await edit(spaceId, [
    { operation: 'update_page', page: await idOf(spaceId, 'folder'), title: 'zoo', slug: 'zoo' },
  ]);
  await settle();
  expect(await listFiles(guide.connected)).toEqual([
    'README.md',
    'and/README.md',
    'and/install.md',
    'zoo/linux.md',
  ]);
});

test.each([
  [
    'gets a new page',
    ({ Guide }: Record<string, string>) => ({
      operation: 'insert_page',
      title: 'Next',
      into: Guide,
      ...markdown('# Next\n'),
    }),
    ['Guide.md', 'guide/install.md', 'guide/install/linux.md', 'guide/next.md', 'index.md', 'other.md'],
  ],
  [
    'takes in a page that was elsewhere',
    ({ Guide, Other }: Record<string, string>) => ({ operation: 'update_page', page: Other, into: Guide }),
    ['Guide.md', 'guide/install.md', 'guide/install/linux.md', 'guide/other.md', 'index.md'],
  ],
  [
    'is renamed',
    ({ Guide }: Record<string, string>) => ({ operation: 'update_page', page: Guide, slug: 'manual' }),
    ['index.md', 'manual.md', 'manual/install.md', 'manual/install/linux.md', 'other.md'],
  ],
  [
    'is moved',
    ({ Guide, Other }: Record<string, string>) => ({ operation: 'update_page', page: Guide, into: Other }),
    ['index.md', 'other.md', 'other/Guide.md', 'other/Guide/install.md', 'other/Guide/install/linux.md'],
  ],
])('a page whose folder is written in another case %s', async (_what, edited, expected) => {
  const files: FixtureFiles = {
    'index.md': '# Home\n',
    'Guide.md': '# Guide\n',
    'guide/install.md': '# Install\n',
    'guide/install/linux.md': '# Linux\n',
    'other.md': '# Other\n',
  };
  expect((await change((ids) => [edited(ids)], files)).files).toEqual(expected);
});
