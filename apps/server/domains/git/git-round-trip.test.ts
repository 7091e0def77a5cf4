import { describe, test } from 'vitest';
import { whyNoCorpora } from '../../../../test/git-fixtures.ts';
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

describe.skipIf(whyNoCorpora !== undefined)('a real repository', () => {
  const setup = useGitSetup();

  test('gets exactly the random edits of its space', async () => {
    const name = 'govstack-bb-payments';
    const repository = await setup.serveCorpus(name);
    const url = setup.git.url(name);
    await checkRoundTrip({
      app: setup.app,
      url,
      repository,
      directory: '',
      seed: 7,
      rounds: 2,
      editsPerRound: 12,
    });
  });
});
