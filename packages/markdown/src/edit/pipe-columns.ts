import { appendTo } from '@lectern/std/long-lists';
import type { Range } from '../parse-markdown.ts';
import type { TableColumn } from '../table-data.ts';
import { type ColumnPlan, type ColumnRuns, restOf, runsOf, titleOf } from './column-plan.ts';
import { dashesOf, delimiterRange, pipeText, segmentsOf } from './pipe-rows.ts';
import { type Edit, type Site, sliceOf } from './site.ts';
import type { RowPair, TableChange } from './table-rows.ts';

interface PipeLine {
  range: Range | undefined;
  /** The text of a new column; undefined if it cannot be written between pipes. */
  textOf(column: number): string | undefined;
  /** The old column of which a column that moves keeps the text. */
  originOf(column: number): number;
}

/** Adds, removes and moves the columns of a table with pipes. */
export function splicePipeLines(
  site: Site,
  change: TableChange,
  plan: ColumnPlan,
  pairs: readonly RowPair[],
): Edit[] | undefined {
  const { key, old, next } = change;
  const keeps = (i: number, test: (origin: TableColumn) => boolean): number => {
    const origin = old.columns[plan.origins[i]!];
    return origin && test(origin) ? plan.origins[i]! : -1;
  };
  const lines: PipeLine[] = [
    {
      range: site.ranges.get(`${key}/head`),
      textOf: (i) => titleOf(site, next.columns[i]!, false),
      originOf: (i) =>
        keeps(i, (origin) => titleOf(site, origin, false) === titleOf(site, next.columns[i]!, false)),
    },
    {
      range: delimiterRange(site, change),
      textOf: (i) => dashesOf(next.columns[i]!, 3),
      originOf: (i) => keeps(i, (origin) => restOf(origin) === restOf(next.columns[i]!)),
    },
    ...pairs.map(
      ([before, after]): PipeLine => ({
        range: site.ranges.get(`${key}/${before.id}`),
        textOf: (i) => pipeText(site, next.cell(after, next.columns[i]!.id)),
        originOf: (i) =>
          keeps(i, ({ id }) => old.identityOf(before, id) === next.identityOf(after, next.columns[i]!.id)),
      }),
    ),
  ];
  const runs = runsOf(plan, old.columns.length);
  const isAligned = new Set(lines.map(({ range }) => range && range.end - range.start)).size === 1;
  const widths = next.columns.map((_, i) =>
    isAligned ? lines.reduce((width, { textOf }) => Math.max(width, textOf(i)?.length ?? 0), 0) : 0,
  );
  const hasRoom = ({ range }: PipeLine): boolean =>
    range !== undefined && /^\|?[ \t]|[ \t]\|/.test(sliceOf(site, range));
  // Dashes may reach from pipe to pipe where texts do not.
  const rest = isAligned && hasRoom(lines[0]!) && !hasRoom(lines[1]!) ? 2 : 0;
  const edits: Edit[] = [];
  for (const [n, line] of lines.entries()) {
    const made = splicePipeLine(site, line, runs, {
      count: old.columns.length,
      first: Math.min(...plan.kept),
      textOf: (i) => {
        if (n === 1) return dashesOf(next.columns[i]!, Math.max(3, widths[i]! + rest));
        return line.textOf(i)?.padEnd(widths[i]!);
      },
    });
    if (!made) return undefined;
    appendTo(edits, made);
  }
  return edits;
}

function splicePipeLine(
  site: Site,
  { range, originOf }: PipeLine,
  { removed, added }: ColumnRuns,
  { count, first, textOf }: { count: number; first: number; textOf(column: number): string | undefined },
): Edit[] | undefined {
  const segments = range && segmentsOf(site, range);
  if (!range || segments?.length !== count) return undefined;
  const edits: Edit[] = [];
  for (const { first: from, last: to } of removed) {
    const { start } = segments[from]!;
    const { end } = segments[to]!;
    // Without a pipe at the end of the line, that before the last column goes.
    const hasPipeAfter = site.source[end] === '|' && end < range.end;
    const blanks =
      start === range.start ? /^[ \t]*/.exec(site.source.slice(end + 1, range.end))![0].length : 0;
    if (hasPipeAfter) edits.push({ start, end: end + 1 + blanks, text: '' });
    else edits.push({ start: start - 1, end, text: '' });
  }
  for (const { after, columns } of added) {
    const model = segments[Math.max(0, after)]!;
    const room = /^\s|\s$/.test(sliceOf(site, model)) ? ' ' : '';
    const texts: string[] = [];
    for (const i of columns) {
      const origin = segments[originOf(i)];
      const text = origin ? trimOnce(sliceOf(site, origin)) : textOf(i);
      if (text === undefined) return undefined;
      texts.push(text === '' && room === '' ? ' ' : text);
    }
    if (after < 0) {
      const isFirst = segments[0]!.start === range.start;
      const { start } = segments[first]!;
      const written = sliceOf(site, segments[first]!);
      const at = isFirst ? start + written.length - written.trimStart().length : start;
      const cells = texts.map((text) => (isFirst ? `${text}${room}|${room}` : `${room}${text}${room}|`));
      edits.push({ start: at, end: at, text: cells.join('') });
      continue;
    }
    const at = model.end;
    const isLast = site.source[at] !== '|' || at >= range.end;
    const lead = isLast && room !== '' && !/\s$/.test(sliceOf(site, model)) ? ' ' : '';
    const cells = texts.map((text, n) => `|${room}${text}${isLast && n === texts.length - 1 ? '' : room}`);
    edits.push({ start: at, end: at, text: lead + cells.join('') });
  }
  return edits;
}

/** Without the blank on either side that belongs to the pipes. */
const trimOnce = (text: string): string => text.replace(/^[ \t]/, '').replace(/[ \t]$/, '');
