import type { Token } from 'markdown-it';
import { assertNever } from '../assert-never.ts';
import { type UrlRef, urlRef } from '../content-ref.ts';
import { type Block, type Paragraph, plainText, type Table, type TableCell } from '../document.ts';
import { spendCells } from '../syntax/block-rules.ts';
import { attributeOf, type HtmlElement, type HtmlNode, htmlText, isElement } from '../syntax/html.ts';
import type {
  CellValue,
  ImageCell,
  SelectOption,
  TableColumn,
  TableData,
  TableRecord,
  TableView,
  TextColumn,
} from '../table-data.ts';
import { type HtmlSource, htmlBlocks, orEmpty } from './build-html.ts';
import { addInlineTokens, readTokens } from './build-inlines.ts';
import { type Build, block, type Locate, MAX_MARKDOWN_DEPTH, present } from './context.ts';
import { addHtmlTarget } from './inline-elements.ts';
import { createNodeList } from './node-list.ts';

interface TableParts {
  definitions: TableColumn[];
  records: TableRecord[];
  fragments: TableCell[];
}

/** Row order is compared as text. */
export const orderIndex = (row: number): string => {
  const digits = row.toString(36);
  return `${'abcdefgh'[digits.length - 1] ?? 'z'}${digits}`;
};

function tableBlock(
  build: Build,
  { definitions, records, fragments }: TableParts,
  view: TableView,
  data: Pick<TableData, 'fullWidth' | 'search'>,
): Table {
  return block(build, 'table', {
    data: {
      view,
      definition: Object.fromEntries(definitions.map((definition) => [definition.id, definition])),
      records: Object.fromEntries(records.map((record, i) => [`r${i + 1}`, record])),
      ...data,
    },
    fragments,
  });
}

function addCell(build: Build, parts: TableParts, row: number, column: string, nodes: Block[]): void {
  const name = `r${row + 1}-${column}`;
  parts.fragments.push({ object: 'fragment', key: build.key(), fragment: name, nodes });
  parts.records[row]!.values[column] = name;
}

/** A table of pipes: tokens from `table_open` to `table_close`. */
export function buildPipeTable(build: Build, tokens: readonly Token[], from: number, to: number): Table {
  const parts: TableParts = { definitions: [], records: [], fragments: [] };
  let cells: Cell[] = [];
  let cell = 0;
  let isHeader = false;
  for (let i = from; i <= to; i++) {
    const token = tokens[i]!;
    if (token.type === 'tr_open') {
      cells = splitRow(
        build.bodySlice(Number(token.meta!.at), Number(token.meta!.end)),
        Number(token.meta!.at),
      );
      cell = 0;
      if (!isHeader) parts.records.push({ orderIndex: orderIndex(parts.records.length), values: {} });
    }
    if (token.type === 'thead_open') isHeader = true;
    if (token.type === 'thead_close') isHeader = false;
    if (token.type === 'th_open') {
      const style = String(token.attrGet('style') ?? '');
      const textAlignment = style.endsWith('center') ? 'center' : style.endsWith('right') ? 'right' : 'left';
      const id = `c${parts.definitions.length + 1}`;
      parts.definitions.push({ id, title: '', type: 'text', textAlignment });
    }
    if (token.type !== 'inline') continue;
    const written = cells[cell];
    const locate: Locate = written ? (position) => build.toSource(offsetIn(written, position)) : () => 0;
    const definition = parts.definitions[cell]!;
    if (isHeader) {
      const nodes = build.buildInlines(token.content, locate);
      definition.title = plainText(nodes);
      if (isStyled(nodes)) definition.titleSource = token.content;
    } else
      addCell(
        build,
        parts,
        parts.records.length - 1,
        definition.id,
        cellBlocks(build, token.content, locate),
      );
    cell++;
  }
  const columns = parts.definitions.map(({ id }) => id);
  return tableBlock(build, parts, { type: 'grid', columns, hideHeader: false }, {});
}

/** A title is plain text; other content is stored as written. */
const isStyled = (nodes: ReturnType<Build['buildInlines']>): boolean =>
  nodes.some(
    (node) =>
      node.object !== 'text' ||
      node.leaves.some(({ marks, source }) => marks.length > 0 || source !== undefined),
  );

