import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDiskStore } from './disk-store.ts';

const organizationId = randomUUID();
let root: string;
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'lectern-disk-')), 'blobs');
});
afterEach(() => rm(join(root, '..'), { recursive: true }));

const pathOf = (bytes: Buffer): string => {
  const name = createHash('sha256').update(bytes).digest('hex');
  return join(root, organizationId, name.slice(0, 2), name);
};
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('files on disk', () => {
  it('are private to the user of the service, folders too', async () => {
    const bytes = Buffer.from('private');
    await (await openDiskStore(root)).put(organizationId, bytes);
    expect(await modeOf(pathOf(bytes))).toBe('600');
    for (const folder of [root, join(root, 'tmp'), join(root, organizationId), join(pathOf(bytes), '..')]) {
      expect(await modeOf(folder)).toBe('700');
    }
  });

  it('are not written again when they exist, only made young', async () => {
    const store = await openDiskStore(root);
    const bytes = Buffer.from('twice');
    await store.put(organizationId, bytes);
    const before = await stat(pathOf(bytes));
    await utimes(pathOf(bytes), 0, 0);
    await store.put(organizationId, bytes);
    const after = await stat(pathOf(bytes));
    expect(after.ino).toBe(before.ino);
    expect(after.mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  });

  it('are written again when they lost bytes', async () => {
    const store = await openDiskStore(root);
    const bytes = Buffer.from('whole');
    await store.put(organizationId, bytes);
    await truncate(pathOf(bytes), 2);
    await store.put(organizationId, bytes);
    expect(String(await readFile(pathOf(bytes)))).toBe('whole');
  });

  it('appear under their name only when they are complete', async () => {
    const store = await openDiskStore(root);
    const bytes = Buffer.from('first second');
    async function* source(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 6);
      expect(await readdir(join(root, 'tmp'))).toHaveLength(1);
      expect(await readdir(root)).toEqual(['tmp']);
      yield bytes.subarray(6);
    }
    await store.put(organizationId, source());
    expect(String(await readFile(pathOf(bytes)))).toBe('first second');
  });
});

describe('temporary files found on open', () => {
  const deadPid = spawnSync(process.execPath, ['--version']).pid;

  /** Leaves a file as a put by that process would have when it was killed. */
  async function leave(pid: number): Promise<string> {
    await mkdir(join(root, 'tmp'), { recursive: true });
    const path = join(root, 'tmp', `${pid}-${randomUUID()}`);
    await writeFile(path, 'half');
    return path;
  }

  it('are named by the process that writes them', async () => {
    async function* source(): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      expect((await readdir(join(root, 'tmp')))[0]).toMatch(new RegExp(`^${process.pid}-`));
    }
    await (await openDiskStore(root)).put(organizationId, source());
  });

  it('are removed when their process is gone, or stand there for days', async () => {
    await leave(deadPid);
    await utimes(await leave(process.ppid), 1, 1);
    await rename(await leave(deadPid), join(root, 'tmp', 'nobody-knows'));
    await openDiskStore(root);
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
  });

  it('are removed when an earlier start had our pid, as in a container', async () => {
    const beforeThisStart = performance.timeOrigin / 1000 - 5;
    await utimes(await leave(process.pid), beforeThisStart, beforeThisStart);
    await openDiskStore(root);
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
  });

  it('are left alone while their process runs', async () => {
    await leave(process.ppid);
    await leave(process.pid);
    await openDiskStore(root);
    expect(await readdir(join(root, 'tmp'))).toHaveLength(2);
  });
});

describe('a disk that fails', () => {
  it('says in words that a file stands in the way', async () => {
    await mkdir(join(root, '..'), { recursive: true });
    await writeFile(root, 'not a folder');
    await expect(openDiskStore(root)).rejects.toThrow(
      /cannot be stored in .*: a file is in the place of a folder/,
    );
  });

  it('says in words that its folder is gone', async () => {
    const store = await openDiskStore(root);
    await rm(root, { recursive: true });
    await expect(store.check()).rejects.toMatchObject({ name: 'StorageError' });
    await expect(store.put(organizationId, Buffer.from('x'))).rejects.toMatchObject({ name: 'StorageError' });
  });
});
