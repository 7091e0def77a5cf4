import { assertNever } from '@lectern/markdown/assert-never';
import { specOfChangelog } from '@lectern/markdown/changelog-block';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { Block, Code, Fragment, InlineNode, OpenApiBlock, Table } from '@lectern/markdown/document';
import { type CellValue, findOption, imageOf, type TableColumn, textsOf } from '@lectern/markdown/table-data';
import { htmlWords } from './html-words.ts';
import { inlineText } from './inline-text.ts';

/** Adds the visible text of a block, which readers can search for. Link targets are not visible. */
export function addBlockText(block: Block, lines: string[]): void {
  const add = (...texts: (string | undefined)[]): void => {
    for (const text of texts) if (text !== undefined && text.trim() !== '') lines.push(text.trim());
  };
  const addParts = (parts: readonly Fragment[] = []): void => {
    for (const { nodes } of parts) addAll(nodes, lines);
  };
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      addLine(block.nodes, lines);
      return;
    case 'code': {
      const code = codeText(block);
      add(block.data.title, block.data.verbatim ? htmlWords(code) : code);
      return;
    }
    case 'math':
      add(block.data.formula);
      return;
    case 'table':
      addTable(block, lines);
      return;
    case 'image':
      add(block.data.alt);
      addParts(block.fragments);
      return;
    case 'file':
      add(fileName(block.data.ref));
      addParts(block.fragments);
      return;
    case 'embed':
      add(addressText(block.data.url));
      addParts(block.fragments);
      return;
    case 'expandable':
      addParts(block.fragments);
      return;
    case 'prompt':
      add(block.data.description);
      addAll(block.nodes, lines);
      return;
    case 'content-ref':
      add(block.data.line?.text);
      return;
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      add(...operationTexts(block), block.data.line?.text);
      return;
    case 'integration':
      if (specOfChangelog(block) !== undefined) return;
      // The properties of an integration block belong to the integration; a diagram's source, say, is text.
      for (const value of Object.values(block.data.props)) if (!isAddress(value)) add(value);
      return;
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
    case 'list-item':
    case 'blockquote':
    case 'hint':
    case 'images':
    case 'tabs':
    case 'tabs-item':
    case 'stepper':
    case 'stepper-step':
    case 'columns':
    case 'column':
    case 'updates':
    case 'update':
    case 'if':
      addAll(block.nodes, lines);
      return;
    case 'divider':
    case 'drawing':
    case 'reusable-content':
      return;
    default:
      assertNever(block);
  }
}

function addAll(blocks: readonly Block[], lines: string[]): void {
  for (const block of blocks) addBlockText(block, lines);
}

/** The inline text of a block in one line, and each of its notes in another. */
function addLine(nodes: readonly InlineNode[], lines: string[]): void {
  const notes: string[] = [];
  for (const line of [inlineText(nodes, notes), ...notes]) if (line.trim() !== '') lines.push(line.trim());
}

function codeText({ nodes }: Code): string {
  const notes: string[] = [];
  const text = nodes.map((line) => inlineText(line.nodes, notes));
  return [...text, ...notes].join('\n');
}

function operationTexts(block: OpenApiBlock): string[] {
  switch (block.type) {
    case 'swagger':
    case 'openapi-operation':
      return [`${block.data.method} ${block.data.path}`];
    case 'openapi-webhook':
      return [`${block.data.method} ${block.data.name}`];
    case 'openapi-schemas':
      return [block.data.schemas.join(', ')];
    default:
      return assertNever(block);
  }
}

const isAddress = (value: string): boolean => /^\w+:\/\/\S*$/.test(value);

/** The minimal text of a card for an external address: the address itself. */
const addressText = (url: string): string => url.replace(/^\w+:\/\/(?:www\.)?|[?#].*/gs, '');

const fileName = (ref: ContentRef): string => (ref.kind === 'url' ? nameOfUrl(ref.url) : '');

function nameOfUrl(url: string): string {
  const path = url.replace(/[?#].*/s, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Adds one line for the titles and one for each row: the cells of a row are searched together. */
function addTable({ data, fragments }: Table, lines: string[]): void {
  const { view, definition } = data;
  const records = Object.values(data.records);
  const cells = new Map((fragments ?? []).map((cell) => [cell.fragment, cell.nodes]));
  const columns = view.columns.flatMap((id) => (definition[id] ? [{ id, column: definition[id] }] : []));
  const addRow = (row: readonly string[]): void => {
    const words = row.filter((cell) => cell !== '').join(CELL_BREAK);
    if (words !== '') lines.push(words);
  };
  const isHeaderHidden = view.type === 'grid' ? view.hideHeader : view.hideColumnTitle;
  if (!isHeaderHidden) addRow(columns.map(({ column }) => column.title.trim()));
  for (const { values } of records)
    addRow(columns.map(({ id, column }) => cellText(column, values[id], cells)));
}

const CELL_BREAK = ' · ';

function cellText(
  column: TableColumn,
  value: CellValue | undefined,
  cells: ReadonlyMap<string, readonly Block[]>,
): string {
  switch (column.type) {
    case 'text': {
      const lines: string[] = [];
      addAll(cells.get(String(value)) ?? [], lines);
      return lines.join(' ');
    }
    case 'number':
      return value === undefined ? '' : String(value);
    case 'select':
      return textsOf(value)
        .map((chosen) => findOption(column, chosen)?.label || chosen)
        .join(', ');
    case 'files':
      return textsOf(value).map(nameOfUrl).join(', ');
    case 'image':
      return imageOf(value)?.alt ?? '';
    case 'rating':
    case 'checkbox':
    case 'users':
    case 'content-ref':
      return '';
    default:
      return assertNever(column);
  }
}
