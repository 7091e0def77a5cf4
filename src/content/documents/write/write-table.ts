import { nameOfTarget } from '../build/build-tags.ts';
import type { Block, ContentRef, DocumentNode } from '../document.ts';
import { escapeHtml } from '../syntax/html.ts';
import { openTag } from './inline-html.ts';
import { targetOf } from './target.ts';
import { writeHtmlBlocks } from './write-html.ts';
import type { FootnoteWriter } from './write-inlines.ts';

interface Definition {
  id: string;
  title: string;
  type: string;
  textAlignment?: string;
  verticalAlignment?: string;
  max?: number;
  multiple?: boolean;
  options?: { value: string; label: string; color: string }[];
  titleSource?: string;
  titleHtml?: string;
}

interface View {
  type: string;
  columns: string[];
  columnWidths?: Record<string, number>;
  [option: string]: unknown;
}

interface Table {
  view: View;
  columns: Definition[];
  rows: Record<string, unknown>[];
  cell(row: Record<string, unknown>, column: string): Block[];
}

function readTable(block: Block): Table {
  const { view, definition, records } = block.data as {
    view: View;
    definition: Record<string, Definition>;
    records: Record<string, { orderIndex: string; values: Record<string, unknown> }>;
  };
  const fragments = new Map((block.fragments ?? []).map((fragment) => [fragment.fragment, fragment.nodes]));
  const rows = Object.values(records)
    .sort((left, right) =>
      left.orderIndex < right.orderIndex ? -1 : left.orderIndex > right.orderIndex ? 1 : 0,
    )
    .map(({ values }) => values);
  const all = Object.keys(definition);
  const shown = view.columns.filter((id) => definition[id]);
  // Hidden columns keep their place where the order of the others allows it.
  const isInOrder = all.filter((id) => shown.includes(id)).join(' ') === shown.join(' ');
  const order = isInOrder ? all : [...shown, ...all.filter((id) => !shown.includes(id))];
  return {
    view,
    columns: order.map((id) => definition[id]!),
    rows,
    cell: (row, column) => fragments.get(String(row[column])) ?? [],
  };
}

/** Writes a cell's text on one line; undefined when it cannot stand between pipes. */
export type WriteCell = (nodes: readonly DocumentNode[]) => string;

/** The table with pipes, or as HTML when pipes cannot hold it. */
export function writeTable(block: Block, writeCell: WriteCell, footnotes: FootnoteWriter): string {
  const table = readTable(block);
  return isPlain(block, table) ? writePipes(table, writeCell) : writeHtml(block, table, footnotes);
}

function isPlain(block: Block, { view, columns, rows, cell }: Table): boolean {
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
      ({ type, verticalAlignment, titleHtml }) =>
        type !== 'text' || verticalAlignment || titleHtml !== undefined,
    )
  )
    return false;
  return rows.every((row) =>
    columns.every(({ id }) => {
      const nodes = cell(row, id);
      return nodes.every((node) => node.type === 'paragraph' && !node.data?.align) && nodes.length <= 4;
    }),
  );
}

