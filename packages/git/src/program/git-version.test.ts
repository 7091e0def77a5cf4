import { expect, it } from 'vitest';
import { isUsableVersion, requireUsableGit } from './git-version.ts';

it('accepts the git of this machine and every newer one, and no older', async () => {
  await requireUsableGit();
  const versions = [
    'git version 2.31.0',
    'git version 2.39.5 (Apple Git-154)',
    'git version 3.0.1',
    'git version 2.30.9',
    'git version 1.99.0',
    'something',
  ];
  expect(versions.map(isUsableVersion)).toEqual([true, true, true, false, false, false]);
});
