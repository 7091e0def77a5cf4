/** The folder of a build: it is the earlier one or the new one, and nothing of anybody else is ever removed. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScratch, readFolder } from '../../../test/fixtures/published/static-site/static-site.ts';
import { OutputFolder } from './output-folder.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
});
afterAll(() => scratch.remove());

async function write(folder: string, files: Record<string, string>): Promise<void> {
  const output = await OutputFolder.open(folder);
  for (const [path, body] of Object.entries(files)) await output.write(path, body);
  await output.finish();
}

const listed = async (folder: string): Promise<string[]> =>
  [...(await readFolder(folder)).keys()].filter((path) => path !== 'lectern-build.json');
const beside = (folder: string): Promise<string[]> => readdir(dirname(folder));

describe('the folder of a build', () => {
  test('is made, with those above it, and takes the place of the earlier build as a whole', async () => {
    const folder = scratch.path('a/b/site');
    await write(folder, { 'index.html': 'One', 'gone/index.html': 'Gone' });
    await write(folder, { 'index.html': 'Two', 'new/index.html': 'New' });
    expect(await listed(folder)).toEqual(['index.html', 'new/index.html']);
    expect(await beside(folder)).toEqual(['site']);
  });

  test('stays as it is while a build runs, and when it is given up', async () => {
    const folder = scratch.path('given-up/site');
    await write(folder, { 'index.html': 'One' });
    const output = await OutputFolder.open(folder);
    await output.write('index.html', 'Two');
    expect(String((await readFolder(folder)).get('index.html'))).toBe('One');
    await output.discard();
    expect(String((await readFolder(folder)).get('index.html'))).toBe('One');
    expect(await beside(folder)).toEqual(['site']);
  });

  test('is refused when it has files of somebody else', async () => {
    const folder = scratch.path('foreign/site');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'thesis.txt'), 'Years of work.');
    await expect(OutputFolder.open(folder)).rejects.toThrow(
      'is not empty and was not written by this command',
    );
    await rm(join(folder, 'thesis.txt'));
    await write(folder, { 'index.html': 'One' });
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, '.git/config'), '');
    await writeFile(join(folder, 'CNAME'), '');
    await expect(OutputFolder.open(folder)).rejects.toThrow(
      'has files that were not written by a build: .git/config, CNAME.',
    );
    expect(await beside(folder)).toEqual(['site']);
    const file = scratch.path('foreign/file');
    await writeFile(file, '');
    await expect(OutputFolder.open(file)).rejects.toThrow('is a file');
    await expect(OutputFolder.open(join(file, 'below'))).rejects.toThrow('The site cannot be written to');
  });

  test('may be a link to another folder, which stays a link', async () => {
    const real = scratch.path('linked/real');
    await mkdir(real, { recursive: true });
    await symlink(real, scratch.path('linked/link'));
    await write(scratch.path('linked/link'), { 'index.html': 'One' });
    expect(await listed(real)).toEqual(['index.html']);
    expect((await readdir(scratch.path('linked'))).sort()).toEqual(['link', 'real']);
  });
});

describe('a build that was killed', () => {
  /** No process has so high a number. */
  const DEAD = 4_194_305;

  test('leaves nothing that the next one does not remove', async () => {
    const folder = scratch.path('killed/site');
    await write(folder, { 'index.html': 'One' });
    await mkdir(scratch.path(`killed/.site.lectern-new-${DEAD}`));
    await writeFile(scratch.path(`killed/.site.lectern-new-${DEAD}/index.html`), 'Half');
    await write(folder, { 'index.html': 'Two' });
    expect(await beside(folder)).toEqual(['site']);
  });

  test('between its two last steps leaves the earlier build, which the next one brings back first', async () => {
    const folder = scratch.path('between/site');
    await write(folder, { 'index.html': 'One' });
    await rename(folder, scratch.path(`between/.site.lectern-old-${DEAD}`));
    const output = await OutputFolder.open(folder);
    expect(await listed(folder)).toEqual(['index.html']);
    await output.discard();
    expect(await beside(folder)).toEqual(['site']);
  });

  test('is not mistaken for one that runs', async () => {
    const folder = scratch.path('running/site');
    await mkdir(scratch.path(`running/.site.lectern-new-${process.ppid}`), { recursive: true });
    await expect(OutputFolder.open(folder)).rejects.toThrow('Another build is writing');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a file', () => {
  test('has a name of its own', async () => {
    const output = await OutputFolder.open(scratch.path('names/site'));
    await output.write('a/index.html', '');
    await output.write('b', '');
    for (const path of ['a', 'a/index.html', 'b/index.html', 'lectern-build.json'])
      await expect(output.write(path, ''), path).rejects.toThrow('There is already a file or a folder');
    await output.discard();
  });
});
