import { expect, test } from 'vitest';
import { editSource } from './page-source.ts';
import { parseMarkdown } from './parse-markdown.ts';

const titleOf = (markdown: string) => editSource({ source: '', content: { markdown } }).title;

test.each([
  ['# Plain\n\nText.\n'],
  ['\n\n# After empty lines\n'],
  ['   # Indented  ##\nText.\n'],
  ['# *Marked* `code` and &amp; \\# more'],
  ['# [Link][there] and [^1]\n\n[there]: https://example.com\n\n[^1]: Note.\n'],
  ['Two\nlines\n===\n'],
  ['## Not of level one\n\n# Later\n'],
  ['#No heading\n'],
  ['    # Code\n'],
  ['# \n\nText.\n'],
  ['[there]: https://example.com\n\n# After a definition\n'],
  ['---\ndescription: x\n---\n\n# Below front matter\n'],
  ['---\nbroken: [\n---\n\n# Below broken front matter\n'],
  ['---\n---\n---\n\n# Below a rule\n'],
  ['\uFEFF# After a byte order mark\n'],
  ['# With\r\nline ends\r\n'],
])('the title of %j is that of the whole page', (markdown) => {
  expect(titleOf(markdown)).toBe(parseMarkdown(markdown).title?.text || undefined);
});

test('a title in the front matter goes before the heading', () => {
  expect(titleOf('---\ntitle: Named\n---\n\n# Heading\n')).toBe('Named');
});
