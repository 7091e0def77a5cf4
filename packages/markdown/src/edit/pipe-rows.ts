import type { Block } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import type { TableColumn } from '../table-data.ts';
import { type Edit, type Site, sliceOf } from './site.ts';
import { escapePipes } from './splice-text.ts';
import type { TableChange, TableRow } from './table-rows.ts';

/** The parts of a line between its pipes, blanks included. */
export function segmentsOf({ source }: Site, { start, end }: Range): Range[] {
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

/** The line of dashes under the head. */
export function delimiterRange(site: Site, { key }: TableChange): Range | undefined {
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

export const dashesOf = (column: TableColumn, width: number): string =>
  DASHES[column.type === 'text' ? column.textAlignment : 'left'](width);

/** Changes the alignment of columns, in the line of dashes. `from`: for each new column, the old one. */
export function setAlignments(site: Site, change: TableChange, from: ArrayLike<number>): Edit[] | undefined {
  const range = delimiterRange(site, change);
  const segments = range && segmentsOf(site, range);
  if (segments?.length !== change.old.columns.length) return undefined;
  const edits: Edit[] = [];
  for (const [i, column] of change.next.columns.entries()) {
    const at = from[i]!;
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

/** The text of a cell between pipes; undefined if it cannot be written there. */
export function pipeText({ writer }: Site, nodes: readonly Block[]): string | undefined {
  if (nodes.some((node) => node.type !== 'paragraph' || node.data.align)) return undefined;
  const paragraphs = nodes.map((node) => writer.text(node.type === 'paragraph' ? node.nodes : [], 'cell'));
  if (paragraphs.length <= 1) return escapePipes(paragraphs[0] ?? '');
  return escapePipes(paragraphs.map((text) => `<p>${text}</p>`).join(''));
}
