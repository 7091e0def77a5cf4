import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';

interface FoundBlock {
  node: Node;
  position: number;
  parent: Node;
  index: number;
}

/** The position of a block in a document, by its handle. */
export function locateBlock(document: Node, handle: string): FoundBlock | undefined {
  let found: FoundBlock | undefined;
  document.descendants((node, position, parent, index) => {
    if (found || node.isText) return false;
    if (node.attrs.key === handle && parent) found = { node, position, parent, index };
    return !found && !node.inlineContent;
  });
  return found;
}

export const findBlock = (document: Node, handle: string): Node | undefined =>
  locateBlock(document, handle)?.node;

/**
 * Puts a version of a block in the place of the one with this handle; undefined deletes it. If there is none, the block
 * goes after the one that it follows in another document, or to the end.
 */
export function putBlock(
  transaction: Transaction,
  handle: string,
  { block, in: other }: { block: Node | undefined; in?: Node | undefined },
): Transaction {
  const { doc } = transaction;
  const place = locateBlock(doc, handle);
  if (place) {
    const { position, node } = place;
    const end = position + node.nodeSize;
    if (block) return transaction.replaceWith(position, end, block);
    return place.parent.childCount > 1
      ? transaction.delete(position, end)
      : transaction.delete(position + 1, end - 1);
  }
  if (!block) return transaction;
  const before = other && locateBlock(other, handle);
  for (let index = (before?.index ?? 0) - 1; before && index >= 0; index--) {
    const neighbor = locateBlock(doc, String(before.parent.child(index).attrs.key));
    if (neighbor) return transaction.insert(neighbor.position + neighbor.node.nodeSize, block);
  }
  const isAtTop = before?.parent.type.name === 'doc';
  return transaction.insert(isAtTop ? 0 : doc.content.size, block);
}
