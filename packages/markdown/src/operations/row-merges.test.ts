import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operations } from '../apply-operations.ts';
import { paragraphOf, textNode } from '../block-factories.ts';
import { type Block, plainText, type Table } from '../document.ts';
import { editSource } from '../page-source.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { placeKey, placeMerges, rowsOf } from '../table-merges.ts';

type Step = NonNullable<Operations['blocks']>[number];

const tableOf = (source: string): Table => {
  const table = parseMarkdown(source).document.nodes.find((node): node is Table => node.type === 'table');
  if (!table) throw new Error(`no table in ${source}`);
  return table;
};

/** The rows as text: `a` in a cell, `[a]` in a header, `a/2x1` for a cell of two rows, `-` where one is covered. */
function show(source: string): string[] {
  const { data, fragments = [] } = tableOf(source);
  const cells = new Map(fragments.map((cell) => [cell.fragment, cell]));
  const rows = rowsOf(data);
  const columns = data.view.columns;
  const places = placeMerges(data, { rows, columns, cells });
  return rows.map(([id, { values, headers = [] }]) =>
    columns
      .map((column) => {
        const nodes = cells.get(String(values[column]))?.nodes ?? [];
        const text = nodes
          .map((node: Block) => plainText('nodes' in node ? (node.nodes as never) : []))
          .join();
        const place = places.get(placeKey(id, column));
        if (place === 'covered') return '-';
        const spans = place ? `/${place.rowSpan}x${place.colSpan}` : '';
        return `${headers.includes(column) ? `[${text}]` : text}${spans}`;
      })
      .join(' '),
  );
}

const edit = (source: string, ...blocks: Step[]): string =>
  editSource({ source, content: { operations: { blocks } } }).source;

const cell = (text: string) => [paragraphOf([textNode(text)])];
const at = (record: string) => ({ path: [0, Number(record) - 1] });
const insert = (after: string | null, values: Record<string, string>): Step => ({
  operation: 'insert',
  at: { path: [0] },
  after: after === null ? null : at(after),
  nodes: [{ values: Object.fromEntries(Object.entries(values).map(([id, text]) => [id, cell(text)])) }],
});
const remove = (row: string): Step => ({ operation: 'delete', at: at(row) });
const move = (row: string, after: string | null): Step => ({
  operation: 'move',
  at: at(row),
  after: after === null ? null : at(after),
});

const HEADERS = `<table>
<thead><tr><th>Name</th><th>Value</th></tr></thead>
<tbody>
<tr><th>a</th><td>1</td></tr>
<tr><th>b</th><td>2</td></tr>
<tr><td>c</td><td>3</td></tr>
</tbody>
</table>
`;

const SPANS = `<table>
<thead><tr><th>Group</th><th>Name</th><th>Value</th></tr></thead>
<tbody>
<tr><td>x</td><td>a</td><td>1</td></tr>
<tr><td rowspan="3">g</td><td>b</td><td>2</td></tr>
<tr><td>c</td><td>3</td></tr>
<tr><td colspan="2">d</td></tr>
<tr><td>y</td><td>e</td><td>5</td></tr>
</tbody>
</table>
`;

test('the tables are read as they are shown', () => {
  expect(show(HEADERS)).toEqual(['[a] 1', '[b] 2', 'c 3']);
  expect(show(SPANS)).toEqual(['x a 1', 'g/3x1 b 2', '- c 3', '- d/1x2 -', 'y e 5']);
});

test.each<[string, string, Step[], string[]]>([
  [
    'headers stay when a row is inserted',
    HEADERS,
    [insert('1', { c1: 'n' })],
    ['[a] 1', 'n ', '[b] 2', 'c 3'],
  ],
  ['headers stay when a row is moved', HEADERS, [move('1', '3')], ['[b] 2', 'c 3', '[a] 1']],
  ['headers stay when a row is deleted', HEADERS, [remove('1')], ['[b] 2', 'c 3']],
  [
    'a new row has the headers that all rows have',
    HEADERS.replace('<td>c</td>', '<th>c</th>'),
    [insert('2', { c1: 'n' })],
    ['[a] 1', '[b] 2', '[n] ', '[c] 3'],
  ],
  [
    'headers stay when a row is replaced',
    HEADERS,
    [{ operation: 'replace', at: at('2'), nodes: [{ values: { c2: cell('two') } }] }],
    ['[a] 1', '[b] two', 'c 3'],
  ],
  [
    'spans follow a row that is inserted before them',
    SPANS,
    [insert(null, { c1: 'n' })],
    ['n  ', 'x a 1', 'g/3x1 b 2', '- c 3', '- d/1x2 -', 'y e 5'],
  ],
  [
    'a row that is inserted into a span is spanned as well',
    SPANS,
    [insert('2', { c2: 'n' })],
    ['x a 1', 'g/4x1 b 2', '- n ', '- c 3', '- d/1x2 -', 'y e 5'],
  ],
  [
    'a row with a text of its own in the column ends the span',
    SPANS,
    [insert('3', { c1: 'own' })],
    ['x a 1', 'g/2x1 b 2', '- c 3', 'own  ', ' d/1x2 -', 'y e 5'],
  ],
  [
    'a row after a span is not spanned',
    SPANS,
    [insert('4', { c2: 'n' })],
    ['x a 1', 'g/3x1 b 2', '- c 3', '- d/1x2 -', ' n ', 'y e 5'],
  ],
  ['a spanned row is deleted', SPANS, [remove('3')], ['x a 1', 'g/2x1 b 2', '- d/1x2 -', 'y e 5']],
  [
    'the text of a span stays when its first row is deleted',
    SPANS,
    [remove('2')],
    ['x a 1', 'g/2x1 c 3', '- d/1x2 -', 'y e 5'],
  ],
  ['a span of which one row is left ends', SPANS, [remove('2'), remove('3')], ['x a 1', 'g c 3', 'y e 5']],
  ['a whole span is deleted', SPANS, [remove('2'), remove('2'), remove('2')], ['x a 1', 'y e 5']],
  [
    'rows of a span change places',
    SPANS,
    [move('2', '3')],
    ['x a 1', 'g/3x1 c 3', '- b 2', '- d/1x2 -', 'y e 5'],
  ],
  ['a row leaves its span', SPANS, [move('4', null)], [' d/1x2 -', 'x a 1', 'g/2x1 b 2', '- c 3', 'y e 5']],
  ['the first row leaves its span', SPANS, [move('2', '5')], ['x a 1', ' c 3', ' d/1x2 -', 'y e 5', 'g b 2']],
])('%s', (_, source, steps, rows) => {
  expect(show(edit(source, ...steps))).toEqual(rows);
});

