import { expect, test } from 'vitest';
import { listNeededTexts } from './needed-text.ts';

test.each<[pattern: string, needed: string[][]]>([
  ['template', [['template']]],
  ['\\b(checked|unsafe)\\b(?!\\s*[(@])', [['checked', 'unsafe']]],
  ['\\[', [['[']]],
  ['[&^|]', [['&', '^', '|']]],
  ['(struct)\\s+(\\w+)\\s*(?=\\{)', [['struct'], ['{']]],
  ['abc?d+e', [['ab'], ['d'], ['e']]],
  ['(?<name>(?:public\\s)+)class', [['public'], ['class']]],
  ['a{2}b{0,3}c{x', [['c{x'], ['a']]],
  ['\\.\\*', [['.*']]],
  ['x\\tz', [['x\tz']]],
  ['([[:alpha:]&&[^a]]|=>)=', [['=']]],
  ['=\u{1f600}?', [['=']]],
])('knows what %s cannot match without', (pattern, needed) => {
  expect(listNeededTexts(pattern)).toEqual(expect.arrayContaining(needed));
  expect(listNeededTexts(pattern)).toHaveLength(needed.length);
});

test.each([
  '\\w+',
  'let|',
  '(let)?',
  '(?:let)*',
  'a{0}',
  'a{,3}',
  // Text before the match.
  '(?<=let)',
  '(?<!let)',
  '(?!let)',
  '[^a]',
  '[a-f]',
  '[\\w.]',
  // Options change what a text matches.
  '(?i)let',
  '(?x) let # const',
  '(?i:let)',
  // The match begins after it.
  'let\\K',
  '\\x{41}\\u0041\\p{Lu}\\101',
  // Syntax errors.
  '(let',
  'let)',
  '[let',
  '*let',
])('knows nothing of %s', (pattern) => {
  expect(listNeededTexts(pattern)).toEqual([]);
});
