import { largestOf } from '@lectern/std/long-lists';
import { nameOfTarget } from '../assemble/build-tags.ts';
import { assertNever } from '../assert-never.ts';
import type { Block, InlineNode, Table } from '../document.ts';
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
import { openTag } from './inline-html.ts';
import { targetOf } from './target.ts';
import { writeHtmlBlocks } from './write-html.ts';
import type { FootnoteWriter } from './write-inlines.ts';

type Row = TableRecord['values'];

interface Grid {
  view: TableView;
  columns: TableColumn[];
  rows: Row[];
  cell(row: Row, column: string): Block[];
}

function readTable(block: Table): Grid {
  const { view, definition, records } = block.data;
  const fragments = new Map((block.fragments ?? []).map((fragment) => [fragment.fragment, fragment.nodes]));
  const rows = Object.values(records)
    .sort((left, right) =>
      left.orderIndex < right.orderIndex ? -1 : left.orderIndex > right.orderIndex ? 1 : 0,
    )
    .map(({ values }) => values);
  const all = Object.keys(definition);
  const shown = view.columns.filter((id) => definition[id]);
  const isShown = new Set(shown);
  // Hidden columns keep their place where the order of the others allows it.
  const isInOrder = all.filter((id) => isShown.has(id)).join(' ') === shown.join(' ');
  const order = isInOrder ? all : [...shown, ...all.filter((id) => !isShown.has(id))];
  return {
    view,
    columns: order.map((id) => definition[id]!),
    rows,
    cell: (row, column) => fragments.get(String(row[column])) ?? [],
  };
}

/** Writes a cell's text on one line; undefined when it cannot stand between pipes. */
export type WriteCell = (nodes: readonly InlineNode[]) => string;

/** The table with pipes, or as HTML when pipes cannot hold it. */
export function writeTable(block: Table, writeCell: WriteCell, footnotes: FootnoteWriter): string {
  const table = readTable(block);
  return isPlain(block, table) ? writePipes(table, writeCell) : writeHtml(block, table, footnotes);
}

function isPlain(block: Table, { view, columns, rows, cell }: Grid): boolean {
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
      (column) => column.type !== 'text' || column.verticalAlignment || column.titleHtml !== undefined,
    )
  )
    return false;
  return rows.every((row) =>
    columns.every(({ id }) => {
      const nodes = cell(row, id);
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
  const body = rows.map((row) =>
    columns.map(({ id }) => {
      const nodes = cell(row, id);
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

function writeHtml(block: Table, { view, columns, rows, cell }: Grid, footnotes: FootnoteWriter): string {
  const { fullWidth, search } = block.data;
  const table = openTag('table', {
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
    ...block.attributes,
  });
  const shown = new Set(view.columns);
  const head = columns.map((definition) => writeHeader(definition, view, shown)).join('');
  const body = rows
    .map(
      (row) =>
        `<tr>${columns.map((column) => writeValue(row[column.id], column, cell(row, column.id), footnotes)).join('')}</tr>`,
    )
    .join('');
  return `${table}<thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function writeHeader(column: TableColumn, view: TableView, shown: ReadonlySet<string>): string {
  const { id, type } = column;
  const text = type === 'text' ? column : undefined;
  const cards = view.type === 'cards' ? view : undefined;
  const tag = openTag('th', {
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
  if (type !== 'select') return `${tag}${column.titleHtml ?? escapeHtml(column.title)}</th>`;
  const options = column.options
    .map(({ value, label, color }) => `${openTag('option', { value, label, color })}</option>`)
    .join('');
  const select = openTag('select', { multiple: column.multiple });
  return `${tag}${escapeHtml(column.title)}${select}${options}</select></th>`;
}

function writeValue(
  value: CellValue | undefined,
  column: TableColumn,
  nodes: readonly Block[],
  footnotes: FootnoteWriter,
): string {
  const link = (target: string): string =>
    `${openTag('a', { href: target })}${escapeHtml(nameOfTarget(target))}</a>`;
  if (column.type === 'text') return `<td>${writeHtmlBlocks(nodes, footnotes)}</td>`;
  if (value === undefined) return '<td></td>';
  switch (column.type) {
    case 'select': {
      const label = (option: string): string => findOption(column, option)?.label ?? option;
      const spans = textsOf(value).map(
        (option) => `${openTag('span', { 'data-option': option })}${escapeHtml(label(option))}</span>`,
      );
      return `<td>${spans.join('')}</td>`;
    }
    case 'files':
    case 'users':
      return `<td>${textsOf(value).map(link).join('')}</td>`;
    case 'content-ref': {
      const reference = referenceOf(value);
      return `<td>${reference ? link(targetOf(reference)) : ''}</td>`;
    }
    case 'image': {
      const image = imageOf(value);
      if (!image) return '<td></td>';
      const cell = openTag('td', { 'data-object-fit': image.objectFit });
      const target = targetOf(image.ref);
      return `${cell}${image.alt ? openTag('img', { src: target, alt: image.alt }) : link(target)}</td>`;
    }
    case 'number':
    case 'rating':
    case 'checkbox':
      return `<td>${escapeHtml(String(value))}</td>`;
    default:
      return assertNever(column);
  }
}
