import { describe, expect, test } from 'vitest';
import type { Link } from './group-links.ts';
import { findLines, repairSource } from './repair-source.ts';

const ALL = new Set<Link['kind']>([
  'link',
  'image',
  'file',
  'content-ref',
  'button',
  'embed',
  'cover',
  'meta-link',
]);

const change = (markdown: string, target = 'old.md', kinds: ReadonlySet<Link['kind']> = ALL): string =>
  repairSource(markdown, new Map([[target, kinds]]), '/pages/1').markdown;

describe('a repaired target', () => {
  test.each([
    ['a link', 'See [it](old.md).', 'See [it](/pages/1).'],
    ['a link with a title', '[it](old.md "Old")', '[it](/pages/1 "Old")'],
    ['a link in angle brackets', '[it](<old.md>)', '[it](/pages/1)'],
    ['a definition', '[it]\n\n[it]: old.md', '[it]\n\n[it]: /pages/1'],
    ['an attribute', '<a href="old.md">it</a>', '<a href="/pages/1">it</a>'],
    [
      'a tag',
      '{% content-ref url="old.md" %}\n{% endcontent-ref %}',
      '{% content-ref url="/pages/1" %}\n{% endcontent-ref %}',
    ],
    ['a picture', '![a](old.md)', '![a](/pages/1)'],
    ['two on a line', '[a](old.md) and [b](old.md)', '[a](/pages/1) and [b](/pages/1)'],
    ['lines with carriage returns', 'a\r\n[it](old.md)\r\n', 'a\r\n[it](/pages/1)\r\n'],
    ['the text after code', 'Use `x` and [it](old.md)', 'Use `x` and [it](/pages/1)'],
    ['the text after a fence', '```\nx\n```\n[it](old.md)', '```\nx\n```\n[it](/pages/1)'],
    ['a cover', '---\ncover: old.md\n---\n\n# A\n', '---\ncover: "/pages/1"\n---\n\n# A\n'],
    ['a list of front matter', '---\na:\n  - "old.md"\n---\n', '---\na:\n  - "/pages/1"\n---\n'],
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
    ['a line below the front matter', '---\na: b\n---\n\ncover: old.md\n'],
  ])('is left alone in %s', (_, source) => {
    expect(change(source)).toBe(source);
  });

  test('is one of a kind of links', () => {
    const source = '[a](gone.png) ![b](gone.png)';
    expect(change(source, 'gone.png', new Set(['image']))).toBe('[a](gone.png) ![b](/pages/1)');
  });

  test('is shown with each line before and after', () => {
    const wanted = new Map([['old.md', ALL]]);
    const { lines, count } = repairSource(
      'One\n[a](old.md) [b](old.md)\n\nTwo [c](old.md)',
      wanted,
      'new.md',
    );
    expect(count).toBe(3);
    expect(lines).toEqual([
      { line: 2, before: '[a](old.md) [b](old.md)', after: '[a](new.md) [b](new.md)' },
      { line: 4, before: 'Two [c](old.md)', after: 'Two [c](new.md)' },
    ]);
  });

  test('can have any characters, or none', () => {
    expect(change('[a](a$1+\\(b\\).md)', 'a$1+(b).md')).toBe('[a](/pages/1)');
    expect(change('[a](a\\_b.md)', 'a_b.md')).toBe('[a](/pages/1)');
    expect(change('[a]()', '')).toBe('[a](/pages/1)');
    expect(findLines('  * [a](<../x y.md>)', '../x y.md', ALL)).toEqual(['* [a](<../x y.md>)']);
  });
});
