import { appendTo } from '@lectern/std/long-lists';
import { isSame, withoutAnchors } from '../canonical.ts';
import type { Block, Table } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import type { TableColumn } from '../table-data.ts';
import { writeHtmlBlocks } from '../write/write-html.ts';
import { writeTableTag, writeValue } from '../write/write-table.ts';
import { type ColumnPlan, planColumns } from './column-plan.ts';
import { fillRow, pipeText } from './pipe-rows.ts';
import { applyEdits, type Edit, linePrefix, type Site, sliceOf } from './site.ts';
import { spliceColumns } from './splice-columns.ts';
import { spliceHtmlTag } from './splice-tag.ts';
import { spliceHtmlCell, spliceText } from './splice-text.ts';
import {
  pairRows,
  type RowPair,
  readGrid,
  type TableChange,
  type TableGrid,
  type TableRow,
} from './table-rows.ts';

/** Changes the cells of a table that differ, its rows and its columns. */
export function spliceTable(site: Site, old: Table, next: Table, range: Range): Edit[] | undefined {
  if (old.key === undefined) return undefined;
  const isHtml = /^<table[\s>]/i.test(sliceOf(site, range));
  const tag = isHtml
    ? spliceHtmlTag(site, range, { at: 0, before: writeTableTag(old), after: writeTableTag(next) })
    : layoutOf(old) === layoutOf(next)
      ? []
      : undefined;
  if (!tag) return undefined;
  const ids = new Set(Object.keys(old.data.definition).filter((id) => next.data.definition[id]));
  const change: TableChange = {
    key: old.key,
    range,
    isHtml,
    oldTable: old,
    nextTable: next,
    old: readGrid(old, ids),
    next: readGrid(next, ids),
  };
  const plan = planColumns(change);
  const from = pairRows(change.old.rows, change.next.rows);
  const pairs = change.next.rows.flatMap((row, i): RowPair[] =>
    from[i]! < 0 ? [] : [[change.old.rows[from[i]!]!, row]],
  );
  const columns = spliceColumns(site, change, plan, pairs);
  const rows = columns && spliceRows(site, change, plan, from);
  return rows && [...tag, ...columns, ...rows];
}

/** The fields of a table apart from its columns and rows. */
function layoutOf({ data, attributes }: Table): string {
  const { columns: _columns, ...view } = data.view;
  return JSON.stringify([Object.entries(view).sort(), data.fullWidth, data.search, attributes]);
}

function spliceRows(
  site: Site,
  change: TableChange,
  plan: ColumnPlan,
  from: ArrayLike<number>,
): Edit[] | undefined {
  const { key, old, next } = change;
  const ranges: Range[] = [];
  for (const { id } of old.rows) {
    const range = rowRange(site, change, `${key}/${id}`);
    if (!range) return undefined;
    ranges.push(range);
  }
  const head = headRange(site, change);
  const edits: Edit[] = [];
  let last = -1;
  let added: TableRow[] = [];
  for (let i = 0; i <= next.rows.length; i++) {
    const match = i < next.rows.length ? from[i]! : old.rows.length;
    if (match < 0) {
      added.push(next.rows[i]!);
      continue;
    }
    const before = last < 0 ? head : ranges[last];
    if (match > last + 1) {
      const start = before?.end ?? ranges[last + 1]!.start;
      const end = before || match === ranges.length ? ranges[match - 1]!.end : ranges[match]!.start;
      edits.push({ start, end, text: '' });
    }
    for (const row of added) {
      const made = addRow(site, change, row, { after: before, ranges, index: Math.max(0, last) });
      if (!made) return undefined;
      edits.push(made);
    }
    if (i < next.rows.length) {
      const cells = spliceCells(site, change, plan, [old.rows[match]!, next.rows[i]!]);
      if (!cells) return undefined;
      appendTo(edits, cells);
    }
    last = match;
    added = [];
  }
  return joinInsertions(edits);
}

/** Rows that are added, or removed, in one place are one edit. */
function joinInsertions(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (
      last &&
      edit.start === edit.end &&
      (last.start === edit.start || last.end === edit.start) &&
      last.text.startsWith('\n') === edit.text.startsWith('\n') &&
      last.text !== ''
    )
      last.text += edit.text;
    else if (last && last.text === '' && edit.start === edit.end && edit.start === last.start)
      last.text = edit.text;
    else joined.push({ ...edit });
  }
  return joined;
}

/** The longest tag of a row that is found, with the blanks after it. */
const MAX_TAG_LENGTH = 500;

/** The row with its tags. */
function rowRange(site: Site, { isHtml }: TableChange, name: string): Range | undefined {
  const range = site.ranges.get(name);
  if (!range || !isHtml) return range;
  // Between the tag of a row and its first cell there is nothing else.
  const before = site.source.slice(Math.max(0, range.start - MAX_TAG_LENGTH), range.start);
  const at = before.toLowerCase().lastIndexOf('<tr');
  const isTag = at >= 0 && /^<tr[^<>]*>\s*$/i.test(before.slice(at));
  const closing = /^\s*<\/tr\s*>/i.exec(site.source.slice(range.end, range.end + 200));
  return isTag && closing
    ? { start: range.start - before.length + at, end: range.end + closing[0].length }
    : undefined;
}

/** The text before the first row: the head, with the line of dashes under it. */
function headRange(site: Site, { key, isHtml }: TableChange): Range | undefined {
  const head = site.ranges.get(`${key}/head`);
  if (isHtml || !head) return undefined;
  const line = /^(?:\r\n?|\n)[^\r\n]*/.exec(site.source.slice(head.end));
  return line ? { start: head.start, end: head.end + line[0].trimEnd().length } : undefined;
}

