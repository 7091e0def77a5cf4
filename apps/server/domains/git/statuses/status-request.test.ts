import { describe, expect, test } from 'vitest';
import { describeRequest } from './status-request.ts';

const oid = 'a'.repeat(40);
const status = {
  context: 'lectern/links',
  state: 'failure',
  description: 'Two links are broken.',
  url: 'https://lectern.example.com/cr/1',
} as const;
const describeFor = (provider: 'github' | 'gitlab' | 'gitea' | 'bitbucket' | null, repositoryUrl: string) =>
  describeRequest({ provider, repositoryUrl, token: 'secret', oid }, status);

describe('the status of a commit', () => {
  test.each([
    ['github', 'https://github.com/acme/docs.git', `https://api.github.com/repos/acme/docs/statuses/${oid}`],
    [
      'github',
      'https://ghe.example.com/acme/docs',
      `https://ghe.example.com/api/v3/repos/acme/docs/statuses/${oid}`,
    ],
    [
      'gitea',
      'https://codeberg.org/acme/docs.git',
      `https://codeberg.org/api/v1/repos/acme/docs/statuses/${oid}`,
    ],
    [
      'gitea',
      'https://example.com/git/acme/docs',
      `https://example.com/git/api/v1/repos/acme/docs/statuses/${oid}`,
    ],
    [
      'gitlab',
      'https://gitlab.com/a/b/c.git',
      `https://gitlab.com/api/v4/projects/a%2Fb%2Fc/statuses/${oid}`,
    ],
  ] as const)('on %s for %s is sent to %s', (provider, repositoryUrl, url) => {
    expect(describeFor(provider, repositoryUrl)?.url).toBe(url);
  });

  test('has the words of each host', () => {
    const bodyOf = (provider: 'github' | 'gitlab' | 'gitea') =>
      JSON.parse(describeFor(provider, 'https://example.com/a/b')?.body ?? '');
    const { context, description, url: target_url } = status;
    expect(bodyOf('github')).toEqual({ context, description, target_url, state: 'failure' });
    expect(bodyOf('gitea')).toEqual({ context, description, target_url, state: 'failure' });
    expect(bodyOf('gitlab')).toEqual({ name: context, description, target_url, state: 'failed' });
  });

  test('is not sent to hosts that we do not know, or that is no repository', () => {
    expect(describeFor('bitbucket', 'https://bitbucket.org/acme/docs')).toBeUndefined();
    expect(describeFor(null, 'https://example.com/acme/docs')).toBeUndefined();
    expect(describeFor('github', 'https://github.com/docs')).toBeUndefined();
  });

  test('has a short description', () => {
    const target = { provider: 'github', repositoryUrl: 'https://github.com/a/b', token: 't', oid } as const;
    const request = describeRequest(target, { ...status, description: '💥\n'.repeat(300) });
    expect([...JSON.parse(request?.body ?? '').description]).toHaveLength(140);
  });
});
