import { Fragment, type Node, Slice } from 'prosemirror-model';
import { NodeSelection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { childrenOf } from '../convert/children-of.ts';
import { type Data, nodeAt } from '../options/block-data.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';

/** Kinds of blocks that others can become. */
export const KINDS = [
  'paragraph',
  'heading_1',
  'heading_2',
  'heading_3',
  'list_unordered',
  'list_ordered',
  'list_tasks',
  'blockquote',
  'hint',
  'expandable',
  'code_block',
] as const;

export type Kind = (typeof KINDS)[number];

const fresh = (data: Data = {}) => ({ key: newKey(), data, more: {} });
const make = (name: string, data: Data, content: Node | readonly Node[]): Node =>
  schema.node(name, fresh(data), content);

/** Whether a block consists of text and blocks that can have another form. */
export const canTurn = ({ type }: Node): boolean => (KINDS as readonly string[]).includes(type.name);

/** The blocks inside a block. Text blocks are kept as they are, so that their source is kept. */
function blocksOf(block: Node): Node[] {
  const { name } = block.type;
  if (block.isTextblock) return [name === 'paragraph' ? block : paragraphOf(block.content)];
  if (name === 'code_block') return childrenOf(block).map(({ content }) => paragraphOf(content));
  if (name.startsWith('list_')) return childrenOf(block).flatMap((item) => childrenOf(item));
  if (name === 'expandable') return childrenOf(block).flatMap((part) => childrenOf(part));
  return childrenOf(block);
}

const paragraphOf = (content: Fragment): Node => schema.node('paragraph', fresh(), content);

function codeOf(blocks: readonly Node[]): Node {
  const lines = blocks.flatMap((block) => block.textBetween(0, block.content.size, '\n').split('\n'));
  return make(
    'code_block',
    {},
    lines.map((line) => make('code_line', {}, line === '' ? [] : [schema.text(line)])),
  );
}

/** The blocks in another form. */
function turned(block: Node, kind: Kind): Node[] {
  if (kind === 'code_block' && block.type.name === kind) return [block];
  const blocks = blocksOf(block);
  switch (kind) {
    case 'paragraph':
      return blocks;
    case 'heading_1':
    case 'heading_2':
    case 'heading_3':
      return blocks.map((one) => (one.isTextblock ? make(kind, {}, childrenOf(one)) : one));
    case 'list_unordered':
    case 'list_ordered':
    case 'list_tasks': {
      const data = kind === 'list_tasks' ? { checked: false } : {};
      return [
        make(
          kind,
          {},
          blocks.map((one) => make('list_item', data, [one])),
        ),
      ];
    }
    case 'blockquote':
      return [make(kind, {}, blocks)];
    case 'hint':
      return [make(kind, { style: 'info' }, blocks)];
    case 'expandable': {
      const [first, ...rest] = blocks;
      const title = first?.isTextblock ? paragraphOf(first.content) : schema.node('paragraph', fresh());
      const body = first?.isTextblock ? rest : blocks;
      return [
        make(kind, {}, [
          make('expandable_title', {}, [title]),
          make('expandable_body', {}, body.length > 0 ? body : [schema.node('paragraph', fresh())]),
        ]),
      ];
    }
    case 'code_block':
      return [codeOf(blocks)];
  }
}

/** Gives a block another form, in its place. */
export function turnInto(view: EditorView, position: number, kind: Kind): boolean {
  const block = nodeAt(view, () => position);
  if (!block || !canTurn(block) || block.type.name === kind) return false;
  const content = Fragment.fromArray(turned(block, kind));
  const place = view.state.doc.resolve(position);
  if (!place.parent.canReplace(place.index(), place.index() + 1, content)) return false;
  const transaction = view.state.tr.replace(position, position + block.nodeSize, new Slice(content, 0, 0));
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(position + 1)));
  view.dispatch(transaction.scrollIntoView());
  return true;
}

/** A copy of a block below it. */
export function duplicate(view: EditorView, position: number): void {
  const block = nodeAt(view, () => position);
  if (!block) return;
  const end = position + block.nodeSize;
  const transaction = view.state.tr.insert(end, withNewKeys(block));
  transaction.setSelection(
    block.isAtom
      ? NodeSelection.create(transaction.doc, end)
      : TextSelection.near(transaction.doc.resolve(end + 1)),
  );
  view.dispatch(transaction.scrollIntoView());
}

function withNewKeys(node: Node): Node {
  if (node.isText) return node;
  const attrs = 'key' in node.attrs ? { ...node.attrs, key: newKey() } : node.attrs;
  return node.type.create(attrs, childrenOf(node).map(withNewKeys), node.marks);
}
