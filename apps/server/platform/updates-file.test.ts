import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUpdate } from './updates-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-updates-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function find(content: unknown, running = '0.9.0') {
  const path = join(folder, 'releases.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return findUpdate(path, running);
}

test('the newest version counts, by numbers and not by letters', async () => {
  const releases = [
    { version: '0.9.1' },
    { version: '0.10.0', url: 'https://example.com/0.10.0' },
    { version: '0.2.0' },
  ];
  expect(await find({ releases })).toEqual({
    version: '0.10.0',
    isSecurity: false,
    url: 'https://example.com/0.10.0',
  });
  expect(await find({ releases }, '0.10.0')).toBeUndefined();
  expect(await find({ releases }, '0.10.0-rc.1+abc')).toBeUndefined();
});

test('a security fix in between counts, and one that runs already does not', async () => {
  const releases = [{ version: '0.9.1', security: true }, { version: '1.0.0' }];
  expect(await find({ releases })).toMatchObject({ version: '1.0.0', isSecurity: true });
  expect(await find({ releases }, '0.9.1')).toMatchObject({ version: '1.0.0', isSecurity: false });
});

test('what is no release is left out, and an address that is none is not shown', async () => {
  const releases = [
    null,
    { version: 5 },
    { version: 'latest' },
    { version: '2.0.0-rc.1' },
    { version: '9.0.0', security: 'yes' },
    { version: '1.0.0', url: 'javascript:alert(1)' },
  ];
  expect(await find({ releases })).toEqual({ version: '1.0.0', isSecurity: false, url: undefined });
});

test.for([
  ['{', 'not valid JSON'],
  ['[]', 'must have the form'],
  ['null', 'must have the form'],
  [`{"releases": [], "x": "${'x'.repeat(1_000_001)}"}`, 'larger than a megabyte'],
] as const)('a wrong file is an error that says so: %#', async ([content, message]) => {
  await expect(find(content)).rejects.toThrow(message);
});

test('a missing file is an error that names it', async () => {
  await expect(findUpdate(join(folder, 'none.json'), '1.0.0')).rejects.toThrow(
    'none.json cannot be read (ENOENT)',
  );
});
