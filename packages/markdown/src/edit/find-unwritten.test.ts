import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocks } from '../../test/documents.ts';
import type { Block, DocumentNode, Fragment, JSONDocument } from '../document.ts';
import { editSource } from '../page-source.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { DocumentFault } from '../receive/checks.ts';

type Json = Record<string, unknown>;

const withoutKeys = (nodes: readonly unknown[]): Json[] =>
  JSON.parse(JSON.stringify(nodes, (name, value) => (name === 'key' || name === 'meta' ? undefined : value)));

/** Blocks of every type, as they are read. */
const SAMPLES = withoutKeys(
  parseMarkdown(`x

Words with **weight**, a [link](new.md) and $$x^2$$.

# One

## Two

#### Four

* item

1. first
2. second

* [x] task

> Quoted

***

\`\`\`js
done();
\`\`\`

$$
y^2
$$

{% hint style="info" %}
A hint
{% endhint %}

<figure><img src="a.png" alt=""><figcaption><p>Caption</p></figcaption></figure>

<img src="b.svg" alt="" class="gitbook-drawing">

{% file src="c.pdf" %}

{% embed url="https://example.com" %}

{% content-ref url="d.md" %}
[d.md](d.md)
{% endcontent-ref %}

{% include "e.md" %}

| h | i |
| - | - |
| j | k |

{% tabs %}
{% tab title="T" %}
In a tab
{% endtab %}
{% endtabs %}

<details>

<summary>Title</summary>

Body

</details>

{% stepper %}
{% step %}
In a step
{% endstep %}
{% endstepper %}

{% columns %}
{% column %}
In a column
{% endcolumn %}
{% endcolumns %}

{% updates format="full" %}
{% update date="2026-04-29" %}
In an update
{% endupdate %}
{% endupdates %}

{% if visitor.claims.a %}
In a condition
{% endif %}

{% openapi-operation spec="s" path="/p" method="get" %}
{% endopenapi-operation %}

{% @maker/block a="b" %}
`).document.nodes.slice(1),
);

const block = (type: string, parts: Json): Json => ({ object: 'block', type, data: {}, ...parts });
const fragment = (name: string, nodes: readonly Json[]): Json => ({
  object: 'fragment',
  fragment: name,
  type: name,
  nodes,
});
const textOf = (text: string): Json => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] });
const paragraph = (text: string): Json => block('paragraph', { nodes: [textOf(text)] });
const listOf = (type: string, data: Json, nodes: readonly Json[]): Json =>
  block(type, { nodes: [block('list-item', { data, nodes })] });

/** A table with the blocks in its only cell, or in one of two. */
const table = (nodes: readonly Json[], columns: readonly string[]): Json =>
  block('table', {
    data: {
      view: { type: 'grid', columns },
      definition: Object.fromEntries(columns.map((id) => [id, { id, title: id, type: 'text' }])),
      records: { r: { orderIndex: 'a', values: Object.fromEntries(columns.map((id) => [id, id])) } },
    },
    fragments: columns.map((id, at) => ({
      object: 'fragment',
      fragment: id,
      nodes: at === 0 ? nodes : [paragraph('beside')],
    })),
  });

const CONTAINERS: Record<string, (nodes: Json[]) => Json> = {
  cell: (nodes) => table(nodes, ['a']),
  'one cell of two': (nodes) => table(nodes, ['a', 'b']),
  item: (nodes) => listOf('list-unordered', {}, nodes),
  'item with a number': (nodes) => listOf('list-ordered', {}, nodes),
  task: (nodes) => listOf('list-tasks', { checked: true }, nodes),
  quote: (nodes) => block('blockquote', { nodes }),
  hint: (nodes) => block('hint', { data: { style: 'info' }, nodes }),
  tab: (nodes) => block('tabs', { nodes: [block('tabs-item', { data: { title: 'T' }, nodes })] }),
  step: (nodes) => block('stepper', { nodes: [block('stepper-step', { nodes })] }),
  column: (nodes) => block('columns', { nodes: [block('column', { nodes })] }),
  condition: (nodes) => block('if', { data: { expression: 'visitor.claims.b' }, nodes }),
  update: (nodes) =>
    block('updates', {
      data: { format: 'full' },
      nodes: [block('update', { data: { date: '2026-04-29T00:00:00.000Z' }, nodes })],
    }),
  'title of an expandable': (nodes) =>
    block('expandable', {
      fragments: [fragment('expandable-title', nodes), fragment('expandable-body', [paragraph('body')])],
    }),
  'body of an expandable': (nodes) =>
    block('expandable', {
      fragments: [fragment('expandable-title', [paragraph('title')]), fragment('expandable-body', nodes)],
    }),
  'caption of a picture': (nodes) =>
    block('images', {
      nodes: [
        block('image', {
          data: { ref: { kind: 'url', url: 'p.png' } },
          fragments: [fragment('caption', nodes)],
        }),
      ],
    }),
  'caption of a file': (nodes) =>
    block('file', {
      data: { ref: { kind: 'url', url: 'f.pdf' } },
      fragments: [fragment('caption', nodes)],
    }),
  'caption of an embed': (nodes) =>
    block('embed', { data: { url: 'https://e.test' }, fragments: [fragment('caption', nodes)] }),
  'note of an annotation': (nodes) =>
    block('paragraph', {
      nodes: [
        {
          object: 'inline',
          type: 'annotation',
          data: {},
          nodes: [textOf('noted')],
          fragments: [fragment('annotation-body', nodes)],
        },
      ],
    }),
};

