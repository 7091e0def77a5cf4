import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { temporaryDirectory } from '../../../../../test/git-fixtures.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { openFolderSource } from './folder-source.ts';
import { runImport } from './run-import.ts';

let app: TestApp;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  app = await buildTestApp();
  folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'docs'));
  await writeFile(join(folder.path, 'docs', 'README.md'), '# Start\n');
});
afterAll(async () => {
  await app?.close();
  await folder?.remove();
});

async function importDirectory(projectDirectory: string, onStage = (_: string) => {}): Promise<number> {
  const space = (await app.context.pointers.spaces.find(await addSpace(app))) as SpacePointer;
  const { counts } = await runImport(
    app.context,
    app.app.content,
    {
      space,
      projectDirectory,
      treeUrl: undefined,
      commitUrl: undefined,
      ref: undefined,
      importedOid: null,
      isStandalone: false,
      authorId: null,
    },
    {
      source: await openFolderSource(folder.path),
      signal: new AbortController().signal,
      onProgress: ({ stage }) => onStage(stage),
      onCommit: async () => {},
    },
  );
  return counts.pages;
}

test('the directory of a space may be written in every way that a shell completes it', async () => {
  for (const directory of ['docs', './docs/', '/docs', '', '.'])
    expect(await importDirectory(directory), directory).toBe(1);
});

test('a directory that is not in the folder, or outside of it, is refused', async () => {
  await expect(importDirectory('dosc')).rejects.toThrow('“dosc”');
  await expect(importDirectory('../docs')).rejects.toThrow('inside the repository');
});

test('a table of contents in UTF-16 is read', async () => {
  await mkdir(join(folder.path, 'utf-16'));
  await writeFile(
    join(folder.path, 'utf-16', 'SUMMARY.md'),
    '\uFEFF* [Größe](a.md)\n* [Other]()\n',
    'utf16le',
  );
  await writeFile(join(folder.path, 'utf-16', 'a.md'), '\uFEFF# Größe\n', 'utf16le');
  expect(await importDirectory('utf-16')).toBe(2);
});

test('an import tells each of its stages', async () => {
  const stages = new Set<string>();
  await importDirectory('docs', (stage) => stages.add(stage));
  expect([...stages]).toEqual(['arranging', 'reading', 'writing', 'indexing']);
});
