import { expect, test } from 'vitest';
import { findKindOfFile, readAddress } from './find-source.ts';

const REPOSITORY = { source: 'repository', url: 'https://github.com/acme/docs' };

test.each([
  ['https://github.com/acme/docs', REPOSITORY],
  ['https://github.com/acme/docs/#readme', REPOSITORY],
  [
    'https://github.com/acme/docs/tree/main/a%20b/c',
    { ...REPOSITORY, ref: 'refs/heads/main', directory: 'a b/c' },
  ],
  [`https://github.com/acme/docs/tree/${'a'.repeat(40)}`, { ...REPOSITORY, ref: 'a'.repeat(40) }],
  ['https://github.com/acme/docs/wiki', { ...REPOSITORY, source: 'github-wiki' }],
  ['https://github.com/acme/docs/issues', undefined],
  [
    'https://gitlab.com/acme/docs/-/tree/next/guide',
    {
      source: 'repository',
      url: 'https://gitlab.com/acme/docs',
      ref: 'refs/heads/next',
      directory: 'guide',
    },
  ],
  [
    'https://codeberg.org/acme/docs/src/branch/main/guide',
    {
      source: 'repository',
      url: 'https://codeberg.org/acme/docs',
      ref: 'refs/heads/main',
      directory: 'guide',
    },
  ],
  [
    'https://git.example.com/any/path.git',
    { source: 'repository', url: 'https://git.example.com/any/path.git' },
  ],
  ['https://example.com/a.zip?x=1', { source: 'zip', url: 'https://example.com/a.zip?x=1' }],
  ['https://example.com/a.html', undefined],
  ['https://docs.example.com/', undefined],
])('the address %s says what is there', (address, found) => {
  expect(readAddress(address)).toEqual(found);
});

test('the name of a file says its kind, or is refused', () => {
  expect(['a.ZIP', 'b.md', 'c.docx', 'd.htm'].map(findKindOfFile)).toEqual([
    'zip',
    'markdown',
    'docx',
    'html',
  ]);
  expect(() => findKindOfFile('a.pdf')).toThrow('“a.pdf”');
});
