import { describe, expect, test } from 'vitest';
import { createMarker } from './mark-matches.ts';

const mark = (query: string, line: string): string =>
  createMarker(
    query,
    'en',
  )(line)
    .map(([text, isMatch]) => (isMatch ? `[${text}]` : text))
    .join('');

describe('a marked text', () => {
  test.each([
    ['install', 'How to install it', 'How to [install] it'],
    ['inst', 'Install, then installed', '[Install], then [installed]'],
    ['one two', 'two one three', '[two] [one] three'],
    ['nothing', 'Other words', 'Other words'],
    ['a', '', ''],
    ['delete page', 'Removed pages', '[Removed] [pages]'],
    ['get rid of members', 'Members, and removing them', '[Members], and [removing] them'],
    ['delete', 'Delete it, or remove it', '[Delete] it, or remove it'],
    ['install', 'The installation', 'The [installation]'],
    ['script', '<script>alert(1)</script>', '<[script]>alert(1)</[script]>'],
  ])('of “%s” in “%s” is “%s”', (query, line, marked) => {
    expect(mark(query, line)).toBe(marked);
  });

  test('is the whole text, whatever matches in it', () => {
    for (const query of ['readme file', 'readmefile', 'fileName name', 'é', '…'])
      for (const line of ['ReadMe.file readmeFile_name', 'fileNames naïve café …', ' a  b '])
        expect(
          createMarker(
            query,
            null,
          )(line)
            .map(([text]) => text)
            .join(''),
        ).toBe(line);
  });
});
