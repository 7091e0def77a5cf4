import { expect, test } from 'vitest';
import { applyOperations, type Operations } from './apply-operations.ts';
import { paragraphOf, textNode } from './block-factories.ts';
import { type DocumentNode, plainText } from './document.ts';
import { evaluateDocument, type Outcomes } from './evaluate-document.ts';
import { type Branch, branchesOf } from './operations/block-tree.ts';
import { editSource } from './page-source.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { DocumentFault } from './receive/checks.ts';

const textOf = (node: Branch): string => {
  const inner = branchesOf(node);
  return inner.length > 0 ? inner.map(textOf).join('|') : plainText((node.nodes ?? []) as DocumentNode[]);
};

/** The key of the innermost block with a text. */
function keyOf(source: string, text: string, type?: string): string {
  let found: string | undefined;
  const visit = (nodes: readonly Branch[]): void => {
    for (const node of nodes) {
      if (textOf(node) === text && (type === undefined || node.type === type)) found = node.key;
      visit(branchesOf(node));
    }
  };
  visit(parseMarkdown(source).document.nodes);
  if (found === undefined) throw new Error(`no block says ${text}`);
  return found;
}

const edit = (source: string, operations: Operations) => editSource({ source, content: { operations } });
const apply = (source: string, operations: Operations): string => edit(source, operations).source;

function faultOf(source: string, operations: Operations): string {
  try {
    apply(source, operations);
  } catch (error) {
    if (error instanceof DocumentFault) return error.message;
    throw error;
  }
  throw new Error('nothing failed');
}

const LIST = '* one\n* two\n* three\n';
const NESTED = `# Title

Before *it*.

* one
* two

  deeper

{% hint style="info" %}
A hint.
{% endhint %}

{% tabs %}
{% tab title="A" %}
First tab.
{% endtab %}

{% tab title="B" %}
Second tab.
{% endtab %}
{% endtabs %}

<details>

<summary>More</summary>

Folded.

</details>

| a | b |
| --- | --- |
| 1 | 2 |
| 3 | 4 |

> Quoted.

After.
`;

test('a block is inserted first, last, and after a sibling', () => {
  const nodes = [paragraphOf([textNode('New.')])];
  const source = 'One.\n\nTwo.\n';
  expect(apply(source, { blocks: [{ operation: 'insert', after: null, nodes }] })).toBe(
    'New.\n\nOne.\n\nTwo.\n',
  );
  expect(apply(source, { blocks: [{ operation: 'insert', nodes }] })).toBe('One.\n\nTwo.\n\nNew.\n');
  const after = { key: keyOf(source, 'One.') };
  expect(apply(source, { blocks: [{ operation: 'insert', after, nodes }] })).toBe('One.\n\nNew.\n\nTwo.\n');
});

test.each([
  [
    'item of a list',
    'two',
    'list-item',
    { type: 'list-item', nodes: [paragraphOf([textNode('new')])] },
    'two|deeper',
  ],
])('a block is replaced: %s', (_name, _text, type, node, whole) => {
  const key = keyOf(NESTED, whole, type);
  const { source, keys } = edit(NESTED, {
    blocks: [{ operation: 'replace', at: { key }, nodes: [{ object: 'block', ...node }] }],
  });
  expect(source).toContain('* one\n* new\n');
  expect(keys?.renamed.get(key)).toBe(keyOf(source, 'new', 'list-item'));
});

test.each([
  'deeper',
  'A hint.',
  'First tab.',
  'Second tab.',
  'Folded.',
  'More',
  '4',
  'Quoted.',
  'After.',
  'Before it.',
])('a splice changes the text “%s” wherever it stands', (text) => {
  const key = keyOf(NESTED, text, 'paragraph');
  const { source, keys } = edit(NESTED, {
    text: [{ at: { key }, offset: text.length, remove: 0, insert: 'X' }],
  });
  expect(keys?.renamed.get(key)).toBe(keyOf(source, `${text}X`, 'paragraph'));
});

