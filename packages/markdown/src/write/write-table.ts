import { largestOf } from '@lectern/std/long-lists';
import { nameOfTarget } from '../assemble/build-tags.ts';
import { assertNever } from '../assert-never.ts';
import type { Block, InlineNode, Table } from '../document.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { escapeHtml } from '../syntax/html.ts';
import {
  type CellValue,
  findOption,
  imageOf,
  referenceOf,
  type TableColumn,
  type TableRecord,
  type TableView,
  textsOf,
} from '../table-data.ts';
import { placeKey, placeMerges, rowsOf, shownTitles } from '../table-merges.ts';
import { openTag } from './inline-html.ts';
import { targetOf } from './target.ts';
import { writeHtmlBlocks, writeHtmlInlines } from './write-html.ts';
import type { FootnoteWriter } from './write-inlines.ts';

interface Grid {
  view: TableView;
  columns: TableColumn[];
  rows: [id: string, record: TableRecord][];
  places: ReturnType<typeof placeMerges>;
  cell(record: TableRecord, column: string): Block[];
}

function readTable(block: Table): Grid {
  const { view, definition } = block.data;
  const cells = new Map((block.fragments ?? []).map((fragment) => [fragment.fragment, fragment]));
  const rows = rowsOf(block.data);
  const all = Object.keys(definition);
  const shown = view.columns.filter((id) => definition[id]);
  const isShown = new Set(shown);
  // Hidden columns keep their place where the order of the others allows it.
  const isInOrder = all.filter((id) => isShown.has(id)).join(' ') === shown.join(' ');
  const order = isInOrder ? all : [...shown, ...all.filter((id) => !isShown.has(id))];
  const first = order.findIndex((id) => isShown.has(id));
  const isTogether = order.slice(first, first + shown.length).every((id) => isShown.has(id));
  return {
    view,
    columns: order.map((id) => definition[id]!),
    rows,
    // A hidden column among the others is written where it would tear the covered cells apart.
    places: isTogether ? placeMerges(block.data, { rows, columns: shown, cells }) : new Map(),
    cell: ({ values }, column) => cells.get(String(values[column]))?.nodes ?? [],
  };
}

/** Writes a cell's text on one line; undefined if it cannot be written between pipes. */
export type WriteCell = (nodes: readonly InlineNode[]) => string;

/** The table with pipes, or as HTML when pipes cannot hold it. */
export function writeTable(block: Table, writeCell: WriteCell, footnotes: FootnoteWriter): string {
  const table = readTable(block);
  return isPlain(block, table) ? writePipes(table, writeCell) : writeHtml(block, table, footnotes);
}

function isPlain(block: Table, { view, columns, rows, places, cell }: Grid): boolean {
  const { fullWidth, search } = block.data;
  if (
    view.type !== 'grid' ||
    view.hideHeader ||
    view.stickyHeader ||
    view.stickyFirstColumn ||
    view.columnWidths
  )
    return false;
  if (fullWidth !== undefined || search !== undefined || block.attributes) return false;
  if (columns.length === 0 || view.columns.length !== columns.length) return false;
  if (
    columns.some(
      (column) =>
        column.type !== 'text' ||
        column.verticalAlignment ||
        column.titleHtml !== undefined ||
        column.titleSpan !== undefined,
    )
  )
    return false;
  if (places.size > 0 || rows.some(([, { headers }]) => headers !== undefined)) return false;
  return rows.every(([, record]) =>
    columns.every(({ id }) => {
      const nodes = cell(record, id);
      return nodes.every((node) => node.type === 'paragraph' && !node.data.align) && nodes.length <= 4;
    }),
  );
}

