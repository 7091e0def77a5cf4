import { type Inline, plainText } from '@lectern/markdown/document';
import { Fragment, type Mark, type Node, type NodeType } from 'prosemirror-model';
import { newKey } from '../schema/mark-specs.ts';
import { nodeName, schema } from '../schema/schema.ts';
import { childrenOf } from './children-of.ts';
import type { DocumentJson, DocumentNode, Leaf, MarkJson } from './document-json.ts';
import { tableToEditor } from './table-to-editor.ts';

/** The document as the editor has it. What the editor cannot show otherwise is in it as its source. */
export const toEditor = ({ nodes }: DocumentJson): Node => schema.node('doc', null, blocksToEditor(nodes));

/** Never empty, so that there is always a place to write. */
export function blocksToEditor(nodes: readonly DocumentNode[]): Node[] {
  const blocks = nodes.map((node) => blockToEditor(node));
  return blocks.length > 0 ? blocks : [emptyParagraph()];
}

const emptyParagraph = (): Node => schema.node('paragraph', { key: newKey() });

/** `parent`: the name of the parent node. */
export function blockToEditor(node: DocumentNode, parent?: string): Node {
  if (node.type === 'table') return tableToEditor(node, blocksToEditor) ?? sourceBlock(node);
  const type = schema.nodes[nodeName(node.type ?? '', parent)];
  if (!type || node.object !== 'block' || node.data?.verbatim === true) return containerOfSource(node);
  return blockOf(type, node) ?? sourceBlock(node);
}

/** A pair of tags that is not understood has blocks between its tags. */
function containerOfSource(node: DocumentNode): Node {
  const columns = node.type === 'columns' ? blockOf(schema.nodes.columns as NodeType, node) : undefined;
  return columns ? withTags(columns) : sourceBlock(node);
}

function withTags(pair: Node): Node {
  const column = pair.firstChild as Node;
  const last = column.childCount - 1;
  const children = childrenOf(column).map((child, index) =>
    child.type.name === 'source_block' && (index === 0 || index === last)
      ? child.type.create({ ...child.attrs, tag: index === 0 ? 'start' : 'end' })
      : child,
  );
  return pair.copy(Fragment.from(column.copy(Fragment.from(children))));
}

function blockOf(type: NodeType, node: DocumentNode): Node | undefined {
  const { key = newKey(), data = {}, fragments = [] } = node;
  const attrs = { key, data, more: moreOf(node) };
  if (type.isTextblock) return type.create(attrs, inlinesToEditor(node.nodes ?? []));
  if (type.isAtom) return type.create(attrs);
  const children =
    node.nodes === undefined || node.nodes.length === 0
      ? fragments.map(fragmentToEditor)
      : node.nodes.map((child) => blockToEditor(child, type.name));
  const content = Fragment.fromArray(children.filter((child) => child !== undefined));
  if (type.validContent(content)) return type.create(attrs, content);
  // An item without blocks, or a block that lacks a part.
  const filled = fillIn(type, attrs, content);
  return filled && content.size <= filled.content.size ? filled : undefined;
}

function fillIn(type: NodeType, attrs: object, content: Fragment): Node | undefined {
  try {
    return type.createAndFill({ ...attrs }, content) ?? undefined;
  } catch {
    return undefined;
  }
}

function fragmentToEditor(node: DocumentNode): Node | undefined {
  const type = schema.nodes[nodeName(node.fragment ?? '')];
  const { key = newKey(), nodes = [] } = node;
  return type?.create({ key, data: {}, more: {} }, blocksToEditor(nodes));
}

/** Fields of a block for which the editor has no attribute. Anchors that follow from the text change with it. */
function moreOf({ meta, attributes, marks }: DocumentNode): Record<string, unknown> {
  return {
    ...(meta?.isExplicit === true ? { meta } : {}),
    ...(attributes === undefined ? {} : { attributes }),
    ...(marks === undefined ? {} : { marks }),
  };
}

/** `range` and the keys of what is in it are left out: only the block as a whole is sent back. */
const sourceBlock = (node: DocumentNode): Node =>
  schema.node('source_block', {
    key: node.key ?? newKey(),
    json: asWhole(node),
    source: typeof node.source === 'string' ? node.source : textOf(node),
  });

function asWhole({ key: _key, range: _range, nodes, fragments, ...node }: DocumentNode): DocumentNode {
  return {
    ...node,
    ...(nodes ? { nodes: nodes.map(asWhole) } : {}),
    ...(fragments ? { fragments: fragments.map(asWhole) } : {}),
  };
}

function textOf({ leaves = [], nodes = [], fragments = [], type }: DocumentNode): string {
  const text = leaves.map((leaf) => leaf.text).join('');
  const inner = [...nodes, ...fragments].map(textOf).join(type === 'code' ? '\n' : '');
  return text + inner;
}

function inlinesToEditor(nodes: readonly DocumentNode[], around: readonly Mark[] = []): Node[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return (node.leaves ?? []).flatMap((leaf) => leafToEditor(leaf, around));
    const { key = newKey(), data = {}, fragments = [] } = node;
    if (node.type === 'link' && around.every(({ type }) => type.name !== 'link'))
      return inlinesToEditor(node.nodes ?? [], schema.mark('link', { key, data }).addToSet(around));
    if (node.type === 'annotation' && around.every(({ type }) => type.name !== 'annotation'))
      return inlinesToEditor(
        node.nodes ?? [],
        schema.mark('annotation', { key, fragments }).addToSet(around),
      );
    const plain = plainOf(node);
    const type = schema.nodes[nodeName(node.type ?? '')];
    if (!type?.isInline || node.nodes)
      return [schema.node('unknown_inline', { json: node, plain }, undefined, around)];
    return [type.create({ key, data, more: moreOf(node), plain }, null, around)];
  });
}

function leafToEditor({ text, marks, source }: Leaf, around: readonly Mark[]): Node[] {
  const set = marks.reduce<readonly Mark[]>((all, mark) => markToEditor(mark)?.addToSet(all) ?? all, around);
  if (source !== undefined) return [schema.node('source_inline', { text, source }, undefined, set)];
  return text
    .split(/(\n)/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece === '\n' ? schema.node('hard_break', null, undefined, set) : schema.text(piece, set),
    );
}

function markToEditor({ type, data }: MarkJson): Mark | undefined {
  const known = schema.marks[type];
  return known?.create(data === undefined ? null : { data });
}

/** The length of an inline in the plain text of its block, which changes of text count in. */
const plainOf = (node: DocumentNode): string => plainText([node as unknown as Inline]);