/** The types of blocks and inlines in their order and depth, with all words. Empty paragraphs have no Markdown. */
const describeNodes = (nodes: readonly DocumentNode[]): string =>
  nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text, source }) => source ?? text).join('');
      const parts = ((node.fragments ?? []) as readonly Fragment[])
        .map(({ nodes: inner }) => describeNodes(inner))
        .filter((part) => part !== '');
      const content = [describeNodes(node.nodes ?? []), ...parts].join('/');
      return node.type === 'paragraph' && content.trim() === '' ? '' : `${node.type}(${content.trim()})`;
    })
    .join('');

/** What saving makes of a document: its blocks as they are then read, or where it is refused. */
function save(source: string, nodes: readonly Json[]): { read: string } | { fault: DocumentFault } {
  try {
    const edited = editSource({ source, content: { document: { object: 'document', nodes } } });
    return { read: describeNodes(parseMarkdown(edited.source).document.nodes) };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return { fault: error };
  }
}

/** The value to which the keys of a place lead. */
const valueAt = (document: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);

function expectRefusedOrSame(source: string, nodes: readonly Json[]): void {
  const result = save(source, nodes);
  if ('fault' in result) {
    const { place } = result.fault;
    // The type of a block, or the block.
    const value = valueAt({ nodes }, place);
    expect(
      typeof value === 'string' || ['block', 'inline', 'text'].includes((value as Json)?.object as string),
    ).toBe(true);
  } else expect(result.read).toBe(describeNodes(nodes as unknown as Block[]));
}

describe('a document', () => {
  it('is refused with the place of a block, or is read as it was sent, whatever block is in whatever container', () => {
    for (const name of Object.keys(CONTAINERS))
      for (const sample of SAMPLES)
        for (const beside of [[], [paragraph('words')]])
          expectRefusedOrSame('', [
            paragraph('before'),
            CONTAINERS[name]!([...beside, structuredClone(sample)]),
            paragraph('after'),
          ]);
  });

  it('is refused with the place of a block, or is read as it was sent, with containers in containers', () => {
    const some = fc.array(fc.constantFrom(...SAMPLES), { minLength: 1, maxLength: 3 });
    const around = fc.array(fc.constantFrom(...Object.keys(CONTAINERS)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(some, around, fc.boolean(), (samples, names, isEdit) => {
        const inner = samples.map((sample) => structuredClone(sample));
        const nodes = names.reduce((within, name) => [CONTAINERS[name]!(within)], inner);
        expectRefusedOrSame(isEdit ? 'before\n\n* item\n\n| a |\n| - |\n| b |\n' : '', [
          paragraph('before'),
          ...nodes,
        ]);
      }),
      { numRuns: process.env.LECTERN_SOAK ? 20_000 : 300 },
    );
  });

  it('of the dialect is never refused', () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        expect(save('', withoutKeys(nodes))).not.toHaveProperty('fault');
      }),
      { numRuns: process.env.LECTERN_SOAK ? 5000 : 100 },
    );
  });

  it.each([
    ['a formula', 'math'],
    ['tabs', 'tabs'],
    ['a table', 'table'],
    ['an embed', 'embed'],
    ['a picture', 'images'],
  ])('with %s in a cell is refused with its place and the reason', (_, type) => {
    const sample = SAMPLES.find((one) => one.type === type)!;
    const result = save('', [paragraph('a'), table([paragraph('b'), sample], ['x', 'y'])]);
    expect('fault' in result && result.fault.place).toBe('nodes.1.fragments.0.nodes.1');
    expect('fault' in result && result.fault.issue).toMatch(/^cannot be in a table cell: its HTML has only /);
  });

  it('is refused for a block that would be lost while a formula has no text yet, and not for the formula', () => {
    const formula = { object: 'inline', type: 'inline-math', data: { formula: '' } };
    const typed = block('paragraph', { nodes: [textOf('a '), formula, textOf(' b')] });
    expect(save('', [typed, paragraph('c')])).toHaveProperty('read');
    const tabs = SAMPLES.find(({ type }) => type === 'tabs')!;
    const result = save('', [typed, table([paragraph('b'), tabs], ['x', 'y'])]);
    expect('fault' in result && result.fault.place).toBe('nodes.1.fragments.0.nodes.1');
  });

  it('is refused for a formula whose last sign would be taken for its end', () => {
    const formula = (text: string): Json => ({
      object: 'inline',
      type: 'inline-math',
      data: { formula: text },
    });
    const result = save('', [
      paragraph('a'),
      block('paragraph', { nodes: [formula('b$'), formula('c'), textOf('d')] }),
    ]);
    expect('fault' in result && result.fault.place).toBe('nodes.1');
    expect(
      save('', [block('paragraph', { nodes: [textOf('a '), formula(' b '), textOf(' c')] })]),
    ).toHaveProperty('read');
  });

  it('keeps the Markdown that is in the cells of a page', () => {
    const source = `<table><tbody><tr><td>\n\n$$\nx\n$$\n\n</td><td>b</td></tr></tbody></table>\n\nWords\n`;
    const { document } = parseMarkdown(source);
    const nodes = structuredClone(document.nodes) as unknown as Json[];
    nodes.push(paragraph('more'));
    expect(save(source, nodes)).toEqual({ read: describeNodes(nodes as unknown as Block[]) });
  });
});

