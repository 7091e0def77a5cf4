import { hasSameMarks } from './assemble/node-list.ts';
import {
  type DocumentNode,
  type Fragment,
  isText,
  type Leaf,
  MARK_ORDER,
  type TextNode,
} from './document.ts';
import { mapChildren, rememberMapped } from './map-children.ts';

/**
 * Returns one text for all equivalent nodes: without keys, with adjacent leaves joined. Written without a tree in
 * between, because large documents are compared several times for each edit.
 */
export const canonicalText = (nodes: readonly DocumentNode[]): string => joinTexts(nodes).map(textOf).join();

/** Whether nodes have one canonical text; compared without writing it. */
export function isSame(left: readonly DocumentNode[], right: readonly DocumentNode[]): boolean {
  if (left === right) return true;
  const [ones, others] = [joinTexts(left), joinTexts(right)];
  return (
    ones.length === others.length && ones.every((one, at) => isSameNode(one, others[at] as DocumentNode))
  );
}

function isSameNode(one: DocumentNode, other: DocumentNode): boolean {
  if (one === other) return true;
  if (isText(one) || isText(other))
    return isText(one) && isText(other) && isSameValue(one.leaves, other.leaves);
  const [ofOne = [], ofOther = []] = [one.fragments, other.fragments];
  return (
    one.type === other.type &&
    isSameValue(one.data, other.data) &&
    isSameValue(one.meta, other.meta) &&
    isSameValue(one.attributes, other.attributes) &&
    (one.nodes === undefined) === (other.nodes === undefined) &&
    isSame(one.nodes ?? [], other.nodes ?? []) &&
    ofOne.length === ofOther.length &&
    ofOne.every(
      ({ fragment, nodes }, at) =>
        fragment === ofOther[at]?.fragment && isSame(nodes, ofOther[at]?.nodes ?? []),
    )
  );
}

const NOTHING = {};

/** Whether values are equal apart from fields that are undefined; nothing at all means the same as no fields. */
function isSameValue(one: unknown = NOTHING, other: unknown = NOTHING): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isSameValue(item, other[at]))
    );
  const fields = other as Record<string, unknown>;
  let left = countFields(other);
  for (const [key, value] of Object.entries(one)) {
    if (value === undefined) continue;
    if (fields[key] === undefined || !isSameValue(value, fields[key])) return false;
    left -= 1;
  }
  return left === 0;
}

const countFields = (value: object): number =>
  Object.values(value).reduce<number>((count, inner) => (inner === undefined ? count : count + 1), 0);

function textOf(node: DocumentNode): string {
  if (isText(node)) return node.leaves.map(textOfLeaf).join(';');
  const { type, data, meta, nodes, fragments = [], attributes } = node;
  const inner = nodes ? `[${canonicalText(nodes)}]` : '';
  const named = fragments.map(
    (fragment: Fragment) => `${JSON.stringify(fragment.fragment)}[${canonicalText(fragment.nodes)}]`,
  );
  return `${type}${sortedText(data)}${sortedText(meta)}${sortedText(attributes)}${inner}(${named.join()})`;
}

function textOfLeaf({ text, marks, source }: Leaf): string {
  const marked = marks.length === 0 ? '' : sortedText(marks);
  return `${JSON.stringify(text)}${marked}${source === undefined ? '' : `=${JSON.stringify(source)}`}`;
}

/** A value as JSON with its keys in order, without fields that are undefined; nothing at all means the same. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (value === undefined) return '{}';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner !== undefined) fields.push(`${JSON.stringify(key)}:${sortedText(inner)}`);
  }
  return `{${fields.join()}}`;
}

/** Removes the anchors that follow from the text; explicit ones stay. */
export const withoutAnchors = rememberMapped((node) => {
  const mapped = mapChildren(node, withoutAnchors);
  return 'meta' in mapped && !mapped.meta?.isExplicit ? { ...mapped, meta: undefined } : mapped;
});

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
