import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import {
  CORPORA,
  type CorpusName,
  loadCorpus,
  temporaryDirectory,
  whyNoCorpora,
} from '../../../test/git-fixtures.ts';
import { checkRoundTrip } from '../../../test/git-round-trip.ts';
import { type GitServer, startGitServer } from '../../../test/git-server.ts';

describe.skipIf(whyNoCorpora !== undefined)('every space of the real repositories', () => {
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

  test.for(CORPORA)('%s gets exactly 300 random edits', { timeout: 1_800_000 }, async (name: CorpusName) => {
    const repository = await loadCorpus(name, join(folder.path, `${name}.git`));
    git.options.repositories[name] = repository.directory;
    const paths = (await repository.git(['ls-tree', '-r', '--name-only', 'main'])).split('\n');
    const directories =
      name === 'gitbook-example-site'
        ? paths.filter((path) => posix.basename(path) === 'SUMMARY.md').map((path) => posix.dirname(path))
        : [''];
    const rounds = Math.max(1, Math.round(20 / directories.length));
    for (const [at, directory] of directories.entries()) {
      const place = directory === '.' ? '' : directory;
      const url = git.url(name);
      await checkRoundTrip({
        app,
        url,
        repository,
        directory: place,
        seed: at + 1,
        rounds,
        editsPerRound: 15,
      });
    }
  });
});
