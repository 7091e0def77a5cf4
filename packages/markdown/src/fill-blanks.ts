import type { Inline } from './document.ts';
import { mapAll, mapChildren, type TreeNode } from './map-children.ts';

/**
 * Nodes with a letter in the place of each inline that says nothing yet: a formula without text is read as its signs,
 * and its writer is about to type it. The same nodes if they have none.
 */
export const fillBlanks = <Node extends TreeNode>(nodes: readonly Node[]): readonly Node[] =>
  mapAll([...nodes], fillBlank);

function fillBlank<Node extends TreeNode>(node: Node): Node {
  const filled =
    node.object === 'inline' && isBlank(node)
      ? { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: 'x', marks: [] }] }
      : mapChildren(node, fillBlank);
  return filled as Node;
}

/** Whether an inline says nothing yet, such as a formula that is about to be typed. */
const isBlank = ({ isVoid, data }: Inline): boolean =>
  isVoid &&
  Object.values(data).every((value) => !value || (typeof value === 'string' && value.trim() === ''));
