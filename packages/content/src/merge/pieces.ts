/** The parts that the parser reads in a piece of a source, in order. */
export interface Reading {
  words: ReadWord[];
  /** The blocks with their depths, and the words of their attributes. */
  structure: string[];
}

export interface ReadWord {
  text: string;
  /** The kind of the block, or the column, that holds the word. */
  block: string;
  /** The marks of the word and the links that hold it. */
  marks: string;
}

/** A part of a source that is merged as one: a block, a list item, a row, a line. */
export interface Piece {
  text: string;
  /** The blank text between the piece before and this one. */
  lead: string;
  kind: string;
  /** Pieces of one identity are one piece that changed, however much of its text differs. */
  identity?: string;
  /** The text that identifies the piece, without parts that do not matter, such as the number of an item or padding. */
  key?: string;
  /** The piece as the parser reads it, for comparison with its reading after the merge. */
  shape?: () => string;
  /** The words that the parser reads in the piece, and the structure around them. */
  reading?: () => Reading;
  heading?: { level: number; title: string };
}

/** A source as pieces: the pieces with their leads, and `tail`, joined are the source. */
export interface PieceList {
  pieces: readonly Piece[];
  /** The blank text after the last piece. */
  tail: string;
}

/** Pieces of one key are the same piece. */
export const keyOf = ({ key, text }: Piece): string => key ?? text;

/** The pieces from `start` to `end`, end excluded, as one text without the lead of the first. */
export function joinPieces(pieces: readonly Piece[], start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) {
    const piece = pieces[i] as Piece;
    text += i === start ? piece.text : piece.lead + piece.text;
  }
  return text;
}

const LINE = /\r\n|\n|\r/g;

/** A text by line; each line break is the lead of the line after it. */
export function splitLines(text: string): PieceList {
  const pieces: Piece[] = [];
  let start = 0;
  let lead = '';
  for (const { index, 0: lineBreak } of text.matchAll(LINE)) {
    pieces.push({ text: text.slice(start, index), lead, kind: 'line' });
    lead = lineBreak;
    start = index + lineBreak.length;
  }
  pieces.push({ text: text.slice(start), lead, kind: 'line' });
  return { pieces, tail: '' };
}

interface Texts {
  base: string;
  ours: string;
  theirs: string;
}

/**
 * The number of equal lines that are kept around those that differ: with equal lines, the merge can choose which of
 * them were added or removed.
 */
const MARGIN = 50;

/** Three texts by line; the lines with which all three begin or end are one piece each. */
export function splitAllLines({ base, ours, theirs }: Texts): Record<keyof Texts, PieceList> {
  const shortest = Math.min(base.length, ours.length, theirs.length);
  let start = 0;
  while (start < shortest && base[start] === ours[start] && base[start] === theirs[start]) start++;
  for (let line = 0; line <= MARGIN && start > 0; line++)
    start = start < 2 ? 0 : base.lastIndexOf('\n', start - 2) + 1;
  let length = 0;
  const atEnd = (text: string): string | undefined => text[text.length - 1 - length];
  while (length < shortest - start && atEnd(base) === atEnd(ours) && atEnd(base) === atEnd(theirs)) length++;
  for (let line = 0; line <= MARGIN && length > 0; line++) {
    const end = base.indexOf('\n', base.length - length);
    length = end < 0 ? 0 : base.length - end - 1;
  }
  const split = (text: string): PieceList => {
    const pieces = [...splitLines(text.slice(start, text.length - length)).pieces];
    const last = pieces.pop();
    if (last) pieces.push({ ...last, text: last.text + text.slice(text.length - length) });
    const [first, ...others] = pieces;
    if (start === 0 || !first) return { pieces, tail: '' };
    const before = { text: text.slice(0, start - 1), lead: '', kind: 'line' };
    return { pieces: [before, { ...first, lead: '\n' }, ...others], tail: '' };
  };
  return { base: split(base), ours: split(ours), theirs: split(theirs) };
}
