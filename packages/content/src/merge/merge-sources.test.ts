import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { describe, expect, test } from 'vitest';
import type { ConflictAnswer, SourceConflict } from './conflicts.ts';
import { type MergedSource, mergeSources } from './merge-sources.ts';

const merge = (
  base: string,
  ours: string,
  theirs: string,
  response: (conflict: SourceConflict) => ConflictAnswer | undefined = () => undefined,
): MergedSource => mergeSources({ base, ours, theirs }, response);

/** Merges without conflicts. Exchanging the sides must not change the result. */
function mergeCleanly(base: string, ours: string, theirs: string): string {
  const merged = merge(base, ours, theirs);
  expect(merged.conflicts).toEqual([]);
  expect(merge(base, theirs, ours)).toEqual(merged);
  return merged.source;
}

const texts = ({ conflicts }: MergedSource): string[][] =>
  conflicts.map(({ base, ours, theirs }) => [base, ours, theirs]);

describe('sentences of one paragraph', () => {
  const base = 'It is of 1. It is of 2. It is of 3. It is of 4.\n';
  const added = (count: number): string => Array.from({ length: count }, (_, at) => ` more-${at}`).join('');

  test.each([1, 4, 8, 9, 30])(
    'additions of %d words around a sentence leave it to the other side',
    (count) => {
      const theirs = base.replace('of 1', `of 1${added(count)}`).replace('of 3', `of 3${added(count)}`);
      for (const written of ['of 2 ours', 'of two'])
        expect(mergeCleanly(base, base.replace('of 2', written), theirs)).toBe(
          theirs.replace('of 2', written),
        );
    },
  );
});

test.each([
  ['code', '```js\none\n\ntwo\n```', '```js\none', '```js\nother\n\ntwo\n```'],
  ['a comment', '<!-- one\n\ntwo -->', '<!-- one', '<!-- other\n\ntwo -->'],
])('if one side cuts off the end of %s, exchanged sides have the same conflicts', (_, block, cut, edited) => {
  const base = `First with\nmore.\n\n${block}\n\nLast with\nmore.\n`;
  const ours = `First with\nmore.\n\n${cut}\n`;
  const theirs = `First with\nmore.\n\n${edited}\n\nAdded by them.\n`;
  const merged = merge(base, ours, theirs);
  expect(merged.conflicts).not.toEqual([]);
  const exchanged = texts(merge(base, theirs, ours)).map(([old, left, right]) => [old, right, left]);
  expect(exchanged).toEqual(texts(merged));
});