test('whatever happens to rows, texts stay with their rows and no text is lost', () => {
  const rowsCount = 5;
  const tables = fc.array(
    fc.record({
      top: fc.integer({ min: 0, max: rowsCount - 1 }),
      left: fc.integer({ min: 0, max: 2 }),
      rowSpan: fc.integer({ min: 1, max: 4 }),
      colSpan: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 4 },
  );
  const steps = fc.array(fc.tuple(fc.constantFrom('insert', 'move', 'delete'), fc.nat(), fc.nat()), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      tables,
      fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }),
      steps,
      (spans, titles, drawn) => {
        let source = writeTable(rowsCount, spans, titles);
        let inserted = 0;
        for (const [operation, one, other] of drawn) {
          const before = show(source);
          const row = 1 + (one % Math.max(before.length, 1));
          const after = other % (before.length + 1);
          if (operation === 'insert') {
            inserted += 1;
            source = edit(source, insert(after === 0 ? null : String(after), { c2: `n${inserted}` }));
          } else if (before.length < 2) continue;
          else if (operation === 'delete') source = edit(source, remove(String(row)));
          else if (row !== after)
            source = edit(source, move(String(row), after === 0 ? null : String(after)));
          const kept = (rows: string[]) => rows.flatMap(wordsOf).sort();
          if (operation !== 'delete') {
            const added = operation === 'insert' ? [`n${inserted}`] : [];
            expect(kept(show(source))).toEqual([...kept(before), ...added].sort());
            continue;
          }
          // The text of a cell that spans several rows stays with those that are left.
          const own = (before[row - 1] as string).split(' ').filter((text) => !/\/([2-9])x/.test(text));
          const lost = new Set(own.flatMap(wordsOf));
          expect(kept(show(source))).toEqual(kept(before).filter((word) => !lost.has(word)));
        }
      },
    ),
    { numRuns: process.env.LECTERN_SOAK ? 3000 : 60 },
  );
});

const wordsOf = (text: string): string[] => text.match(/[abcn]\d+/g) ?? [];

/** A table of three columns in HTML. Spans that meet others are left out. */
function writeTable(
  count: number,
  spans: readonly { top: number; left: number; rowSpan: number; colSpan: number }[],
  titles: readonly boolean[],
): string {
  const covered = new Set<string>();
  const anchors = new Map<string, { rowSpan: number; colSpan: number }>();
  for (const { top, left, ...span } of spans) {
    const rowSpan = Math.min(span.rowSpan, count - top);
    const colSpan = Math.min(span.colSpan, 3 - left);
    const places = Array.from({ length: rowSpan * colSpan }, (_, n) =>
      [top + Math.floor(n / colSpan), left + (n % colSpan)].join(),
    );
    if (places.some((place) => covered.has(place))) continue;
    for (const place of places) covered.add(place);
    anchors.set([top, left].join(), { rowSpan, colSpan });
  }
  const rows = Array.from({ length: count }, (_, y) => {
    const cells = [0, 1, 2].map((x) => {
      const span = anchors.get([y, x].join());
      if (!span && covered.has([y, x].join())) return '';
      const tag = titles[y * 3 + x] ? 'th' : 'td';
      const spanned = span ? ` rowspan="${span.rowSpan}" colspan="${span.colSpan}"` : '';
      return `<${tag}${spanned}>${'abc'[x]}${y}</${tag}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const head = '<thead><tr><th>One</th><th>Two</th><th>Three</th></tr></thead>';
  return `<table>\n${head}\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n`;
}
