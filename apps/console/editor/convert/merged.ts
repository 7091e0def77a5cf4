import { Fragment, type Node } from 'prosemirror-model';
import type { BlockPlace } from './changes.ts';
import type { DocumentNode } from './document-json.ts';
import { blockToEditor } from './to-editor.ts';

/** The changes of others as the service returns them: operations on blocks with their new keys. */
export interface MergedOperation {
  operation: 'insert' | 'replace' | 'delete' | 'move';
  at?: BlockPlace | null;
  after?: BlockPlace | null;
  into?: BlockPlace | null;
  path?: number[];
  nodes?: DocumentNode[];
}

/** The document after what others have changed in it. Undefined if an operation does not fit: read it again. */
export function applyMerged(doc: Node, operations: readonly MergedOperation[]): Node | undefined {
  let current: Node | undefined = doc;
  for (const operation of operations) {
    current = current && applyOne(current, operation);
    if (!current) return undefined;
  }
  return current;
}

function applyOne(doc: Node, { operation, at, after, into, nodes = [] }: MergedOperation): Node | undefined {
  const blocks = nodes.map((node) => blockToEditor(node));
  switch (operation) {
    case 'delete':
      return at ? replaceBlock(doc, at.key, () => []) : undefined;
    case 'replace':
      return at ? replaceBlock(doc, at.key, ({ attrs }) => withHandle(blocks, attrs.key)) : undefined;
    case 'insert':
      return insertBlocks(doc, at?.key, after, blocks);
    case 'move': {
      let moved: Node | undefined;
      const without = at
        ? replaceBlock(doc, at.key, (node) => {
            moved = node;
            return [];
          })
        : undefined;
      return without && moved ? insertBlocks(without, into?.key, after, [moved]) : undefined;
    }
  }
}

/** The first of the blocks that replace a block keeps its handle. */
function withHandle(blocks: Node[], handle: unknown): Node[] {
  const [first, ...rest] = blocks;
  return first
    ? [first.type.create({ ...first.attrs, key: handle }, first.content, first.marks), ...rest]
    : [];
}

function replaceBlock(parent: Node, key: string, replace: (node: Node) => Node[]): Node | undefined {
  let isFound = false;
  const children: Node[] = [];
  parent.forEach((child) => {
    if (!isFound && child.attrs.key === key) {
      isFound = true;
      children.push(...replace(child));
      return;
    }
    const inner =
      isFound || child.isLeaf || child.inlineContent ? undefined : replaceBlock(child, key, replace);
    isFound ||= inner !== undefined;
    children.push(inner ?? child);
  });
  if (!isFound) return undefined;
  return copyWith(parent, children);
}

function insertBlocks(
  doc: Node,
  parentKey: string | undefined,
  after: BlockPlace | null | undefined,
  blocks: readonly Node[],
): Node | undefined {
  const insertInto = (parent: Node): Node | undefined => {
    const children: Node[] = [];
    parent.forEach((child) => {
      children.push(child);
    });
    const index = after
      ? children.findIndex((child) => child.attrs.key === after.key) + 1
      : after === null
        ? 0
        : children.length;
    if (after && index === 0) return undefined;
    return copyWith(parent, children.toSpliced(index, 0, ...blocks));
  };
  if (parentKey === undefined) return insertInto(doc);
  let inserted: Node | undefined;
  const changed = replaceBlock(doc, parentKey, (node) => {
    inserted = insertInto(node);
    return [inserted ?? node];
  });
  return inserted ? changed : undefined;
}

/** Undefined if the parent cannot have these children. */
function copyWith(parent: Node, children: readonly Node[]): Node | undefined {
  const content = Fragment.fromArray([...children]);
  if (parent.type.validContent(content)) return parent.copy(content);
  // A block that loses its only child has an empty one instead.
  return content.size === 0 ? (parent.type.createAndFill(parent.attrs) ?? undefined) : undefined;
}
