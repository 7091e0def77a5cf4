import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readExternalUrl } from './external-url.ts';

const urlOf = (raw: string): string | undefined => readExternalUrl(raw)?.url;

test('what leads to the same answer is the same address', () => {
  for (const raw of [
    'https://docs.acme.org/a?b=c',
    ' https://docs.acme.org/a?b=c#part ',
    'HTTPS://DOCS.acme.org:443/x/../a?b=c',
    'https://me:secret@docs.acme.org/a?b=c',
    '//docs.acme.org/a?b=c',
  ]) {
    expect(readExternalUrl(raw)).toEqual({
      hash: readExternalUrl('https://docs.acme.org/a?b=c')?.hash,
      url: 'https://docs.acme.org/a?b=c',
      host: 'docs.acme.org',
    });
  }
  expect(readExternalUrl('https://docs.acme.org/b')?.hash).not.toBe(
    readExternalUrl('https://docs.acme.org/a')?.hash,
  );
});

test('what is no web address is none', () => {
  for (const raw of [
    '',
    'page.md',
    '/a',
    '#b',
    'mailto:a@b.c',
    'ftp://a.b/',
    'javascript:alert(1)',
    'https://',
  ])
    expect([raw, urlOf(raw)]).toEqual([raw, undefined]);
});

test('a very long address is not kept', () => {
  expect(urlOf(`https://a.b/${'x'.repeat(1980)}`)).toHaveLength(1992);
  expect(urlOf(`https://a.b/${'x'.repeat(2000)}`)).toBeUndefined();
});

test('credentials and fragments of any address are dropped, and reading again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string(),
      (address, secret) => {
        const given = new URL(address);
        given.password = `pw${secret}`;
        const read = readExternalUrl(given.href);
        if (!read) return;
        const url = new URL(read.url);
        expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
        expect(readExternalUrl(read.url)).toEqual(read);
      },
    ),
    { numRuns: 40 },
  );
});
