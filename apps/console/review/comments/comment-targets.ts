/** Where in a document the comments of the API are, and what the API knows a selection as. */
import type { Node } from 'prosemirror-model';
import type { Comment } from '../../api/comments.ts';

/** A stretch of the document; `isBlock`: a whole block. */
export interface Stretch {
  from: number;
  to: number;
  isBlock: boolean;
}

/** A block by its handle, and a range of its text. */
export interface BlockTarget {
  handle: string;
  /** The text of the block. */
  text: string;
  range?: { start: number; end: number; quote: string };
}

interface Piece {
  text: string;
  /** Where it begins in the text of the block, and in the document. */
  offset: number;
  position: number;
  /** An atom stands for its text as a whole. */
  isAtom: boolean;
}

/** The text of a block as the API counts it: a line for each block of text. `position`: where the block is. */
function piecesOf(block: Node, position: number): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  let isFirst = true;
  const add = (node: Node, at: number): void => {
    const own = node.isText ? (node.text ?? '') : (node.type.spec.leafText?.(node) ?? '');
    pieces.push({ text: own, offset: text.length, position: at, isAtom: !node.isText });
    text += own;
  };
  const visit = (node: Node, at: number): void => {
    if (!node.inlineContent) {
      node.forEach((child, offset) => {
        visit(child, at + 1 + offset);
      });
      return;
    }
    if (!isFirst) text += '\n';
    isFirst = false;
    node.forEach((child, offset) => {
      add(child, at + 1 + offset);
    });
  };
  visit(block, position);
  return { text, pieces };
}

/** The position of an offset in the text of a block. `isEnd`: the end of what stands before it. */
function positionOf(pieces: readonly Piece[], offset: number, isEnd: boolean): number | undefined {
  for (const piece of pieces) {
    const end = piece.offset + piece.text.length;
    const isWithin = isEnd ? offset > piece.offset && offset <= end : offset >= piece.offset && offset < end;
    if (!isWithin) continue;
    if (piece.isAtom) return isEnd ? piece.position + 1 : piece.position;
    return piece.position + offset - piece.offset;
  }
  return undefined;
}

/** The block of a selection, by its handle, with the words that are selected in it. */
export function targetAt(document: Node, { from, to, isBlock }: Stretch): BlockTarget | undefined {
  if (isBlock) {
    const node = document.nodeAt(from);
    const handle = node?.attrs.key as unknown;
    return node && typeof handle === 'string' ? { handle, text: piecesOf(node, from).text } : undefined;
  }
  const place = document.resolve(from);
  // The innermost block that has a handle: that of the text.
  for (let depth = place.depth; depth > 0; depth--) {
    const node = place.node(depth);
    const { key } = node.attrs;
    if (typeof key !== 'string' || !node.type.isInGroup('block')) continue;
    const before = place.before(depth);
    const { text, pieces } = piecesOf(node, before);
    // Words of several blocks stand for those in the first of them.
    const end = Math.min(to, before + node.nodeSize - 1);
    const start = offsetAt(pieces, from, false);
    const stop = offsetAt(pieces, end, true);
    const quote = text.slice(start, stop);
    if (quote.trim() === '') return { handle: key, text };
    return { handle: key, text, range: { start, end: stop, quote } };
  }
  return undefined;
}

/** The offset of a position in the text of a block. */
function offsetAt(pieces: readonly Piece[], position: number, isEnd: boolean): number {
  let offset = 0;
  for (const piece of pieces) {
    const size = piece.isAtom ? 1 : piece.text.length;
    if (position <= piece.position) return isEnd ? offset : piece.offset;
    offset = piece.isAtom
      ? piece.offset + piece.text.length
      : piece.offset + Math.min(size, position - piece.position);
    if (position < piece.position + size) return offset;
  }
  return offset;
}

/** The blocks of a document by their handles. */
type BlockIndex = ReadonlyMap<string, { node: Node; position: number }>;

export function indexBlocks(document: Node): BlockIndex {
  const blocks = new Map<string, { node: Node; position: number }>();
  document.descendants((node, position) => {
    const { key } = node.attrs;
    if (typeof key === 'string' && !blocks.has(key)) blocks.set(key, { node, position });
    return !node.inlineContent;
  });
  return blocks;
}

/**
 * Where the target of a comment is in a document, which may have been edited since: a quote is found in its block. A
 * comment on the whole page, or on words that are gone, is nowhere.
 */
export function stretchOf(
  blocks: BlockIndex,
  { node, range, tableCell }: Pick<Comment['target'], 'node' | 'range' | 'tableCell'>,
  handleOf: (key: string) => string,
): Stretch | undefined {
  const block = node && blocks.get(handleOf(node.id));
  if (!block) return undefined;
  const whole = { from: block.position, to: block.position + block.node.nodeSize, isBlock: true };
  if (!range || tableCell) return whole;
  const { text, pieces } = piecesOf(block.node, block.position);
  const start = nearest(text, range.quote, range.start);
  if (start === undefined) return undefined;
  const from = positionOf(pieces, start, false);
  const to = positionOf(pieces, start + range.quote.length, true);
  return from !== undefined && to !== undefined && from < to ? { from, to, isBlock: false } : undefined;
}

function nearest(text: string, quote: string, expected: number): number | undefined {
  let found: number | undefined;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (found !== undefined && Math.abs(at - expected) >= Math.abs(found - expected)) break;
    found = at;
  }
  return found;
}

/** The ids of comments in the order of what they are on. */
export const idsInOrder = (positions: ReadonlyMap<string, number>): string =>
  [...positions]
    .sort(([, one], [, other]) => one - other)
    .map(([id]) => id)
    .join();