test('operations that follow can name new blocks by id, and moved ones by their keys', () => {
  const source = LIST;
  const item = (text: string) => ({
    object: 'block',
    type: 'list-item',
    nodes: [paragraphOf([textNode(text)])],
  });
  const list = keyOf(source, 'one|two|three');
  const { source: edited, keys } = edit(source, {
    blocks: [
      { operation: 'insert', at: { key: list }, after: null, nodes: [item('zero')], id: 'z' },
      { operation: 'insert', at: { key: list }, after: { key: 'z' }, nodes: [item('half')], id: 'h' },
      { operation: 'move', at: { key: keyOf(source, 'three', 'list-item') }, after: { key: 'z' } },
      { operation: 'delete', at: { key: keyOf(source, 'two', 'list-item') } },
      { operation: 'replace', at: { key: 'h' }, nodes: [item('quarter')] },
    ],
    text: [{ at: { key: 'z' }, offset: 0, remove: 4, insert: 'nought' }],
  });
  expect(edited).toBe('* nought\n* three\n* quarter\n* one\n');
  expect(keys?.renamed.get('z')).toBe(keyOf(edited, 'nought', 'list-item'));
  expect(keys?.renamed.get('h')).toBe(keyOf(edited, 'quarter', 'list-item'));
  expect(keys?.renamed.get(keyOf(source, 'three', 'list-item'))).toBe(keyOf(edited, 'three', 'list-item'));
  expect(keys?.renamed.has(keyOf(source, 'two', 'list-item'))).toBe(false);
});

test('a list that loses its last item is gone', () => {
  expect(apply('One.\n\n- a\n\nTwo.\n', { blocks: [{ operation: 'delete', at: { path: [1, 0] } }] })).toBe(
    'One.\n\nTwo.\n',
  );
});

test('rows of a table are inserted, moved, replaced and deleted', () => {
  const source = '| a   | b   |\n| --- | --- |\n| 1   | 2   |\n| 3   | 4   |\n';
  const key = keyOf(source, '1|2|3|4', 'table');
  const cell = (text: string) => [paragraphOf([textNode(text)])];
  const edited = apply(source, {
    blocks: [
      {
        operation: 'insert',
        at: { key },
        after: { key, record: 'r1' },
        nodes: [{ values: { c1: cell('x') } }],
        id: 'n',
      },
      { operation: 'replace', at: { key, record: 'n' }, nodes: [{ values: { c2: cell('y') } }] },
      { operation: 'move', at: { key, record: 'r2' }, after: null },
      { operation: 'replace', at: { key, record: 'r1', definition: 'c2' }, nodes: cell('two') },
    ],
  });
  expect(parseMarkdown(edited).document.nodes.map(textOf)).toEqual(['3|4|1|two|x|y']);
  const deleted = apply(source, { blocks: [{ operation: 'delete', at: { path: [0, 0] } }] });
  expect(deleted).toBe('| a   | b   |\n| --- | --- |\n| 3   | 4   |\n');
});

test.each<[string, Operations, string]>([
  ['an unknown key', { blocks: [{ operation: 'delete', at: { key: 'x' } }] }, 'blocks.0.at is not the key'],
  [
    'a deleted block',
    {
      blocks: [
        { operation: 'delete', at: { path: [0] } },
        { operation: 'delete', at: { key: keyOf(NESTED, 'Before it.') } },
      ],
    },
    'blocks.1.at is not the key',
  ],
  [
    'a wrong path',
    { blocks: [{ operation: 'delete', at: { path: [0, 9] } }] },
    'blocks.0.at leads to no block',
  ],
  [
    'a tab in a list',
    {
      blocks: [
        {
          operation: 'insert',
          at: { path: [1] },
          nodes: [{ object: 'block', type: 'tabs-item', nodes: [] }],
        },
      ],
    },
    'blocks.0.nodes.0.type must be list-item',
  ],
  [
    'an item moved to the page',
    { blocks: [{ operation: 'move', at: { path: [1, 0] }, into: null }] },
    'blocks.0.into cannot contain a block of type “list-item”',
  ],
  [
    'a block within itself',
    { blocks: [{ operation: 'move', at: { path: [2] }, into: { path: [2] } }] },
    'blocks.0.into is the block itself',
  ],
  [
    'a paragraph as parent',
    { blocks: [{ operation: 'insert', at: { path: [0] }, nodes: [] }] },
    'blocks.0.at is a block that does not contain blocks',
  ],
  [
    'an id twice',
    {
      blocks: [0, 1].map(() => ({
        operation: 'insert' as const,
        id: 'i',
        nodes: [{ object: 'block', type: 'divider' }],
      })),
    },
    'blocks.1.id is the key of another block',
  ],
  [
    'a key twice',
    {
      blocks: [
        { operation: 'insert', nodes: [{ object: 'block', type: 'divider', key: keyOf(NESTED, 'After.') }] },
      ],
    },
    'blocks.0.nodes.0.key is the key of another block',
  ],
  [
    'an offset',
    { text: [{ at: { path: [0] }, offset: 11, remove: 0, insert: 'x' }] },
    'text.0.offset is after the end of the text: it has 10 UTF-16 units',
  ],
  [
    'a removal',
    { text: [{ at: { path: [0] }, offset: 9, remove: 2, insert: '' }] },
    'text.0.remove reaches beyond the end',
  ],
  [
    'two blocks',
    { text: [{ at: { path: [1] }, offset: 2, remove: 3, insert: '' }] },
    'text.0.remove reaches beyond one block of text',
  ],
  [
    'half a pair',
    { text: [{ at: { path: [0] }, offset: 0, remove: 0, insert: '\ud83d' }] },
    'text.0.insert has half of a surrogate pair',
  ],
  [
    'no text',
    {
      blocks: [{ operation: 'insert', after: null, nodes: [{ object: 'block', type: 'divider' }] }],
      text: [{ at: { path: [0] }, offset: 0, remove: 0, insert: 'x' }],
    },
    'text.0.at is a block without text',
  ],
])('a fault names its place: %s', (_name, operations, message) => {
  expect(faultOf(NESTED, operations)).toContain(message);
});

