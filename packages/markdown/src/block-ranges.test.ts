import { describe, expect, it } from 'vitest';
import { findFaultyRanges } from '../test/block-ranges.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** The text of each range, by the kind of its node, in the order of the source. */
function rangesOf(source: string): string[] {
  return [...parseMarkdown(source).blockRanges.values()]
    .sort((left, right) => left.start - right.start || right.end - left.end)
    .map(({ start, end }) => source.slice(start, end));
}

describe('the ranges of blocks', () => {
  it.each([
    ['items of lists', '- a\n\n  b\n- c\n', ['- a\n\n  b\n- c', '- a\n\n  b', 'a', 'b', '- c', 'c']],
    [
      'tasks',
      '1. x\n   - [ ] a\n   - [x] b\n',
      [
        '1. x\n   - [ ] a\n   - [x] b',
        '1. x\n   - [ ] a\n   - [x] b',
        'x',
        '- [ ] a\n   - [x] b',
        '- [ ] a',
        'a',
        '- [x] b',
        'b',
      ],
    ],
    [
      'quotes with line endings of Windows',
      '> a\r\n> b\r\n>\r\n> - c\r\n\r\nd\r\n',
      ['> a\r\n> b\r\n>\r\n> - c', 'a\r\n> b', '- c', '- c', 'c', 'd'],
    ],
    [
      'alerts',
      '> [!NOTE] Title\n> text\n> more\n',
      ['> [!NOTE] Title\n> text\n> more', 'Title', 'text\n> more'],
    ],
    [
      'tags',
      '{% tabs %}\n{% tab title="x" %}\nab\n\n{% endtab %}\n{% endtabs %}\n',
      [
        '{% tabs %}\n{% tab title="x" %}\nab\n\n{% endtab %}\n{% endtabs %}',
        '{% tab title="x" %}\nab\n\n{% endtab %}',
        'ab',
      ],
    ],
    [
      'details',
      '<details>\n<summary>t</summary>\n\nx\n\n</details>\n',
      ['<details>\n<summary>t</summary>\n\nx\n\n</details>', 't', 't', '\n\nx\n', 'x'],
    ],
    [
      'tables of pipes',
      '| a | b |\n|--|--|\n| c |   |\n',
      ['| a | b |\n|--|--|\n| c |   |', '| a | b |', 'a', 'b', '| c |   |', 'c', 'c', '', ''],
    ],
    [
      'tables in HTML',
      '<table><tr><th>a</th></tr><tr><td><p>b</p><p>c</p></td></tr></table>\n',
      [
        '<table><tr><th>a</th></tr><tr><td><p>b</p><p>c</p></td></tr></table>',
        '<th>a</th>',
        'a',
        '<td><p>b</p><p>c</p></td>',
        '<p>b</p><p>c</p>',
        '<p>b</p>',
        '<p>c</p>',
      ],
    ],
    [
      'headings and code',
      '## a ##\n\n    b\n\n~~~\nc\n~~~\n\nd\n---\n',
      ['## a ##', 'b', '~~~\nc\n~~~', 'd\n---'],
    ],
    ['footnotes', 'a[^x]\n\n[^x]: b\n\n    c\n', ['a[^x]', 'b\n\n    c', 'b', 'c']],
    [
      'captions',
      '{% embed url="u" %}\nc\n{% endembed %}\n\n<figure><img src="x"><figcaption>d</figcaption></figure>\n',
      [
        '{% embed url="u" %}\nc\n{% endembed %}',
        'c',
        'c',
        '<figure><img src="x"><figcaption>d</figcaption></figure>',
        '<figure><img src="x"><figcaption>d</figcaption></figure>',
        'd',
        'd',
      ],
    ],
    [
      'code in a tag',
      '{% code title="t" %}\n```\nx\n```\n{% endcode %}\n',
      ['{% code title="t" %}\n```\nx\n```\n{% endcode %}'],
    ],
  ])('are those of %s', (_name, source, ranges) => {
    expect(rangesOf(source)).toEqual(ranges);
    expect(findFaultyRanges(source)).toEqual([]);
  });
});
