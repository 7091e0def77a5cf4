/** Repositories without a table of contents in which `guide.md` is the page of `guide/`. */
import { expect, test } from 'vitest';
import { markdown } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import { usePagesBesideFolders } from '../../../../../test/fixtures/git/sync/pages-beside-folders.ts';

const { change, readText, idOf, sync, show, pathsOf } = usePagesBesideFolders();

test('a page keeps its file when it is edited, and the others their bytes', async () => {
  const { connected, changed } = await change(({ Guide }) => [
    { operation: 'update_page', page: Guide, ...markdown('# Guide\n\nSee [install](guide/install.md)\n') },
  ]);
  expect(changed).toEqual(['M guide.md']);
  expect(await show(connected.repository, 'guide.md')).toBe('# Guide\n\nSee [install](guide/install.md)');
});

test('the folder moves with its page, and links follow', async () => {
  const renamed = await change(({ Guide }) => [{ operation: 'update_page', page: Guide, slug: 'manual' }]);
  expect(renamed.files).toEqual([
    'index.md',
    'manual.md',
    'manual/install.md',
    'manual/install/linux.md',
    'other.md',
  ]);
  const { repository, spaceId } = renamed.connected;
  expect(await show(repository, 'index.md')).toBe(
    '# Home\n\n[guide](manual.md), [install](manual/install.md)',
  );
  expect(await show(repository, 'manual.md')).toBe('# Guide\n\n[install](manual/install.md)');
  expect(await show(repository, 'manual/install.md')).toBe(
    '# Install\n\n[up](../manual.md), [linux](install/linux.md)',
  );
  // Links between files that move together stay as they are.
  expect(renamed.changed).toContain('R guide/install/linux.md manual/install/linux.md');

  await repository.commit({ 'manual/install.md': '# Install\n\nFrom outside, [up](../manual.md)\n' });
  expect(await sync(renamed.connected)).toMatchObject({ state: 'success' });
  expect(await pathsOf(spaceId)).toEqual(renamed.paths);
  expect(await idOf(spaceId, 'Install')).toBe(renamed.ids.Install);
  expect(await readText(spaceId, renamed.ids.Install as string)).toContain('From outside');
});
