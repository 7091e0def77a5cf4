import { beforeEach, expect, test } from 'vitest';
import { addSpace } from '../../../../../test/factories.ts';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import { runJobsFor } from '../../../../../test/jobs.ts';
import {
  createLfsFixture,
  type LfsFixture,
  type LfsOptions,
  lfsPointer,
} from '../../../../../test/lfs-server.ts';

const { setup, connect, settle, edit, idOf, sync, lastOperation } = useConnectedSpaces();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const other = (text: string): Buffer => Buffer.concat([PNG, Buffer.from(text)]);

let lfs: LfsFixture;
beforeEach(() => {
  lfs = createLfsFixture();
  setup.git.options.lfs = lfs;
});

interface File {
  id: string;
  name: string;
  contentType: string;
  size: number;
  downloadURL: string;
}

const filesOf = async (spaceId: string): Promise<File[]> =>
  (await setup.app.request('GET', `/v1/spaces/${spaceId}/content/files`)).json().items;

const problemsOf = async (spaceId: string): Promise<string[]> =>
  ((await lastOperation(spaceId)).report ?? []).map(({ message }) => message);

const withPicture = (pointer: string, more: object = {}): Record<string, string> => ({
  'README.md': '# Home\n\n![A picture](pic.png)\n',
  'pic.png': pointer,
  ...more,
});

test('files in Git LFS are fetched once, and their pointers stay in the repository', async () => {
  const pointer = lfs.add(PNG);
  const { spaceId, repository } = await connect({}, withPicture(pointer, { 'docs/copy.png': pointer }));
  expect(await filesOf(spaceId)).toMatchObject([
    { name: 'copy.png', contentType: 'image/png', size: PNG.length },
    { name: 'pic.png', contentType: 'image/png', size: PNG.length },
  ]);
  expect(await problemsOf(spaceId)).toEqual([]);
  const batch = lfs.requests.filter((line) => line.startsWith('POST'));
  expect(lfs.requests).toHaveLength(2);
  expect(batch[0]).toMatch(/^POST \/docs\d+\.git\/info\/lfs\/objects\/batch$/);

  const since = await repository.git(['rev-parse', REF]);
  const page = await idOf(spaceId, 'Home');
  await edit(spaceId, [{ operation: 'update_page', page, ...markdown('# Home\n\n![Mine](pic.png)\n') }]);
  await settle();
  expect(await repository.git(['diff', '--name-only', since, REF])).toBe('README.md');
  await sync({ spaceId, repository }, { force: true });
  expect(await filesOf(spaceId)).toHaveLength(2);
  // A file that the space has need not be fetched, whatever is read again.
  expect(lfs.requests).toHaveLength(2);
});

test('files are fetched with the credentials of the connection', async () => {
  const credentials = { username: 'lectern', password: 'secret-token' };
  lfs.options.auth = credentials;
  const { spaceId } = await connect({ credentials }, withPicture(lfs.add(PNG)));
  expect(await filesOf(spaceId)).toMatchObject([{ name: 'pic.png', contentType: 'image/png' }]);
});

test('the server that .lfsconfig names is asked if it is on the host of the repository, and no other', async () => {
  const port = new URL(setup.git.origin).port;
  const pointer = lfs.add(PNG);
  const own = `[core]\n\tx = 1\n[lfs]\n\turl = ${setup.git.origin}/elsewhere.git/info/lfs\n`;
  const first = await connect({}, withPicture(pointer, { '.lfsconfig': own }));
  expect(await filesOf(first.spaceId)).toHaveLength(1);
  expect(lfs.requests[0]).toBe('POST /elsewhere.git/info/lfs/objects/batch');
  lfs.requests.length = 0;
  const foreign = `[lfs]\n\turl = "http://localhost:${port}/elsewhere.git/info/lfs"\n`;
  const second = await connect({}, withPicture(lfs.add(other('2')), { '.lfsconfig': foreign }));
  expect(await filesOf(second.spaceId)).toEqual([]);
  expect(await problemsOf(second.spaceId)).toEqual([expect.stringContaining('pic.png is in Git LFS')]);
  expect(lfs.requests).toEqual([]);
});

