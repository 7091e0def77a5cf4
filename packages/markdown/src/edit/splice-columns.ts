import { appendTo } from '@lectern/std/long-lists';
import type { Range } from '../parse-markdown.ts';
import { readHtmlTag } from '../syntax/html.ts';
import type { TableColumn } from '../table-data.ts';
import { openTag } from '../write/inline-html.ts';
import { writeHeader, writeValue } from '../write/write-table.ts';
import { type ColumnPlan, type ColumnRuns, restOf, runsOf, titleOf } from './column-plan.ts';
import { splicePipeLines } from './pipe-columns.ts';
import { setAlignments } from './pipe-rows.ts';
import { type Edit, type Site, sliceOf } from './site.ts';
import { spliceHtmlTag } from './splice-tag.ts';
import type { RowPair, TableChange } from './table-rows.ts';
import { transplant } from './transplant.ts';

/** Adds, removes and moves columns, and changes their titles and alignment. `pairs`: the rows that stay. */
export function spliceColumns(
  site: Site,
  change: TableChange,
  plan: ColumnPlan,
  pairs: readonly RowPair[],
): Edit[] | undefined {
  if (plan.kept.size === 0) return undefined;
  const edits: Edit[] = [];
  if (!plan.isSame) {
    const cells = change.isHtml
      ? spliceHtmlLines(site, change, plan, pairs)
      : splicePipeLines(site, change, plan, pairs);
    if (!cells) return undefined;
    appendTo(edits, cells);
  }
  for (const [i, column] of change.next.columns.entries()) {
    const same = change.old.columns[plan.from[i]!];
    if (!same) continue;
    const [before, after] = [same, column].map((one) => titleOf(site, one, change.isHtml)) as [
      string,
      string,
    ];
    if (before === after) continue;
    const range = site.ranges.get(`${change.key}/${same.id}`);
    if (!range) return undefined;
    const [text = after] = transplant({ source: sliceOf(site, range), old: [before], next: [after] });
    edits.push({ ...range, text });
  }
  const settings = change.isHtml
    ? spliceHeaders(site, change, plan, pairs)
    : change.next.columns.some((column, i) => differs(change.old.columns[plan.from[i]!], column))
      ? setAlignments(site, change, plan.from)
      : [];
  return settings && [...edits, ...settings];
}

const differs = (old: TableColumn | undefined, next: TableColumn): boolean =>
  old !== undefined && restOf(old) !== restOf(next);

/** One text for a column, with its title. */
const identityOf = (site: Site, column: TableColumn, isHtml: boolean): string =>
  `${restOf(column)} ${titleOf(site, column, isHtml)}`;

/** A line of cells in HTML: all old ones with their tags, and the new ones. */
interface HtmlLine {
  cells: readonly (Range | undefined)[];
  textOf(column: number): string | undefined;
}

function spliceHtmlLines(
  site: Site,
  change: TableChange,
  plan: ColumnPlan,
  pairs: readonly RowPair[],
): Edit[] | undefined {
  const { key, old, next, nextTable } = change;
  const spans = [change.oldTable, nextTable].some(
    ({ data }) =>
      data.cellMerges?.length || Object.values(data.definition).some(({ titleSpan }) => titleSpan),
  );
  if (spans) return undefined;
  const shown = new Set(nextTable.data.view.columns);
  const lines: HtmlLine[] = columnElements(site, change, plan);
  if (site.ranges.has(`${key}/head`))
    lines.push({
      cells: old.columns.map(({ id }) => cellRange(site, site.ranges.get(`${key}/${id}`))),
      textOf(i) {
        const column = next.columns[i]!;
        const origin = old.columns[plan.origins[i]!];
        const range = origin && cellRange(site, site.ranges.get(`${key}/${origin.id}`));
        return range && identityOf(site, origin, true) === identityOf(site, column, true)
          ? sliceOf(site, range)
          : writeHeader(column, nextTable.data.view, shown);
      },
    });
  for (const [before, after] of pairs)
    lines.push({
      cells: old.columns.map((column) => cellRange(site, innerOf(site, change, before, column))),
      textOf(i) {
        const column = next.columns[i]!;
        const origin = old.columns[plan.origins[i]!];
        const range = origin && cellRange(site, innerOf(site, change, before, origin));
        if (range && old.identityOf(before, origin.id) === next.identityOf(after, column.id))
          return sliceOf(site, range);
        const nodes = next.cell(after, column.id);
        const { content, attributes = {} } = writeValue(
          after.values[column.id],
          column,
          nodes,
          site.writer.footnotes,
        );
        const name = nextTable.data.records[after.id]?.headers?.includes(column.id) ? 'th' : 'td';
        return `${openTag(name, attributes)}${content}</${name}>`;
      },
    });
  const runs = runsOf(plan, old.columns.length);
  const edits: Edit[] = [];
  for (const line of lines) {
    const made = spliceHtmlLine(site, line, runs, plan);
    if (!made) return undefined;
    appendTo(edits, made);
  }
  return edits;
}

