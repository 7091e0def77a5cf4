import { describe, expect, test } from 'vitest';
import { hostNamed, linksOf, parseAddress, recognizeHost, toHttps, toSsh, webAddress } from './hosts.ts';

describe('the address of a repository', () => {
  test.each([
    ['https://github.com/acme/docs', 'git@github.com:acme/docs.git', 'https://github.com/acme/docs'],
    [
      'https://github.com/acme/docs.git/',
      'git@github.com:acme/docs.git',
      'https://github.com/acme/docs.git/',
    ],
    [
      'git@gitlab.com:acme/team/docs.git',
      'git@gitlab.com:acme/team/docs.git',
      'https://gitlab.com/acme/team/docs.git',
    ],
    [
      'ssh://git@codeberg.org/acme/docs',
      'ssh://git@codeberg.org/acme/docs',
      'https://codeberg.org/acme/docs.git',
    ],
    [' http://127.0.0.1:3000/docs ', 'git@127.0.0.1:docs.git', 'http://127.0.0.1:3000/docs'],
  ])('%s is also known over SSH and https', (address, ssh, https) => {
    expect([toSsh(address), toHttps(address)]).toEqual([ssh, https]);
  });

  test.each(['', 'acme/docs', 'https://github.com', 'git@github.com', 'a file:with words'])(
    '“%s” is none',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );

  test('tells its host, its page and where it shows files', () => {
    expect(recognizeHost('git@bitbucket.org:acme/docs.git')?.name).toBe('bitbucket');
    expect(recognizeHost('https://git.example.com/docs')).toBeUndefined();
    expect(webAddress('git@github.com:acme/docs.git')).toBe('https://github.com/acme/docs');
    expect(linksOf(hostNamed('gitlab'), 'git@gitlab.com:acme/docs.git', 'main')).toEqual({
      repoWebURL: 'https://gitlab.com/acme/docs',
      repoTreeURL: 'https://gitlab.com/acme/docs/-/blob/main/',
      repoCommitURL: 'https://gitlab.com/acme/docs/-/commit/',
    });
    expect(linksOf(hostNamed('other'), 'https://git.example.com/docs', 'main')).toEqual({});
  });
});
