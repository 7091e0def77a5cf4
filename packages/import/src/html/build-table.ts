import {
  attributeOf,
  elementsOf,
  findByTag,
  findElement,
  type HtmlElement,
  lineOf,
} from '@lectern/html/html-tree';
import {
  inlineMathOf,
  linkOf,
  paragraphOf,
  type TableColumnText,
  tableOf,
  textNode,
} from '@lectern/markdown/block-factories';
import type { Block } from '@lectern/markdown/document';
import { isText, plainText } from '@lectern/markdown/document';
import { DOCUMENT_LIMITS } from '@lectern/markdown/limits';
import { largestOf } from '@lectern/std/long-lists';
import type { HtmlContext } from './html-context.ts';

/** A wider span is a mistake, or an attempt to exhaust memory. */
const MAX_SPAN = 100;
const MAX_COLUMNS = 200;
/** Cells that spans may add: a wide one is written in a few characters. */
const MAX_ADDED_CELLS = 10_000;

interface Cell {
  element: HtmlElement;
  isHeader: boolean;
}
type Grid = (Cell | undefined)[][];

/** Builds a table of data. A table with a single cell is only layout, so its content is built instead. */
export function buildTable(context: HtmlContext, table: HtmlElement): Block[] {
  const { rows, hasSpans, isCut } = readGrid(table);
  const [first, ...others] = rows;
  if (!first) return [];
  const width = Math.min(
    MAX_COLUMNS,
    largestOf(
      rows.map((row) => row.length),
      0,
    ),
  );
  if (rows.length === 1 && width === 1 && first[0]) return context.blocks(first[0].element.childNodes);
  if (rows.length * width > DOCUMENT_LIMITS.cells) {
    context.report(
      'table-too-large',
      `A table has more than ${DOCUMENT_LIMITS.cells.toLocaleString('en')} cells; its text was kept.`,
    );
    return rows.flatMap((row) =>
      row.flatMap((cell) => (cell ? context.blocks(cell.element.childNodes) : [])),
    );
  }
  if (hasSpans)
    context.report(
      'merged-cells',
      'A table has cells that span several columns or rows. Their content was placed in the first cell.',
    );
  if (isCut)
    context.report(
      'table-too-wide',
      `A table has more than ${MAX_COLUMNS} columns; the others were left out.`,
    );
  const hasHeader = isHeader(table, first);
  if (hasHeader) for (const cell of first) if (cell) reportHeader(context, cell);
  const columns = Array.from({ length: width }, (_, at): TableColumnText => {
    const cell = first[at];
    return {
      title: hasHeader && cell ? headerText(cell) : '',
      alignment: cell && alignmentOf(cell.element),
    };
  });
  const body = hasHeader ? others : rows;
  const caption = findByTag(table, 'caption');
  const blocks = body.map((row) =>
    row.slice(0, width).map((cell) => (cell ? cellBlocks(context, cell) : [])),
  );
  return [...(caption ? context.blocks(caption.childNodes) : []), tableOf(columns, blocks, !hasHeader)];
}

/** The header of a column is plain text. */
function headerText({ element }: Cell): string {
  const image = findByTag(element, 'img');
  return lineOf(element) || ((image && attributeOf(image, 'alt')) ?? '');
}

function reportHeader(context: HtmlContext, { element }: Cell): void {
  const lost = findElement(element, ({ tagName }) => /^(?:a|img|video|iframe|audio)$/.test(tagName));
  if (!lost) return;
  const address = attributeOf(lost, 'href') ?? attributeOf(lost, 'src') ?? '';
  context.within(lost, () =>
    context.report(
      'nested-block',
      `The header of a table is text: ${lost.tagName === 'a' ? 'a link' : `<${lost.tagName}>`} to “${address.slice(0, 200)}” was left out.`,
    ),
  );
}