/** Returns the paragraphs of a cell: one, or one for each `<p>` in it. */
function cellBlocks(build: Build, content: string, locate: Locate): Paragraph[] {
  const source = readTokens(build, content, locate);
  const paragraphs: Paragraph[] = [];
  const isParagraph = (i: number): boolean =>
    source.tags[i]?.name === 'p' && source.tags[i]!.attributes.size === 0 && source.partners[i]! > i;
  const rest = createNodeList(build);
  for (let i = 0; i < source.tokens.length; i++) {
    if (!isParagraph(i)) {
      if (source.tokens[i]!.content.trim() !== '' || source.tokens[i]!.type !== 'text') break;
      continue;
    }
    const list = createNodeList(build);
    addInlineTokens(build, list, source, i + 1, source.partners[i]!);
    paragraphs.push(block(build, 'paragraph', { nodes: list.end() }));
    i = source.partners[i]!;
    if (i === source.tokens.length - 1) return paragraphs;
  }
  addInlineTokens(build, rest, source);
  return [block(build, 'paragraph', { nodes: rest.end() })];
}

interface Cell {
  text: string;
  /** Offset in the body. */
  start: number;
  /** The positions in the content where a backslash was removed. */
  escapes?: number[];
}

/** The cells of a row as written, escapes included. */
function splitRow(row: string, offset: number): Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  const end = row.trimEnd().length;
  const push = (to: number): void => {
    const text = row.slice(start, to);
    const indent = text.length - text.trimStart().length;
    cells.push({ text: text.trim(), start: offset + start + indent });
  };
  for (let i = 0; i < end; i++) {
    if (row[i] !== '|' || row[i - 1] === '\\') continue;
    push(i);
    start = i + 1;
  }
  if (start < end) push(end);
  if (cells[0]?.text === '' && row.trimStart().startsWith('|')) cells.shift();
  return cells;
}

