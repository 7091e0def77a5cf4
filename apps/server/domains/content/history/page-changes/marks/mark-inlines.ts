import { attributeOf, type HtmlElement, type HtmlNode, hasClass, lineOf } from '@lectern/html/html-tree';
import { endTag } from '@lectern/html/write-html';
import { compareSequences } from '../compare-words.ts';
import { listPieces, listWords, type Piece, PieceReader } from './inline-pieces.ts';
import type { Marking, Output, Side } from './marking.ts';
import { type MarkedPiece, printInlines } from './print-inlines.ts';

interface InlineOptions {
  /** Whether the elements around words are no formatting, such as the colors of code. */
  isUnformatted?: boolean;
}

/** Compares two lines word by word, and writes them with what changed. */
export function markInlines(
  before: readonly HtmlNode[],
  after: readonly HtmlNode[],
  marking: Marking,
  { isUnformatted = false }: InlineOptions = {},
): Output {
  const [old, current] = [listPieces(before), listPieces(after)];
  const [oldWords, words] = [listWords(old, marking.signatures), listWords(current, marking.signatures)];
  const [oldReader, reader] = [new PieceReader(old), new PieceReader(current)];
  const marked: Record<keyof Output, MarkedPiece[]> = { before: [], after: [], merged: [] };
  const runs = compareSequences(oldWords.words, words.words);
  if (runs.length === 0)
    for (const piece of reader.readTo(0)) addTo(marked, ['after', 'merged'], { piece, side: 'after' });
  for (const { isEqual, left, right } of runs) {
    const oldPieces = oldReader.readTo(oldWords.ends[left.end - 1] ?? 0);
    const pieces = reader.readTo(words.ends[right.end - 1] ?? 0);
    if (isEqual) addEqual(marked, { oldPieces, pieces, isUnformatted }, marking);
    else addChanged(marked, oldPieces, pieces, marking);
  }
  return {
    before: [printInlines(marked.before, marking)],
    after: [printInlines(marked.after, marking)],
    merged: [printInlines(marked.merged, marking)],
  };
}

type Marked = Record<keyof Output, MarkedPiece[]>;

function addTo(marked: Marked, outputs: readonly (keyof Output)[], piece: MarkedPiece): void {
  for (const output of outputs) marked[output].push(piece);
}

function addEqual(
  marked: Marked,
  { oldPieces, pieces, isUnformatted }: { oldPieces: Piece[]; pieces: Piece[]; isUnformatted: boolean },
  marking: Marking,
): void {
  for (const piece of oldPieces) marked.before.push({ piece, side: 'before' });
  const olds = oldPieces.filter(({ start, end }) => end > start);
  const shift = (olds[0]?.start ?? 0) - (pieces.find(({ start, end }) => end > start)?.start ?? 0);
  let at = 0;
  for (const piece of pieces) {
    let { start } = piece;
    do {
      while ((olds[at]?.end ?? Number.POSITIVE_INFINITY) <= start + shift) at++;
      const old = olds[at];
      const end = Math.min(piece.end, old && piece.end > piece.start ? old.end - shift : piece.end);
      const part = cut(piece, start, end);
      const isSame = !old || isUnformatted || part.start === part.end || hasSameAround(old, piece, marking);
      addTo(marked, ['after', 'merged'], {
        piece: part,
        side: 'after',
        ...(isSame ? {} : { change: 'formatting' }),
      });
      start = end;
    } while (start < piece.end);
  }
}

const cut = (piece: Piece, start: number, end: number): Piece =>
  typeof piece.content === 'string' && (start > piece.start || end < piece.end)
    ? { ...piece, content: piece.content.slice(start - piece.start, end - piece.start), start, end }
    : piece;

function hasSameAround({ around: old }: Piece, { around: current }: Piece, marking: Marking): boolean {
  const { signatures } = marking;
  const link = findLink(current);
  const oldLink = findLink(old);
  if (link && oldLink) marking.noteLink(oldLink, link);
  return (
    old.length === current.length &&
    old.every(
      (element, depth) => signatures.ofTag(element) === signatures.ofTag(current[depth] as HtmlElement),
    )
  );
}

const findLink = (around: readonly HtmlElement[]): HtmlElement | undefined =>
  around.find((element) => element.tagName === 'a' && !hasClass(element, 'anchor'));

function addChanged(
  marked: Marked,
  old: readonly Piece[],
  current: readonly Piece[],
  marking: Marking,
): void {
  const seen = old.filter(({ start, end }) => end > start);
  const [oldWhole, whole] = [onlyWhole(old), onlyWhole(current)];
  if (oldWhole && whole && isPicture(oldWhole.content) && isPicture(whole.content)) {
    addPicture(marked, oldWhole, whole, marking);
    return;
  }
  if (oldWhole && whole && isNote(oldWhole.content) && isNote(whole.content)) {
    addNote(marked, oldWhole, whole, marking);
    return;
  }
  const isIcon = oldWhole && whole && isSvg(oldWhole.content) && isSvg(whole.content);
  for (const piece of old)
    marked.before.push({ piece, side: 'before', change: piece.end > piece.start ? 'removed' : undefined });
  if (!isIcon) for (const piece of seen) marked.merged.push({ piece, side: 'before', change: 'removed' });
  for (const piece of current)
    addTo(marked, ['after', 'merged'], {
      piece,
      side: 'after',
      change: piece.end === piece.start ? undefined : isIcon ? 'formatting' : 'added',
    });
}

function addPicture(marked: Marked, before: Piece, after: Piece, { signatures }: Marking): void {
  const sourceOf = ({ content }: Piece): string =>
    signatures.withoutRevision(attributeOf(content as HtmlElement, 'src') ?? '');
  const isSame = sourceOf(before) !== '' && sourceOf(before) === sourceOf(after);
  const change = isSame ? 'formatting' : 'picture';
  marked.before.push({ piece: before, side: 'before', change });
  if (!isSame) marked.merged.push({ piece: before, side: 'before', change });
  addTo(marked, ['after', 'merged'], { piece: after, side: 'after', change });
}

/** A note is closed, so that its changes are listed, too. */
function addNote(marked: Marked, before: Piece, after: Piece, marking: Marking): void {
  const [old, current] = [before.content as HtmlElement, after.content as HtmlElement];
  marking.addSetting({ name: 'note', before: lineOf(old), after: lineOf(current) });
  const output = markInlines(old.childNodes, current.childNodes, marking);
  const wrap = (parts: readonly string[], element: HtmlElement, side: Side): string =>
    marking.startOf(element, side) + parts.join('') + endTag(element);
  marked.before.push({ piece: before, side: 'before', html: wrap(output.before, old, 'before') });
  marked.after.push({ piece: after, side: 'after', html: wrap(output.after, current, 'after') });
  marked.merged.push({ piece: after, side: 'after', html: wrap(output.merged, current, 'after') });
}

/** The one piece, if it has no words. */
function onlyWhole(pieces: readonly Piece[]): Piece | undefined {
  const seen = pieces.filter(({ start, end }) => end > start);
  return seen.length === 1 && typeof seen[0]?.content === 'object' ? seen[0] : undefined;
}

const isPicture = (content: Piece['content']): boolean =>
  typeof content === 'object' && (content.tagName === 'img' || hasClass(content, 'both'));

const isNote = (content: Piece['content']): boolean =>
  typeof content === 'object' && attributeOf(content, 'popover') !== undefined;

const isSvg = (content: Piece['content']): boolean =>
  typeof content === 'object' && content.tagName === 'svg';
