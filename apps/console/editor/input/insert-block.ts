import { NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { catchTyping } from '../../app/catch-typing.ts';
import { t } from '../../messages/messages.ts';
import type { DocumentNode } from '../convert/document-json.ts';
import { blockToEditor } from '../convert/to-editor.ts';
import { askTarget } from '../menus/ask-target.ts';
import type { BlockChoice } from '../menus/block-choices.ts';
import { placeOf } from '../options/block-data.ts';
import { openOptions } from '../options/open-options.ts';
import { schema } from '../schema/schema.ts';
import { type EditorParts, partsOf } from './editor-parts.ts';
import { insertAndOpen, insertInline } from './insert-inline.ts';

/** Replaces what was typed with a block. An empty text becomes it; otherwise it comes below the text. */
export function insertChoice(
  view: EditorView,
  choice: BlockChoice,
  { from, to }: { from: number; to: number },
): void {
  const { uploads, find } = partsOf(view.state);
  const transaction = view.state.tr.delete(from, to);
  if (choice.asks === 'image' || choice.asks === 'file') {
    view.dispatch(transaction);
    uploads.ask(view, choice.asks === 'image' ? 'image/*' : '');
    return;
  }
  const json = choice.make();
  if (json.object === 'inline' || choice.asks === 'emoji') {
    insertInlineChoice(view, choice, { from, to });
    return;
  }
  if (choice.asks === 'page' || choice.asks === 'operation' || choice.asks === 'reusable-content') {
    view.dispatch(transaction);
    void insertChosen(view, choice.asks, find);
    return;
  }
  const place = transaction.doc.resolve(from);
  const made = blockToEditor(json);
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
  if (choice.opens) openNew(view, made.attrs.key);
}

/** Opens the properties of a new block. */
function openNew(view: EditorView, key: unknown): void {
  const getPos = placeOf(view, key);
  const position = getPos();
  const dom = position === undefined ? null : view.nodeDOM(position);
  if (dom instanceof Element) void openOptions(view, getPos, dom);
}

/** Replaces what was typed by an inline. */
function insertInlineChoice(
  view: EditorView,
  { make, asks, opens }: BlockChoice,
  range: { from: number; to: number },
): void {
  const { type = '', data = {} } = make();
  if (opens) insertAndOpen(view, range, type, data);
  else {
    view.dispatch(view.state.tr.delete(range.from, range.to));
    void insertPicked(view, asks as 'icon' | 'emoji' | 'mention');
  }
}

async function insertPicked(view: EditorView, asks: 'icon' | 'emoji' | 'mention'): Promise<void> {
  const { renderer, find } = partsOf(view.state);
  let data: Record<string, unknown> | undefined;
  if (asks !== 'mention') {
    const { loaded, typed } = await catchTyping(import('../options/icon-picker.ts'));
    if (asks === 'emoji') {
      const emoji = await loaded.pickEmoji(typed);
      view.focus();
      if (emoji !== undefined) view.dispatch(view.state.tr.insertText(emoji));
      return;
    }
    const icon = await loaded.pickIcon(renderer, typed);
    if (icon !== undefined) data = { icon };
  } else {
    const label = t('mentionPage');
    const target = await askTarget({ label, field: label, placeholder: label, find: find.page });
    if (target) data = { ref: target.ref };
  }
  view.focus();
  if (data) insertInline(view, view.state.selection, asks, data);
}

/** A block whose target the writer chooses first. */
async function insertChosen(
  view: EditorView,
  asks: 'page' | 'operation' | 'reusable-content',
  find: EditorParts['find'],
): Promise<void> {
  const label = t(ASKED[asks]);
  const target = await askTarget({ label, field: label, placeholder: label, find: find[asks] });
  view.focus();
  if (!target) return;
  const made = blockToEditor(blockAbout(asks, target.ref));
  const { $from } = view.state.selection;
  const transaction = view.state.tr;
  const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0 && $from.depth > 0;
  if (isEmpty) transaction.replaceWith($from.before(), $from.after(), made);
  else transaction.insert($from.depth > 0 ? $from.after() : $from.pos, made);
  select(transaction, transaction.mapping.map(isEmpty ? $from.before() : $from.pos, -1), true);
  view.dispatch(transaction.scrollIntoView());
}

const ASKED = {
  page: 'choosePage',
  operation: 'chooseOperation',
  'reusable-content': 'chooseReusable',
} as const;

function blockAbout(
  asks: 'page' | 'operation' | 'reusable-content',
  ref: Record<string, unknown>,
): DocumentNode {
  const block = { object: 'block' as const, isVoid: true };
  if (asks === 'page') return { ...block, type: 'content-ref', data: { ref } };
  if (asks === 'reusable-content') return { ...block, type: 'reusable-content', data: { ref } };
  const { path, method, ...spec } = ref;
  return { ...block, type: 'openapi-operation', data: { ref: spec, path, method } };
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
