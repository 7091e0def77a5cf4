import type { Block, Table } from '../document.ts';
import { spendCells } from '../syntax/block-rules.ts';
import { attributeOf, type HtmlElement, type HtmlNode } from '../syntax/html.ts';
import type { TableData } from '../table-data.ts';
import { type HtmlSource, htmlBlocks, orEmpty } from './build-html.ts';
import { type Build, MAX_MARKDOWN_DEPTH, placeWithin } from './context.ts';
import { type Column, emptyColumn, readColumn, readValue, readView } from './html-table-columns.ts';
import { layOut, readRows } from './html-table-rows.ts';
import { addCell, orderIndex, type TableParts, tableBlock } from './table-parts.ts';

/** Builds a `<table>`, with what would stand before it; undefined if it would have far more cells than are written. */
export function buildHtmlTable(
  build: Build,
  source: HtmlSource,
  element: HtmlElement,
  fullWidth: boolean,
): { table: Table; before: HtmlNode[] } | undefined {
  const { headRow, rows, before } = readRows(element);
  const bodyRows = layOut(rows, headRow?.length ?? 0);
  const width = bodyRows.reduce((most, row) => Math.max(most, row.length), 0);
  const head = headRow && layOut([headRow], width)[0]!;
  const count = Math.max(width, head?.length ?? 0);
  if (count === 0 || isMostlyMissing(count, rows, headRow)) return undefined;
  const columns = Array.from({ length: count }, (_, i): Column => {
    const id = `c${i + 1}`;
    const cell = head?.[i];
    return cell ? readColumn(source, cell, id) : emptyColumn(id);
  });

  spendCells(build.env, columns.length * (bodyRows.length + 1));
  const parts: TableParts = {
    definitions: columns.map(({ definition }) => definition),
    records: [],
    fragments: [],
    ranges: new Map(),
  };
  const note = (name: string, start: number, end: number): void => {
    const from = source.locate(start);
    parts.ranges.set(name, { start: from, end: end > start ? source.locate(end - 1) + 1 : from });
  };
  for (const [i, cell] of (head ?? []).entries())
    if (cell) note(columns[i]!.definition.id, cell.innerStart, cell.innerEnd);
  if (headRow?.[0]) note('head', headRow[0].start, headRow.at(-1)!.end);
  for (const [row, cells] of bodyRows.entries()) {
    parts.records.push({ orderIndex: orderIndex(row), values: {} });
    const written = rows[row]!;
    if (written[0]) note(`r${row + 1}`, written[0].start, written.at(-1)!.end);
    for (const [i, { definition }] of columns.entries()) {
      const cell = cells[i];
      if (definition.type === 'text') {
        const nodes = cell ? textCell(build, source, cell) : [];
        const made = addCell(build, parts, row, definition.id, orEmpty(build, nodes));
        if (cell)
          for (const node of [made, ...made.nodes])
            placeWithin(build, node, source.locate, { start: cell.innerStart, end: cell.innerEnd });
      } else {
        const value = cell && readValue(build, source, cell, definition);
        if (cell) note(`r${row + 1}-${definition.id}`, cell.innerStart, cell.innerEnd);
        if (value !== undefined) parts.records[row]!.values[definition.id] = value;
      }
    }
  }
  const { attributes } = element;
  const data: Pick<TableData, 'fullWidth' | 'search'> = {};
  if (fullWidth || attributes.has('data-full-width')) data.fullWidth = true;
  const search = attributeOf(attributes, 'data-search');
  if (search !== undefined) data.search = search !== 'false';
  const view = readView(element, columns);
  if (!headRow && view.type === 'grid') view.hideHeader = true;
  const table = tableBlock(build, parts, view, data);
  const others = [...attributes].filter(([key]) => !TABLE_ATTRIBUTES.has(key));
  if (others.length > 0)
    table.attributes = Object.fromEntries(others.map(([key, { value }]) => [key, value]));
  return { table, before };
}

const TABLE_ATTRIBUTES = new Set(
  'data-header-hidden data-full-width data-header-sticky data-column-sticky data-search data-view data-card-size data-column-title-hidden data-card-wrap'.split(
    ' ',
  ),
);

/** Cells that a table may add to those that it writes, for each of them. */
const MAX_ADDED_CELLS_PER_CELL = 10;
/** A table of fewer cells may leave out as many as it likes. */
const MAX_SMALL_TABLE_CELLS = 10_000;

/** Whether filling up short rows would make far more cells than are written: many columns times many empty rows. */
function isMostlyMissing(
  columns: number,
  rows: readonly (readonly HtmlElement[])[],
  head: readonly HtmlElement[] = [],
): boolean {
  const cells = columns * rows.length;
  const written = rows.reduce((sum, row) => sum + row.length, head.length);
  return cells > MAX_SMALL_TABLE_CELLS && cells > written * MAX_ADDED_CELLS_PER_CELL;
}

/** A cell with a blank line in it holds Markdown, others hold HTML. */
function textCell(build: Build, source: HtmlSource, cell: HtmlElement): Block[] {
  const inner = source.text.slice(cell.innerStart, cell.innerEnd);
  return source.bodyOffset !== undefined &&
    build.markdownDepth < MAX_MARKDOWN_DEPTH &&
    /\n[ \t]*\n/.test(inner)
    ? build.buildMarkdown(inner, source.bodyOffset + cell.innerStart)
    : htmlBlocks(build, source, cell.children);
}
