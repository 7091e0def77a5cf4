import { describe, expect, test } from 'vitest';
import { findLines, replaceTargets } from './replace-targets.ts';

const change = (markdown: string, target = 'old.md'): string =>
  replaceTargets(markdown, target, '/pages/1').markdown;

describe('a repaired target', () => {
  test.each([
    ['a link', 'See [it](old.md).', 'See [it](/pages/1).'],
    ['a link with a title', '[it](old.md "Old")', '[it](/pages/1 "Old")'],
    ['a link in angle brackets', '[it](<old.md>)', '[it](</pages/1>)'],
    ['a definition', '[it]: old.md', '[it]: /pages/1'],
    ['an attribute', '<a href="old.md">it</a>', '<a href="/pages/1">it</a>'],
    ['a tag', '{% content-ref url="old.md" %}', '{% content-ref url="/pages/1" %}'],
    ['two on a line', '[a](old.md) and [b](old.md)', '[a](/pages/1) and [b](/pages/1)'],
    ['lines with carriage returns', 'a\r\n[it](old.md)\r\n', 'a\r\n[it](/pages/1)\r\n'],
    ['the text after code', 'Use `x` and [it](old.md)', 'Use `x` and [it](/pages/1)'],
    ['the text after a fence', '```\nx\n```\n[it](old.md)', '```\nx\n```\n[it](/pages/1)'],
  ])('is changed in %s', (_, before, after) => {
    expect(change(before)).toBe(after);
  });

  test.each([
    ['text', 'The file old.md is gone.'],
    ['the words of a link', '[old.md](new.md)'],
    ['another path', '[it](very/old.md) and [it](old.md.txt) and [it](old.md#part)'],
    ['code', 'Write `[it](old.md)`.'],
    ['a fence', '```md\n[it](old.md)\n```'],
    ['a fence in a list', '- ```md\n  [it](old.md)\n  ```'],
    ['a fence without an end', '~~~\n[it](old.md)'],
  ])('is left alone in %s', (_, source) => {
    expect(change(source)).toBe(source);
  });

  test('is shown with each line before and after', () => {
    const { lines, count } = replaceTargets(
      'One\n[a](old.md) [b](old.md)\n\nTwo [c](old.md)',
      'old.md',
      'new.md',
    );
    expect(count).toBe(3);
    expect(lines).toEqual([
      { line: 2, before: '[a](old.md) [b](old.md)', after: '[a](new.md) [b](new.md)' },
      { line: 4, before: 'Two [c](old.md)', after: 'Two [c](new.md)' },
    ]);
  });

  test('can have any characters', () => {
    expect(change('[a](a$1+(b).md)', 'a$1+(b).md')).toBe('[a](/pages/1)');
    expect(findLines('  * [a](../x y.md)', '../x y.md')).toEqual(['* [a](../x y.md)']);
  });
});
