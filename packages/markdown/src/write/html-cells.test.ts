import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocks, cell } from '../../test/documents.ts';
import { canonicalText, withoutAnchors } from '../canonical.ts';
import type { Block, DocumentNode } from '../document.ts';
import { editSource } from '../page-source.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { DocumentFault } from '../receive/checks.ts';

/** What the first cell has, also the marks of expressions, which documents of one meaning may leave out. */
function describeCell(nodes: readonly Block[]): string {
  const filled = nodes.filter(({ type }, i) => type !== 'paragraph' || i > 0 || nodes.length === 1);
  return `${canonicalText(filled.map(withoutAnchors))} ${JSON.stringify(listMarks(filled))}`;
}

const listMarks = (nodes: readonly DocumentNode[]): unknown[] =>
  nodes.flatMap((node) =>
    node.object === 'text'
      ? []
      : [
          ...('marks' in node ? [node.marks] : []),
          ...listMarks(node.nodes ?? []),
          ...(node.fragments ?? []).flatMap((part) => listMarks(part.nodes)),
        ],
  );

const cellOf = (source: string): Block[] => {
  const table = parseMarkdown(source).document.nodes.find(({ type }) => type === 'table');
  return (table?.fragments?.[0]?.nodes ?? []) as Block[];
};

/** What saving makes of a first cell with these blocks, or where it is refused. */
function saveCell(source: string, nodes: readonly Block[]): { read: Block[] } | { place: string } {
  const { document } = parseMarkdown(source);
  const table = document.nodes.find(({ type }) => type === 'table');
  (table?.fragments?.[0] as { nodes: Block[] }).nodes = structuredClone(nodes) as Block[];
  try {
    return { read: cellOf(editSource({ source, content: { document } }).source) };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return { place: error.place };
  }
}

const sources = fc.constantFrom(
  'Words\n\n<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>\n',
  '<table>\n  <tr>\n    <td><p>c</p></td>\n    <td>d</td>\n  </tr>\n</table>\n',
  '| **a** | b |\n| ----- | - |\n| c     | d |\n',
);

describe('a cell of a table', () => {
  it('keeps all text, marks and fields of what HTML can hold', () => {
    fc.assert(
      fc.property(sources, cell, (source, nodes) => {
        const saved = saveCell(source, nodes);
        expect('read' in saved ? describeCell(saved.read) : saved.place).toBe(describeCell(nodes));
      }),
      { numRuns: process.env.LECTERN_SOAK ? 5000 : 100 },
    );
  });

  it('keeps any blocks, or is refused with the place of the first that it cannot hold', () => {
    fc.assert(
      fc.property(sources, blocks, (source, nodes) => {
        const saved = saveCell(source, nodes);
        if ('place' in saved) expect(saved.place).toMatch(/^nodes\.\d\.fragments\.0\.nodes\./);
        else expect(describeCell(saved.read)).toBe(describeCell(nodes));
      }),
      { numRuns: process.env.LECTERN_SOAK ? 5000 : 100 },
    );
  });
});

describe('HTML', () => {
  const table = (cellText: string): string =>
    `<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>${cellText}</td><td>d</td></tr></tbody></table>\n`;

  it.each([
    ['the title of a link', '[a](b.md "title")', '<a href="b.md" title="title">a</a>'],
    [
      'the icon and the attributes of a hint',
      '{% hint style="info" icon="bolt" other="one" %}\nWords\n{% endhint %}',
      '<div data-gb-custom-block data-tag="hint" data-style="info" class="hint hint-info" data-icon="bolt" other="one"><p>Words</p></div>',
    ],
    [
      'the anchor of a heading',
      '## Title <a href="#own" id="own"></a>',
      '<h2>Title <a href="#own" id="own"></a></h2>',
    ],
    [
      'the text after the syntax of code',
      '```js {1,3}\na();\n```',
      '<pre class="language-js" data-info="{1,3}"><code class="lang-js">a();&#xA;</code></pre>',
    ],
    [
      'the marks of a variable',
      'The **<code class="expression">space.vars.a</code>** of it',
      'The <strong><code class="expression">space.vars.a</code></strong> of it',
    ],
  ])('has %s', (_, markdown, html) => {
    const { nodes } = parseMarkdown(`x\n\n${markdown}\n`).document;
    const { document } = parseMarkdown(table('c'));
    (document.nodes[0]?.fragments?.[0] as { nodes: Block[] }).nodes = nodes.slice(1);
    const { source } = editSource({ source: table('c'), content: { document } });
    expect(source).toBe(table(html));
    expect(describeCell(cellOf(source))).toBe(describeCell(nodes.slice(1)));
  });

  it('has the marks in the titles of a table that was written between pipes', () => {
    const source = '| **a** \\| `b` | [c](d.md) |\n| - | - |\n| e | f |\n';
    const { document } = parseMarkdown(source);
    const divider: Block = { object: 'block', type: 'divider', isVoid: true, data: {} };
    const [first] = document.nodes[0]?.fragments ?? [];
    (first?.nodes as Block[] | undefined)?.push(divider);
    const edited = editSource({ source, content: { document } });
    expect(edited.source).toContain(
      '<th><strong>a</strong> | <code>b</code></th><th><a href="d.md">c</a></th>',
    );
  });

  it('has a blank that begins the text of an item', () => {
    const source = table('<ul><li>&#x20;<strong>a</strong></li></ul>');
    expect(JSON.stringify(cellOf(source))).toContain('"text":" "');
  });

  it('has a column of cards for several purposes, and options with commas', () => {
    const source = `<table data-view="cards"><thead><tr><th data-card-target data-card-cover>a</th><th><strong>b</strong><select><option value="x, y" label="XY" color="blue"></option></select></th></tr></thead><tbody><tr><td>c</td><td><span data-option="x, y">XY</span><span data-option="z, w">ZW</span></td></tr></tbody></table>\n`;
    const { document } = parseMarkdown(source);
    expect(document.nodes[0]).toMatchObject({
      data: {
        view: { targetDefinition: 'c1', coverDefinition: 'c1' },
        definition: { c2: { title: 'b', titleHtml: '<strong>b</strong>' } },
        records: { r1: { values: { c2: ['x, y', 'z', 'w'] } } },
      },
    });
    expect(editSource({ source: '', content: { document } }).source).toContain(
      '<th data-card-target data-card-cover>a</th><th><strong>b</strong><select>',
    );
  });
});

describe('code without a syntax', () => {
  it('keeps the text that follows a syntax', () => {
    const { document } = parseMarkdown('```js {1,3}\na();\n```\n');
    const [code] = document.nodes;
    if (code?.type !== 'code') throw new Error('not code');
    delete code.data.syntax;
    const { source } = editSource({ source: '', content: { document } });
    expect(parseMarkdown(source).document.nodes[0]).toMatchObject({ type: 'code', data: { info: '{1,3}' } });
  });
});