test.each<[string, LfsOptions, string]>([
  ['without LFS', { batchStatus: 404 }, 'does not have it'],
  ['that requires credentials', { auth: { username: 'a', password: 'b' } }, 'requires credentials'],
  ['that fails', { batchStatus: 500 }, 'status 500'],
  ['that lost the file', { download: 404 }, 'does not have it'],
  ['that sends other bytes', { download: 'wrong-bytes' }, 'other bytes'],
  ['that sends more bytes', { download: 'too-long' }, 'more bytes'],
  ['that redirects elsewhere', { download: { redirect: 'ftp://127.0.0.1/x' } }, 'http'],
])('a server %s is reported, and the pointer is neither shown nor changed', async (_, options, problem) => {
  const pointer = lfs.add(PNG);
  Object.assign(lfs.options, options);
  const { spaceId, repository } = await connect({}, withPicture(pointer));
  expect(await filesOf(spaceId)).toEqual([]);
  expect(await problemsOf(spaceId)).toEqual([expect.stringMatching(`^pic.png is in Git LFS.*${problem}`)]);

  const since = await repository.git(['rev-parse', REF]);
  const page = await idOf(spaceId, 'Home');
  await edit(spaceId, [{ operation: 'update_page', page, ...markdown('# Home\n\n![Mine](pic.png)\n') }]);
  await settle();
  expect(await repository.git(['diff', '--name-only', since, REF])).toBe('README.md');

  for (const name of Object.keys(lfs.options)) delete lfs.options[name as keyof LfsOptions];
  await repository.commit({ 'new.md': '# New\n' });
  await sync({ spaceId, repository });
  expect(await filesOf(spaceId)).toMatchObject([{ name: 'pic.png', contentType: 'image/png' }]);
});

test('a new version that cannot be fetched leaves the former one in place until it can', async () => {
  const { spaceId, repository } = await connect({}, withPicture(lfs.add(PNG)));
  const [before] = await filesOf(spaceId);
  lfs.options.batchStatus = 503;
  const next = lfs.add(other('next'));
  await repository.commit({ 'pic.png': next });
  await sync({ spaceId, repository });
  expect(await filesOf(spaceId)).toMatchObject([{ id: before?.id, size: PNG.length }]);
  expect(await problemsOf(spaceId)).toEqual([expect.stringContaining('503')]);
  delete lfs.options.batchStatus;
  await repository.commit({ 'new.md': '# New\n' });
  await sync({ spaceId, repository });
  expect(await filesOf(spaceId)).toMatchObject([{ id: before?.id, size: PNG.length + 4 }]);
  expect(await repository.git(['cat-file', 'blob', `${REF}:pic.png`])).toBe(next.trimEnd());
});

test('a file that is too large is not asked for', async () => {
  const pointer = lfsPointer(PNG).replace(/size \d+/, 'size 100000001');
  const { spaceId } = await connect({}, withPicture(pointer));
  expect(await filesOf(spaceId)).toEqual([]);
  expect(await problemsOf(spaceId)).toEqual([expect.stringContaining('100.0 MB')]);
  expect(lfs.requests).toEqual([]);
});

test('an import of content fetches the files of a repository too', async () => {
  const files = withPicture(lfs.add(PNG), { 'lost.png': lfsPointer(other('lost')) });
  files['README.md'] += '\n![Lost](lost.png)\n';
  await setup.serve('content-lfs', files);
  const spaceId = await addSpace(setup.app);
  const response = await runJobsFor(
    setup.app,
    setup.app.request('POST', `/v1/spaces/${spaceId}/content/import`, {
      body: { url: setup.git.url('content-lfs'), source: 'repository' },
    }),
  );
  expect(response.statusCode, response.body).toBe(201);
  expect(await filesOf(spaceId)).toMatchObject([
    { name: 'pic.png', contentType: 'image/png', size: PNG.length },
  ]);
  const url = `/v1/spaces/${spaceId}/content/imports/${response.headers['x-import-id']}`;
  expect((await setup.app.request('GET', url)).json().problems).toContainEqual({
    path: 'lost.png',
    reason: 'lfs-file',
    message: expect.stringContaining('does not have it'),
  });
});
