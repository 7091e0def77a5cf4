import { expect, test } from 'vitest';
import { isMarkdown } from './clean-html.ts';

test.each([
  '# Title',
  'Text\n- item',
  '1) first',
  '| a | b |',
  '{% hint style="info" %}',
  'some **bold** text',
  'some __bold__ text',
  '** not yet, **but here**',
  'a `code`',
  'a [link](https://a.example/b_(c)) in a line',
  'an [empty]() one, and [another](b.md)',
  'a [![picture](a.png)](b.md)',
])('is Markdown: %s', (text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  'Words.',
  '2 ** 3',
  'a ** b ** c',
  'one **\ntwo**',
  'an `\nunfinished` one',
  '[a](\nb)',
  '[a]()',
  'f[0](',
  '(a) [b]',
])('is no Markdown: %s', (text) => {
  expect(isMarkdown(text)).toBe(false);
});
