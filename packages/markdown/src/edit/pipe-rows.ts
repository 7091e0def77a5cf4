import type { Range } from '../parse-markdown.ts';
import { matchSequences } from '../sequence-diff.ts';
import { type Edit, type Site, sliceOf } from './site.ts';
import { escapePipes } from './splice-text.ts';
import type { TableChange, TableRow } from './table-rows.ts';

/** The parts of a line between its pipes, blanks included. */
function segmentsOf({ source }: Site, { start, end }: Range): Range[] {
  const segments: Range[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if (source[at] !== '|' || source[at - 1] === '\\') continue;
    segments.push({ start: from, end: at });
    from = at + 1;
  }
  if (source.slice(from, end).trim() !== '') segments.push({ start: from, end });
  if (source[start] === '|') segments.shift();
  return segments;
}

/** A row of new texts that is laid out as another one. */
export function fillRow(
  site: Site,
  { key, old }: TableChange,
  model: TableRow | undefined,
  texts: readonly string[],
): string | undefined {
  const range = site.ranges.get(model ? `${key}/${model.id}` : `${key}/head`);
  const segments = range && segmentsOf(site, range);
  if (!range || segments?.length !== texts.length || old.columns.length !== texts.length)
    return `| ${texts.join(' | ')} |`;
  const head = site.ranges.get(`${key}/head`);
  const isAligned = head !== undefined && head.end - head.start === range.end - range.start;
  let result = '';
  let position = range.start;
  for (const [i, segment] of segments.entries()) {
    const written = sliceOf(site, segment);
    const before = /^[ \t]?/.exec(written)![0];
    const after = /[ \t]?$/.exec(written)![0];
    const width = isAligned ? written.length - before.length - after.length : 0;
    result += site.source.slice(position, segment.start) + before + texts[i]!.padEnd(width) + after;
    position = segment.end;
  }
  return result + site.source.slice(position, range.end);
}

function delimiterRange(site: Site, { key }: TableChange): Range | undefined {
  const head = site.ranges.get(`${key}/head`);
  const line = head && /^(?:\r\n?|\n)[ \t>]*([^\r\n]*)/.exec(site.source.slice(head.end));
  if (!head || !line) return undefined;
  const end = head.end + line[0].trimEnd().length;
  return { start: head.end + line[0].length - line[1]!.length, end };
}

const DASHES = {
  left: (width: number) => '-'.repeat(width),
  center: (width: number) => `:${'-'.repeat(Math.max(1, width - 2))}:`,
  right: (width: number) => `${'-'.repeat(Math.max(1, width - 1))}:`,
};

/** Changes the alignment of columns, in the line of dashes. */
export function setAlignments(site: Site, change: TableChange): Edit[] | undefined {
  const range = delimiterRange(site, change);
  const segments = range && segmentsOf(site, range);
  if (segments?.length !== change.old.columns.length) return undefined;
  const edits: Edit[] = [];
  for (const column of change.next.columns) {
    const at = change.old.columns.findIndex(({ id }) => id === column.id);
    const before = change.old.columns[at];
    if (column.type !== 'text' || column.verticalAlignment || (before && before.type !== 'text'))
      return undefined;
    const segment = segments[at];
    if (!segment || before?.textAlignment === column.textAlignment) continue;
    const written = sliceOf(site, segment);
    const start = segment.start + written.length - written.trimStart().length;
    const width = written.trim().length;
    edits.push({ start, end: start + width, text: DASHES[column.textAlignment](Math.max(3, width)) });
  }
  return edits;
}

/** Adds columns to each line of a table, and removes others; undefined where columns are moved. */
export function columnEdits(site: Site, change: TableChange): Edit[] | undefined {
  const { key, old, next } = change;
  const oldIds = old.columns.map(({ id }) => id);
  const nextIds = next.columns.map(({ id }) => id);
  const from = matchSequences(oldIds, nextIds);
  const kept = new Set([...from].filter((at) => at >= 0));
  if (nextIds.some((id, i) => from[i]! < 0 && oldIds.includes(id)) || kept.size === 0) return undefined;
  // Rows that come or go at the same time are another matter.
  if (old.rows.map(({ id }) => id).join(' ') !== next.rows.map(({ id }) => id).join(' ')) return undefined;
  const rowOf = new Map(next.rows.map((row) => [row.id, row]));
  const lines: { range: Range | undefined; textOf(column: number): string }[] = [
    { range: site.ranges.get(`${key}/head`), textOf: (i) => escapePipes(next.columns[i]!.title) },
    { range: delimiterRange(site, change), textOf: () => '---' },
    ...old.rows.map(({ id }) => ({
      range: site.ranges.get(`${key}/${id}`),
      textOf: (i: number) => {
        const nodes = next.cell(rowOf.get(id)!, nextIds[i]!);
        return escapePipes(
          nodes
            .map((node) => (node.type === 'paragraph' ? site.writer.text(node.nodes, 'cell') : ''))
            .join(' '),
        );
      },
    })),
  ];
  const edits: Edit[] = [];
  for (const { range, textOf } of lines) {
    const segments = range && segmentsOf(site, range);
    if (segments?.length !== oldIds.length) return undefined;
    for (const [i, segment] of segments.entries()) {
      if (kept.has(i)) continue;
      const hasPipeAfter = site.source[segment.end] === '|' && segment.end < range!.end;
      edits.push({
        start: hasPipeAfter ? segment.start : segment.start - 1,
        end: hasPipeAfter ? segment.end + 1 : segment.end,
        text: '',
      });
    }
    let last = -1;
    for (const [i, match] of from.entries()) {
      if (match >= 0) {
        last = match;
        continue;
      }
      const model = segments[Math.max(0, last)]!;
      // As much room as the cell beside it has.
      const text = textOf(i);
      const room = text === '' || /^\s/.test(sliceOf(site, model)) ? ' ' : '';
      const { start, end } = model;
      if (last < 0) edits.push({ start, end: start, text: `${room}${text}${room}|` });
      else {
        const isLast = site.source[end] !== '|';
        edits.push({ start: end, end, text: `${isLast ? ' ' : ''}|${room}${text}${isLast ? '' : room}` });
      }
    }
  }
  return edits;
}
