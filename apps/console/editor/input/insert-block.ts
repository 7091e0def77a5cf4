import { NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { blockToEditor } from '../convert/to-editor.ts';
import type { BlockChoice } from '../menus/block-choices.ts';
import { schema } from '../schema/schema.ts';
import type { Uploads } from './uploads.ts';

/** Replaces what was typed with a block. An empty text becomes it; otherwise it comes below the text. */
export function insertChoice(
  view: EditorView,
  choice: BlockChoice,
  { from, to }: { from: number; to: number },
  uploads: Uploads,
): void {
  const transaction = view.state.tr.delete(from, to);
  if (choice.asks === 'image' || choice.asks === 'file') {
    view.dispatch(transaction);
    uploads.ask(view, choice.asks === 'image' ? 'image/*' : '');
    return;
  }
  const place = transaction.doc.resolve(from);
  const made = blockToEditor(choice.make());
  const depth = place.depth;
  const before = place.before(depth);
  if (place.parent.content.size > 0) insertAt(transaction, place.after(depth), made);
  else if (made.isTextblock && place.parent.type !== made.type)
    transaction.setNodeMarkup(before, made.type, { ...place.parent.attrs, data: made.attrs.data });
  else if (!made.isTextblock) {
    transaction.replaceWith(before, place.after(depth), made);
    select(transaction, before, made.isAtom);
  }
  view.dispatch(transaction.scrollIntoView());
}

function insertAt(transaction: Transaction, position: number, node: ReturnType<typeof blockToEditor>): void {
  transaction.insert(position, node);
  select(transaction, position, node.isAtom);
}

/** The caret goes into the new block, or below one that has no text. */
function select(transaction: Transaction, position: number, isAtom: boolean): void {
  if (!isAtom) {
    transaction.setSelection(TextSelection.near(transaction.doc.resolve(position + 1)));
    return;
  }
  const { nodeAfter } = transaction.doc.resolve(position);
  const end = position + (nodeAfter?.nodeSize ?? 0);
  if (!transaction.doc.resolve(end).nodeAfter) transaction.insert(end, schema.node('paragraph'));
  const next = Selection.findFrom(transaction.doc.resolve(end), 1, true);
  transaction.setSelection(next ?? NodeSelection.create(transaction.doc, position));
}
