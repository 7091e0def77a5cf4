/** Spaces and folders: nothing that only one side has is replaced or deleted without a decision of a person. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { temporaryDirectory } from '../../../../../test/git-fixtures.ts';
import { createEditingParts } from '../../../../cli/commands/editing-parts.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import {
  type FolderExport,
  type FolderRequest,
  planFolderExport,
  rememberExport,
  writeFolder,
} from '../export/export-folder.ts';
import { openFolderSource } from '../import/folder-source.ts';
import { importFolderInto } from './import-folder.ts';

type Files = Record<string, string>;

let app: TestApp;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let count = 0;

beforeAll(async () => {
  app = await buildTestApp();
  directory = await temporaryDirectory();
});
afterAll(async () => {
  await app?.close();
  await directory?.remove();
});

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function folderWith(files: Files): Promise<string> {
  count += 1;
  const folder = join(directory.path, `folder-${count}`);
  await mkdir(folder);
  await write(folder, files);
  return folder;
}

const read = (folder: string, path: string): Promise<string> => readFile(join(folder, path), 'utf8');

const open = async (spaceId: string): Promise<SpacePointer> =>
  (await app.context.pointers.spaces.find(spaceId)) as SpacePointer;

async function importFolder(spaceId: string, folder: string): Promise<void> {
  await importFolderInto(createEditingParts(app.context), await open(spaceId), {
    source: await openFolderSource(folder),
    projectDirectory: '',
    authorId: null,
    onProgress: () => {},
  });
}

async function exportTo(
  spaceId: string,
  folder: string,
  options: Partial<FolderRequest> = {},
): Promise<FolderExport> {
  const parts = createEditingParts(app.context);
  const signal = new AbortController().signal;
  const request = {
    folder,
    projectDirectory: '',
    deletesPages: false,
    mayOverwrite: false,
    signal,
    ...options,
  };
  const planned = await planFolderExport(parts, await open(spaceId), request);
  await writeFolder(folder, planned);
  await rememberExport(parts, await open(spaceId), request, planned);
  return planned;
}

async function edit(spaceId: string, ...changes: object[]): Promise<void> {
  const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

async function editPage(spaceId: string, path: string, markdown: string): Promise<void> {
  const { id } = (await app.request('GET', `/v1/spaces/${spaceId}/content/path/${path}`)).json();
  await edit(spaceId, { operation: 'update_page', page: id, document: { markdown } });
}

const page = (title: string, text: string): object => ({
  operation: 'insert_page',
  title,
  document: { markdown: `# ${title}\n\n${text}\n` },
});

/** All Markdown of a space or of a change request. */
async function textsOf(path: string): Promise<string> {
  const { pages } = (await app.request('GET', `${path}/content/pages`)).json();
  const ids = (all: { id: string; type: string; pages?: [] }[]): string[] =>
    all.flatMap(({ id, type, pages: below = [] }) => [...(type === 'document' ? [id] : []), ...ids(below)]);
  const texts = await Promise.all(
    ids(pages).map((id) => app.request('GET', `${path}/content/page/${id}?format=markdown`)),
  );
  return texts.map(({ body }) => body).join('\n');
}

async function textsOfRequests(spaceId: string): Promise<string> {
  const { items } = (await app.request('GET', `/v1/spaces/${spaceId}/change-requests`)).json();
  const texts = await Promise.all(
    items.map(({ id }: { id: string }) => textsOf(`/v1/spaces/${spaceId}/change-requests/${id}`)),
  );
  return texts.join('\n');
}

const FILES: Files = {
  'README.md': '# Home\n\nFirst home.\n',
  'one.md': '# One\n\nFirst one.\n',
  'guides/two.md': '# Two\n\nFirst two.\n',
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nFirst note.\n',
  '.gitbook/assets/facts.txt': 'First facts.\n',
  'src/main.js': 'run();\n',
};

/** A space with a folder that it was never in, imported from, or exported to, whose page “One” has changed since. */
const HISTORIES: Record<string, (folder: string) => Promise<string>> = {
  'a space that came from a copy of the folder': async () => importedFrom(await folderWith(FILES)),
  'a space that came from the folder': importedFrom,
  'a space that was written to the folder': async (folder) => {
    const spaceId = await importedFrom(await folderWith(FILES));
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await exportTo(spaceId, folder);
    await editPage(spaceId, 'one', '# One\n\nText between.\n');
    await exportTo(spaceId, folder);
    return spaceId;
  },
};

async function importedFrom(folder: string): Promise<string> {
  const spaceId = await addSpace(app);
  await importFolder(spaceId, folder);
  return spaceId;
}

