import type { Block, Table } from '../document.ts';
import { isHeading } from '../page-title.ts';
import { spendCells } from '../syntax/block-rules.ts';
import { attributeOf, type HtmlElement, type HtmlNode } from '../syntax/html.ts';
import type { CellMerge, TableData, TableRecord, TextColumn } from '../table-data.ts';
import { type HtmlSource, htmlBlocks, orEmpty, readAlignment } from './build-html.ts';
import { type Build, MAX_MARKDOWN_DEPTH, placeWithin } from './context.ts';
import { type Column, emptyColumn, readColumn, readValue, readView } from './html-table-columns.ts';
import { layOut, type PlacedCell, readRows } from './html-table-rows.ts';
import { addCell, orderIndex, recordName, type TableParts, tableBlock } from './table-parts.ts';

/** Builds a `<table>`, with content that precedes it; undefined if it would have far more cells than are written. */
export function buildHtmlTable(
  build: Build,
  source: HtmlSource,
  element: HtmlElement,
  fullWidth: boolean,
): { table: Table; before: HtmlNode[] } | undefined {
  const { rows, headCount, hasTitles, before } = readRows(element);
  const { rows: placed, count } = layOut(rows, headCount);
  if (count === 0 || isMostlyMissing(count, rows)) return undefined;
  const titles = placedIn(hasTitles ? placed[0]! : [], count);
  const bodyRows = hasTitles ? placed.slice(1) : placed;
  const columns = titles.map((title, i): Column => {
    const id = `c${i + 1}`;
    if (!title) return emptyColumn(id);
    const column = readColumn(source, title.cell, id);
    if (title.colSpan > 1) column.definition.titleSpan = title.colSpan;
    return column;
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
  for (const [i, title] of titles.entries())
    if (title) note(columns[i]!.definition.id, title.cell.innerStart, title.cell.innerEnd);
  const writtenRows = hasTitles ? rows.slice(1) : rows;
  const head = hasTitles ? rows[0] : undefined;
  if (head?.[0]) note('head', head[0].start, head.at(-1)!.end);
  const cellMerges: CellMerge[] = [];
  for (const [row, cells] of bodyRows.entries()) {
    const record: TableRecord = { orderIndex: orderIndex(row), values: {} };
    parts.records.push(record);
    const written = writtenRows[row];
    if (written?.[0]) note(recordName(row), written[0].start, written.at(-1)!.end);
    const inColumns = placedIn(cells, count);
    for (const [i, { definition }] of columns.entries()) {
      const { cell, rowSpan, colSpan } = inColumns[i] ?? { rowSpan: 1, colSpan: 1 };
      const { id } = definition;
      if (cell?.name === 'th') record.headers = [...(record.headers ?? []), id];
      if (rowSpan > 1 || colSpan > 1)
        cellMerges.push({ anchor: { record: recordName(row), column: id }, rowSpan, colSpan });
      if (definition.type === 'text') {
        const nodes = cell ? textCell(build, source, cell, definition) : [];
        const made = addCell(build, parts, row, id, orEmpty(build, nodes));
        if (cell)
          for (const node of [made, ...made.nodes])
            placeWithin(build, node, source.locate, { start: cell.innerStart, end: cell.innerEnd });
      } else {
        const value = cell && readValue(build, source, cell, definition);
        if (cell) note(`${recordName(row)}-${id}`, cell.innerStart, cell.innerEnd);
        if (value !== undefined) record.values[id] = value;
      }
    }
  }
  const { attributes } = element;
  const data: Partial<TableData> = cellMerges.length > 0 ? { cellMerges } : {};
  if (fullWidth || attributes.has('data-full-width')) data.fullWidth = true;
  const search = attributeOf(attributes, 'data-search');
  if (search !== undefined) data.search = search !== 'false';
  const view = readView(element, columns);
  if (!hasTitles && view.type === 'grid') view.hideHeader = true;
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
function isMostlyMissing(columns: number, rows: readonly (readonly HtmlElement[])[]): boolean {
  const cells = columns * rows.length;
  const written = rows.reduce((sum, row) => sum + row.length, 0);
  return cells > MAX_SMALL_TABLE_CELLS && cells > written * MAX_ADDED_CELLS_PER_CELL;
}

/** The cells of a row by their columns; none where another cell covers the place. */
function placedIn(cells: readonly PlacedCell[], count: number): (PlacedCell | undefined)[] {
  const byColumn: (PlacedCell | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const cell of cells) byColumn[cell.column] = cell;
  return byColumn;
}

/** A cell with a blank line in it holds Markdown, others hold HTML. */
function textCell(
  build: Build,
  source: HtmlSource,
  cell: HtmlElement,
  { textAlignment }: TextColumn,
): Block[] {
  const inner = source.text.slice(cell.innerStart, cell.innerEnd);
  const written = attributeOf(cell.attributes, 'align')?.toLowerCase();
  const align = written === textAlignment ? undefined : readAlignment(written);
  const isMarkdown =
    source.bodyOffset !== undefined && build.markdownDepth < MAX_MARKDOWN_DEPTH && /\n[ \t]*\n/.test(inner);
  if (!isMarkdown) return htmlBlocks(build, source, cell.children, { align });
  const blocks = build.buildMarkdown(inner, source.bodyOffset! + cell.innerStart);
  if (align)
    for (const block of blocks)
      if (block.type === 'paragraph' || isHeading(block)) block.data = { align, ...block.data };
  return blocks;
}
