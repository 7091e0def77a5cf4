/** Cells that cover others, against the grid that a browser makes of the same HTML. */
import { attributeOf, descendantsOf, type HtmlElement, lineOf, parseHtml } from '@lectern/html/html-tree';
import type { Table } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderHtml } from '../../../test/fixtures/rendering/rendering.ts';

const elements = (html: string, ...names: string[]): HtmlElement[] =>
  [...descendantsOf(parseHtml(html))].filter(({ tagName }) => names.includes(tagName));

/** For each cell with text, the texts of the cells that are above and left of its place, as the standard lays tables out. */
function neighbors(html: string): Record<string, unknown> {
  const grid: string[][] = [];
  const cells: { text: string; x: number; y: number; wide: number; high: number }[] = [];
  const rows = elements(html, 'tr');
  const heads = rows.filter((row) => (row.parentNode as HtmlElement).tagName === 'thead').length;
  for (const [y, row] of rows.entries()) {
    grid[y] ??= [];
    let x = 0;
    for (const cell of row.childNodes as HtmlElement[]) {
      if (cell.tagName !== 'td' && cell.tagName !== 'th') continue;
      while (grid[y]?.[x] !== undefined) x++;
      const wide = Number(attributeOf(cell, 'colspan') ?? 1);
      const limit = (y < heads ? heads : rows.length) - y;
      const high = Math.min(Number(attributeOf(cell, 'rowspan') ?? 1), limit);
      const text = lineOf(cell);
      for (let dy = 0; dy < high; dy++)
        for (let dx = 0; dx < wide; dx++) {
          grid[y + dy] ??= [];
          (grid[y + dy] as string[])[x + dx] ??= text;
        }
      if (text !== '') cells.push({ text, x, y, wide, high });
      x += wide;
    }
  }
  const near = (y: number, x: number): string => grid[y]?.[x] ?? '';
  return Object.fromEntries(
    cells.map(({ text, x, y, wide, high }) => [
      text,
      {
        left: Array.from({ length: high }, (_, dy) => near(y + dy, x - 1)),
        above: [...new Set(Array.from({ length: wide }, (_, dx) => near(y - 1, x + dx)))],
      },
    ]),
  );
}

/** A table without gaps: each place is covered by a cell that begins in a free one. */
const tables = fc
  .record({
    width: fc.integer({ min: 1, max: 5 }),
    height: fc.integer({ min: 2, max: 5 }),
    spans: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 25,
    }),
    heads: fc.integer({ min: 0, max: 2 }),
    names: fc.array(fc.boolean(), { maxLength: 25 }),
  })
  .map(({ width, height, spans, heads, names }) => {
    const taken = Array.from({ length: height }, () => Array.from({ length: width }, () => false));
    let count = 0;
    const rows = taken.map((row, y) => {
      const cells = row.map((isTaken, x) => {
        if (isTaken || row[x]) return '';
        const [wantedWide, wantedHigh] = spans[count] ?? [1, 1];
        let wide = 1;
        while (wide < wantedWide && x + wide < width && !row[x + wide]) wide++;
        const high = Math.min(wantedHigh, (y < heads ? heads : height) - y);
        for (let dy = 0; dy < high; dy++) taken[y + dy]?.fill(true, x, x + wide);
        const name = y < heads || names[count] ? 'th' : 'td';
        count++;
        return `<${name} colspan="${wide}" rowspan=${high}>t${count}</${name}>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<table><thead>${rows.slice(0, heads).join('')}</thead><tbody>${rows.slice(heads).join('')}</tbody></table>`;
  });

it('each cell stands beside the same cells as in a browser, also when the table is written again', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (source) => {
      const expected = neighbors(source);
      const html = await renderHtml(source);
      expect(neighbors(html), html).toEqual(expected);
      const { document } = parseMarkdown(source);
      const written = writeMarkdown(document);
      expect(neighbors(await renderHtml(written)), written).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

it('headers of rows are headers, and headers without a name are cells that look like them', async () => {
  const html = await renderHtml(
    '<table><thead><tr><th></th><th colspan="2">Sizes</th></tr></thead><tr><th>One</th><td>1</td><td>2</td></tr></table>',
  );
  expect(html).toContain('<td class="untitled"></td><th scope="colgroup" colspan="2">Sizes</th>');
  expect(html).toContain('<th scope="row">One</th>');
});

const merged = (cellMerges: unknown): Table => {
  const [table] = parseMarkdown('| A | B |\n| - | - |\n| 1 |   |\n| 3 | 4 |\n').document.nodes as [Table];
  return { ...table, data: { ...table.data, cellMerges: cellMerges as never } };
};
const at = (record: string, column: string) => ({ record, column });

it.each([
  [[{ anchor: at('r1', 'c1'), rowSpan: 1, colSpan: 2 }], true],
  [[{ anchor: at('r1', 'c1'), rowSpan: 2, colSpan: 1 }], false],
  [[{ anchor: at('r1', 'c1'), rowSpan: 1, colSpan: 3 }], false],
  [[{ anchor: at('r9', 'c1'), rowSpan: 1, colSpan: 2 }], false],
  [Array.from({ length: 50_000 }, () => ({ anchor: at('r1', 'c1'), rowSpan: 2, colSpan: 2 })), false],
])('a merge never hides a cell with content (%#)', (cellMerges, isMerged) => {
  const written = writeMarkdown({ object: 'document', data: {}, nodes: [merged(cellMerges)] });
  expect(written.includes('colspan')).toBe(isMerged);
  for (const text of ['1', '3', '4']) expect(written).toContain(text);
});

it('spans of a table take no more work than the cells that it has', () => {
  const rows = Array.from({ length: 2000 }, () => '<tr><td colspan="1000" rowspan="60000">x</td></tr>').join(
    '',
  );
  const { document } = parseMarkdown(`<table>${rows}</table>`);
  expect(JSON.stringify(document).length).toBeLessThan(2_000_000);
});
