import type { Sides } from './conflicts.ts';
import { joinPieces, type Piece, type PieceList, splitLines } from './pieces.ts';

const MARKER = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])([ \t]+|$)/;

/** The markers of an item and of those in it: their kind and number do not distinguish items. */
const MARKERS = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$)/gm;

/** The width of a blank text, with tabs to the next multiple of four. */
function widthOf(text: string, start = 0): number {
  let width = start;
  for (const character of text) width += character === '\t' ? 4 - (width % 4) : 1;
  return width;
}

interface Marker {
  indent: number;
  /** The column of the item's content: lines indented as far belong to the item. */
  content: number;
}

function readMarker(line: string): Marker | undefined {
  const match = MARKER.exec(line);
  if (!match) return undefined;
  const [all, blanks = '', space = ''] = match;
  const indent = widthOf(blanks);
  const afterSign = indent + (all.length - blanks.length - space.length);
  const gap = widthOf(space, afterSign) - afterSign;
  // More than four columns after the marker are an indented code block in the item.
  return { indent, content: afterSign + (gap >= 1 && gap <= 4 ? gap : 1) };
}

/** Splits a list into its items, each with all that is nested in it. */
export function splitList(text: string): PieceList {
  return splitAtMarkers(splitLines(text).pieces, 0, 'item');
}

/** Splits a list item into its own lines and the items of the first level nested in it. */
export function splitItem(text: string): PieceList | undefined {
  const lines = splitLines(text).pieces;
  const own = lines[0] && readMarker(lines[0].text);
  if (!own) return undefined;
  const nested = lines.findIndex((line, i) => i > 0 && (readMarker(line.text)?.indent ?? -1) >= own.content);
  if (nested < 0) return undefined;
  const head = toPiece(lines, 0, nested, 'line');
  const rest = splitAtMarkers(lines, nested, 'item');
  const [first, ...others] = rest.pieces;
  if (!first) return undefined;
  return { pieces: [head.piece, { ...first, lead: head.blank + first.lead }, ...others], tail: rest.tail };
}

const NUMBER = /^([ \t]*)(\d{1,9})(?=[.)])/;

/** Gives an item that both sides numbered anew the number to which both shifts together lead. */
export function numberAlike({ base, ours, theirs }: Sides<string>): Sides<string> {
  const numbers = [base, ours, theirs].map((text) => NUMBER.exec(text)?.[2]);
  const [old, left, right] = numbers;
  if (numbers.includes(undefined) || left === old || right === old) return { base, ours, theirs };
  const number = Math.max(0, Number(left) + Number(right) - Number(old));
  const renumber = (text: string): string => text.replace(NUMBER, `$1${number}`);
  return { base, ours: renumber(ours), theirs: renumber(theirs) };
}

function splitAtMarkers(lines: readonly Piece[], from: number, kind: string): PieceList {
  const pieces: Piece[] = [];
  let blank = '';
  let start = from;
  let content = Number.POSITIVE_INFINITY;
  const close = (end: number): void => {
    if (end <= start) return;
    const { piece, blank: after } = toPiece(lines, start, end, kind);
    pieces.push({ ...piece, lead: blank + piece.lead, key: piece.text.replace(MARKERS, '$1*') });
    blank = after;
    start = end;
  };
  for (let i = from; i < lines.length; i++) {
    const marker = readMarker((lines[i] as Piece).text);
    if (!marker || marker.indent >= content) continue;
    close(i);
    content = marker.content;
  }
  close(lines.length);
  return { pieces, tail: blank };
}

/** Makes one piece of some lines, and returns the blank lines at its end separately. */
function toPiece(
  lines: readonly Piece[],
  start: number,
  end: number,
  kind: string,
): { piece: Piece; blank: string } {
  let last = end;
  while (last > start + 1 && (lines[last - 1] as Piece).text.trim() === '') last--;
  const lead = (lines[start] as Piece).lead;
  const blank = lines
    .slice(last, end)
    .map((line) => line.lead + line.text)
    .join('');
  return { piece: { text: joinPieces(lines, start, last), lead, kind }, blank };
}

/** Splits a table into its rows; undefined if the rows cannot be separated. */
export function splitTable(text: string): PieceList | undefined {
  if (!/^\s*</.test(text)) {
    const { pieces, tail } = splitLines(text);
    return { pieces: pieces.map((piece) => ({ ...piece, kind: 'row', key: keyOfRow(piece.text) })), tail };
  }
  return splitHtmlRows(text);
}

/** The cells of a row without their padding. */
const keyOfRow = (row: string): string =>
  splitPipes(row)
    .map((cell) => cell.replace(/\|$/, '').trim())
    .map((cell) => (/^:?-+:?$/.test(cell) ? cell.replace(/-+/, '-') : cell))
    .join('|');

/** The columns that a table names: rows of tables with other columns do not mean the same. */
export function columnsOf(text: string): string {
  if (/^\s*</.test(text)) {
    const lower = text.toLowerCase();
    return lower.slice(Math.max(lower.indexOf('<thead'), 0), lower.indexOf('</thead'));
  }
  return String(splitCells(text.slice(0, text.search(/[\r\n]|$/))).length);
}

const ROW_EDGE = /<tr(?=[\s>])|<\/tr\s*>/gi;

function splitHtmlRows(text: string): PieceList | undefined {
  const pieces: Piece[] = [];
  let position = 0;
  let lead = '';
  const add = (end: number, kind: string): void => {
    const part = text.slice(position, end);
    position = end;
    const trimmed = part.trim();
    if (trimmed === '') {
      lead += part;
      return;
    }
    const start = part.indexOf(trimmed);
    pieces.push({ text: trimmed, lead: lead + part.slice(0, start), kind });
    lead = part.slice(start + trimmed.length);
  };
  let isOpen = false;
  for (const { index, 0: edge } of text.matchAll(ROW_EDGE)) {
    const isStart = edge[1] !== '/';
    // A table in a cell: its rows are not rows of this one.
    if (isStart === isOpen) return undefined;
    add(isStart ? index : index + edge.length, isStart ? 'text' : 'row');
    isOpen = isStart;
  }
  if (isOpen || pieces.length === 0) return undefined;
  add(text.length, 'text');
  return { pieces, tail: lead };
}

/** Splits a row into cells. Joined without anything between, they are the row. */
export function splitCells(row: string): string[] {
  return /^\s*</.test(row) ? row.split(/(?=<t[dh][\s>])/i) : splitPipes(row);
}

function splitPipes(row: string): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let i = 0; i < row.length; i++) {
    if (row[i] === '\\') i++;
    else if (row[i] === '|') {
      cells.push(row.slice(start, i + 1));
      start = i + 1;
    }
  }
  cells.push(row.slice(start));
  return cells;
}
