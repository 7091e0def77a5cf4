/** Documents as callers send them, as blocks. */

type BlockFamily = (n: number) => object;

const text = (words: string, marks: object[] = []) => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: words, marks }],
});
const block = (type: string, parts: object = {}) => ({ object: 'block', type, ...parts });
const paragraph = (...nodes: object[]) => block('paragraph', { nodes });
const times = (n: number, make: (i: number) => object): object[] =>
  Array.from({ length: n }, (_, i) => make(i));
const document = (...nodes: object[]) => ({ object: 'document', nodes });

const fragment = (name: string) => ({ object: 'fragment', fragment: name, nodes: [paragraph(text('a'))] });

function table(columns: number, rows: number): object {
  const ids = Array.from({ length: columns }, (_, i) => `c${i}`);
  const cells = (row: number) => Object.fromEntries(ids.map((id) => [id, `${row}-${id}`]));
  return block('table', {
    data: {
      view: { type: 'grid', columns: ids },
      definition: Object.fromEntries(ids.map((id) => [id, { id, title: id, type: 'text' }])),
      records: Object.fromEntries(
        Array.from({ length: rows }, (_, row) => [
          `r${row}`,
          { orderIndex: String(row).padStart(6, '0'), values: cells(row) },
        ]),
      ),
    },
    fragments: Array.from({ length: rows }, (_, row) => Object.values(cells(row)).map(fragment)).flat(),
  });
}

export const blockFamilies: Record<string, BlockFamily> = {
  paragraphs: (n) => document(...times(n, (i) => paragraph(text(`a${i}`)))),
  'equal paragraphs': (n) => document(...times(n, () => paragraph(text('a')))),
  'texts in a paragraph': (n) => document(paragraph(...times(n, () => text('a ')))),
  'leaves of a text': (n) =>
    document(
      paragraph({ object: 'text', leaves: times(n, () => ({ text: 'a', marks: [{ type: 'bold' }] })) }),
    ),
  'equal marks of a leaf': (n) =>
    document(
      paragraph(
        text(
          'a',
          times(n, () => ({ type: 'bold' })),
        ),
      ),
    ),
  'a long text': (n) => document(paragraph(text('a *b* '.repeat(n)))),
  'items of a list': (n) =>
    document(
      block('list-unordered', {
        nodes: times(n, () => block('list-item', { nodes: [paragraph(text('a'))] })),
      }),
    ),
  'lines of code': (n) =>
    document(block('code', { nodes: times(n, () => block('code-line', { nodes: [text('a')] })) })),
  tabs: (n) =>
    document(block('tabs', { nodes: times(n, () => block('tabs-item', { nodes: [paragraph(text('a'))] })) })),
  links: (n) =>
    document(
      paragraph(
        ...times(n, (i) => ({
          object: 'inline',
          type: 'link',
          data: { ref: { kind: 'url', url: `https://a.b/${i}` } },
          nodes: [text('a')],
        })),
      ),
    ),
  notes: (n) =>
    document(
      paragraph(
        ...times(n, () => ({
          object: 'inline',
          type: 'annotation',
          nodes: [text('a')],
          fragments: [{ object: 'fragment', type: 'annotation-body', nodes: [paragraph(text('b'))] }],
        })),
      ),
    ),
  'rows of a table': (n) => document(table(2, n)),
  'columns of a table': (n) => document(table(n, 2)),
  'a fault at the end': (n) => document(...times(n, () => paragraph(text('a'))), block('nothing')),
  'fragments of no cell': (n) => document({ ...table(1, 1), fragments: times(n, (i) => fragment(`x${i}`)) }),
};
