import type { Node } from 'prosemirror-model';

export interface VisitedBlock {
  node: Node;
  position: number;
  parent: Node;
  /** The parent of `parent`. Undefined for the blocks at the top of the document. */
  above: Node | undefined;
  index: number;
}

/**
 * Visits the blocks of a document that an earlier version does not have, each before the blocks in it. Nodes never
 * change, so a block that is the same object in both versions is skipped with everything in it: a key that is pressed
 * in a large document costs visits to one block and its ancestors. Without an earlier version, all blocks are visited.
 */
export function visitChanged(
  before: Node | undefined,
  after: Node,
  visit: (block: VisitedBlock) => void,
): void {
  visitChildren({ before, after, above: undefined, start: 0 }, visit);
}

interface Versions {
  /** Undefined if the whole of `after` is new. */
  before: Node | undefined;
  after: Node;
  above: Node | undefined;
  /** The position of the first child of `after`. */
  start: number;
}

function visitChildren(
  { before, after, above, start }: Versions,
  visit: (block: VisitedBlock) => void,
): void {
  if (after === before || after.inlineContent) return;
  const old = before?.content.content ?? [];
  const children = after.content.content;
  let position = start;
  let first = 0;
  for (; first < children.length && children[first] === old[first]; first++)
    position += (children[first] as Node).nodeSize;
  let end = children.length;
  let oldEnd = old.length;
  while (end > first && oldEnd > first && children[end - 1] === old[oldEnd - 1]) {
    end -= 1;
    oldEnd -= 1;
  }
  // As many as before: each is compared with the one in its place.
  const isInPlace = end === oldEnd;
  for (let index = first; index < end; index++) {
    const node = children[index] as Node;
    const same = isInPlace && old[index]?.type === node.type ? old[index] : undefined;
    if (node !== same) {
      visit({ node, position, parent: after, above, index });
      visitChildren({ before: same, after: node, above: after, start: position + 1 }, visit);
    }
    position += node.nodeSize;
  }
}
