import { expect, test } from 'vitest';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import type { FixtureFiles } from '../../../../../test/git-fixtures.ts';

const { setup, connect, settle, edit, readText, idOf, sync, show } = useConnectedSpaces();

async function pathsOf(spaceId: string): Promise<string[]> {
  type Page = { title: string; path: string; pages?: Page[] };
  const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  const { pages } = (await setup.app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  return flat(pages).map(({ title, path }) => `${title} at ${path}`);
}

const FILES: FixtureFiles = {
  'index.md': '# Home\n\n[guide](guide/), [same](/guide), [file](guide/index.md)\n',
  'guide/index.md': '# Guide\n\n[up](../)\n',
  'guide/more.md': '# More\n',
  'both/README.md': '# Both\n',
  'both/index.md': '# The index\n',
};

test('an index is the page of its folder, as a README is', async () => {
  const { spaceId, repository } = await connect({}, FILES);
  expect(await pathsOf(spaceId)).toEqual([
    'Home at index',
    'Both at both',
    'The index at both/index',
    'Guide at guide',
    'More at guide/more',
  ]);
  const links = await setup.app.request('GET', `/v1/spaces/${spaceId}/links?status=broken`);
  expect(links.json()).toMatchObject({ items: [], stats: { total: 4, broken: { total: 0 } } });

  const guide = await idOf(spaceId, 'Guide');
  await edit(spaceId, [
    {
      operation: 'update_page',
      page: guide,
      ...markdown((await readText(spaceId, guide)).replace('up', 'Up')),
    },
    { operation: 'insert_page', title: 'Next', into: guide, ...markdown('# Next\n') },
  ]);
  await settle();
  expect(await show(repository, 'guide/index.md')).toBe('# Guide\n\n[Up](../)');
  expect((await repository.git(['ls-tree', '-r', '--name-only', REF])).split('\n')).toEqual([
    'both/README.md',
    'both/index.md',
    'guide/index.md',
    'guide/more.md',
    'guide/next.md',
    'index.md',
  ]);
  expect(await sync({ spaceId, repository })).toMatchObject({ state: 'success', isUnchanged: true });
});

test('an index that SUMMARY.md lists has the address of its folder', async () => {
  const { spaceId } = await connect(
    {},
    {
      ...FILES,
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Guide](guide/)\n  * [More](guide/more.md)\n* [The index](both/index.md)\n',
    },
  );
  expect(await pathsOf(spaceId)).toEqual([
    'Home at readme',
    'Guide at guide',
    'More at guide/more',
    'The index at index',
  ]);
});
