import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import type { FixtureRepository } from '../../../../../test/git-fixtures.ts';

const { connect, settle, edit, readPages, readText, idOf, sync } = useConnectedSpaces();

const encode = (text: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

/** The id of the file at a path, which identifies its bytes. */
const idAt = (repository: FixtureRepository, path: string): Promise<string> =>
  repository.git(['rev-parse', `${REF}:${path}`]);

/** The id that Git gives to bytes. */
async function idOfBytes(repository: FixtureRepository, bytes: Buffer): Promise<string> {
  const place = join(repository.directory, 'bytes');
  await writeFile(place, bytes);
  return repository.git(['hash-object', place]);
}

describe.each(['le', 'be'] as const)('files in UTF-16 (%s) with a byte order mark', (order) => {
  const page = '# Größe 漢字 😀\r\n\r\nOne word.\r\n';
  const summary = '# Table of contents\r\n\r\n* [Größe](a.md)\r\n* [Next](b.md)\r\n';
  const files = {
    'a.md': encode(page, order),
    'b.md': '# Next\n',
    'SUMMARY.md': encode(summary, order),
  };

  test('are read as text, and keep their bytes and their encoding', async () => {
    const { spaceId, repository } = await connect({}, files);
    expect([...(await readPages(spaceId)).keys()]).toEqual(['Größe', 'Next']);
    const a = await idOf(spaceId, 'Größe');
    expect(await readText(spaceId, a)).toBe(page);

    await edit(spaceId, [
      { operation: 'update_page', page: await idOf(spaceId, 'Next'), ...markdown('# Next\n\nMore.\n') },
    ]);
    await settle();
    for (const path of ['a.md', 'SUMMARY.md'] as const)
      expect(await idAt(repository, path)).toBe(await idOfBytes(repository, files[path]));

    const text = page.replace('word', '語').replaceAll('\r\n', '\n');
    await edit(spaceId, [
      { operation: 'update_page', page: a, ...markdown(text) },
      { operation: 'insert_page', title: 'Third', slug: 'third', ...markdown('# Third\n') },
    ]);
    await settle();
    const edited = encode(page.replace('word', '語'), order);
    expect(await idAt(repository, 'a.md')).toBe(await idOfBytes(repository, edited));
    const listed = encode(`${summary}* [Third](third.md)\r\n`, order);
    expect(await idAt(repository, 'SUMMARY.md')).toBe(await idOfBytes(repository, listed));
    expect(await sync({ spaceId, repository })).toMatchObject({ state: 'success', isUnchanged: true });
    expect(await readText(spaceId, a)).toBe(page.replace('word', '語'));
  });

  test('that could not be written again as they are stay as they are', async () => {
    const damaged = Buffer.concat([encode(page, order), Buffer.from([0x41])]);
    const { spaceId, repository } = await connect({}, { 'README.md': '# Home\n', 'a.md': damaged });
    await edit(spaceId, [
      { operation: 'update_page', page: await idOf(spaceId, 'Home'), ...markdown('# Home\n\nMore.\n') },
    ]);
    await settle();
    expect(await idAt(repository, 'a.md')).toBe(await idOfBytes(repository, damaged));
  });
});
