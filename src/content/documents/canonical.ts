import { hasSameMarks } from './build/node-list.ts';
import {
  type DocumentNode,
  type Fragment,
  isText,
  type Leaf,
  MARK_ORDER,
  type TextNode,
} from './document.ts';
import { mapChildren, type TreeNode } from './map-children.ts';

/** Returns one text for all equivalent nodes: without keys, with adjacent leaves joined. */
export function canonicalText(nodes: readonly DocumentNode[]): string {
  return JSON.stringify(joinTexts(nodes).map(canonical));
}

export const isSame = (left: readonly DocumentNode[], right: readonly DocumentNode[]): boolean =>
  canonicalText(left) === canonicalText(right);

function canonical(node: DocumentNode): unknown {
  if (isText(node))
    return node.leaves.map(({ text, marks, source }) => [text, marks.map(sorted), source ?? 0]);
  const { type, data, meta, nodes, fragments, attributes } = node;
  return [
    type,
    sorted(data ?? NOTHING),
    sorted(meta ?? NOTHING),
    nodes ? joinTexts<DocumentNode>(nodes).map(canonical) : 0,
    (fragments ?? []).map((fragment: Fragment) => [
      fragment.fragment,
      joinTexts(fragment.nodes).map(canonical),
    ]),
    sorted(attributes ?? NOTHING),
  ];
}

/** Shared, because nearly all nodes of a large document have no data. */
const NOTHING = {};

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return entries
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** Removes the anchors that follow from the text; explicit ones stay. */
export function withoutAnchors<Node extends TreeNode>(node: Node): Node {
  const mapped = mapChildren(node, withoutAnchors);
  return 'meta' in mapped && !mapped.meta?.isExplicit ? { ...mapped, meta: undefined } : mapped;
}

/** Joins neighboring texts and leaves of the same marks, and leaves out empty ones. */
export function joinTexts<Node extends DocumentNode>(nodes: readonly Node[]): (Node | TextNode)[] {
  const joined: (Node | TextNode)[] = [];
  for (const node of nodes) {
    if (!isText(node)) {
      joined.push(node);
      continue;
    }
    for (const leaf of node.leaves) {
      if (leaf.text === '' && leaf.source === undefined) continue;
      addLeaf(joined, leaf.marks.length < 2 ? leaf : { ...leaf, marks: inOrder(leaf.marks) });
    }
  }
  return joined;
}

const inOrder = (marks: Leaf['marks']): Leaf['marks'] =>
  [...marks].sort((a, b) => MARK_ORDER.indexOf(a.type) - MARK_ORDER.indexOf(b.type));

function addLeaf(nodes: DocumentNode[], leaf: Leaf): void {
  const last = nodes.at(-1);
  if (!last || !isText(last)) {
    nodes.push({ object: 'text', leaves: [leaf] });
    return;
  }
  const before = last.leaves.at(-1)!;
  if (before.source === undefined && leaf.source === undefined && hasSameMarks(before.marks, leaf.marks))
    last.leaves[last.leaves.length - 1] = { ...before, text: before.text + leaf.text };
  else last.leaves.push(leaf);
}
