import { posix } from 'node:path';
import { describe, test } from 'vitest';
import { CORPORA, type CorpusName, whyNoCorpora } from '../../../../test/git-fixtures.ts';
import { checkRoundTrip } from '../../../../test/git-round-trip.ts';
import { useGitSetup } from '../../../../test/git-setup.ts';

describe('a repository with everything odd', () => {
  const setup = useGitSetup();

  test('gets exactly the random edits of its space', async () => {
    const repository = await setup.serveOddities('odd');
    const url = setup.git.url('odd');
    const edits = { directory: '', seed: 3, rounds: 3, editsPerRound: 10 };
    await checkRoundTrip({ app: setup.app, url, repository, ...edits });
  });
});

describe.skipIf(whyNoCorpora !== undefined)('every space of the real repositories', () => {
  const setup = useGitSetup();

  test.for(CORPORA)('%s gets exactly 300 random edits', { timeout: 1_800_000 }, async (name: CorpusName) => {
    const repository = await setup.serveCorpus(name);
    const paths = (await repository.git(['ls-tree', '-r', '--name-only', 'main'])).split('\n');
    const directories =
      name === 'gitbook-example-site'
        ? paths.filter((path) => posix.basename(path) === 'SUMMARY.md').map((path) => posix.dirname(path))
        : [''];
    const rounds = Math.max(1, Math.round(20 / directories.length));
    for (const [at, directory] of directories.entries()) {
      const place = directory === '.' ? '' : directory;
      const url = setup.git.url(name);
      await checkRoundTrip({
        app: setup.app,
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
