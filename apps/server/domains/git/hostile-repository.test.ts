import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { addSpace } from '../../../../test/factories.ts';
import {
  createFixtureRepository,
  type FixtureFiles,
  type FixtureRepository,
  temporaryDirectory,
} from '../../../../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { endOperation, insertOperation } from './git.repository.ts';

let app: TestApp;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let repository: FixtureRepository;
let git: GitServer;

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  app.context.config.limits.importBytes = 15_000_000;
  folder = await temporaryDirectory();
  repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  git = await startGitServer({ repositories: { docs: repository.directory } });
});
afterAll(async () => {
  await git.close();
  await app.close();
  await folder.remove();
});

async function importFiles(
  files: FixtureFiles,
  givenSpaceId?: string,
  message?: string,
): Promise<Record<string, unknown>> {
  const spaceId = givenSpaceId ?? (await addSpace(app));
  const branch = `of-${spaceId}`;
  await repository.commit(files, { branch, fresh: true, ...(message === undefined ? {} : { message }) });
  const response = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
    body: { url: git.url('docs'), ref: `refs/heads/${branch}` },
  });
  expect(response.statusCode, response.body).toBe(204);
  await runJobs(app);
  return (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json().operation;
}

test('a few kilobytes that unfold to more than an import may hold are refused in words', async () => {
  const many = Array.from({ length: 3 }, (_, at) => [`${at}.bin`, `${at}`.repeat(6_000_000)] as const);
  expect(await importFiles({ 'README.md': '# A\n', ...Object.fromEntries(many) })).toMatchObject({
    state: 'failure',
    error: 'The files to import exceed the limit of 15 MB in total.',
  });
});

test('the same bytes in many places count once', async () => {
  const many = Array.from({ length: 3 }, (_, at) => [`${at}.bin`, 'x'.repeat(6_000_000)] as const);
  expect(await importFiles({ 'README.md': '# A\n', ...Object.fromEntries(many) })).toMatchObject({
    state: 'success',
    counts: { files: 3 },
  });
});

test('a page too large to be parsed is left out and named', async () => {
  const operation = await importFiles({ 'README.md': '# A\n', 'large.md': 'word '.repeat(2_100_000) });
  expect(operation).toMatchObject({ state: 'success', counts: { pages: 1 } });
  expect(JSON.stringify(operation.report)).toContain('large.md has 10.5 MB');
});

test('a report about text that the database refuses is kept', async () => {
  const operation = await importFiles({
    'README.md': '# A\n',
    'SUMMARY.md': `* [A](README.md) \0 ${'x'.repeat(96)}😀\n`,
  });
  expect(operation).toMatchObject({ state: 'success' });
  expect(JSON.stringify(operation.report)).toContain('Text next to the link was ignored');
});

test('a URL that hides control characters is an address like any other', async () => {
  const spaceId = await addSpace(app);
  const response = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
    body: { url: `${git.origin}/owner%0a/na%00me`, ref: 'refs/heads/main' },
  });
  expect(response.statusCode, response.body).toBe(204);
  await runJobs(app);
  const info = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
  expect(info).toMatchObject({ repoName: 'owner/name', operation: { state: 'failure' } });
});

test('an operation ends whatever its error says', async () => {
  const spaceId = await addSpace(app);
  const key = { organizationId: app.organizationId, spaceId, operationId: spaceId };
  const at = new Date();
  await app.context.transact(({ trx }) =>
    insertOperation(trx, { ...key, direction: 'import', request: {}, credentials: null, startedAt: at }),
  );
  expect(await endOperation(app.context.db, key, { state: 'failure', error: 'remote: a\0b', at })).toBe(true);
});

test('equal files tell their problems once', async () => {
  const text = '{% unknown %}\n\n'.repeat(50);
  const many = Array.from({ length: 200 }, (_, at) => [`${at}.md`, text] as const);
  const operation = await importFiles({ 'README.md': '# A\n', ...Object.fromEntries(many) });
  expect(operation).toMatchObject({ state: 'success', counts: { pages: 201 }, reportTotal: 50 + 199 });
});

test('a page of too many lines is kept byte for byte, shown as text and named', async () => {
  const text = 'word\n'.repeat(500_001);
  const spaceId = await addSpace(app);
  const operation = await importFiles({ 'README.md': '# A\n', 'long.md': text }, spaceId);
  expect(operation).toMatchObject({ state: 'success', counts: { pages: 2 } });
  expect(JSON.stringify(operation.report)).toContain(
    'more than 500,000 lines, the limit. It is kept unchanged',
  );
  const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  const { id } = pages.find(({ path }: { path: string }) => path === 'long');
  const page = `/v1/spaces/${spaceId}/content/page/${id}`;
  expect((await app.request('GET', `${page}?format=markdown`)).json().markdown).toBe(text);
  const { document } = (await app.request('GET', page)).json();
  expect(document.nodes).toMatchObject([{ type: 'code', nodes: [{ type: 'code-line' }] }]);
});

test('a commit message of any length is cut', async () => {
  const spaceId = await addSpace(app);
  await importFiles({ 'README.md': '# A\n' }, spaceId, `${'a'.repeat(9999)}😀${'b'.repeat(1_000_000)}`);
  const { message } = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json().git;
  expect(message).toBe('a'.repeat(9999));
});