describe('an export to a folder', () => {
  for (const [history, prepare] of Object.entries(HISTORIES))
    test(`of ${history} replaces only text that the space had`, async () => {
      const folder = await folderWith(FILES);
      const spaceId = await prepare(folder);
      await editPage(spaceId, 'one', '# One\n\nSecond one.\n');
      await exportTo(spaceId, folder);
      expect(await read(folder, 'one.md')).toContain('Second one');

      await editPage(spaceId, 'one', '# One\n\nThird one.\n');
      await write(folder, { 'one.md': '# One\n\nMine.\n', 'guides/two.md': '# Two\n\nMine, too.\n' });
      await expect(exportTo(spaceId, folder)).rejects.toThrow('2 files (one.md, guides/two.md)');
      expect(await read(folder, 'one.md')).toBe('# One\n\nMine.\n');

      await exportTo(spaceId, folder, { mayOverwrite: true });
      expect(await read(folder, 'one.md')).toContain('Third one');
      expect(await read(folder, 'src/main.js').catch(() => 'run();\n')).toBe('run();\n');
    });

  test('names the documentation that a folder has already, and replaces it only when asked', async () => {
    for (const path of ['README.md', 'one.md', '.gitbook/includes/note.md', '.gitbook/assets/facts.txt']) {
      const own = { [path]: 'Mine alone.\n', LICENSE: 'All mine.\n', 'src/main.js': 'mine();\n' };
      const folder = await folderWith(own);
      const spaceId = await importedFrom(await folderWith(FILES));
      await expect(exportTo(spaceId, folder), path).rejects.toThrow(/already has documentation.*--existing/);
      await expect(exportTo(spaceId, folder), path).rejects.toThrow(path);
      expect(await read(folder, path)).toBe('Mine alone.\n');
      expect(existsSync(join(folder, 'guides/two.md'))).toBe(false);

      await exportTo(spaceId, folder, { mayOverwrite: true, deletesPages: true });
      expect(await read(folder, path)).toBe(FILES[path]);
      expect(await read(folder, 'guides/two.md')).toBe(FILES['guides/two.md']);
      expect(await read(folder, 'LICENSE')).toBe('All mine.\n');
      expect(await read(folder, 'src/main.js')).toBe('mine();\n');
    }
  });

  test('keeps pages that only the folder has, listed, and files that are no documentation', async () => {
    const own = { 'README.md': '# Mine\n', 'mine.md': '# My page\n', 'code/readme.txt': 'x\n' };
    const folder = await folderWith(own);
    const spaceId = await addSpace(app);
    await edit(spaceId, page('Theirs', 'Text.'));
    await expect(exportTo(spaceId, folder)).rejects.toThrow('2 files (README.md, mine.md)');
    const { kept } = await exportTo(spaceId, folder, { mayOverwrite: true });
    expect(kept).toEqual(['README.md', 'mine.md']);
    for (const [path, text] of Object.entries(own)) expect(await read(folder, path)).toBe(text);
    expect(await read(folder, 'SUMMARY.md')).toContain('mine.md');
    expect(await read(folder, 'SUMMARY.md')).toContain('theirs.md');
  });

  test('needs no decision for an empty folder, source code, or the same documentation', async () => {
    const folders: Files[] = [{}, { 'src/main.js': 'run();\n' }, { 'one.md': FILES['one.md'] as string }];
    for (const own of folders) {
      const folder = await folderWith(own);
      await exportTo(await importedFrom(await folderWith(FILES)), folder);
      expect(await read(folder, 'guides/two.md')).toBe(FILES['guides/two.md']);
    }
  });

  test('is a state that the next import of the folder follows from', async () => {
    const folder = await folderWith({});
    const spaceId = await addSpace(app);
    await edit(spaceId, page('One', 'First one.'), page('Two', 'First two.'));
    await exportTo(spaceId, folder);
    await editPage(spaceId, 'two', '# Two\n\nWritten here.\n');
    await write(folder, { 'one.md': '# One\n\nWritten there.\n' });
    await importFolder(spaceId, folder);
    const texts = await textsOf(`/v1/spaces/${spaceId}`);
    expect(texts).toContain('Written here');
    expect(texts).toContain('Written there');
    expect(await textsOfRequests(spaceId)).toBe('');
  });
});

describe('an import of a folder', () => {
  const OTHER: Files = { 'README.md': '# Other home\n', 'three.md': '# Three\n\nOf the other.\n' };

  test('that has nothing in common with the one before keeps the former pages in a change request', async () => {
    for (const other of [
      OTHER,
      { ...OTHER, 'README.md': FILES['README.md'] as string },
      { ...OTHER, 'one.md': '# One\n\nOf the other.\n', 'guides/two.md': '# Two\n\nOf the other.\n' },
    ]) {
      const spaceId = await importedFrom(await folderWith(FILES));
      await importFolder(spaceId, await folderWith(other));
      expect(await textsOf(`/v1/spaces/${spaceId}`)).toContain('Of the other');
      const kept = await textsOfRequests(spaceId);
      for (const text of ['First one', 'First two']) expect(kept, JSON.stringify(other)).toContain(text);
    }
  });

  test('whose files were replaced by those of another project counts as another folder', async () => {
    const folder = await folderWith(FILES);
    const spaceId = await importedFrom(folder);
    await rm(folder, { recursive: true });
    await write(folder, OTHER);
    await importFolder(spaceId, folder);
    expect(await textsOfRequests(spaceId)).toContain('First two');
  });

  test('that follows from the one before deletes what was deleted there', async () => {
    const folder = await folderWith(FILES);
    const spaceId = await importedFrom(folder);
    await editPage(spaceId, 'readme', '# Home\n\nWritten here.\n');
    await write(folder, { 'one.md': '# One\n\nSecond one.\n' });
    await rm(join(folder, 'guides/two.md'));
    await importFolder(spaceId, folder);
    // A copy elsewhere is another version of the same folder.
    await importFolder(spaceId, await folderWith({ ...FILES, 'one.md': '# One\n\nThird one.\n' }));
    const texts = await textsOf(`/v1/spaces/${spaceId}`);
    expect(texts).toContain('Written here');
    expect(texts).toContain('Third one');
    expect(await textsOfRequests(spaceId)).toBe('');
  });
});