/** The offset of a position in a cell's content, in which `\|` has lost its backslash. */
function offsetIn(cell: Cell, position: number): number {
  cell.escapes ??= [...cell.text.matchAll(/\\\|/g)].map((match, n) => match.index - n);
  let low = 0;
  let high = cell.escapes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cell.escapes[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return cell.start + position + low;
}

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
  };
  for (const [row, cells] of bodyRows.entries()) {
    parts.records.push({ orderIndex: orderIndex(row), values: {} });
    for (const [i, { definition }] of columns.entries()) {
      const cell = cells[i];
      if (definition.type === 'text') {
        const nodes = cell ? textCell(build, source, cell) : [];
        addCell(build, parts, row, definition.id, orEmpty(build, nodes));
      } else {
        const value = cell && readValue(build, source, cell, definition);
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

interface WrittenRows {
  /** The row that names the columns. */
  headRow?: HtmlElement[];
  rows: HtmlElement[][];
  /** The caption, and what stands in the table and belongs to no cell. */
  before: HtmlNode[];
}

/** The rows of a table of any structure. */
function readRows(table: HtmlElement): WrittenRows {
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
function layOut(rows: readonly (readonly HtmlElement[])[], atLeast: number): (HtmlElement | undefined)[][] {
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

const emptyColumn = (id: string): Column => ({
  definition: { id, title: '', type: 'text', textAlignment: 'left' },
  width: undefined,
  isHidden: false,
  role: undefined,
});

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

interface Column {
  definition: TableColumn;
  width: number | undefined;
  isHidden: boolean;
  role: 'target' | 'cover' | 'coverDark' | undefined;
}

function readColumn(source: HtmlSource, cell: HtmlElement, id: string): Column {
  const { attributes } = cell;
  const select = cell.children.find((child) => isElement(child, 'select'));
  const type = select ? 'select' : (attributeOf(attributes, 'data-type') ?? 'text');
  const title = htmlText(cell.children).trim().replace(/\s+/g, ' ');
  const definition = readDefinition({ id, title }, type, attributes, select);
  if (!select && cell.children.some(({ kind }) => kind !== 'text'))
    definition.titleHtml = source.text.slice(cell.innerStart, cell.innerEnd);
  const width = Number(attributeOf(attributes, 'width') ?? Number.NaN);
  const role = attributes.has('data-card-target')
    ? 'target'
    : attributes.has('data-card-cover')
      ? 'cover'
      : attributes.has('data-card-cover-dark')
        ? 'coverDark'
        : undefined;
  return {
    definition,
    width: Number.isNaN(width) ? undefined : width,
    isHidden: attributes.has('data-hidden'),
    role,
  };
}

/** Columns of a type that is not known hold text. */
function readDefinition(
  base: { id: string; title: string },
  type: string,
  attributes: HtmlElement['attributes'],
  select: HtmlElement | undefined,
): TableColumn {
  const multiple = attributes.has('data-multiple') || (select?.attributes.has('multiple') ?? false);
  switch (type) {
    case 'rating':
      return { ...base, type, max: Number(attributeOf(attributes, 'data-max') ?? 5) || 5 };
    case 'users':
      return { ...base, type, multiple };
    case 'select':
      return { ...base, type, multiple, options: readOptions(select) };
    case 'number':
    case 'checkbox':
    case 'files':
    case 'content-ref':
    case 'image':
      return { ...base, type };
    default: {
      const align = attributeOf(attributes, 'align');
      const vertical = attributeOf(attributes, 'valign');
      return {
        ...base,
        type: 'text',
        textAlignment: align === 'center' || align === 'right' ? align : 'left',
        ...(vertical === 'top' || vertical === 'middle' || vertical === 'bottom'
          ? { verticalAlignment: vertical }
          : {}),
      };
    }
  }
}

const readOptions = (select: HtmlElement | undefined): SelectOption[] =>
  (select?.children ?? []).flatMap((option) =>
    option.kind === 'element' && option.name === 'option'
      ? [
          {
            value: attributeOf(option.attributes, 'value') ?? '',
            label: attributeOf(option.attributes, 'label') ?? '',
            color: attributeOf(option.attributes, 'color') ?? '',
          },
        ]
      : [],
  );

function readView({ attributes }: HtmlElement, columns: readonly Column[]): TableView {
  const idOf = (role: Column['role']): string | undefined =>
    columns.find((column) => column.role === role)?.definition.id;
  const shown = columns.filter(({ isHidden }) => !isHidden).map(({ definition }) => definition.id);
  if (attributeOf(attributes, 'data-view') === 'cards') {
    const wrap = attributeOf(attributes, 'data-card-wrap');
    return {
      type: 'cards',
      columns: shown,
      cardSize: attributeOf(attributes, 'data-card-size') === 'large' ? 'large' : 'medium',
      ...present({
        targetDefinition: idOf('target'),
        coverDefinition: idOf('cover'),
        coverDefinitionDark: idOf('coverDark'),
      }),
      ...(attributes.has('data-column-title-hidden') ? { hideColumnTitle: true } : {}),
      ...(wrap === undefined ? {} : { wrap: wrap !== 'false' }),
      ...columnWidths(columns),
    };
  }
  return {
    type: 'grid',
    columns: shown,
    hideHeader: attributes.has('data-header-hidden'),
    ...(attributes.has('data-header-sticky') ? { stickyHeader: true } : {}),
    ...(attributes.has('data-column-sticky') ? { stickyFirstColumn: true } : {}),
    ...columnWidths(columns),
  };
}

function columnWidths(columns: readonly Column[]): Pick<TableView, 'columnWidths'> {
  const widths = columns.flatMap(({ definition, width }) =>
    width === undefined ? [] : [[definition.id, width] as const],
  );
  return widths.length === 0 ? {} : { columnWidths: Object.fromEntries(widths) };
}

/** The value of a typed cell; undefined for an empty one. */
function readValue(
  build: Build,
  source: HtmlSource,
  cell: HtmlElement,
  definition: Exclude<TableColumn, TextColumn>,
): CellValue | undefined {
  const text = htmlText(cell.children).trim();
  const links = cell.children.flatMap((child) => {
    const href = child.kind === 'element' && child.name === 'a' ? child.attributes.get('href') : undefined;
    return href ? [href] : [];
  });
  switch (definition.type) {
    case 'number':
    case 'rating':
      return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
    case 'checkbox':
      return text === '' ? undefined : text === 'true';
    case 'select':
      return cell.children.flatMap((child) => {
        const option = child.kind === 'element' ? attributeOf(child.attributes, 'data-option') : undefined;
        // One span may name several options.
        return option === undefined ? [] : option.split(',').map((part) => part.trim());
      });
    case 'files':
      for (const href of links) addHtmlTarget(build, href, 'file', source.locate);
      return links.length === 0 ? undefined : links.map(({ value }) => value);
    case 'users':
      for (const href of links) addHtmlTarget(build, href, 'mention', source.locate);
      return links.length === 0 ? undefined : links.map(({ value }) => value);
    case 'content-ref':
      if (links[0]) addHtmlTarget(build, links[0], 'content-ref', source.locate);
      return links[0] ? urlRef(links[0].value) : undefined;
    case 'image':
      return readImageValue(build, source, cell, links[0]);
    default:
      return assertNever(definition);
  }
}

function readImageValue(
  build: Build,
  source: HtmlSource,
  cell: HtmlElement,
  link: { value: string; start: number; end: number } | undefined,
): UrlRef | ImageCell | undefined {
  const image = cell.children.find((child) => isElement(child, 'img'));
  const target = link ?? image?.attributes.get('src');
  if (!target) return undefined;
  addHtmlTarget(build, target, 'image', source.locate);
  const fit = attributeOf(cell.attributes, 'data-object-fit');
  const alt = image && attributeOf(image.attributes, 'alt');
  if (!fit && !alt) return urlRef(target.value);
  const objectFit = fit === 'contain' || fit === 'fill' || fit === 'cover' ? fit : undefined;
  return { ref: urlRef(target.value), ...present({ objectFit, alt }) };
}
