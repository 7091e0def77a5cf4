import { attributeOf, type HtmlElement, type HtmlNode } from '../syntax/html.ts';

interface WrittenRows {
  /** The row that names the columns. */
  headRow?: HtmlElement[];
  rows: HtmlElement[][];
  /** The caption, and what stands in the table and belongs to no cell. */
  before: HtmlNode[];
}

/** The rows of a table of any structure. */
export function readRows(table: HtmlElement): WrittenRows {
  const heads: HtmlElement[][] = [];
  const rows: HtmlElement[][] = [];
  const before: HtmlNode[] = [];
  let loose: HtmlElement[] | undefined;
  const visit = (nodes: readonly HtmlNode[], target: HtmlElement[][], row?: HtmlElement[]): void => {
    for (const node of nodes) {
      const name = node.kind === 'element' ? node.name : '';
      if (node.kind !== 'element') {
        if (node.kind !== 'text' || node.text.trim() !== '') before.push(node);
      } else if (name === 'td' || name === 'th') {
        if (row) row.push(node);
        else if (loose) loose.push(node);
        else {
          loose = [node];
          target.push(loose);
        }
        continue;
      } else if (name === 'tr') {
        const cells: HtmlElement[] = [];
        visit(node.children, target, cells);
        target.push(cells);
      } else if (name === 'thead') visit(node.children, heads);
      else if (name === 'tbody' || name === 'tfoot') visit(node.children, rows);
      else if (name === 'caption') for (const child of node.children) before.push(child);
      else if (name !== 'col' && name !== 'colgroup') before.push(node);
      loose = undefined;
    }
  };
  visit(table.children, rows);
  const [first] = rows;
  if (heads.length === 1) return { headRow: heads[0]!, rows, before };
  const namesColumns = first?.every(({ name }) => name === 'th') && rows.length > 1;
  if (heads.length === 0 && namesColumns) return { headRow: first!, rows: rows.slice(1), before };
  return { rows: [...heads, ...rows], before };
}

/** The cells of rows by their columns: those that another cell covers are empty. */
export function layOut(
  rows: readonly (readonly HtmlElement[])[],
  atLeast: number,
): (HtmlElement | undefined)[][] {
  const most = rows.reduce((count, row) => Math.max(count, row.length), atLeast);
  /** The rows that each column is still covered for. */
  const covered: number[] = [];
  return rows.map((row, y) => {
    const laid: (HtmlElement | undefined)[] = [];
    const cover = (): void => {
      while ((covered[laid.length] ?? 0) > 0) {
        covered[laid.length]!--;
        laid.push(undefined);
      }
    };
    for (const cell of row) {
      cover();
      const wide = Math.min(spanOf(cell, 'colspan'), Math.max(1, most - laid.length));
      const high = Math.min(spanOf(cell, 'rowspan') || rows.length, rows.length - y);
      for (let i = 0; i < wide; i++) {
        if (high > 1) covered[laid.length] = high - 1;
        laid.push(i === 0 ? cell : undefined);
      }
    }
    cover();
    return laid;
  });
}

const spanOf = (cell: HtmlElement, attribute: 'colspan' | 'rowspan'): number => {
  const span = Number.parseInt(attributeOf(cell.attributes, attribute) ?? '1', 10);
  return Number.isNaN(span) || span < 0 || (span === 0 && attribute === 'colspan') ? 1 : span;
};
