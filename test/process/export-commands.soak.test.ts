import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFixtureRepository, type FixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { type GitServer, startGitServer } from '../git-server.ts';
import {
  createPreparedSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
} from './service-process.ts';

const ADMIN_TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: ADMIN_TOKEN, LECTERN_ALLOW_PRIVATE_NETWORKS: '1' };
const FILES = {
  'README.md': '# Home\n\nFirst.\n\nSecond.\n',
  'guides/one.md': '# One\n\nText.\n',
};

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS });

let setup: Setup;
let service: RunningService;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let git: GitServer;
let repository: FixtureRepository;

beforeAll(async () => {
  folder = await temporaryDirectory();
  repository = await createFixtureRepository(join(folder.path, 'docs.git'), { files: FILES });
  git = await startGitServer({ repositories: { docs: repository.directory }, allowPush: true });
  setup = await createPreparedSetup();
  service = await setup.serve(ENVIRONMENT);
});
afterAll(async () => {
  await git.close();
  await setup.clean();
  await folder.remove();
});

const run = (...args: string[]): ReturnType<Setup['run']> => setup.run(args, ENVIRONMENT);

async function importDocs(): Promise<string> {
  const { output } = await run('import', git.url('docs'), '--ref', 'main');
  return /\/app\/s\/([0-9a-f-]{36})/.exec(output)?.[1] as string;
}

async function edit(spaceId: string, changes: object[]): Promise<void> {
  const response = await request(service, ADMIN_TOKEN, `/v1/spaces/${spaceId}/content`, {
    method: 'POST',
    body: { changes },
  });
  expect(response.status).toBe(200);
}

async function editHome(spaceId: string): Promise<void> {
  const { body } = await request<{ id: string }>(
    service,
    ADMIN_TOKEN,
    `/v1/spaces/${spaceId}/content/path/readme`,
  );
  await edit(spaceId, [
    {
      operation: 'update_page',
      page: body.id,
      document: { markdown: '# Home\n\nFirst.\n\nSecond, edited.\n' },
    },
  ]);
}

function fillFolder(name: string, files: Record<string, string>): string {
  const place = join(folder.path, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(place, path, '..'), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  return place;
}

const show = (place: string, path: string): string => readFileSync(join(place, path), 'utf8');

test('export and diff: a folder gets what has changed, and nothing else', async () => {
  const spaceId = await importDocs();
  const own = { 'notes.txt': 'Mine.\n', 'guides/two.md': '# Two\n' };
  const place = fillFolder('checkout', { ...FILES, ...own });
  await editHome(spaceId);
  const diff = await run('diff', place, '--space', spaceId);
  expect(diff).toMatchObject({ code: 0, errors: '' });
  expect(diff.output).toContain('--- a/README.md\n+++ b/README.md\n');
  expect(diff.output).toContain('\n-Second.\n+Second, edited.\n');
  expect(diff.output).not.toContain('+# Home');
  expect(show(place, 'README.md')).toBe(FILES['README.md']);

  const exported = await run('export', spaceId, place);
  expect(exported).toMatchObject({ code: 0, errors: '' });
  expect(exported.output).toContain('changed    README.md');
  expect(exported.output).toContain('kept       guides/two.md');
  expect(show(place, 'README.md')).toBe('# Home\n\nFirst.\n\nSecond, edited.\n');
  expect(show(place, 'guides/two.md')).toBe('# Two\n');
  expect((await run('export', spaceId, place, '--deleted', 'delete')).output).toContain(
    'deleted    guides/two.md',
  );
  expect(existsSync(join(place, 'guides/two.md'))).toBe(false);
  expect(show(place, 'notes.txt')).toBe('Mine.\n');
  expect((await run('diff', place, '--space', spaceId)).output).toBe('');
  expect((await run('export', spaceId, place)).output).toBe('Nothing has changed.\n');

  const fresh = join(folder.path, 'fresh');
  expect((await run('export', spaceId, fresh, '--directory', 'docs')).output).toContain('added');
  expect(show(fresh, 'docs/README.md')).toContain('Second, edited.');
});

test('export does not write through a link that leads out of the folder', async () => {
  const spaceId = await importDocs();
  const place = fillFolder('linked', {});
  mkdirSync(place, { recursive: true });
  mkdirSync(join(folder.path, 'elsewhere'));
  symlinkSync(join(folder.path, 'elsewhere'), join(place, 'guides'));
  // The link is kept, as is everything that the space does not know, and the page gets another path.
  const ended = await run('export', spaceId, place);
  expect(ended).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringContaining('added      one.md\n'),
  });
  expect(readlinkSync(join(place, 'guides'))).toBe(join(folder.path, 'elsewhere'));
  expect(readdirSync(join(folder.path, 'elsewhere'))).toEqual([]);
  // A directory that is a link is refused, and nothing is created behind it.
  symlinkSync(join(folder.path, 'elsewhere'), join(place, 'deep'));
  const deeper = await run('export', spaceId, place, '--directory', 'deep/docs');
  expect(deeper.code).toBe(1);
  expect(deeper.errors).toMatch(
    /^lectern: The space cannot be exported to “deep\/docs”, because “deep” is not a directory [^\n]+\n$/,
  );
  expect(existsSync(join(folder.path, 'elsewhere/docs'))).toBe(false);
});

test('export makes a commit of a repository, and sync keeps it in step', async () => {
  const spaceId = await importDocs();
  await editHome(spaceId);
  const exported = await run('export', spaceId, git.url('docs'), '--message', 'Edit the second paragraph');
  expect(exported).toMatchObject({ code: 0, errors: '' });
  expect(exported.output).toContain('changed    README.md (in the repository)');
  expect(await repository.git(['log', '-1', '--format=%s', 'refs/heads/main'])).toBe(
    'Edit the second paragraph',
  );
  expect((await run('export', spaceId, git.url('docs'))).output).toContain('Nothing has changed.');

  expect(await run('sync', spaceId)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('not connected'),
  });
  const connected = await request(service, ADMIN_TOKEN, `/v1/spaces/${spaceId}/git`, {
    method: 'PUT',
    body: { url: git.url('docs'), ref: 'refs/heads/main' },
  });
  expect(connected.status).toBe(201);
  expect((await run('sync', spaceId)).code).toBe(0);
  await repository.commit({ 'guides/one.md': '# One\n\nPushed.\n' });
  const synced = await run('sync', spaceId);
  expect(synced).toMatchObject({ code: 0, errors: '' });
  expect(synced.output).toContain('changed    guides/one.md (in the space)');
  expect((await run('sync')).output).toContain('Nothing has changed.');
});

test('what cannot be exported is said in one line', async () => {
  const spaceId = await importDocs();
  const nothing = '00000000-0000-7000-8000-000000000000';
  for (const [args, words] of [
    [['export'], 'lectern export <space> <url or folder>'],
    [['export', spaceId], 'lectern export <space> <url or folder>'],
    [['export', nothing, 'x'], `no space with the id ${nothing}`],
    [['export', spaceId, join(folder.path, 'x'), '--deleted', 'maybe'], '--deleted'],
    [['export', spaceId, git.url('docs'), '--ref', 'refs/tags/v1'], 'branch'],
    [['diff'], 'lectern diff <folder>'],
    [['diff', join(folder.path, 'missing')], 'not a folder'],
    [['sync', 'nonsense'], 'no space'],
  ] as const) {
    const ended = await run(...args);
    expect(ended, args.join(' ')).toMatchObject({ code: 1, output: '' });
    expect(ended.errors, args.join(' ')).toMatch(/^lectern: [^\n]+\n$/);
    expect(ended.errors).toContain(words);
  }
});
