import { attributeOf, type HtmlElement } from '@lectern/html/html-tree';
import { endTag, escapeText } from '@lectern/html/write-html';
import type { Piece } from './inline-pieces.ts';
import type { Marking, Side } from './marking.ts';

type InlineChange = 'added' | 'removed' | 'formatting' | 'picture';

/** A piece with what happened to it. */
export interface MarkedPiece {
  piece: Piece;
  side: Side;
  change?: InlineChange | undefined;
  /** What is written for it, if it is marked within. */
  html?: string;
}

const STARTS: Record<InlineChange, string> = {
  added: '<ins data-change="words">',
  removed: '<del data-change="words">',
  formatting: '<span data-change="formatting">',
  picture: '<span data-change="picture">',
};
const ENDS: Record<InlineChange, string> = {
  added: '</ins>',
  removed: '</del>',
  formatting: '</span>',
  picture: '</span>',
};

interface OpenElement {
  element: HtmlElement;
  side: Side;
}

/** Writes the pieces of a line, of one version or of both, within the elements around them. */
export function printInlines(pieces: readonly MarkedPiece[], marking: Marking): string {
  const printer = new InlinePrinter(marking);
  for (const [at, piece] of pieces.entries()) printer.print(piece, pieces[at + 1]);
  return printer.finish();
}

class InlinePrinter {
  readonly #marking: Marking;
  readonly #open: OpenElement[] = [];
  /** Elements that were written before: what another one interrupted goes on without the id. */
  readonly #written = new Set<HtmlElement>();
  #change: InlineChange | undefined;
  #html = '';

  constructor(marking: Marking) {
    this.#marking = marking;
  }

  print(marked: MarkedPiece, next: MarkedPiece | undefined): void {
    const { piece, side, change } = marked;
    this.#openAround(marked, next);
    const { content } = piece;
    if (marked.html !== undefined) {
      this.#endChange();
      this.#html += marked.html;
      return;
    }
    const ownChange = typeof content === 'string' ? undefined : ownChangeOf(content, change);
    const wrapped = ownChange === undefined || change === 'picture' ? change : undefined;
    if (this.#change !== wrapped) {
      this.#endChange();
      if (wrapped !== undefined) this.#html += STARTS[wrapped];
      this.#change = wrapped;
    }
    if (typeof content === 'string') this.#html += escapeText(content);
    else {
      const value = change === 'picture' ? (side === 'before' ? 'removed' : 'added') : ownChange;
      this.#html += this.#marking.write(content, side, value);
    }
  }

  finish(): string {
    this.#closeTo(0);
    return this.#html;
  }

  #openAround({ piece: { around }, side }: MarkedPiece, next: MarkedPiece | undefined): void {
    let kept = 0;
    while (
      kept < this.#open.length &&
      kept < around.length &&
      this.#isSame(this.#open[kept], around[kept], side)
    )
      kept++;
    if (kept < this.#open.length) this.#closeTo(kept);
    if (kept < around.length) this.#endChange();
    // What follows in the new version is in the same kind of element: that one is opened at once.
    const following = next?.side === 'after' && side === 'before' ? next.piece.around : [];
    for (let depth = kept; depth < around.length; depth++) {
      const own = around[depth] as HtmlElement;
      const other = following[depth];
      const isAhead = other !== undefined && this.#looksLike(own, other) && this.#follows(following, depth);
      const opened: OpenElement = isAhead ? { element: other, side: 'after' } : { element: own, side };
      this.#html += this.#startOf(opened);
      this.#open.push(opened);
    }
  }

  /** Whether the open elements are those around what follows. */
  #follows(following: readonly HtmlElement[], depth: number): boolean {
    for (let at = 0; at < depth; at++) {
      const open = this.#open[at] as OpenElement;
      if (open.element !== following[at]) return false;
    }
    return true;
  }

  #isSame(open: OpenElement | undefined, element: HtmlElement | undefined, side: Side): boolean {
    if (!open || !element) return false;
    if (open.element === element) return true;
    if (open.side === side) return false;
    return (
      this.#looksLike(open.element, element) &&
      (side === 'before' || attributeOf(element, 'id') === undefined)
    );
  }

  #looksLike(left: HtmlElement, right: HtmlElement): boolean {
    return this.#marking.signatures.ofTag(left) === this.#marking.signatures.ofTag(right);
  }

  #startOf({ element, side }: OpenElement): string {
    if (!this.#written.has(element)) {
      this.#written.add(element);
      return this.#marking.startOf(element, side);
    }
    const attrs = element.attrs.filter(({ name }) => name !== 'id');
    return this.#marking.startOf({ ...element, attrs }, side);
  }

  #closeTo(depth: number): void {
    this.#endChange();
    for (let open = this.#open.length; open > depth; open--)
      this.#html += endTag((this.#open.pop() as OpenElement).element);
  }

  #endChange(): void {
    if (this.#change !== undefined) this.#html += ENDS[this.#change];
    this.#change = undefined;
  }
}

/** Icons cannot stand in another element than the one that places them, so they have the mark themselves. */
const ownChangeOf = ({ tagName }: HtmlElement, change: InlineChange | undefined): string | undefined =>
  change !== undefined && tagName === 'svg' ? change : undefined;