function writePipes({ columns, rows, cell }: Grid, writeCell: WriteCell): string {
  const escapePipes = (text: string): string => text.replace(/\|/g, '\\|');
  const titles = columns.map(({ title, titleSource }) =>
    escapePipes(
      titleSource ?? writeCell([{ object: 'text', leaves: [{ object: 'leaf', text: title, marks: [] }] }]),
    ),
  );
  const body = rows.map(([, record]) =>
    columns.map(({ id }) => {
      const nodes = cell(record, id);
      const paragraphs = nodes.map((node) => writeCell(node.type === 'paragraph' ? node.nodes : []));
      if (paragraphs.length <= 1) return escapePipes(paragraphs[0] ?? writeCell([]));
      return escapePipes(paragraphs.map((text) => `<p>${text}</p>`).join(''));
    }),
  );
  const widths = columns.map((_, i) =>
    Math.min(
      200,
      largestOf(
        [titles, ...body].map((row) => row[i]!.length),
        3,
      ),
    ),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, i) => text.padEnd(widths[i]!)).join(' | ')} |`;
  const dashes = columns.map((column, i) => {
    const textAlignment = column.type === 'text' ? column.textAlignment : 'left';
    const width = widths[i]!;
    if (textAlignment === 'center') return `:${'-'.repeat(width - 2)}:`;
    return textAlignment === 'right' ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
  });
  return [line(titles), line(dashes), ...body.map(line)].join('\n');
}

/** The tag with which a table in HTML begins. */
export function writeTableTag({ data: { view, fullWidth, search }, attributes }: Table): string {
  return openTag('table', {
    'data-header-hidden': view.type === 'grid' && view.hideHeader,
    'data-full-width': fullWidth === true ? 'true' : undefined,
    'data-header-sticky': view.type === 'grid' && view.stickyHeader === true,
    'data-column-sticky': view.type === 'grid' && view.stickyFirstColumn === true,
    'data-search': search === undefined ? undefined : String(search),
    ...(view.type === 'cards'
      ? {
          'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
          'data-column-title-hidden': view.hideColumnTitle === true,
          'data-card-wrap': view.wrap === undefined ? undefined : String(view.wrap),
          'data-view': 'cards',
        }
      : {}),
    ...attributes,
  });
}

function writeHtml(
  block: Table,
  { view, columns, rows, places, cell }: Grid,
  footnotes: FootnoteWriter,
): string {
  const shown = new Set(view.columns);
  const head = shownTitles(columns)
    .map((definition) => writeHeader(definition, view, shown))
    .join('');
  const body = rows.map(([row, record]) => {
    const cells = columns.map((column) => {
      const place = places.get(placeKey(row, column.id));
      if (place === 'covered') return '';
      const name = record.headers?.includes(column.id) ? 'th' : 'td';
      const spans = { colspan: spanOf(place?.colSpan), rowspan: spanOf(place?.rowSpan) };
      const { content, attributes } = writeValue(
        record.values[column.id],
        column,
        cell(record, column.id),
        footnotes,
      );
      return `${openTag(name, { ...spans, ...attributes })}${content}</${name}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `${writeTableTag(block)}<thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

/** A span of one is not written. */
const spanOf = (span: number | undefined): number | undefined =>
  span === undefined || span === 1 ? undefined : span;

/** A cell of the head, with what its tag says about the column. */
export function writeHeader(column: TableColumn, view: TableView, shown: ReadonlySet<string>): string {
  const { id, type } = column;
  const text = type === 'text' ? column : undefined;
  const cards = view.type === 'cards' ? view : undefined;
  const tag = openTag('th', {
    colspan: spanOf(column.titleSpan),
    width: view.columnWidths?.[id],
    align: text?.textAlignment === 'left' ? undefined : text?.textAlignment,
    valign: text?.verticalAlignment,
    'data-hidden': !shown.has(id),
    'data-card-target': cards?.targetDefinition === id,
    'data-card-cover': cards?.coverDefinition === id,
    'data-card-cover-dark': cards?.coverDefinitionDark === id,
    'data-type': type === 'text' || type === 'select' ? undefined : type,
    'data-max': type === 'rating' ? column.max : undefined,
    'data-multiple': type === 'users' && column.multiple,
  });
  const title = writeTitle(column);
  if (type !== 'select') return `${tag}${title}</th>`;
  const options = column.options
    .map(({ value, label, color }) => `${openTag('option', { value, label, color })}</option>`)
    .join('');
  const select = openTag('select', { multiple: column.multiple });
  return `${tag}${title}${select}${options}</select></th>`;
}

/** The title of a column in HTML, also of one that was written between pipes. */
export function writeTitle({ title, titleHtml, titleSource }: TableColumn): string {
  if (titleHtml !== undefined || titleSource === undefined) return titleHtml ?? escapeHtml(title);
  const { document } = parseMarkdown(`| x |\n| - |\n| ${titleSource.replace(/\|/g, '\\|')} |`);
  const [cell] = document.nodes[0]?.fragments ?? [];
  const [line] = cell?.nodes ?? [];
  // The definitions of its footnotes are elsewhere.
  const footnotes = { add: () => '', mark: () => 0, reset: () => undefined };
  return line?.object === 'block' && line.type === 'paragraph'
    ? writeHtmlInlines(line.nodes, footnotes)
    : escapeHtml(title);
}

export function writeValue(
  value: CellValue | undefined,
  column: TableColumn,
  nodes: readonly Block[],
  footnotes: FootnoteWriter,
): { content: string; attributes?: Parameters<typeof openTag>[1] } {
  const link = (target: string): string =>
    `${openTag('a', { href: target })}${escapeHtml(nameOfTarget(target))}</a>`;
  if (column.type === 'text') return { content: writeHtmlBlocks(nodes, footnotes) };
  if (value === undefined) return { content: '' };
  switch (column.type) {
    case 'select': {
      const label = (option: string): string => findOption(column, option)?.label ?? option;
      const spans = textsOf(value).map(
        (option) => `${openTag('span', { 'data-option': option })}${escapeHtml(label(option))}</span>`,
      );
      return { content: spans.join('') };
    }
    case 'files':
    case 'users':
      return { content: textsOf(value).map(link).join('') };
    case 'content-ref': {
      const reference = referenceOf(value);
      return { content: reference ? link(targetOf(reference)) : '' };
    }
    case 'image': {
      const image = imageOf(value);
      if (!image) return { content: '' };
      const target = targetOf(image.ref);
      return {
        content: image.alt ? openTag('img', { src: target, alt: image.alt }) : link(target),
        attributes: { 'data-object-fit': image.objectFit },
      };
    }
    case 'number':
    case 'rating':
    case 'checkbox':
      return { content: escapeHtml(String(value)) };
    default:
      return assertNever(column);
  }
}
