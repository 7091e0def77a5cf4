import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Table } from './document.ts';
import { editSource, findBeginning } from './page-source.ts';
import { isHeading } from './page-title.ts';
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

test('cells of a table keep their keys when the caller names its rows, columns and cells as it likes', () => {
  const source = '| A   | B   |\n| --- | --- |\n| x   |     |\n| x   | y   |\n';
  const [table] = parseMarkdown(source).document.nodes as [Table];
  const cellOf = (key: string, fragment: string, text: string) => ({
    object: 'fragment',
    fragment,
    key,
    nodes: [
      { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [{ object: 'leaf', text }] }] },
    ],
  });
  const textColumn = (id: string) => ({ id, type: 'text', title: id.toUpperCase(), textAlignment: 'left' });
  const rows = {
    'row-9': ['new-9-a', 'new-9-b', 'new-9-n'],
    r1: ['new-1-a', 'new-1-b', 'new-1-n'],
    r2: ['new-2-a', 'new-2-b', 'new-2-n'],
  };
  const columns = ['a', 'b', 'n'];
  const nodes = [
    {
      object: 'block',
      type: 'table',
      key: table.key,
      data: {
        view: { type: 'grid', columns, hideHeader: false },
        definition: Object.fromEntries(columns.map((id) => [id, textColumn(id)])),
        records: Object.fromEntries(
          Object.entries(rows).map(([id, keys], at) => [
            id,
            {
              orderIndex: `a${at}`,
              values: Object.fromEntries(columns.map((column, index) => [column, `cell-${keys[index]}`])),
            },
          ]),
        ),
      },
      fragments: Object.values(rows).flatMap((keys) => keys.map((key) => cellOf(key, `cell-${key}`, ''))),
    },
  ];

  const edited = editSource({
    source,
    content: { operations: { blocks: [{ operation: 'replace', at: { key: table.key }, nodes }] } },
  });

  const [now] = parseMarkdown(edited.source).document.nodes as [Table];
  const keysNow = now.fragments?.map(({ key }) => key);
  expect(Object.values(rows).flatMap((keys) => keys.map((key) => edited.keys?.renamed.get(key)))).toEqual(
    keysNow,
  );
});

/** The first heading of a page as far as a reader sees it, and where it is. */
function firstHeading(text: string): unknown {
  const { document, blocks, title } = parseMarkdown(text);
  const at = document.nodes.findIndex(isHeading);
  if (title) return [title.text, title.start, title.end];
  if (at < 0) return undefined;
  const heading: unknown = JSON.parse(
    JSON.stringify(document.nodes[at], (name, value) => (name === 'key' ? undefined : value)),
  );
  return [heading, blocks[at]];
}

test('the beginning of a text says what its first heading is', () => {
  const line = fc.constantFrom(
    ...['', '', 'Words.', '# One', '## Two *strong*', '### Three `code` #', '#None', '  # In', '#', '[a]: b'],
    ...[
      '* item',
      '  # within',
      '> quote',
      '> # within',
      '    # code',
      '```',
      '~~~',
      '---',
      '===',
      '| a | b |',
    ],
    ...['|---|---|', '{% tabs %}', '{% endtabs %}', '<div>', '</div>', '$$', '# [a]', '[^1]: note', '1. one'],
  );
  let found = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const text = lines.join('\n').trim();
      const beginning = findBeginning(text);
      if (beginning === undefined) return;
      found += 1;
      expect(firstHeading(beginning)).toEqual(firstHeading(text));
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(300);
});

test('what is below the first heading is not read for it', () => {
  const text = `Everything about [pets](pets.md).\n\n## GET /pets\n\n${'* `name` (string)\n'.repeat(1000)}`;
  expect(findBeginning(text)).toBe('Everything about [pets](pets.md).\n\n## GET /pets');
});
