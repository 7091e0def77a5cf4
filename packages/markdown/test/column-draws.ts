import { isSame } from '../src/canonical.ts';
import type { JSONDocument, Table } from '../src/document.ts';
import { asRead } from '../src/edit/name-tables.ts';
import { editSource } from '../src/page-source.ts';
import { parseMarkdown } from '../src/parse-markdown.ts';
import { alignColumn, insertColumn, moveColumn, removeColumn } from './column-edits.ts';
import type { SourcePage } from './corpora-pages.ts';
import { flowsOf } from './structure-edits.ts';

interface Draws {
  pages: readonly SourcePage[];
  draws: number;
  random: () => number;
}

const CHANGES = ['insert', 'remove', 'move', 'align'] as const;

const tablesOf = (document: JSONDocument): Table[] =>
  flowsOf(document).flatMap(({ nodes }) => nodes.filter((node): node is Table => node.type === 'table'));

/** Changes a column of a table; returns whether the table has one that can be changed so. */
function changeColumn(table: Table, change: (typeof CHANGES)[number], random: () => number): boolean {
  const { definition, view, cellMerges } = table.data;
  const columns = Object.values(definition);
  const at = Math.floor(random() * columns.length);
  const shown = view.columns.join();
  const hasSpans = cellMerges !== undefined || columns.some(({ titleSpan }) => titleSpan !== undefined);
  switch (change) {
    case 'insert':
      insertColumn(table, at, (row) => (random() < 0.2 ? 'a | b' : `cell ${row}`));
      return !hasSpans;
    case 'remove':
      if (hasSpans || columns.length < 2 || view.type !== 'grid') return false;
      removeColumn(table, at);
      return true;
    case 'move':
      if (hasSpans || columns.length < 2) return false;
      moveColumn(table, at, Math.floor(random() * columns.length));
      // The place of a hidden column among the others has no meaning.
      return view.columns.join() !== shown;
    case 'align':
      if (view.type !== 'grid' || view.hideHeader || columns[at]?.type !== 'text') return false;
      alignColumn(table, at, (['left', 'center', 'right'] as const)[Math.floor(random() * 3)]!);
      return true;
  }
}

/** The texts of the cells as they are written, apart from the blanks between them. */
function writtenCells(source: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of source.split(/(?<!\\)\||<\/?t[rhd]\b[^>]*>|\r?\n/)) {
    const text = cell.trim();
    if (text !== '' && !/^:?-+:?$/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** Whether each cell of one source is in another one as it is written there. */
const areWrittenIn = (cells: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): boolean =>
  [...cells].every(([text, count]) => (others.get(text) ?? 0) >= count);

/**
 * Inserts, removes, moves and aligns columns of random tables. Returns the edits after which the page does not mean what
 * it should or bytes outside of the table have changed (`faults`), and those in which cells that stay are written anew.
 */
export function drawColumnEdits({ pages, draws, random }: Draws): {
  edits: number;
  faults: string[];
  rewritten: string[];
} {
  const withTables = pages.filter(({ source }) => tablesOf(parseMarkdown(source).document).length > 0);
  const faults: string[] = [];
  const rewritten: string[] = [];
  let edits = 0;
  for (let draw = 0; draw < draws; draw++) {
    const { path, source } = withTables[Math.floor(random() * withTables.length)]!;
    const parsed = parseMarkdown(source);
    const document = structuredClone(parsed.document);
    const tables = tablesOf(document);
    const table = tables[Math.floor(random() * tables.length)]!;
    const range = parsed.blockRanges.get(table.key ?? '');
    const change = CHANGES[Math.floor(random() * CHANGES.length)]!;
    if (!range || !changeColumn(table, change, random)) continue;
    edits++;
    const name = `${path}: ${change} of ${Object.keys(table.data.definition).length}`;
    const edited = editSource({ source, content: { document } }).source;
    const read = parseMarkdown(edited).document;
    if (!isSame(read.nodes.map(asRead), document.nodes.map(asRead)))
      faults.push(`${name} has another meaning`);
    const [before, after] = [source.slice(0, range.start), source.slice(range.end)];
    if (!edited.startsWith(before) || !edited.endsWith(after)) faults.push(`${name} changes other bytes`);
    const old = writtenCells(source.slice(range.start, range.end));
    const next = writtenCells(edited.slice(before.length, edited.length - after.length));
    const isKept = change === 'remove' ? areWrittenIn(next, old) : areWrittenIn(old, next);
    if (!isKept) rewritten.push(name);
    if (editSource({ source: edited, content: { document: read } }).source !== edited)
      faults.push(`${name} is not stable`);
  }
  return { edits, faults, rewritten };
}