function writePipes({ columns, rows, cell }: Table, writeCell: WriteCell): string {
  const escapePipes = (text: string): string => text.replace(/\|/g, '\\|');
  const titles = columns.map(({ title, titleSource }) =>
    escapePipes(
      titleSource ?? writeCell([{ object: 'text', leaves: [{ object: 'leaf', text: title, marks: [] }] }]),
    ),
  );
  const body = rows.map((row) =>
    columns.map(({ id }) => {
      const nodes = cell(row, id);
      if (nodes.length <= 1) return escapePipes(writeCell(nodes[0]?.nodes ?? []));
      return escapePipes(nodes.map((node) => `<p>${writeCell(node.nodes ?? [])}</p>`).join(''));
    }),
  );
  const widths = columns.map((_, i) =>
    Math.min(200, Math.max(3, ...[titles, ...body].map((row) => row[i]!.length))),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, i) => text.padEnd(widths[i]!)).join(' | ')} |`;
  const dashes = columns.map(({ textAlignment }, i) => {
    const width = widths[i]!;
    if (textAlignment === 'center') return `:${'-'.repeat(width - 2)}:`;
    return textAlignment === 'right' ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
  });
  return [line(titles), line(dashes), ...body.map(line)].join('\n');
}

function writeHtml(block: Block, { view, columns, rows, cell }: Table, footnotes: FootnoteWriter): string {
  const isCards = view.type === 'cards';
  const table = openTag('table', {
    'data-header-hidden': !isCards && view.hideHeader === true,
    'data-full-width': block.data.fullWidth === true ? 'true' : undefined,
    'data-header-sticky': view.stickyHeader === true,
    'data-column-sticky': view.stickyFirstColumn === true,
    'data-search': block.data.search === undefined ? undefined : String(block.data.search),
    'data-card-size': isCards && view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': isCards && view.hideColumnTitle === true,
    'data-card-wrap': view.wrap === undefined ? undefined : String(view.wrap),
    'data-view': isCards ? 'cards' : undefined,
    ...block.attributes,
  });
  const head = columns.map((definition) => writeHeader(definition, view)).join('');
  const body = rows
    .map(
      (row) =>
        `<tr>${columns.map((column) => writeValue(row[column.id], column, cell(row, column.id), footnotes)).join('')}</tr>`,
    )
    .join('');
  return `${table}<thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function writeHeader(definition: Definition, view: View): string {
  const { id, type, textAlignment, verticalAlignment } = definition;
  const isText = type === 'text';
  const tag = openTag('th', {
    width: view.columnWidths?.[id],
    align: isText && textAlignment !== 'left' ? textAlignment : undefined,
    valign: isText ? verticalAlignment : undefined,
    'data-hidden': !view.columns.includes(id),
    'data-card-target': view.targetDefinition === id,
    'data-card-cover': view.coverDefinition === id,
    'data-card-cover-dark': view.coverDefinitionDark === id,
    'data-type': isText || type === 'select' ? undefined : type,
    'data-max': type === 'rating' ? definition.max : undefined,
    'data-multiple': type !== 'select' && definition.multiple === true,
  });
  if (type !== 'select') return `${tag}${definition.titleHtml ?? escapeHtml(definition.title)}</th>`;
  const options = (definition.options ?? [])
    .map(({ value, label, color }) => `${openTag('option', { value, label, color })}</option>`)
    .join('');
  const select = openTag('select', { multiple: definition.multiple === true });
  return `${tag}${escapeHtml(definition.title)}${select}${options}</select></th>`;
}

function writeValue(
  value: unknown,
  definition: Definition,
  nodes: readonly Block[],
  footnotes: FootnoteWriter,
): string {
  const link = (target: string): string =>
    `${openTag('a', { href: target })}${escapeHtml(nameOfTarget(target))}</a>`;
  if (definition.type === 'text') return `<td>${writeHtmlBlocks(nodes, footnotes)}</td>`;
  if (value === undefined || value === null) return '<td></td>';
  switch (definition.type) {
    case 'select': {
      const label = (option: string): string =>
        definition.options?.find((other) => other.value === option)?.label ?? option;
      const spans = (value as string[]).map(
        (option) => `${openTag('span', { 'data-option': option })}${escapeHtml(label(option))}</span>`,
      );
      return `<td>${spans.join('')}</td>`;
    }
    case 'files':
    case 'users':
      return `<td>${(value as string[]).map(link).join('')}</td>`;
    case 'content-ref':
      return `<td>${link(targetOf(value as ContentRef))}</td>`;
    case 'image': {
      const image = ('ref' in (value as object) ? value : { ref: value }) as {
        ref: ContentRef;
        objectFit?: string;
        alt?: string;
      };
      const cell = openTag('td', { 'data-object-fit': image.objectFit });
      const target = targetOf(image.ref);
      return `${cell}${image.alt ? openTag('img', { src: target, alt: image.alt }) : link(target)}</td>`;
    }
    default:
      return `<td>${escapeHtml(String(value))}</td>`;
  }
}