test('lists that join on one side only make the same conflicts for exchanged sides', () => {
  const text = (n: number): string => `Paragraph word${n} with some more text${n} in it.`;
  const list = (n: number): string => `* item one${n} is long enough\n* item two${n} of it`;
  const blocks = [text(0), list(1), list(2), list(3), text(4), list(5), text(6), text(7), text(8)];
  const write = (order: readonly number[]): string => `${order.map((n) => blocks[n]).join('\n\n')}\n`;
  const base = write([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const ours = write([6, 0, 1, 2, 3, 5, 7, 8]);
  const theirs = write([0, 2, 3, 4, 1, 5, 6, 7, 8]);
  const exchanged = texts(merge(base, theirs, ours)).map(([old, left, right]) => [old, right, left]);
  expect(exchanged).toEqual(texts(merge(base, ours, theirs)));
});

describe('blocks', () => {
  const base = '# Title\n\nFirst words here.\n\nSecond words there.\n\nThird words everywhere.\n';

  test('different blocks that both sides edit are merged', () => {
    expect(mergeCleanly(base, base.replace('First', '1st'), base.replace('Second', '2nd'))).toBe(
      base.replace('First', '1st').replace('Second', '2nd'),
    );
  });

  test('an equal change is one change', () => {
    const edited = base.replace('First', '1st');
    expect(mergeCleanly(base, edited, edited.replace('Third', '3rd'))).toBe(edited.replace('Third', '3rd'));
  });

  test('blocks inserted at different places are kept with their gaps', () => {
    const ours = base.replace('\n\nSecond', '\n\n\nNew of ours.\n\n\nSecond');
    const theirs = `${base}\n***\n`;
    expect(mergeCleanly(base, ours, theirs)).toBe(`${ours}\n***\n`);
  });

  test('different blocks inserted at one place are a conflict that can keep both', () => {
    const ours = base.replace('Second', 'Of ours.\n\nSecond');
    const theirs = base.replace('Second', 'Of theirs.\n\nSecond');
    const merged = merge(base, ours, theirs);
    expect(texts(merged)).toEqual([['', 'Of ours.', 'Of theirs.']]);
    expect(merged.source).toBe(ours);
    expect(merge(base, ours, theirs, () => ({ choice: 'theirs' })).source).toBe(theirs);
    expect(merge(base, ours, theirs, () => ({ choice: 'both' }))).toEqual({
      source: base.replace('Second', 'Of ours.\n\nOf theirs.\n\nSecond'),
      conflicts: [],
    });
    expect(merge(base, ours, theirs, () => ({ choice: 'text', text: '\nAgreed.\n' })).source).toBe(
      base.replace('Second', 'Agreed.\n\nSecond'),
    );
  });

  test('a block that one side deletes and the other edits is a conflict', () => {
    const ours = base.replace('Second words there.\n\n', '');
    const theirs = base.replace('there', 'somewhere');
    const merged = merge(base, ours, theirs);
    expect(texts(merged)).toEqual([['Second words there.', '', 'Second words somewhere.']]);
    expect(merged.source).toBe(ours);
    expect(merge(base, ours, theirs, () => ({ choice: 'theirs' })).source).toBe(theirs);
  });

  test('a block that one side moves and the other edits is moved and edited', () => {
    const ours = '# Title\n\nSecond words there.\n\nThird words everywhere.\n\nFirst words here.\n';
    const theirs = base.replace('First words', 'First new words');
    expect(mergeCleanly(base, ours, theirs)).toBe(ours.replace('First words', 'First new words'));
  });

  test('a block that both sides move stands once', () => {
    const ours = '# Title\n\nSecond words there.\n\nThird words everywhere.\n\nFirst words here.\n';
    const theirs = '# Title\n\nSecond words there.\n\nFirst words here.\n\nThird words everywhere.\n';
    expect(mergeCleanly(base, ours, theirs).match(/First/g)).toHaveLength(1);
  });

  test('a heading that both sides move stays when one of them deletes the block before it', () => {
    const [first, second, third, heading] = ['First words.', 'Second ones.', 'Third ones.', '## Heading'];
    const write = (...blocks: (string | undefined)[]): string => `${blocks.join('\n\n')}\n`;
    const old = write(first, second, third, heading);
    const swapped = write(heading, first, third, second);
    expect(mergeCleanly(old, swapped, write(heading, first, second))).toBe(write(heading, first, second));
  });

  test('a heading that both sides move stands once when one of them deletes its section', () => {
    const [first, second, heading, below] = ['First words.', 'Second ones.', '## Heading', 'Words below.'];
    const write = (...blocks: (string | undefined)[]): string => `${blocks.join('\n\n')}\n`;
    const old = write(first, second, heading, below);
    expect(mergeCleanly(old, write(first, heading, second), write(heading, first, second))).toBe(
      write(heading, first, second),
    );
  });

  test('a block that both sides move stays if one of them writes another in its old place', () => {
    const ours = '# Title\n\nSecond words there.\n\nThird words everywhere.\n\nFirst words here.\n';
    const theirs = ours.replace('Second', 'Instead of it.\n\nSecond');
    expect(mergeCleanly(base, ours.replace('# T', '# Our t'), theirs)).toBe(theirs.replace('# T', '# Our t'));
  });

  test('what both sides move while other things move is no edit of what stood there', () => {
    const page = 'See [a].\n\n[a]: https://a.example\n\n| Name |\n| --- |\n| one |\n';
    const moved = '[a]: https://a.example\n\nSee [a].\n\n| Name |\n| --- |\n| one |\n';
    const { source } = merge(
      page,
      moved.replace('Name', 'Ours'),
      moved.replace('| Name |', '| Name |\n| Theirs |'),
    );
    expect(source).toContain('[a]: https://a.example');
    expect(
      mergeCleanly(
        '---\nicon: book\n---\n\nSee [a].\n\n[a]: https://a.example\n',
        '---\nicon: bolt\n---\n\n[a]: https://a.example\n\nSee [a].\n',
        '---\nicon: book\n---\n\n[a]: https://a.example\n\nSee [a].\n\nA new paragraph.\n',
      ),
    ).toBe('---\nicon: bolt\n---\n\n[a]: https://a.example\n\nSee [a].\n\nA new paragraph.\n');
  });

  test('several blocks that one side moves together keep what the other side edits in each and adds between', () => {
    const page = `${base}\nFourth words.\n\nFifth words.\n`;
    const moved = 'First words here.\n\nSecond words there.\n';
    const ours = `${page.replace(`${moved}\n`, '')}\n${moved}`;
    const theirs = page
      .replace('First words', 'First new words')
      .replace('Second words', 'Added between.\n\nSecond new words');
    expect(mergeCleanly(page, ours, theirs)).toBe(
      ours
        .replace('First words', 'First new words')
        .replace('Second words', 'Added between.\n\nSecond new words'),
    );
  });

  const sections = '## One\n\nText one.\n\n## Two\n\nText two.\n\n## Three\n\nText three.\n';
  const writeSections = (...names: string[]): string =>
    names.map((name) => `## ${name}\n\nText ${name.toLowerCase()}.\n`).join('\n');

  test('a section that one side moves takes along what the other side adds to it', () => {
    const ours = writeSections('Two', 'Three', 'One');
    const theirs = sections.replace('Text one.', 'Text one edited.\n\nMore about one.');
    expect(mergeCleanly(sections, ours, theirs)).toBe(
      ours.replace('Text one.', 'Text one edited.\n\nMore about one.'),
    );
  });

  test('a section that one side moves stands behind what the other side adds to the section before', () => {
    const ours = writeSections('Two', 'Three', 'One');
    const theirs = `${sections}\nMore about three.\n`;
    expect(mergeCleanly(sections, ours, theirs)).toBe(
      ours.replace('Text three.', 'Text three.\n\nMore about three.'),
    );
  });

  test('what is added to a section whose new place is in a conflict is in a conflict, too', () => {
    const ours = writeSections('Two', 'Three', 'One');
    const theirs = `${sections.replace('Text one.', 'Text one.\n\nMore about one.')}\n## Four\n`;
    expect(texts(merge(sections, ours, theirs))).toEqual([
      ['## One\n\nText one.', '', '## One\n\nText one.\n\nMore about one.'],
      ['', '## One\n\nText one.', '## Four'],
    ]);
  });

  test('blocks that each side moves between those that the other side moves stay', () => {
    const write = (names: string): string =>
      names
        .split(' ')
        .map((name) => `Words of ${name}.\n`)
        .join('\n');
    const page = write('one two x y z three four');
    const merged = mergeCleanly(page, write('one three four two x y z'), write('x y z three one two four'));
    for (const name of ['one', 'two', 'three', 'four']) expect(merged).toContain(`of ${name}.`);
  });

  test('what is added to a section that the other side deletes is a conflict', () => {
    const page = '## One\n\nText one.\n\n## Two\n\nText two.\n';
    const ours = '## Two\n\nText two.\n';
    const theirs = page.replace('Text one.', 'Text one.\n\nMore about one.');
    expect(texts(merge(page, ours, theirs))).toEqual([
      ['## One\n\nText one.', '', '## One\n\nText one.\n\nMore about one.'],
    ]);
  });

  test('a conflict names the block and the section', () => {
    const page = 'Start.\n\n## One\n\nText one.\n\n### Deep\n\nText deep.\n';
    const { conflicts } = merge(page, page.replace('deep.', 'ours.'), page.replace('deep.', 'theirs.'));
    expect(conflicts[0]?.place).toMatchObject({ kind: 'block', index: 4, headings: ['One', 'Deep'] });
  });

  describe('a conflict names the innermost block on each side', () => {
    const page =
      'Start.\n\n- one\n- two\n  - deep\n  - deeper\n\n{% hint style="info" %}\nInside here.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n{% endhint %}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n\n```\ncode\nmore\n```\n';
    const nested = (source: string, path: readonly number[]): unknown => {
      let node: { nodes?: unknown[]; fragments?: unknown[]; key?: string } = parseMarkdown(source).document;
      for (const at of path) node = (node.nodes ?? node.fragments ?? [])[at] as typeof node;
      return node.key;
    };
    test.each([
      ['an item in an item', 'deeper', [1, 1, 1, 1, 0], [2, 1, 1, 1, 0], 'paragraph', {}],
      ['a paragraph in a hint', 'here', [2, 0], [3, 0], 'paragraph', {}],
      ['the cell of a table', '4 |\n\n', [3], [4], 'table', { record: 'r2', definition: 'c2' }],
      [
        'the cell of a table in a hint',
        '4 |\n{',
        [2, 1],
        [3, 1],
        'table',
        { record: 'r2', definition: 'c2' },
      ],
      ['code', 'more', [4], [5], 'code', {}],
    ] as const)('%s', (_, text, path, moved, type, names) => {
      const word = text.slice(0, text.search(/\W|$/));
      const write = (now: string): string => page.replace(text, text.replace(word, now));
      const theirs = `New block.\n\n${write('theirs')}`;
      const cell = type === 'table' ? [1, 1] : [];
      for (const newline of ['\n', '\r\n']) {
        const ours = write('ours').replaceAll('\n', newline);
        const { conflicts } = merge(page, ours, theirs);
        expect(conflicts).toHaveLength(1);
        expect(conflicts[0]?.place).toMatchObject({
          kind: 'block',
          blocks: {
            base: { key: nested(page, path), path: [...path, ...cell], type, ...names },
            ours: { key: nested(ours, path), path: [...path, ...cell], type, ...names },
            theirs: { key: nested(theirs, moved), path: [...moved, ...cell], type, ...names },
          },
        });
      }
    });

    test('none where a side has nothing', () => {
      const { conflicts } = merge(page, page.replace('Start.\n\n', ''), page.replace('Start', 'Begin'));
      expect(conflicts[0]?.place).toEqual({
        kind: 'block',
        index: 0,
        headings: [],
        blocks: {
          base: { key: nested(page, [0]), path: [0], type: 'paragraph' },
          theirs: { key: nested(page.replace('Start', 'Begin'), [0]), path: [0], type: 'paragraph' },
        },
      });
    });
  });

  test('the id of a conflict stays when other parts of the page change', () => {
    const ours = base.replace('Second', 'Our');
    const theirs = base.replace('Second', 'Their');
    const [before] = merge(base, ours, theirs).conflicts;
    const [after] = merge(base, ours, `Before everything.\n\n${theirs.replace('Third', '3rd')}`).conflicts;
    expect(after?.id).toBe(before?.id);
  });
});

describe('titles and definitions', () => {
  test('a title that both sides change is a conflict without both as an answer', () => {
    const merged = merge('# One\n\nText.\n', '# Two\n\nText.\n', '# Three\n\nText.\n');
    expect(merged.conflicts).toMatchObject([{ place: { kind: 'title' }, canKeepBoth: false }]);
  });

  test('definitions of links and footnotes merge one by one', () => {
    const base =
      'See [a] and [b] and more[^1].\n\n[a]: https://a.example\n[b]: https://b.example\n\n[^1]: Note.\n';
    const ours = base.replace('a.example', 'a.example.org');
    const theirs = base.replace('b.example', 'b.example.org').replace('Note.', 'Noted.');
    expect(mergeCleanly(base, ours, theirs)).toBe(
      base
        .replace('a.example', 'a.example.org')
        .replace('b.example', 'b.example.org')
        .replace('Note.', 'Noted.'),
    );
    const [conflict] = merge(base, ours, base.replace('a.example', 'other.example')).conflicts;
    expect(conflict?.place).toEqual({ kind: 'definition', label: 'a' });
  });
});

describe('within blocks', () => {
  test('a list merges by item, also nested and next to each other', () => {
    const base = '* one\n* two\n  * deep one\n  * deep two\n* three\n';
    const ours = base.replace('deep one', 'deep 1').replace('* three', '* 3');
    const theirs = base.replace('deep two', 'deep 2').replace('* one', '* 1');
    expect(mergeCleanly(base, ours, theirs)).toBe('* 1\n* two\n  * deep 1\n  * deep 2\n* 3\n');
  });

  test('an item that is added behind one that the other side deletes stays', () => {
    const base = '* one\n* two\n* three\n';
    expect(mergeCleanly(base, '* one\n* three\n', '* one\n* two\n* new\n* three\n')).toBe(
      '* one\n* new\n* three\n',
    );
  });

  test('a table of pipes merges by row and by cell', () => {
    const base = '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n';
    const ours = base.replace('| 1 |', '| one |').replace('| 4 |', '| four |');
    const theirs = base.replace('| 2 |', '| two |').replace('| 3 |', '| three |');
    expect(mergeCleanly(base, ours, theirs)).toBe(
      '| a | b |\n| --- | --- |\n| one | two |\n| three | four |\n',
    );
  });

  test('a conflict is the item or the row, and the other parts are merged', () => {
    const base = '- one\n- two\n- three\n\n| a |\n| --- |\n| 1 |\n| 2 |\n';
    const ours = base.replace('two', 'ours').replace('1', 'our 1').replace('2', 'ours');
    const theirs = base.replace('two', 'theirs').replace('three', 'their three').replace('2', 'theirs');
    const merged = merge(base, ours, theirs);
    expect(texts(merged)).toEqual([
      ['- two', '- ours', '- theirs'],
      ['| 2 |', '| ours |', '| theirs |'],
    ]);
    expect(merge(base, ours, theirs, () => ({ choice: 'both' }))).toEqual({
      source: '- one\n- ours\n- theirs\n- their three\n\n| a |\n| --- |\n| our 1 |\n| ours |\n| theirs |\n',
      conflicts: [],
    });
  });

  test('a row that is added where the other side adds a column is a conflict', () => {
    const base = '| a |\n| --- |\n| 1 |\n';
    const ours = '| a | b |\n| --- | --- |\n| 1 | 2 |\n';
    expect(merge(base, ours, `${base}| 3 |\n`).conflicts).toHaveLength(1);
  });

  test('a table in one line of HTML merges by row and by cell', () => {
    const base =
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>\n';
    const ours = base.replace('<td>1<', '<td>one<').replace('<td>4<', '<td>four<');
    const theirs = base
      .replace('<td>2<', '<td>two<')
      .replace('</tbody>', '<tr><td>5</td><td>6</td></tr></tbody>');
    expect(mergeCleanly(base, ours, theirs)).toBe(
      base
        .replace('<td>1<', '<td>one<')
        .replace('<td>4<', '<td>four<')
        .replace('<td>2<', '<td>two<')
        .replace('</tbody>', '<tr><td>5</td><td>6</td></tr></tbody>'),
    );
  });

  test('code merges by line and word, and the same words are a conflict', () => {
    const base = '```js\na();\nb();\nc();\nd();\n```\n';
    expect(mergeCleanly(base, base.replace('a()', 'one()'), base.replace('b()', 'two()'))).toBe(
      base.replace('a()', 'one()').replace('b()', 'two()'),
    );
    expect(merge(base, base.replace('a()', 'one()'), base.replace('a()', 'two()')).conflicts).toHaveLength(1);
  });

  test('a paragraph that one side divides and the other edits merges by line', () => {
    const base = 'one\ntwo\nthree\nfour\nfive\n';
    expect(mergeCleanly(base, base.replace('two\n', 'two\n\n'), base.replace('five', '5'))).toBe(
      'one\ntwo\n\nthree\nfour\n5\n',
    );
  });

  test('a fence that one side widens and the other adds to merges by line, as in Git', () => {
    const base = '```js\ncall one\n\ncall two\n```\n\n***\n\n## Heading\n\n***\n\n***\n';
    const ours = '```js\nrun one\n\n***\n\n## Heading\n\ncall two\n```\n\n***\n\n***\n';
    const theirs = base.replace('## Heading', 'Added.\n\n## Heading');
    expect(mergeCleanly(base, ours, theirs)).toBe(ours.replace('## Heading', 'Added.\n\n## Heading'));
  });

  test('a fence around what the other side edits holds the edit', () => {
    const base = 'one\n\ntwo\n\nthree\n';
    expect(
      mergeCleanly(
        base,
        '{% hint style="info" %}\none\n\ntwo\n\nthree\n{% endhint %}\n',
        base.replace('two', '2'),
      ),
    ).toBe('{% hint style="info" %}\none\n\n2\n\nthree\n{% endhint %}\n');
  });
});

describe('words', () => {
  const paragraph = 'The quick fox jumps. It is brown,\nand the dog\nsleeps.\n';

  test('different words of one line merge, also next to each other', () => {
    expect(
      mergeCleanly(paragraph, paragraph.replace('quick', 'fast'), paragraph.replace('fox', 'hare')),
    ).toBe(paragraph.replace('quick fox', 'fast hare'));
  });

  test('a side may wrap the lines that the other side edits', () => {
    const wrapped = 'The quick fox jumps. It is\nbrown, and the dog sleeps.\n';
    expect(mergeCleanly(paragraph, wrapped, paragraph.replace('brown', 'red'))).toBe(
      wrapped.replace('brown', 'red'),
    );
    expect(merge(paragraph, wrapped, paragraph.replaceAll('\n', '  \n')).conflicts).toHaveLength(1);
  });

  test('the same words, and words that both insert at one place, are a conflict', () => {
    for (const [ours, theirs] of [
      ['fast', 'slow'],
      ['', 'slow'],
      ['quick old', 'quick red'],
      ['fast and quick', 'slow and quick'],
    ] as const)
      expect(
        merge(paragraph, paragraph.replace('quick', ours), paragraph.replace('quick', theirs)).conflicts,
      ).toHaveLength(1);
  });

  test('an insertion next to words that the other side deletes is a conflict', () => {
    expect(
      merge(paragraph, paragraph.replace('quick ', ''), paragraph.replace('quick', 'very quick')).conflicts,
    ).toHaveLength(1);
  });

  test('a sentence that one side writes anew is one change', () => {
    const base = 'Click the big button to save the file in the folder.\n';
    const ours = 'Every change of the document is kept the moment it is made.\n';
    expect(merge(base, ours, base.replace('to save', 'and save')).conflicts).toHaveLength(1);
  });

  test('marks that one side opens and the other closes are a conflict', () => {
    for (const sign of ['*', '**', '`', '~~', '$$'])
      expect(
        merge('one two three four\n', `one ${sign}two three four\n`, `one two three${sign} four\n`).conflicts,
      ).toHaveLength(1);
    expect(merge('one **two** three\n', 'one **two three\n', 'one **two** three**\n').conflicts).toHaveLength(
      1,
    );
    expect(
      merge('one two three\nfour\nfive\n', 'one *two three\nfour\nfive\n', 'one two three\nfour\nfive*\n')
        .conflicts,
    ).toHaveLength(1);
  });

  test('marks around words that the other side edits hold the edit', () => {
    expect(mergeCleanly('one two three four\n', 'one *two three* four\n', 'one two 3 four\n')).toBe(
      'one *two 3* four\n',
    );
    expect(
      mergeCleanly(
        'See [the page](a.md) there.\n',
        'See [the page](b.md) there.\n',
        'See [the text](a.md) there.\n',
      ),
    ).toBe('See [the text](b.md) there.\n');
    expect(mergeCleanly('one two\n', '## one two\n', 'one 2\n')).toBe('## one 2\n');
  });

  test('attributes of one tag merge, also if both sides add some', () => {
    const base = '{% hint style="info" %}\nText.\n{% endhint %}\n\n<img src="a.png" alt="a b">\n';
    const ours = base
      .replace('"info"', '"info" icon="leaf"')
      .replace('a b', 'A b')
      .replace('Text', 'Our text');
    const theirs = base.replace('"info"', '"info" title="Read"').replace('alt=', 'width="3" alt=');
    expect(mergeCleanly(base, ours, theirs)).toBe(
      base
        .replace('"info"', '"info" icon="leaf" title="Read"')
        .replace('alt="a b"', 'width="3" alt="A b"')
        .replace('Text', 'Our text'),
    );
    expect(
      merge(base, base.replace('info', 'danger'), base.replace('info', 'warning')).conflicts,
    ).toHaveLength(1);
    expect(
      merge(base, base.replace('a.png', 'b.png'), base.replace('a.png', 'c.png')).conflicts,
    ).toHaveLength(1);
  });
});

describe('what does not distinguish parts', () => {
  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n';
  const padded = '| a      | b   |\n| ------ | --- |\n| longer | 2   |\n| 3      | 4   |\n';

  test('a table that one side pads anew keeps what the other side edits, in the new width', () => {
    expect(mergeCleanly(table, padded, table.replace('| 3 |', '| three |'))).toBe(
      padded.replace('| 3      |', '| three  |'),
    );
    expect(mergeCleanly(table, padded, table.replace('| 4 |', '| four words |'))).toBe(
      padded.replace('| 4   |', '| four words |'),
    );
    expect(mergeCleanly(table, padded, table.replace('| 3 | 4 |\n', ''))).toBe(
      padded.replace('| 3      | 4   |\n', ''),
    );
    expect(mergeCleanly(table, padded, table.replace('| 3 |', '| 0 | 0 |\n| 3 |'))).toBe(
      padded.replace('| 3 ', '| 0 | 0 |\n| 3 '),
    );
  });

  test('tables that both sides pad anew merge', () => {
    const theirs = '| a   | b      |\n| --- | ------ |\n| 1   | longer |\n| 3   | 4      |\n';
    expect(mergeCleanly(table, padded, theirs)).toBe(
      '| a      | b      |\n| ------ | ------ |\n| longer | longer |\n| 3      | 4      |\n',
    );
    expect(mergeCleanly(table, padded.replace('------ |', '-----: |'), theirs)).toContain(
      '| -----: | ------ |',
    );
  });

  test('a column that one side adds does not take the cells that the other side edits or adds', () => {
    const ours = table.replace(/^\|(.*)\|$/gm, '| n |$1|');
    expect(mergeCleanly(table, ours, table.replace('| 4 |', '| four |'))).toBe(
      ours.replace('| 4 |', '| four |'),
    );
    expect(merge(table, ours, table.replace('| 3 |', '| 5 | 6 |\n| 3 |')).conflicts).toHaveLength(1);
  });

  test('a list that one side numbers anew keeps what the other side edits and deletes', () => {
    const base = '1. one\n2. two\n3. three\n4. four\n';
    const ours = '1. one\n2. new\n3. two\n4. three\n5. four\n';
    expect(mergeCleanly(base, ours, base.replace('three', '3rd'))).toBe(ours.replace('three', '3rd'));
    expect(mergeCleanly(base, ours, '1. one\n2. two\n3. four\n')).toBe('1. one\n2. new\n3. two\n4. four\n');
    expect(mergeCleanly(base, ours, '0. zero\n1. one\n2. two\n3. third\n4. four\n')).toContain('third');
    expect(mergeCleanly(base, base.replaceAll('.', ')'), base.replace('three', '3rd'))).toBe(
      base.replaceAll('.', ')').replace('three', '3rd'),
    );
  });
});

describe('front matter', () => {
  const base = '---\n# about this\ndescription: A page\nicon: book\nunknown: [1, 2]\n---\n\n# T\n\nText.\n';

  test('keys merge one by one, also next to each other', () => {
    const ours = base.replace('A page', 'Our page');
    const theirs = base.replace('icon: book', 'icon: bolt\nhidden: true');
    expect(mergeCleanly(base, ours, theirs)).toBe(
      base.replace('A page', 'Our page').replace('icon: book', 'icon: bolt\nhidden: true'),
    );
  });

  test('a key that both sides set differently is a conflict, wherever they set it', () => {
    const ours = base.replace('# about', 'layout: wide\n# about');
    const theirs = base.replace('unknown', 'layout: default\nunknown');
    const merged = merge(base, ours, theirs);
    expect(merged.conflicts).toMatchObject([
      {
        place: { kind: 'front-matter', key: 'layout' },
        base: '',
        ours: 'layout: wide\n',
        theirs: 'layout: default\n',
      },
    ]);
    expect(merge(base, ours, theirs, () => ({ choice: 'theirs' })).source).toContain('layout: default');
  });

  test('front matter that both sides add is merged', () => {
    const page = '# T\n\nText.\n';
    expect(mergeCleanly(page, `---\nicon: a\n---\n\n${page}`, `---\nhidden: true\n---\n\n${page}`)).toMatch(
      /^---\n(?:icon: a\nhidden: true|hidden: true\nicon: a)\n---\n\n# T\n\nText.\n$/,
    );
  });

  test('front matter that does not parse merges by line', () => {
    const broken = '---\na: [\nb: 1\nc: 2\nd: 3\n---\n\nText.\n';
    expect(mergeCleanly(broken, broken.replace('a: [', 'a: {'), broken.replace('d: 3', 'd: 4'))).toBe(
      broken.replace('a: [', 'a: {').replace('d: 3', 'd: 4'),
    );
  });
});

describe('bytes', () => {
  test('a side that changes all line endings does not conflict with an edit', () => {
    const base = 'one\n\ntwo\nlines\n';
    expect(mergeCleanly(base, base.replaceAll('\n', '\r\n'), base.replace('two', '2'))).toBe(
      'one\r\n\r\n2\r\nlines\r\n',
    );
  });

  test('mixed line endings and trailing blanks stay', () => {
    const base = 'one  \r\nmore\n\ntwo\t\n\n\n\nthree\r\n';
    expect(mergeCleanly(base, base.replace('one', '1'), base.replace('three', '3'))).toBe(
      '1  \r\nmore\n\ntwo\t\n\n\n\n3\r\n',
    );
  });

  test('a source that exceeds a limit merges by line', () => {
    const rest = 'x\n'.repeat(500_001);
    const { source, conflicts } = merge(
      `one\ntwo\nthree\n${rest}`,
      `1\ntwo\nthree\n${rest}`,
      `one\ntwo\n3\n${rest}`,
    );
    expect([source === `1\ntwo\n3\n${rest}`, conflicts]).toEqual([true, []]);
    const contested = merge(`\none\n${rest}`, `\n1\n${rest}`, `\n2\n${rest}`);
    expect(contested.conflicts).toMatchObject([{ place: { kind: 'line', line: 2 }, ours: '1', theirs: '2' }]);
  });

  test('blocks that would be read as one get a blank line between them', () => {
    const base = 'one\n***\ntwo\n';
    const { source, conflicts } = merge(base, 'one!\n***\ntwo\n', 'one\ntwo\n');
    expect(conflicts.length === 0 ? source : 'conflict').not.toBe('one!\ntwo\n');
  });
});

describe('a code block that a side leaves open', () => {
  const rest = '* one\n* two\n* three\n\n1. first\n2. second\n\nWords at the\nend of it.\n';
  const base = `Text.\n\n\`\`\`js\ncall(1)\n\ncall(2)\n\`\`\`\n\n${rest}`;

  test('takes edits of what follows from both sides, whichever of them is ours', () => {
    const list = (n: number) =>
      `* item one${n}\n* item two${n}\n  * deep item three${n}\n* item four${n}\n\n`;
    const ordered = '1. first one3\n2. second two3\n\n';
    const end =
      'Paragraph word5 with\nsome more text line5 in it.\n\n{% hint style="info" %}\nInside word6 here.\n\nAnd more6 there.\n{% endhint %}\n';
    const page = `Paragraph word0 with\nsome more text line0 in it.\n\n\`\`\`js\ncall one1\n\ncall two1\n\`\`\`\n\n${list(2)}${ordered}${list(4)}${end}`;
    const edited = page.replace('item four4', 'ours0 four4');
    const open = page
      .replace('call two1\n```\n\n', '')
      .replace(ordered, `${ordered}A new paragraph theirs1 of text.\n\n`)
      .replace('* item four4\n', '* item four4\n* theirs2 four4\n')
      .replace('And more6', 'theirs3 more6');
    const one = merge(page, edited, open);
    expect(one.conflicts).toEqual([]);
    expect(one.source).toContain('* ours0 four4\n* theirs2 four4\n');
    expect(merge(page, open, edited)).toEqual(one);
  });

  test('is closed again where the other side moves its end, as Git merges lines', () => {
    const paragraph = 'Words at\nthe end.\n\n';
    const page = base.replace(rest, `${paragraph}${rest}`);
    const moved = page.replace(`call(2)\n\`\`\`\n\n${paragraph}`, `${paragraph}call(2)\n\`\`\`\n\n`);
    const open = page.replace('call(2)\n```\n\n', '').replace('the end.', 'the last.');
    for (const sides of [
      [moved, open],
      [open, moved],
    ] as const)
      expect(mergeCleanly(page, ...sides)).toBe(moved.replace('the end.', 'the last.'));
  });

  test('takes in what follows without the lines of it that the other side deletes', () => {
    const hint = '{% hint style="info" %}\nInside it.\n\nAnd more.\n{% endhint %}\n';
    const page = `\`\`\`js\ncall(1)\n\ncall(2)\n\`\`\`\n\n${hint}`;
    const open = page.replace('call(2)\n```\n\n', '');
    const shorter = page.replace('\nAnd more.\n{% endhint %}\n', '');
    for (const sides of [
      [open, shorter],
      [shorter, open],
    ] as const)
      expect(mergeCleanly(page, ...sides)).toBe('```js\ncall(1)\n\n{% hint style="info" %}\nInside it.\n');
  });
});
