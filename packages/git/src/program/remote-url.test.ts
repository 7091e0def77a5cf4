import { describe, expect, it } from 'vitest';
import { basicAuthorization, parseRemoteUrl, redactCredentials, remoteOf } from './remote-url.ts';

describe('parseRemoteUrl', () => {
  it('takes the credentials out, decoded', () => {
    expect(parseRemoteUrl('https://me%40org:p%3Aw%2F@Host.example:443/Team/docs.git/')).toEqual({
      url: 'https://host.example/Team/docs.git',
      hostname: 'host.example',
      isSsh: false,
      credentials: { username: 'me@org', password: 'p:w/' },
    });
    expect(parseRemoteUrl('https://token@host/x').credentials).toEqual({ username: 'token', password: '' });
    expect(parseRemoteUrl('http://host:3000/x').credentials).toBeUndefined();
    expect(parseRemoteUrl('https://100%:x@host/y').credentials).toEqual({ username: '100%', password: 'x' });
  });

  it('names addresses by one spelling', () => {
    expect(parseRemoteUrl('http://0x7f.1/a b'.replace(' ', '%20')).url).toBe('http://127.0.0.1/a%20b');
    expect(parseRemoteUrl('https://host/a/../b').url).toBe('https://host/b');
  });

  it('quotes nothing of a bad URL, which may hold a password', () => {
    for (const url of [
      'ftp://me:secret@host/x',
      'https://me:secret@host/x?y',
      'me:secret',
      'https://me:secret@',
      'https://me:sec\tret@host',
      'https://me:secret%0a@host/x',
    ]) {
      expect(() => parseRemoteUrl(url)).toThrow(/repository URL/);
      expect(() => parseRemoteUrl(url)).not.toThrow(/secret|me:/);
    }
  });
});

describe('remoteOf', () => {
  it('keeps credentials as they are, whatever signs they have, and out of the URL', () => {
    for (const sign of [...'%@:/?#[]\\ "<>^`{|}+&=é😀', '%41', '%', '://', '@host/']) {
      const credentials = { username: `me${sign}`, password: `${sign}secret${sign}` };
      expect(remoteOf('https://host/x.git', credentials)).toEqual({
        url: 'https://host/x.git',
        hostname: 'host',
        isSsh: false,
        credentials,
      });
    }
    expect(remoteOf('https://host/x', undefined)).toEqual(parseRemoteUrl('https://host/x'));
  });

  it('refuses control characters, which would end a line of the request, without quoting them', () => {
    for (const sign of ['\n', '\r', '\t', '\u0000', '\u007f'])
      for (const credentials of [
        { username: 'me', password: `sec${sign}ret` },
        { username: `me${sign}`, password: 'secret' },
      ]) {
        expect(() => remoteOf('https://host/x', credentials)).toThrow('must not contain control characters');
        expect(() => remoteOf('https://host/x', credentials)).not.toThrow(/sec|ret/);
      }
  });
});

describe('redactCredentials', () => {
  const credentials = { username: 'ghp_token_as_name', password: 'p/w d' };

  it('blots out every form that they take', () => {
    const text = `fatal: https://ghp_token_as_name:p%2Fw%20d@host/x p/w d p%2Fw%20d ${basicAuthorization(credentials)} ghp_token_as_name`;
    const redacted = redactCredentials(text, credentials);
    for (const secret of ['p/w d', 'p%2Fw', 'ghp_token', basicAuthorization(credentials).slice(6)])
      expect(redacted).not.toContain(secret);
    expect(redacted).toContain('https://host/x');
  });

  it('blots out the user part of any URL even without knowing it', () => {
    expect(redactCredentials('see https://a:b@host/x', undefined)).toBe('see https://host/x');
  });
});

describe('an SSH URL', () => {
  it.each([
    ['git@github.com:acme/docs.git', 'ssh://git@github.com/acme/docs.git'],
    ['git@GitHub.com:/acme/docs.git', 'ssh://git@github.com/acme/docs.git'],
    ['ssh://me@host.example:2222/a/b/', 'ssh://me@host.example:2222/a/b'],
    ['ssh://host.example:22/~/docs', 'ssh://git@host.example/~/docs'],
    ['git+ssh://git@[::1]:2222/x', 'ssh://git@[::1]:2222/x'],
  ])('%s is %s', (text, url) => {
    expect(parseRemoteUrl(text)).toMatchObject({ url, isSsh: true, credentials: undefined });
  });

  it.each([
    'ssh://git:secret@host/x',
    'ssh://-oProxyCommand=secret/x',
    'ssh://-l@host/x',
    'ssh://git@-host/x',
    "ssh://git@host/x'secret",
    'ssh://git@host/x`secret`',
    'ssh://git@host/$secret',
    'ssh://git@host:0/x',
    'ssh://git@host:70000/x',
    'ssh://git@host',
    'ssh://git@host/',
    '-git@host:x',
  ])('%s is refused without quoting it', (text) => {
    expect(() => parseRemoteUrl(text)).toThrow(/URL must/);
    expect(() => parseRemoteUrl(text)).not.toThrow(/secret/);
  });
});