function readGrid(table: HtmlElement): { rows: Grid; hasSpans: boolean; isCut: boolean } {
  const rows: Grid = [];
  let hasSpans = false;
  let isCut = false;
  let left = MAX_ADDED_CELLS;
  /** For each column, the number of further rows that a cell above spans. */
  const taken: number[] = [];
  for (const row of rowsOf(table)) {
    const cells: Grid[number] = [];
    for (const element of elementsOf(row)) {
      if (element.tagName !== 'td' && element.tagName !== 'th') continue;
      for (; (taken[cells.length] ?? 0) > 0 && cells.length < MAX_COLUMNS && left > 0; left -= 1)
        cells.push(undefined);
      if (cells.length >= MAX_COLUMNS) {
        isCut = true;
        break;
      }
      const [columns, depth] = [spanOf(element, 'colspan'), spanOf(element, 'rowspan')];
      hasSpans ||= columns > 1 || depth > 1;
      const start = cells.length;
      cells.push({ element, isHeader: element.tagName === 'th' });
      for (let more = 1; more < columns && left > 0; more += 1, left -= 1) cells.push(undefined);
      for (let at = start; at < cells.length; at += 1) taken[at] = depth;
    }
    for (let at = 0; at < taken.length; at += 1) taken[at] = Math.max(0, (taken[at] ?? 0) - 1);
    if (cells.some(Boolean)) rows.push(cells);
  }
  return { rows, hasSpans, isCut };
}

function* rowsOf(table: HtmlElement): Generator<HtmlElement> {
  for (const child of elementsOf(table)) {
    if (child.tagName === 'tr') yield child;
    else if (child.tagName === 'thead' || child.tagName === 'tbody' || child.tagName === 'tfoot')
      for (const row of elementsOf(child)) if (row.tagName === 'tr') yield row;
  }
}

function spanOf(cell: HtmlElement, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attributeOf(cell, name) ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(MAX_SPAN, Math.max(1, span));
}

function isHeader(table: HtmlElement, first: Grid[number]): boolean {
  const head = elementsOf(table).find(({ tagName }) => tagName === 'thead');
  const cells = first.filter((cell) => cell !== undefined);
  return (head !== undefined && elementsOf(head).length > 0) || cells.every((cell) => cell.isHeader);
}

function alignmentOf(cell: HtmlElement): TableColumnText['alignment'] {
  const written =
    attributeOf(cell, 'align') ?? /text-align:\s*(\w+)/.exec(attributeOf(cell, 'style') ?? '')?.[1];
  return written === 'center' || written === 'right' ? written : undefined;
}

/** The blocks that the HTML of a cell can hold; others become paragraphs with their text. */
const CELL_BLOCKS = new Set<Block['type']>([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'divider',
  'blockquote',
  'code',
  'hint',
  'images',
]);

function cellBlocks(context: HtmlContext, { element }: Cell): Block[] {
  return context.blocks(element.childNodes).flatMap((block): Block[] => {
    const [image] = block.type === 'images' ? block.nodes : [];
    // An image in a cell becomes inline, so that the table can be written with pipes.
    if (block.type === 'images' && block.nodes.length === 1 && image && !image.fragments)
      return [paragraphOf([{ object: 'inline', type: 'inline-image', isVoid: true, data: image.data }])];
    if (CELL_BLOCKS.has(block.type)) return [block];
    context.report(
      'nested-block',
      'A table cell contains a block that is not allowed in tables. Its text was kept.',
    );
    return flatten(block);
  });
}

function flatten(block: Block): Block[] {
  const inner: Block[] = [];
  const waiting: Block[] = [block];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === 'paragraph') {
      if (next.nodes.some((node) => !isText(node) || plainText([node]).trim() !== '')) inner.push(next);
      continue;
    }
    if (next.type === 'embed') inner.push(paragraphOf([textNode(next.data.url)]));
    if (next.type === 'math') inner.push(paragraphOf([inlineMathOf(next.data.formula)]));
    if (next.type === 'file' && next.data.ref.kind === 'url')
      inner.push(paragraphOf([linkOf(next.data.ref.url, [textNode(next.data.ref.url)])]));
    if (next.type === 'tabs-item' && next.data.title)
      inner.push(paragraphOf([textNode(next.data.title, [{ object: 'mark', type: 'bold' }])]));
    if (next.type === 'table') {
      const columns = Object.values(next.data.definition).map(({ title }) => title);
      if (columns.some(Boolean))
        inner.push(paragraphOf([textNode(columns.join(' · '), [{ object: 'mark', type: 'bold' }])]));
    }
    const children = [...(next.nodes ?? []), ...(next.fragments ?? []).flatMap((part) => part.nodes)];
    for (const child of children.reverse()) if (child.object === 'block') waiting.push(child);
  }
  return inner;
}
