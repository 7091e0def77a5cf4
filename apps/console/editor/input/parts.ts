import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import type { DocumentNode } from '../convert/document-json.ts';
import { blockToEditor } from '../convert/to-editor.ts';
import { blockName } from '../options/block-names.ts';
import { schema } from '../schema/schema.ts';
import { partsOf } from './editor-parts.ts';

type GetPos = () => number | undefined;

const paragraph = (): DocumentNode => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  isVoid: false,
  nodes: [],
});
const heading = (): DocumentNode => ({ ...paragraph(), type: 'heading-2' });

/** New parts of blocks such as tabs, columns and steps. */
const NEW_PARTS: Record<string, () => DocumentNode> = {
  tabs: () => ({ object: 'block', type: 'tabs-item', data: { title: t('blockTab') }, nodes: [paragraph()] }),
  stepper: () => ({ object: 'block', type: 'stepper-step', data: {}, nodes: [heading(), paragraph()] }),
  columns: () => ({ object: 'block', type: 'column', data: {}, nodes: [paragraph()] }),
  updates: () => ({
    object: 'block',
    type: 'update',
    data: { date: today() },
    nodes: [heading(), paragraph()],
  }),
};

/** The date in the format of the tag of an update. */
export function today(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Adds a part at the end of a block, and puts the caret into it. */
export function addPart(view: EditorView, getPos: GetPos): void {
  const position = getPos();
  const block = position === undefined ? null : view.state.doc.nodeAt(position);
  const make = NEW_PARTS[block?.type.name ?? ''];
  if (position === undefined || !block || !make) return;
  const end = position + block.nodeSize - 1;
  view.focus();
  const transaction = view.state.tr.insert(end, blockToEditor(make()));
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(end + 1)));
  view.dispatch(transaction.scrollIntoView());
}

/** Swaps a block with the previous or next one in its parent. `first`: how many leading children are fixed. */
export function movePart(view: EditorView, getPos: GetPos, by: -1 | 1, first = 0): void {
  const position = getPos();
  if (position === undefined) return;
  const place = view.state.doc.resolve(position);
  const [index, parent] = [place.index(), place.parent];
  const other = index + by;
  const part = parent.child(index);
  const { announce } = partsOf(view.state);
  if (other < first || other >= parent.childCount) {
    announce(t('blockCannotMove', { block: blockName(part) }));
    return;
  }
  const upper = Math.min(index, other);
  const from = place.posAtIndex(upper);
  const pair = [parent.child(upper), parent.child(upper + 1)] as [Node, Node];
  const transaction = view.state.tr.replaceWith(from, from + pair[0].nodeSize + pair[1].nodeSize, [
    pair[1],
    pair[0],
  ]);
  view.dispatch(transaction);
  announce(
    t('blockMoved', {
      block: blockName(part),
      position: other + 1 - first,
      count: parent.childCount - first,
    }),
  );
}

/** Removes a part, or the whole block with its last part. `first`: how many leading children are not parts. */
export function removePart(view: EditorView, getPos: GetPos, first = 0): void {
  const position = getPos();
  if (position === undefined) return;
  const place = view.state.doc.resolve(position);
  const { parent, depth } = place;
  const part = parent.child(place.index());
  const transaction = view.state.tr;
  if (parent.childCount > first + 1) transaction.delete(position, position + part.nodeSize);
  else transaction.replaceWith(place.before(depth), place.after(depth), schema.node('paragraph'));
  view.dispatch(transaction);
  view.focus();
  partsOf(view.state).announce(t('blockRemoved', { block: blockName(part) }));
}
