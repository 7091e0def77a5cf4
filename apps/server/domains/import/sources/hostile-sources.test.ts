import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../../test/git-fixtures.ts';
import { startGitServer } from '../../../../../test/git-server.ts';
import { runJobs, runJobsFor } from '../../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../../test/web-server.ts';
import { type ZipEntry, zipOf } from '../../../../../test/zip.ts';
import { wikiAddress } from './open-source.ts';

let app: TestApp;
let web: WebServer;

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  web = await startWebServer();
});
afterAll(async () => {
  await web.close();
  await app.close();
});

async function importFrom(body: object, by: TestApp = app) {
  const spaceId = await addSpace(app);
  const url = `/v1/spaces/${spaceId}/content`;
  const before = (await app.request('GET', url)).json();
  const response = await runJobsFor(by, by.request('POST', `${url}/import`, { body }));
  const after = (await app.request('GET', url)).json();
  return {
    status: response.statusCode,
    reason: response.json().error?.reason,
    isUnchanged: after.id === before.id,
    pages: after.pages as { title: string; pages: { title: string }[] }[],
    run: (await app.request('GET', `${url}/imports/${response.headers['x-import-id']}`)).json(),
  };
}

async function importZip(body: Buffer) {
  web.content['/x.zip'] = { type: 'application/zip', body };
  const imported = await importFrom({ url: web.url('/x.zip'), source: 'zip' });
  expect(await listTemporary(), 'no file stays behind').toEqual([]);
  return imported;
}

async function listTemporary(): Promise<string[]> {
  const folder = join(app.context.config.dataDir, 'imports');
  await mkdir(folder, { recursive: true });
  return readdir(folder);
}

const replaced = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

/** An archive whose central directory names the same bytes again and again, under other names. */
function overlapping(count: number): Buffer {
  const bytes = deflateRawSync(Buffer.alloc(1_000_000));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  const entries = Array.from({ length: count }, (_, index) => {
    const name = Buffer.from(`file-${index}.md`);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(1_000_000, 24);
    entry.writeUInt16LE(name.length, 28);
    return Buffer.concat([entry, name]);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + bytes.length, 16);
  return Buffer.concat([local, bytes, directory, end]);
}

const page = { path: 'a.md', content: '# A\n' };

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['is none', () => Buffer.from('PK, but no archive'), 'import-source-wrong-type'],
  ['is cut off', async () => (await zipOf([page])).subarray(0, -30), 'import-source-wrong-type'],
  [
    'leads out of itself',
    async () => replaced(await zipOf({ 'xx/xx/evil.md': '# X\n' }), 'xx/xx/', '../../'),
    'import-archive-path-unsafe',
  ],
  [
    'names an absolute path',
    async () => replaced(await zipOf({ 'xetc/evil.md': '# X\n' }), 'xetc', '/etc'),
    'import-archive-path-unsafe',
  ],
  ['has overlapping files', () => overlapping(100), 'import-archive-bomb'],
  [
    'would become far larger',
    () => zipOf({ 'a.md': Buffer.alloc(60_000_000), 'b.md': Buffer.alloc(60_000_000) }),
    'import-archive-bomb',
  ],
  [
    'has damaged bytes',
    async () => (await zipOf([{ path: 'a.md', content: 'abc'.repeat(1000) }])).fill(0xff, 34, 44),
    'import-archive-damaged',
  ],
  ['has no page', () => zipOf({ 'a.bin': 'x' }), 'import-nothing-found'],
  ['is empty', () => zipOf({}), 'import-nothing-found'],
])('an archive that %s is refused', async (_, make, reason) => {
  const imported = await importZip(await make());
  expect(imported).toMatchObject({
    status: 409,
    reason,
    isUnchanged: true,
    run: { status: 'failed', reason },
  });
});

test('links in an archive are left out, and so is the second of two equal paths', async () => {
  const entries: ZipEntry[] = [
    page,
    { path: 'secret.md', content: '/etc/passwd', mode: 0o120777 },
    { path: 'a.md', content: '# B\n' },
  ];
  const { pages, run } = await importZip(await zipOf(entries));
  expect(pages.map(({ title }) => title)).toEqual(['A']);
  expect(run.problems).toMatchObject([
    { path: 'secret.md', reason: 'not-a-file' },
    { path: 'a.md', reason: 'duplicate-path' },
  ]);
});

test('an archive of archives is unpacked once', async () => {
  const inner = await zipOf({ 'b.md': '# B\n', 'deep.zip': await zipOf([page]) });
  const { pages } = await importZip(await zipOf({ 'part-1.zip': await zipOf([page]), 'part-2.zip': inner }));
  expect(pages.map(({ title }) => title)).toEqual(['A', 'B']);
});

test('a source of more bytes than an import may have is refused while it comes', async () => {
  const { config } = app.context;
  const frugal = await buildTestApp({
    beside: app,
    config: { ...config, limits: { ...config.limits, importBytes: 1_000_000 } },
  });
  let sent = 0;
  web.content['/endless.zip'] = (response) => {
    const send = (): void => {
      if (response.destroyed) return;
      sent += 65_536;
      response.write(Buffer.alloc(65_536), () => setImmediate(send));
    };
    send();
  };
  const { reason } = await importFrom({ url: web.url('/endless.zip'), source: 'zip' }, frugal);
  await frugal.close();
  expect(reason).toBe('import-source-too-large');
  expect(sent).toBeLessThan(50_000_000);
});

test('private addresses are refused, also those that a public one redirects to', async () => {
  const strict = await buildTestApp({
    beside: app,
    config: { ...app.context.config, allowPrivateNetworks: false },
  });
  for (const source of ['website', 'zip', 'markdown', 'repository'])
    expect(await importFrom({ url: web.url('/x.zip'), source }, strict)).toMatchObject({
      status: 409,
      reason: 'import-source-refused',
      isUnchanged: true,
    });
  await strict.close();
});

test('a page cannot read the machine through its images', async () => {
  web.content['/page.html'] =
    '<h1>P</h1><p><img src="file:///etc/passwd"> <img src="ftp://example.org/x.png"> text</p>';
  const { run } = await importFrom({ url: web.url('/page.html'), source: 'html' });
  expect(run.counts).toMatchObject({ pages: 1, files: 0 });
});

test('a repository is read with its credentials, which are kept encrypted until it ends', async () => {
  const folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  await repository.commit({ 'README.md': '# Docs\n', 'guide/a.md': '# A\n' });
  const auth = { username: 'robot', password: 's3cret/with@signs' };
  const git = await startGitServer({ repositories: { docs: repository.directory }, auth });
  const { pages, run } = await importFrom({ url: git.url('docs', auth), source: 'repository' });
  expect(pages.map(({ title }) => title)).toEqual(['Docs', 'guide']);
  expect(JSON.stringify(run)).not.toContain('s3cret');
  const rows = await app.context.db.selectFrom('content_import').selectAll().execute();
  expect(rows.every(({ credentials }) => credentials === null)).toBe(true);
  expect(await importFrom({ url: git.url('docs'), source: 'repository' })).toMatchObject({
    reason: 'import-source-unavailable',
  });
  await git.close();
  await runJobs(app);
  await folder.remove();
});

test.each([
  'https://github.com/o/r',
  'https://github.com/o/r.git',
  'https://github.com/o/r/wiki',
  'https://github.com/o/r/wiki/Home?x=1#y',
  'https://github.com/o/r.wiki.git',
])('the wiki of %s is a repository beside it', (url) => {
  expect(wikiAddress(url)).toBe('https://github.com/o/r.wiki.git');
});
