import type { Node } from 'prosemirror-model';

/** Where two versions of a text differ: positions in its block. */
interface ChangedText {
  from: number;
  /** The end in the version before. */
  to: number;
  toAfter: number;
}

/**
 * The smallest part in which two versions of a block of text differ. It never begins or ends within a surrogate pair:
 * two emoji can share their first or second code unit.
 */
export function changedText(before: Node, after: Node): ChangedText | undefined {
  let from = before.content.findDiffStart(after.content);
  const ends = before.content.findDiffEnd(after.content);
  if (from === null || ends === null) return undefined;
  // The common beginning and end must not overlap.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  let [to, toAfter] = [ends.a + overlap, ends.b + overlap];
  if (isWithinPair(before, from) || isWithinPair(after, from)) from--;
  if (isWithinPair(before, to) || isWithinPair(after, toAfter)) [to, toAfter] = [to + 1, toAfter + 1];
  return { from, to, toAfter };
}

function isWithinPair(node: Node, position: number): boolean {
  const { nodeBefore, nodeAfter } = node.resolve(position);
  return /[\ud800-\udbff]$/.test(nodeBefore?.text ?? '') && /^[\udc00-\udfff]/.test(nodeAfter?.text ?? '');
}
