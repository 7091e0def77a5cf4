/** A part of a source that is merged as one: a block, a list item, a row, a line. */
export interface Piece {
  text: string;
  /** The blank text between the piece before and this one. */
  lead: string;
  kind: string;
  /** Pieces of one identity are one piece that changed, however much of its text differs. */
  identity?: string;
  /** What the parser reads from it, to compare with what it reads after the merge. */
  shape?: () => string;
  heading?: { level: number; title: string };
}

/** A source as pieces: the pieces with their leads, and `tail`, joined are the source. */
export interface PieceList {
  pieces: readonly Piece[];
  /** The blank text after the last piece. */
  tail: string;
}

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