function addRow(
  site: Site,
  change: TableChange,
  row: TableRow,
  place: { after: Range | undefined; ranges: readonly Range[]; index: number },
): Edit | undefined {
  const { isHtml, next, old, key } = change;
  const { after, ranges, index } = place;
  const prefix = linePrefix(site, change.range.start);
  const model = old.rows[index];
  if (!isHtml) {
    const texts = next.columns.map(({ id }) => pipeText(site, next.cell(row, id)));
    const text = texts.every((one) => one !== undefined) ? fillRow(site, change, model, texts) : undefined;
    if (text === undefined || !after) return undefined;
    return { start: after.end, end: after.end, text: site.newline + prefix + text };
  }
  const range = model && ranges[index];
  if (!range || /(?:row|col)span/i.test(sliceOf(site, range))) return undefined;
  const cells: Edit[] = [];
  for (const column of next.columns) {
    const name = column.type === 'text' ? old.keyOf(model, column.id) : `${key}/${model.id}-${column.id}`;
    const within = site.ranges.get(name ?? '');
    const text = htmlText(site, next, row, column);
    if (!within || text === undefined) return undefined;
    cells.push({ start: within.start - range.start, end: within.end - range.start, text });
  }
  const written = applyEdits(sliceOf(site, range), cells);
  const other = ranges[index + 1] ?? ranges[index - 1];
  const [first, second] = other && other.start < range.start ? [other, range] : [range, other];
  const gap = second ? site.source.slice(first.end, second.start) : site.newline;
  if (!/^\s*$/.test(gap)) return undefined;
  return after
    ? { start: after.end, end: after.end, text: gap + written }
    : { start: range.start, end: range.start, text: written + gap };
}

/** The text within the tags of a cell; undefined if its tag needs more attributes. */
function htmlText({ writer }: Site, grid: TableGrid, row: TableRow, column: TableColumn): string | undefined {
  const nodes = grid.cell(row, column.id);
  if (column.type === 'text') return writeHtmlBlocks(nodes, writer.footnotes);
  const { content, attributes = {} } = writeValue(row.values[column.id], column, nodes, writer.footnotes);
  return Object.values(attributes).some((value) => value !== undefined) ? undefined : content;
}

function spliceCells(
  site: Site,
  change: TableChange,
  { from }: ColumnPlan,
  [old, next]: RowPair,
): Edit[] | undefined {
  const { key, isHtml } = change;
  const edits: Edit[] = [];
  for (const [i, column] of change.next.columns.entries()) {
    const { id } = column;
    if (from[i]! < 0 || change.old.identityOf(old, id) === change.next.identityOf(next, id)) continue;
    const name = column.type === 'text' ? change.old.keyOf(old, id) : `${key}/${old.id}-${id}`;
    const range = site.ranges.get(name ?? '');
    if (!range) return undefined;
    const before = change.old.cell(old, id);
    const after = change.next.cell(next, id);
    if (column.type !== 'text') {
      const text = htmlText(site, change.next, next, column);
      if (text === undefined) return undefined;
      edits.push({ ...range, text });
    } else if (isHtml) {
      const wanted = after.map(withoutAnchors);
      edits.push(
        spliceHtmlCell(site, range, before, after, (read) => isSame(read.map(withoutAnchors), wanted)),
      );
    } else {
      const edit = splicePipeCell(site, range, before, after);
      if (!edit) return undefined;
      edits.push(keepColumn(site, change, old, edit));
    }
  }
  return edits;
}

function splicePipeCell(
  site: Site,
  range: Range,
  old: readonly Block[],
  next: readonly Block[],
): Edit | undefined {
  const [before] = old;
  const [after] = next;
  const isLine =
    old.length === 1 && next.length === 1 && before?.type === 'paragraph' && after?.type === 'paragraph';
  if (isLine && !after.data.align && !before.data.align && range.end > range.start && !isEmpty(after))
    return spliceText(site, { range, old: before.nodes, next: after.nodes, place: 'cell', prefix: '' });
  const text = pipeText(site, next);
  if (text === undefined) return undefined;
  return { ...spanOf(site, range), text };
}

const isEmpty = (node: Block): boolean =>
  (node.nodes ?? []).every(
    (child) => child.object === 'text' && child.leaves.every(({ text, source }) => text === '' && !source),
  );

/** Where the text of a cell goes: in an empty one, after the first of its blanks. */
function spanOf({ source }: Site, { start, end }: Range): Range {
  if (end > start) return { start, end };
  const blanks = start - source.slice(0, start).trimEnd().length;
  return blanks < 2 ? { start, end } : { start: start - blanks + 1, end: start - blanks + 1 };
}

/** Where all lines of a table are of one length, the blanks after a cell give way. */
function keepColumn(site: Site, change: TableChange, row: TableRow, edit: Edit): Edit {
  const range = site.ranges.get(`${change.key}/${row.id}`);
  const head = site.ranges.get(`${change.key}/head`);
  if (!range || !head || range.end - range.start !== head.end - head.start) return edit;
  const growth = edit.text.length - (edit.end - edit.start);
  const blanks = /^ */.exec(site.source.slice(edit.end, edit.end + 1000))![0].length;
  if (growth > 0) return { ...edit, end: edit.end + Math.min(growth, Math.max(0, blanks - 1)) };
  return site.source[edit.end + blanks] === '|' ? { ...edit, text: edit.text + ' '.repeat(-growth) } : edit;
}
