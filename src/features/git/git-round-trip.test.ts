import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { loadCorpus, temporaryDirectory, whyNoCorpora } from '../../../test/git-fixtures.ts';
import { checkRoundTrip } from '../../../test/git-round-trip.ts';
import { type GitServer, startGitServer } from '../../../test/git-server.ts';

describe.skipIf(whyNoCorpora !== undefined)('a real repository', () => {
  let app: TestApp;
  let git: GitServer;
  let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

  beforeAll(async () => {
    app = await buildTestApp({ config: { allowPrivateNetworks: true } });
    folder = await temporaryDirectory();
    git = await startGitServer({ repositories: {}, allowPush: true });
  });
  afterAll(async () => {
    await git.close();
    await app.close();
    await folder.remove();
  });

  test('gets exactly the random edits of its space', async () => {
    const name = 'govstack-bb-payments';
    const repository = await loadCorpus(name, join(folder.path, `${name}.git`));
    git.options.repositories[name] = repository.directory;
    const url = git.url(name);
    await checkRoundTrip({ app, url, repository, directory: '', seed: 7, rounds: 5, editsPerRound: 12 });
  });
});
