import { describe, test } from 'vitest';
import { whyNoCorpora } from '../../../../test/git-fixtures.ts';
import { useGitGround } from '../../../../test/git-ground.ts';
import { checkRoundTrip } from '../../../../test/git-round-trip.ts';

describe('a repository with everything odd', () => {
  const ground = useGitGround();

  test('gets exactly the random edits of its space', async () => {
    const repository = await ground.serveOddities('odd');
    const url = ground.git.url('odd');
    const edits = { directory: '', seed: 3, rounds: 3, editsPerRound: 10 };
    await checkRoundTrip({ app: ground.app, url, repository, ...edits });
  });
});

describe.skipIf(whyNoCorpora !== undefined)('a real repository', () => {
  const ground = useGitGround();

  test('gets exactly the random edits of its space', async () => {
    const name = 'govstack-bb-payments';
    const repository = await ground.serveCorpus(name);
    const url = ground.git.url(name);
    await checkRoundTrip({
      app: ground.app,
      url,
      repository,
      directory: '',
      seed: 7,
      rounds: 2,
      editsPerRound: 12,
    });
  });
});
