import { Fragment, type Node, Slice } from 'prosemirror-model';
import { changedText } from '../editor/convert/changed-text.ts';
import { longestAscending } from '../editor/longest-ascending.ts';

/** A part of a document that another version of it replaces. Positions are those of the version before. */
export interface Difference {
  from: number;
  to: number;
  slice: Slice;
}

/**
 * The smallest parts in which two versions of a document differ, in the order of the document. Blocks are matched by
 * their keys, and text by its beginning and end.
 */
export function differences(before: Node, after: Node, start = 0): Difference[] {
  if (before === after || before.eq(after)) return [];
  if (before.inlineContent) return inlineDifference(before, after, start);
  const found: Difference[] = [];
  const matches = matchChildren(before, after);
  let position = start;
  let next = 0;
  let nextAfter = 0;
  const replaceUntil = (end: number, endAfter: number): void => {
    const from = position;
    for (; next < end; next++) position += before.child(next).nodeSize;
    const nodes: Node[] = [];
    for (; nextAfter < endAfter; nextAfter++) nodes.push(after.child(nextAfter));
    if (from !== position || nodes.length > 0)
      found.push({ from, to: position, slice: new Slice(Fragment.fromArray(nodes), 0, 0) });
  };
  for (const [index, indexAfter] of matches) {
    replaceUntil(index, indexAfter);
    const [child, childAfter] = [before.child(index), after.child(indexAfter)];
    if (child.sameMarkup(childAfter)) {
      if (!child.isLeaf) found.push(...differences(child, childAfter, position + 1));
      position += child.nodeSize;
      next++;
      nextAfter++;
    } else replaceUntil(index + 1, indexAfter + 1);
  }
  replaceUntil(before.childCount, after.childCount);
  return found;
}

function inlineDifference(before: Node, after: Node, start: number): Difference[] {
  const changed = changedText(before, after);
  if (!changed) return [];
  const { from, to, toAfter } = changed;
  const slice = new Slice(after.content.cut(from, toAfter), 0, 0);
  return [{ from: start + from, to: start + to, slice }];
}

/** Pairs of children with the same key, in an order that both have: the longest such list. */
function matchChildren(before: Node, after: Node): [number, number][] {
  const places = new Map<unknown, number>();
  after.forEach((child, _, index) => {
    places.set(keyOf(child) ?? index, index);
  });
  const pairs: [number, number][] = [];
  before.forEach((child, _, index) => {
    const place = places.get(keyOf(child) ?? index);
    if (place !== undefined && after.child(place).type === child.type) pairs.push([index, place]);
  });
  return longestAscending(pairs);
}

const keyOf = (node: Node): string | undefined => (node.attrs.key as string | null | undefined) ?? undefined;