test('an offset within a surrogate pair is a fault', () => {
  expect(faultOf('a😀b\n', { text: [{ at: { path: [0] }, offset: 2, remove: 0, insert: 'x' }] })).toBe(
    'text.0.offset is within a surrogate pair',
  );
  expect(faultOf('a😀b\n', { text: [{ at: { path: [0] }, offset: 1, remove: 1, insert: 'x' }] })).toBe(
    'text.0.remove ends within a surrogate pair',
  );
  expect(apply('a😀b\n', { text: [{ at: { path: [0] }, offset: 1, remove: 2, insert: '…' }] })).toBe('a…b\n');
});

test.each([
  ['a **b** c\n', 3, 0, 'x', 'a **bx** c\n'],
  ['a **b** c\n', 2, 0, 'x', 'a x**b** c\n'],
  ['a **b** c\n', 2, 1, 'x', 'a **x** c\n'],
  ['**b** c\n', 0, 0, 'x', '**xb** c\n'],
  ['a [link](https://e.org/) b\n', 6, 0, 's', 'a [link](https://e.org/)s b\n'],
  ['a [link](https://e.org/) b\n', 3, 0, 'i', 'a [liink](https://e.org/) b\n'],
  ['a [link](https://e.org/) b\n', 2, 4, 'x', 'a [x](https://e.org/) b\n'],
  ['a [link](https://e.org/) b\n', 2, 4, '', 'a  b\n'],
  ['a `b` c\n', 3, 0, 'x', 'a `bx` c\n'],
  ['a b\n', 3, 0, ' c', 'a b c\n'],
])('in %j, a splice at %i of %i and %j gives %j', (source, offset, remove, insert, edited) => {
  expect(apply(source, { text: [{ at: { path: [0] }, offset, remove, insert }] })).toBe(edited);
});

test('a splice of code divides and joins its lines', () => {
  const source = '```js\nlet a;\nlet b;\n```\n';
  expect(apply(source, { text: [{ at: { path: [0] }, offset: 6, remove: 1, insert: ' ' }] })).toBe(
    '```js\nlet a; let b;\n```\n',
  );
  expect(apply(source, { text: [{ at: { path: [0, 1] }, offset: 0, remove: 0, insert: '//\n' }] })).toBe(
    '```js\nlet a;\n//\nlet b;\n```\n',
  );
});

test('the document given does not change', () => {
  const { document } = parseMarkdown(NESTED);
  const before = structuredClone(document);
  applyOperations(document, {
    blocks: [
      { operation: 'delete', at: { path: [1, 0] } },
      { operation: 'move', at: { path: [3, 0, 0] }, into: { path: [2] } },
      { operation: 'delete', at: { path: [5, 0] } },
    ],
    text: [{ at: { path: [0] }, offset: 0, remove: 1, insert: 'b' }],
  });
  expect(document).toEqual(before);
});

const PAIR = 'Before.\n\n{% weird a="b" %}\nInner *text*.\n\n- one\n- two\n{% endweird %}\n\nAfter.\n';

