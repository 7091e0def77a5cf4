import type { DocumentNode, Fragment } from './document.ts';

export type TreeNode = DocumentNode | Fragment;

/**
 * Replaces each direct child of a node, in its nodes first and then in its fragments, by another of the same kind. A
 * node without changes is shared.
 */
export function mapChildren<Parent extends TreeNode>(
  parent: Parent,
  map: <Child extends TreeNode>(child: Child) => Child,
): Parent;
export function mapChildren(parent: TreeNode, map: (child: TreeNode) => TreeNode): object {
  if (parent.object === 'text') return parent;
  const nodes = parent.nodes && mapAll<TreeNode>(parent.nodes, map);
  const old = parent.object === 'fragment' ? undefined : parent.fragments;
  const fragments = old && mapAll<TreeNode>(old, map);
  if (nodes === parent.nodes && fragments === old) return parent;
  return { ...parent, ...(nodes ? { nodes } : {}), ...(fragments ? { fragments } : {}) };
}

type NodeMap = <Node extends TreeNode>(node: Node) => Node;

/**
 * Remembers what a function that depends on nothing but its node makes of each block. Blocks never change, and an edit
 * maps those of a page several times, most of which are those of the edit before.
 */
export function rememberMapped(map: NodeMap): NodeMap {
  const mapped = new WeakMap<TreeNode, TreeNode>();
  return <Node extends TreeNode>(node: Node): Node => {
    if (node.object !== 'block') return map(node);
    let known = mapped.get(node) as Node | undefined;
    if (known === undefined) {
      known = map(node);
      mapped.set(node, known);
    }
    return known;
  };
}

/** The list itself when nothing in it changes. */
export function mapAll<Item>(items: Item[], map: (item: Item) => Item): Item[] {
  let mapped: Item[] | undefined;
  for (const [i, item] of items.entries()) {
    const next = map(item);
    if (next === item) continue;
    mapped ??= [...items];
    mapped[i] = next;
  }
  return mapped ?? items;
}
