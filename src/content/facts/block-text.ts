import type { Block, Fragment } from '../documents/document.ts';
import { htmlWords } from './html-words.ts';
import { inlineText } from './inline-text.ts';

/** Adds what a reader of the page sees of a block, and can therefore look for. Targets of links are not seen. */
export function addBlockText(block: Block, lines: string[]): void {
  const { data } = block;
  const add = (...words: unknown[]): void => {
    for (const one of words) if (typeof one === 'string' && one.trim() !== '') lines.push(one.trim());
  };
  switch (block.type) {
    case 'code':
      add(data.title, data.verbatim ? htmlWords(codeText(block)) : codeText(block));
      return;
    case 'math':
      add(data.formula);
      return;
    case 'table':
      addTable(block, lines);
      return;
    case 'image':
      add(data.alt);
      break;
    case 'file':
      add(fileName(data.ref));
      break;
    case 'embed':
      add(addressText(data.url));
      break;
    case 'prompt':
      add(data.description);
      break;
    case 'content-ref':
      add(lineOf(block));
      break;
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas': {
      const operation = [data.method, data.path ?? data.name].filter((part) => typeof part === 'string');
      add(operation.join(' '), [data.schemas ?? []].flat().join(', '), lineOf(block));
      break;
    }
    case 'integration':
      // What blocks of integrations hold is theirs; a diagram's source, say, is text.
      for (const value of Object.values(data.props ?? {})) if (!isAddress(value)) add(value);
      break;
    default:
      break;
  }
  addNodes(block, lines);
  for (const { nodes } of block.fragments ?? []) for (const inner of nodes) addBlockText(inner, lines);
}

/** The inline text of a block in one line; blocks in it in lines of their own. */
function addNodes(block: Block, lines: string[]): void {
  const inlines = (block.nodes ?? []).filter((node) => node.object !== 'block');
  if (inlines.length > 0) {
    const notes: string[] = [];
    for (const line of [inlineText(inlines, notes), ...notes])
      if (line.trim() !== '') lines.push(line.trim());
  }
  for (const node of block.nodes ?? []) if (node.object === 'block') addBlockText(node, lines);
}

function codeText({ nodes }: Block): string {
  const notes: string[] = [];
  const text = (nodes ?? []).map((line) => ('nodes' in line ? inlineText(line.nodes ?? [], notes) : ''));
  return [...text, ...notes].join('\n');
}

const lineOf = ({ data }: Block): unknown => (data.line as { text?: string } | undefined)?.text;

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^\w+:\/\/\S*$/.test(value);

/** What a card of an address outside shows at least: where it leads. */
const addressText = (url: unknown): string => String(url).replace(/^\w+:\/\/(?:www\.)?|[?#].*$/g, '');

function fileName(ref: unknown): string {
  const url = String((ref as { url?: string } | undefined)?.url ?? '').replace(/[?#].*$/, '');
  const name = url.slice(url.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

interface TableView {
  columns: string[];
  hideHeader?: boolean;
  hideColumnTitle?: boolean;
}

interface Column {
  title: string;
  type: string;
  options?: { value: string; label: string }[];
}

/** A line for the titles and for each row: cells of a row are looked for together. */
function addTable({ data, fragments }: Block, lines: string[]): void {
  const view = data.view as TableView;
  const definition = data.definition as Record<string, Column>;
  const records = Object.values(data.records as Record<string, { values: Record<string, unknown> }>);
  const cells = new Map(fragments?.map((fragment) => [fragment.fragment, fragment]));
  const columns = view.columns.flatMap((id) => (definition[id] ? [{ id, column: definition[id] }] : []));
  const addRow = (row: readonly string[]): void => {
    const words = row.filter((cell) => cell !== '').join(CELL_BREAK);
    if (words !== '') lines.push(words);
  };
  if (!view.hideHeader && !view.hideColumnTitle) addRow(columns.map(({ column }) => column.title.trim()));
  for (const { values } of records)
    addRow(columns.map(({ id, column }) => cellText(column, values[id], cells)));
}

const CELL_BREAK = ' · ';

function cellText(
  { type, options }: Column,
  value: unknown,
  cells: ReadonlyMap<string | undefined, Fragment>,
): string {
  switch (type) {
    case 'text': {
      const lines: string[] = [];
      for (const block of cells.get(String(value))?.nodes ?? []) addBlockText(block, lines);
      return lines.join(' ');
    }
    case 'number':
      return value === undefined ? '' : String(value);
    case 'select':
      return (Array.isArray(value) ? value : [])
        .map((chosen) => options?.find((option) => option.value === chosen)?.label || String(chosen))
        .join(', ');
    case 'files':
      return (Array.isArray(value) ? value : []).map((url) => fileName({ url })).join(', ');
    case 'image':
      return String((value as { alt?: string } | undefined)?.alt ?? '');
    default:
      return '';
  }
}
