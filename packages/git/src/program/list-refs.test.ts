import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedNetwork } from '../../../../apps/server/platform/http/guarded-fetch.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { listRefsOverHttp } from './list-refs.ts';
import { findRemote } from './preflight.ts';
import { listRemoteBranches } from './remote-refs.ts';
import { parseRemoteUrl } from './remote-url.ts';

const network = createGuardedNetwork({ allowPrivate: true });
const limits = { network, maxBytes: 1_000_000, timeoutMs: 10_000 };

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let git: GitServer;
beforeAll(async () => {
  folder = await temporaryDirectory();
  git = await startGitServer({ repositories: {} });
});
afterAll(async () => {
  await git.close();
  await folder.remove();
});

describe.each(['sha1', 'sha256'] as const)('the branches of a repository with %s', (objectFormat) => {
  test('are those that Git lists, with either protocol', async () => {
    const files = { 'README.md': '# A\n' };
    const path = `${folder.path}/${objectFormat}`;
    const repository = await createFixtureRepository(path, { objectFormat, files });
    git.options.repositories[objectFormat] = path;
    const main = await repository.git(['rev-parse', 'refs/heads/main']);
    const names = [
      'main',
      'main-2',
      'docs/ä ö'.replace(' ', '-'),
      ...Array.from({ length: 300 }, (_, i) => `b/${i}`),
    ];
    await repository.git(
      ['update-ref', '--stdin'],
      [...names.map((name) => `update refs/heads/${name} ${main}\n`), `update refs/tags/v1 ${main}\n`].join(
        '',
      ),
    );
    const expected = names.map((name) => `refs/heads/${name}`).sort();
    const remote = await findRemote(parseRemoteUrl(git.url(objectFormat)), { network, answerMs: 10_000 });
    const listed = await listRefsOverHttp(remote, 'refs/heads/', limits);
    expect([...(listed ?? new Map()).keys()].sort()).toEqual(expected);
    const access = { ...limits, remote, gitDirectory: undefined };
    expect([...(await listRemoteBranches(access, 'refs/heads/main'))]).toEqual([['refs/heads/main', main]]);
    const old = await listRemoteBranches({ ...access, remote: { ...remote, listsRefs: false } });
    expect([...old.keys()].sort()).toEqual(expected);
  });
});

test.each([
  ['nothing', ''],
  ['a text', 'Welcome'],
  ['a line that does not end', '00ffabc'],
  ['a line too short for its length', '0003'],
  ['something other than refs', '000ahello\n0000'],
  ['no end', `003f${'a'.repeat(40)} refs/heads/m\n`],
])('an answer of %s is left to Git', async (_, body) => {
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
  const remote = {
    url,
    hostname: '127.0.0.1',
    credentials: undefined,
    objectFormat: 'sha1',
    listsRefs: true,
  } as const;
  expect(await listRefsOverHttp(remote, 'refs/heads/', limits)).toBeUndefined();
  server.close();
});