describe('operations', () => {
  it('name the first one after which a block cannot be written', () => {
    const source = 'Words\n\n| a |\n| - |\n| b |\n';
    const { document } = parseMarkdown(source) as { document: JSONDocument };
    const cell = document.nodes[1]?.fragments?.[0]?.key as string;
    const [math, list] = ['math', 'list-unordered'].map((type) => SAMPLES.find((one) => one.type === type)!);
    const edit = (...nodes: (Json | undefined)[]) =>
      editSource({
        source,
        content: {
          operations: {
            blocks: nodes.map((node) => ({ operation: 'insert', at: { key: cell }, nodes: [node] })),
          },
        },
      });
    expect(parseMarkdown(edit(list).source).document.nodes[1]?.fragments?.[0]?.nodes).toHaveLength(2);
    expect(() => edit(list, math, list)).toThrow(
      /^blocks\.1 makes a block of type “math” that cannot be in a table cell/,
    );
  });

  it('write Markdown exactly as it was sent, whatever it means', () => {
    const source = 'Words\n\nMore\n';
    const { document } = parseMarkdown(source) as { document: JSONDocument };
    const line = { object: 'block', type: 'code-line', isVoid: false, data: {}, nodes: [] };
    const written = {
      object: 'block',
      type: 'code',
      isVoid: false,
      data: { verbatim: true },
      nodes: [{ ...line, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: '* a', marks: [] }] }] }],
    };
    const at = { key: document.nodes[0]?.key as string };
    const edited = editSource({
      source,
      content: { operations: { blocks: [{ operation: 'replace', at, nodes: [written] }] } },
    });
    expect(edited.source).toBe('* a\n\nMore\n');
  });
});

describe('lists within each other, the last of which has no text', () => {
  it.each([2, 3, 4, 5, 6])('are %i lists, and no divider', (depth) => {
    let item: Json = paragraph('');
    for (let level = 0; level < depth; level++)
      item = {
        object: 'block',
        type: 'list-unordered',
        isVoid: false,
        data: {},
        nodes: [{ object: 'block', type: 'list-item', isVoid: false, data: {}, nodes: [item] }],
      };
    const { source } = editSource({
      source: 'Words\n',
      content: { document: { object: 'document', data: {}, nodes: [item] } },
    });
    let [read] = parseMarkdown(source).document.nodes;
    for (let level = 0; level < depth; level++) {
      expect(read?.type).toBe('list-unordered');
      read = (read as unknown as { nodes: { nodes: Block[] }[] }).nodes[0]?.nodes[0];
    }
    expect(read?.type ?? 'paragraph').toBe('paragraph');
  });
});