test('a pair of tags that are not understood is one block, which cannot be torn apart', () => {
  const { document } = parseMarkdown(PAIR);
  expect(document.nodes.map(({ type }) => type)).toEqual(['paragraph', 'columns', 'paragraph']);
  expect(apply(PAIR, { blocks: [{ operation: 'move', at: { path: [1] }, after: null }] })).toBe(
    '{% weird a="b" %}\nInner *text*.\n\n- one\n- two\n{% endweird %}\n\nBefore.\n\nAfter.\n',
  );
  const tag = 'is one of a pair of tags';
  for (const path of [
    [1, 0, 0],
    [1, 0, 3],
  ])
    for (const operation of ['delete', 'move'] as const)
      expect(
        faultOf(PAIR, {
          blocks: [{ operation, at: { path }, ...(operation === 'move' ? { into: null } : {}) }],
        }),
      ).toContain(tag);
  expect(faultOf(PAIR, { blocks: [{ operation: 'delete', at: { path: [1, 0] } }] })).toContain(
    'is part of a pair of tags',
  );
  const nodes = [paragraphOf([textNode('New.')])];
  const added = apply(PAIR, { blocks: [{ operation: 'insert', at: { path: [1] }, nodes }] });
  expect(parseMarkdown(added).document.nodes.map(textOf)).toEqual([
    'Before.',
    '{% weird a="b" %}|Inner text.|one|two|New.|{% endweird %}',
    'After.',
  ]);
  const first = apply(PAIR, { blocks: [{ operation: 'insert', at: { path: [1, 0] }, after: null, nodes }] });
  expect(parseMarkdown(first).document.nodes.map(textOf)[1]).toBe(
    '{% weird a="b" %}|New.|Inner text.|one|two|{% endweird %}',
  );
});

test('a word within a pair of tags that are not understood changes one line', () => {
  expect(apply(PAIR, { text: [{ at: { path: [1, 0, 1] }, offset: 0, remove: 5, insert: 'Own' }] })).toBe(
    PAIR.replace('Inner', 'Own'),
  );
  expect(apply(PAIR, { text: [{ at: { path: [1, 0, 2, 1] }, offset: 3, remove: 0, insert: ' more' }] })).toBe(
    PAIR.replace('two', 'two more'),
  );
});

test.each(['{% embed url="https://example.com/" %}', '{% file src="https://example.com/a.pdf" %}'])(
  'tags are paired beside and around %s, which needs no end',
  (single) => {
    const { document } = parseMarkdown(
      `${single}\n\n{% weird %}\n${single}\n\nText.\n{% endweird %}\n\n${single}\n`,
    );
    expect(document.nodes.map(({ type }) => type)[1]).toBe('columns');
    expect(document.nodes).toHaveLength(3);
  },
);

test.each([
  ['a tag that is never closed', '{% weird %}\nText.\n'],
  ['a known tag without its partner between', '{% weird %}\n{% endhint %}\nText.\n{% endweird %}\n'],
  [
    'a condition that begins before',
    '{% if visitor.claims.x %}\n{% weird %}\n{% endif %}\nText.\n{% endweird %}\n',
  ],
  [
    'a condition that ends after',
    '{% weird %}\n{% if visitor.claims.x %}\nText.\n{% endweird %}\n{% endif %}\n',
  ],
  ['a hint that is never closed', '{% weird %}\nText.\n{% endweird %}\n\n{% hint style="info" %}\nOpen.\n'],
  ['raw text', '{% raw %}\nText.\n{% endraw %}\n'],
])('tags that are not understood stay apart: %s', (_name, source) => {
  expect(JSON.stringify(parseMarkdown(source).document)).not.toContain('"columns"');
});

test('conditions within a pair of tags that are not understood hide what they hide', () => {
  const source = '{% weird %}\n{% if visitor.claims.x %}\nHidden.\n{% endif %}\nSeen.\n{% endweird %}\n';
  const outcomes: Outcomes = new Map();
  const shown = evaluateDocument(parseMarkdown(source).document, outcomes);
  expect(shown.nodes.map(textOf)).toEqual(['{% weird %}|Seen.|{% endweird %}']);
});

test('a heading whose text changes has the anchor of its new text, whatever else is written', () => {
  const source = '# Title\n\n* ## Setup\n\n  text\n';
  const operations: Operations = {
    blocks: [{ operation: 'delete', at: { key: keyOf(source, 'text') } }],
    text: [{ at: { key: keyOf(source, 'Setup') }, offset: 5, insert: ' first' }],
  };
  expect(apply(source, operations)).toBe('# Title\n\n* ## Setup first\n');
  expect(
    applyOperations(parseMarkdown(source).document, operations).document.nodes.map((node) =>
      JSON.stringify(node).includes('"meta"'),
    ),
  ).toEqual([false]);
});
