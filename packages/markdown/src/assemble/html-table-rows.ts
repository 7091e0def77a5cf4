import { attributeOf, type HtmlElement, type HtmlNode } from '../syntax/html.ts';

interface WrittenRows {
  rows: HtmlElement[][];
  /** The number of rows in the head of the table. */
  headCount: number;
  /** Whether the first row names the columns. */
  hasTitles: boolean;
  /** The caption, and content of the table outside its cells. */
  before: HtmlNode[];
}

/** The rows of a table of any structure. */
export function readRows(table: HtmlElement): WrittenRows {
  const heads: HtmlElement[][] = [];
  const rows: HtmlElement[][] = [];
  const before: HtmlNode[] = [];
  let loose: HtmlElement[] | undefined;
  const visit = (
    { children, attributes }: HtmlElement,
    target: HtmlElement[][],
    row?: HtmlElement[],
  ): void => {
    for (const node of children) {
      const name = node.kind === 'element' ? node.name : '';
      if (node.kind !== 'element') {
        if (node.kind !== 'text' || node.text.trim() !== '') before.push(node);
      } else if (name === 'td' || name === 'th') {
        if (row) row.push(alignedAs(node, attributes.get('align')));
        else if (loose) loose.push(node);
        else {
          loose = [node];
          target.push(loose);
        }
        continue;
      } else if (name === 'tr') {
        const cells: HtmlElement[] = [];
        visit(node, target, cells);
        target.push(cells);
      } else if (name === 'thead') visit(node, heads);
      else if (name === 'tbody' || name === 'tfoot') visit(node, rows);
      else if (name === 'caption') for (const child of node.children) before.push(child);
      else if (name !== 'col' && name !== 'colgroup') before.push(node);
      loose = undefined;
    }
  };
  visit(table, rows);
  const namesColumns =
    rows[0]?.every((cell) => cell.name === 'th' && spanOf(cell, 'rowspan') === 1) && rows.length > 1;
  const hasTitles = heads.length === 1 || (heads.length === 0 && namesColumns === true);
  const headCount = heads.length || (hasTitles ? 1 : 0);
  return { rows: [...heads, ...rows], headCount, hasTitles, before };
}

/** A cell is aligned as its row is, unless it has an alignment of its own. */
const alignedAs = (cell: HtmlElement, align: ReturnType<HtmlElement['attributes']['get']>): HtmlElement =>
  align && !cell.attributes.has('align')
    ? { ...cell, attributes: new Map([...cell.attributes, ['align', align]]) }
    : cell;

/** A cell in its place, with the numbers of rows and columns that it covers. */
export interface PlacedCell {
  cell: HtmlElement;
  column: number;
  rowSpan: number;
  colSpan: number;
}

/** Places the cells of rows in columns. A column in which no cell begins is none. */
export function layOut(
  rows: readonly (readonly HtmlElement[])[],
  headCount: number,
): { rows: PlacedCell[][]; count: number } {
  const most = Math.min(
    MAX_COLUMNS,
    rows.reduce((count, row) => count + row.length, 0),
  );
  /** For each column, the first row in which it is free again. */
  const freeFrom: number[] = [];
  const starts = new Set<number>();
  const placed = rows.map((row, y) => {
    const end = y < headCount ? headCount : rows.length;
    let column = 0;
    return row.map((cell): PlacedCell => {
      while ((freeFrom[column] ?? 0) > y) column++;
      const first = column;
      const widest = Math.min(spanOf(cell, 'colspan'), Math.max(1, most - first));
      const rowSpan = Math.min(spanOf(cell, 'rowspan') || rows.length, end - y);
      while (column - first < widest && !((freeFrom[column] ?? 0) > y)) {
        freeFrom[column] = y + rowSpan;
        column++;
      }
      starts.add(first);
      return { cell, column: first, rowSpan, colSpan: column - first };
    });
  });
  const numbers: number[] = [];
  let count = 0;
  for (let column = 0; column <= freeFrom.length; column++) {
    numbers.push(count);
    if (starts.has(column)) count++;
  }
  for (const cell of placed.flat()) {
    const { column, colSpan } = cell;
    cell.column = numbers[column]!;
    cell.colSpan = numbers[column + colSpan]! - cell.column;
  }
  return { rows: placed, count };
}

/** No cell covers columns beyond these, as in browsers. */
const MAX_COLUMNS = 1000;

const spanOf = (cell: HtmlElement, attribute: 'colspan' | 'rowspan'): number => {
  const span = Number.parseInt(attributeOf(cell.attributes, attribute) ?? '1', 10);
  return Number.isNaN(span) || span < 0 || (span === 0 && attribute === 'colspan') ? 1 : span;
};
