import type { Level, PieceMerge, Resolution } from './chunks.ts';
import type { Sides } from './conflicts.ts';
import { concernSame, mergePieces } from './merge-pieces.ts';
import { mergeWords } from './merge-texts.ts';
import type { Piece } from './pieces.ts';
import { columnsOf, splitCells, splitTable } from './split-block.ts';

const ROWS: Level = { name: 'row', isStrict: false, concern: concernSame, mergeParts: mergeRow };
const HTML_ROWS: Level = { ...ROWS, name: 'html-row' };

/** Merges a table by row and cell; undefined if its rows cannot be compared. */
export function mergeTable(texts: Sides<string>): PieceMerge | undefined {
  const columns = columnsOf(texts.base);
  if (columnsOf(texts.ours) !== columns || columnsOf(texts.theirs) !== columns) return undefined;
  const [base, ours, theirs] = [splitTable(texts.base), splitTable(texts.ours), splitTable(texts.theirs)];
  if (!base || !ours || !theirs) return undefined;
  return mergePieces({ base, ours, theirs }, texts.base.startsWith('<') ? HTML_ROWS : ROWS);
}

/** Merges the cells of a row; if both sides changed the same words of a cell, the row is a conflict. */
function mergeRow(pieces: Sides<Piece>): Resolution | undefined {
  const isHtml = /^\s*</.test(pieces.base.text);
  const base = splitCells(pieces.base.text);
  const ours = splitCells(pieces.ours.text);
  const theirs = splitCells(pieces.theirs.text);
  if (base.length !== ours.length || base.length !== theirs.length) return undefined;
  let text = '';
  for (const [i, old] of base.entries()) {
    const cells = { base: old, ours: ours[i] as string, theirs: theirs[i] as string };
    const cell = chooseText(cells) ?? (isHtml ? mergeWords(cells) : mergeCell(cells));
    if (cell === undefined) return undefined;
    text += cell;
  }
  return { kind: 'text', text };
}

/** The text of the side that changed it; undefined if both did. */
function chooseText({ base, ours, theirs }: Sides<string>): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}

interface Cell {
  before: string;
  content: string;
  after: string;
  /** The sign that closes the cell, if it is closed. */
  edge: string;
}

function readCell(text: string): Cell {
  const edge = text.endsWith('|') ? '|' : '';
  const inner = text.slice(0, text.length - edge.length);
  const content = inner.trim();
  const start = content === '' ? inner.length : inner.indexOf(content);
  return { before: inner.slice(0, start), content, after: inner.slice(start + content.length), edge };
}

/** Merges a cell that both sides changed, be it only in its padding. */
function mergeCell({ base, ours, theirs }: Sides<string>): string | undefined {
  const cells = { base: readCell(base), ours: readCell(ours), theirs: readCell(theirs) };
  const content = mergeDelimiters(cells) ?? mergeField(cells, ({ content: text }) => text, mergeWords);
  const edge = mergeField(cells, (cell) => cell.edge);
  if (content === undefined || edge === undefined) return undefined;
  const before = mergeField(cells, (cell) => cell.before, longest) as string;
  const after = cells.base.after;
  if (cells.ours.after === after && cells.theirs.after === after) return before + content + after + edge;
  // The side that padded the column anew decides its width.
  const width = chooseWidth(base.length, ours.length, theirs.length);
  const padding = width - before.length - content.length - edge.length;
  const isPadded = cells.ours.after !== '' || cells.theirs.after !== '';
  return before + content + ' '.repeat(Math.max(isPadded && content !== '' ? 1 : 0, padding)) + edge;
}

/** The width of the side that changed it, or the greater one. */
const chooseWidth = (base: number, ours: number, theirs: number): number =>
  ours === base ? theirs : theirs === base ? ours : Math.max(ours, theirs);

function mergeField(
  { base, ours, theirs }: Sides<Cell>,
  read: (cell: Cell) => string,
  mergeBoth?: (texts: Sides<string>) => string | undefined,
): string | undefined {
  const texts = { base: read(base), ours: read(ours), theirs: read(theirs) };
  return chooseText(texts) ?? mergeBoth?.(texts);
}

const longest = ({ ours, theirs }: Sides<string>): string => (ours.length >= theirs.length ? ours : theirs);

const DELIMITER = /^(:?)(-+)(:?)$/;

/** The cells below the header: both sides may have changed their width, and one of them the alignment. */
function mergeDelimiters(cells: Sides<Cell>): string | undefined {
  const matches = [cells.base, cells.ours, cells.theirs].map(({ content }) => DELIMITER.exec(content));
  const [base, ours, theirs] = matches;
  if (!base || !ours || !theirs) return undefined;
  const read = (part: 1 | 3): string | undefined =>
    chooseText({ base: base[part] ?? '', ours: ours[part] ?? '', theirs: theirs[part] ?? '' });
  const [start, end] = [read(1), read(3)];
  if (start === undefined || end === undefined) return undefined;
  const [old = 0, left = 0, right = 0] = [base, ours, theirs].map((match) => match[2]?.length);
  return start + '-'.repeat(chooseWidth(old, left, right)) + end;
}
