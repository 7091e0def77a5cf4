import { classesOf, type HtmlElement, type HtmlNode, isElement, isTextNode } from '@lectern/html/html-tree';
import { splitWords } from '../compare-words.ts';
import { isWhole } from './content-model.ts';
import type { Signatures } from './signatures.ts';

/** A part of a line: text, or an element without words, with the elements around it, outermost first. */
export interface Piece {
  around: readonly HtmlElement[];
  content: string | HtmlElement;
  /** Its place in the line: characters of texts, and 1 for an element without words; 0 for what nobody sees. */
  start: number;
  end: number;
}

/** The pieces of a line, in order. */
export function listPieces(nodes: readonly HtmlNode[]): Piece[] {
  const pieces: Piece[] = [];
  addPieces(nodes, [], pieces);
  return pieces;
}

function addPieces(nodes: readonly HtmlNode[], around: readonly HtmlElement[], pieces: Piece[]): void {
  for (const node of nodes) {
    const start = pieces.at(-1)?.end ?? 0;
    if (isTextNode(node)) {
      if (node.value !== '')
        pieces.push({ around, content: node.value, start, end: start + node.value.length });
    } else if (isElement(node)) {
      if (isWhole(node)) pieces.push({ around, content: node, start, end: start + 1 });
      else if (node.childNodes.length === 0) pieces.push({ around, content: node, start, end: start });
      else addPieces(node.childNodes, [...around, node], pieces);
    }
  }
}

/** The words of a line, and where each ends. */
export interface Words {
  words: string[];
  ends: number[];
}

export function listWords(pieces: readonly Piece[], signatures: Signatures): Words {
  const words: string[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  const addText = (): void => {
    for (const word of splitWords(text)) {
      at += word.length;
      words.push(word);
      ends.push(at);
    }
    text = '';
  };
  let part: HtmlElement | undefined;
  for (const { around, content, start, end } of pieces) {
    const next = partOf(around);
    if (next !== part) addText();
    part = next;
    if (typeof content === 'string') text += content;
    else if (end > start) {
      addText();
      at += 1;
      // No text of HTML contains this character.
      words.push(`\0${signatures.of(content)}`);
      ends.push(at);
    }
  }
  addText();
  return { words, ends };
}

/** API references put methods, addresses and types beside each other without spaces. */
const partOf = (around: readonly HtmlElement[]): HtmlElement | undefined =>
  around.find((element) => classesOf(element).some((name) => name === 'method' || name.startsWith('api-')));

/** The pieces between two places, cut at both. Pieces without a length belong to what follows them. */
export class PieceReader {
  readonly #pieces: readonly Piece[];
  #at = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** Reads on up to a place; places never go back. */
  readTo(place: number): Piece[] {
    const read: Piece[] = [];
    for (; this.#at < this.#pieces.length; this.#at++) {
      const piece = this.#pieces[this.#at] as Piece;
      if (piece.start >= place && !(piece.start === piece.end && this.#isLast(place))) break;
      const cut = cutPiece(piece, this.#from, place);
      if (cut) read.push(cut);
      if (piece.end > place) break;
    }
    this.#from = place;
    return read;
  }

  #from = 0;

  #isLast(place: number): boolean {
    return place >= (this.#pieces.at(-1)?.end ?? 0);
  }
}

function cutPiece(piece: Piece, from: number, to: number): Piece | undefined {
  const { content, start, end } = piece;
  if (typeof content !== 'string' || (start >= from && end <= to))
    return end > from || end === start ? piece : undefined;
  const [cutStart, cutEnd] = [Math.max(start, from), Math.min(end, to)];
  if (cutStart >= cutEnd) return undefined;
  return { ...piece, content: content.slice(cutStart - start, cutEnd - start), start: cutStart, end: cutEnd };
}
