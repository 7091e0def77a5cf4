import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createGuardedNetwork } from '../../../../apps/server/platform/http/guarded-fetch.ts';
import { createLfsFixture } from '../../../../test/lfs-server.ts';
import { fetchLfsFiles, isOnHostOf, type LfsRemote, parseLfsPointer, readLfsConfig } from './lfs.ts';

const OID = 'a'.repeat(64);
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${OID}\nsize 12\n`;

test('pointers are recognized, and nothing else', () => {
  const pointer = { oid: OID, size: 12 };
  const of = (text: string): unknown => parseLfsPointer(Buffer.from(text));
  expect(of(POINTER)).toEqual(pointer);
  expect(of(POINTER.trimEnd())).toEqual(pointer);
  expect(of(POINTER.replaceAll('\n', '\r\n'))).toEqual(pointer);
  for (const text of [
    '',
    'version 1',
    POINTER.replace('sha256', 'md5'),
    POINTER.replace('size 12', 'size many'),
    POINTER.replace('git-lfs.github.com', 'example.org'),
    `# Git LFS\n\n${POINTER}`,
    `${POINTER}x ${'y'.repeat(1024)}\n`,
  ])
    expect(of(text), text).toBeUndefined();
});

test('.lfsconfig is read as Git reads it', () => {
  expect(readLfsConfig('[lfs]\n\turl = https://a.example/lfs\n')).toBe('https://a.example/lfs');
  expect(readLfsConfig('[LFS] URL="https://a.example/lfs"')).toBe('https://a.example/lfs');
  expect(readLfsConfig('[core]\nurl = https://a.example\n[remote "lfs"]\nurl = x\n')).toBeUndefined();
});

test('only the host of the repository is trusted', () => {
  const remote = 'https://git.example/docs';
  expect(isOnHostOf('https://git.example/lfs', remote)).toBe(true);
  expect(isOnHostOf('https://git.example/lfs', 'ssh://git@git.example/docs')).toBe(true);
  for (const address of [
    'http://git.example/lfs',
    'https://git.example:8443/',
    'https://example/',
    'x',
    'file:///a',
  ])
    expect(isOnHostOf(address, remote), address).toBe(false);
});

test('credentials stay on their host, a redirect to a private address is refused, and a slow host is asked once', async () => {
  const lfs = createLfsFixture();
  const server = createServer((request, response) => void lfs.respond(request, response)).listen(
    0,
    '0.0.0.0',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const remote: LfsRemote = {
    url: `http://127.0.0.1:${port}/docs`,
    credentials: undefined,
    // One loopback address plays a public one, all others private ones.
    network: createGuardedNetwork({ allowPrivate: false, isAllowed: (address) => address === '127.0.0.1' }),
    answerMs: 300,
  };
  const pointers = ['one', 'two', 'three'].flatMap(
    (text) => parseLfsPointer(Buffer.from(lfs.add(Buffer.from(text)))) ?? [],
  );
  const fetchAll = async (): Promise<string[]> => {
    const results: string[] = [];
    for await (const file of fetchLfsFiles(remote, pointers, { maxFileBytes: 4 }))
      results.push('content' in file ? file.content.toString() : file.problem);
    return results;
  };
  expect(await fetchAll()).toEqual(['It has 0.0 MB, more than 0.0 MB.', 'one', 'two']);
  for (const redirect of ['download', 'batchRedirect'] as const) {
    const address = `http://127.0.0.2:${port}/lfs-objects/x`;
    Object.assign(
      lfs.options,
      redirect === 'download' ? { download: { redirect: address } } : { batchRedirect: address },
    );
    expect((await fetchAll()).slice(1)).toEqual(Array(2).fill(expect.stringContaining('private')));
    delete lfs.options[redirect];
  }
  remote.credentials = { username: 'lectern', password: 'secret' };
  const withCredentials = (): string[] => lfs.requests.filter((line) => line.endsWith(' with credentials'));
  lfs.requests.length = 0;
  expect((await fetchAll()).slice(1)).toEqual(['one', 'two']);
  expect(withCredentials()).toEqual(lfs.requests);
  lfs.options.downloadOrigin = `http://localhost:${port}`;
  lfs.requests.length = 0;
  expect((await fetchAll()).slice(1)).toEqual(['one', 'two']);
  expect([lfs.requests.length, withCredentials().length]).toEqual([3, 1]);
  delete lfs.options.downloadOrigin;
  lfs.options.download = 'hanging';
  lfs.requests.length = 0;
  expect((await fetchAll()).slice(1)).toEqual(Array(2).fill(expect.stringContaining('respond')));
  expect(lfs.requests.filter((line) => line.startsWith('GET'))).toHaveLength(1);
  server.close();
  server.closeAllConnections();
});