function spliceHtmlLine(
  site: Site,
  { cells, textOf }: HtmlLine,
  { removed, added }: ColumnRuns,
  { kept }: ColumnPlan,
): Edit[] | undefined {
  const ranges: Range[] = [];
  for (const range of cells) {
    if (!range || !/^\s*$/.test(site.source.slice(ranges.at(-1)?.end ?? range.start, range.start)))
      return undefined;
    ranges.push(range);
  }
  const [first, second] = ranges;
  if (!first) return undefined;
  // Cells that have lines of their own keep them.
  const gap = second
    ? site.source.slice(first.end, second.start)
    : (/(?:\r\n?|\n)[ \t>]*$/.exec(site.source.slice(Math.max(0, first.start - 200), first.start))?.[0] ??
      '');
  const edits = removed.map(
    ({ first: from, last: to }): Edit =>
      from > 0
        ? { start: ranges[from - 1]!.end, end: ranges[to]!.end, text: '' }
        : { start: ranges[0]!.start, end: ranges[to + 1]!.start, text: '' },
  );
  for (const { after, columns } of added) {
    const texts = columns.map(textOf);
    if (texts.includes(undefined)) return undefined;
    const at = after < 0 ? ranges[Math.min(...kept)]!.start : ranges[after]!.end;
    const text = texts.map((one) => (after < 0 ? one + gap : gap + one)).join('');
    edits.push({ start: at, end: at, text });
  }
  return edits;
}

/** The `<col>` elements of a table that has one for each column. */
function columnElements(site: Site, { key, range, old }: TableChange, { origins }: ColumnPlan): HtmlLine[] {
  const first = site.ranges.get(`${key}/head`) ?? site.ranges.get(`${key}/${old.rows[0]?.id}`);
  if (!first) return [];
  const cells = [...site.source.slice(range.start, first.start).matchAll(/<col(?:\s[^<>]*)?>/gi)].map(
    ({ 0: tag, index }) => ({ start: range.start + index, end: range.start + index + tag.length }),
  );
  const textOf = (i: number): string => {
    const origin = cells[origins[i]!];
    return origin ? sliceOf(site, origin) : '<col>';
  };
  return cells.length === old.columns.length ? [{ cells, textOf }] : [];
}

/** The longest tag of a cell that is found, with the blanks after it. */
const MAX_TAG_LENGTH = 500;

/** A cell with its tags, by the text between them. */
function cellRange({ source }: Site, inner: Range | undefined): Range | undefined {
  if (!inner) return undefined;
  const before = source.slice(Math.max(0, inner.start - MAX_TAG_LENGTH), inner.start);
  const text = before.toLowerCase();
  const at = Math.max(text.lastIndexOf('<td'), text.lastIndexOf('<th'));
  const tag = at < 0 ? undefined : readHtmlTag(before, at);
  const isTag = tag !== undefined && before.slice(tag.end).trim() === '';
  const closing = /^\s*<\/t[dh]\s*>/i.exec(source.slice(inner.end, inner.end + 200));
  return isTag && closing
    ? { start: inner.start - before.length + at, end: inner.end + closing[0].length }
    : undefined;
}

const innerOf = (
  site: Site,
  { key, old }: TableChange,
  row: RowPair[0],
  { type, id }: TableColumn,
): Range | undefined =>
  site.ranges.get((type === 'text' ? old.keyOf(row, id) : `${key}/${row.id}-${id}`) ?? '');

/** Changes the attributes of columns, and the alignment of the cells that repeat it. */
function spliceHeaders(
  site: Site,
  change: TableChange,
  { from }: ColumnPlan,
  pairs: readonly RowPair[],
): Edit[] | undefined {
  const { key, old, next, oldTable, nextTable } = change;
  const views = [oldTable.data.view, nextTable.data.view] as const;
  const shown = views.map(({ columns }) => new Set(columns)) as [Set<string>, Set<string>];
  const edits: Edit[] = [];
  for (const [i, column] of next.columns.entries()) {
    const same = old.columns[from[i]!];
    if (!same) continue;
    // Text after the tag is changed elsewhere.
    const bare = { title: '', titleHtml: undefined, titleSource: undefined };
    const [before, after] = [
      writeHeader({ ...same, ...bare } as TableColumn, views[0], shown[0]),
      writeHeader({ ...column, ...bare } as TableColumn, views[1], shown[1]),
    ];
    if (before === after) continue;
    const range = cellRange(site, site.ranges.get(`${key}/${same.id}`));
    const made = range && spliceHtmlTag(site, range, { at: 0, before, after });
    if (!made) return undefined;
    appendTo(edits, made);
    if (same.type !== 'text' || column.type !== 'text' || same.textAlignment === column.textAlignment)
      continue;
    for (const [row] of pairs) {
      const cell = cellRange(site, innerOf(site, change, row, same));
      const align = cell && readHtmlTag(sliceOf(site, cell), 0)?.attributes.get('align');
      if (align?.value.toLowerCase() === same.textAlignment)
        edits.push({
          start: cell!.start + align.start,
          end: cell!.start + align.end,
          text: column.textAlignment,
        });
    }
  }
  return edits;
}
