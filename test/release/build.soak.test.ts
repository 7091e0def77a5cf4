/** What is built depends on the sources alone, and not on how many threads build it, or on their environment. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 900_000 });

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Builds and returns the hash of each file by its name, but for source maps, which name the place of the sources. */
function build(name: string, prefix: string[] = []): Record<string, string> {
  const target = join(folder, name);
  const script = `import('./scripts/prepare.mjs').then(({ writeBuild }) => writeBuild(${JSON.stringify(target)}))`;
  execFileSync('env', [...prefix, process.execPath, '--eval', script], { cwd: ROOT, stdio: 'ignore' });
  const files = readdirSync(target, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(files.map((file) => [file.slice(target.length), hash(file)]));
}

test('a build by one thread is the same as one by many, in another environment, and in another place', () => {
  const one = build('one', [
    '-u',
    'NODE_ENV',
    'RAYON_NUM_THREADS=1',
    'UV_THREADPOOL_SIZE=1',
    'taskset',
    '--cpu-list',
    '0',
  ]);
  expect(Object.keys(one).length).toBeGreaterThan(500);
  const many = ['NODE_ENV=development', 'RAYON_NUM_THREADS=16', 'UV_THREADPOOL_SIZE=16'];
  expect(build('many', many)).toEqual(one);
  // In a place with a longer name.
  expect(build(`another-${'x'.repeat(60)}/place`)).toEqual(one);
});
