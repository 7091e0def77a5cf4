import { type Inline, plainText } from '@lectern/markdown/document';
import { NodeSelection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type Data, placeOf } from '../options/block-data.ts';
import { hasOptions, openOptions } from '../options/open-options.ts';
import { newKey } from '../schema/mark-specs.ts';
import { nodeName, schema } from '../schema/schema.ts';

/** Replaces what was typed by an inline node with the marks of the text around it. */
export function insertInline(
  view: EditorView,
  { from, to }: { from: number; to: number },
  type: string,
  data: Data,
): void {
  const json = { object: 'inline', type, isVoid: true, data };
  const plain = plainText([json as unknown as Inline]);
  const node = schema.node(nodeName(type), { key: newKey(), data, more: {}, plain });
  const { state } = view;
  const transaction = state.tr.replaceRangeWith(from, to, node.mark(state.selection.$from.marks()));
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(from + 1), 1));
  view.dispatch(transaction.scrollIntoView());
}

/** Opens the properties of the inline that is selected. */
export function openSelected(view: EditorView): boolean {
  const { selection } = view.state;
  if (!(selection instanceof NodeSelection) || !selection.node.isInline || !hasOptions(selection.node))
    return false;
  const dom = view.nodeDOM(selection.from);
  if (dom instanceof Element) void openOptions(view, placeOf(view, selection.node.attrs.key), dom);
  return true;
}

/** Inserts an inline and opens its properties. */
export function insertAndOpen(
  view: EditorView,
  range: { from: number; to: number },
  type: string,
  data: Data,
): void {
  insertInline(view, range, type, data);
  const { doc, tr } = view.state;
  if (doc.nodeAt(range.from)?.type.name !== nodeName(type)) return;
  view.dispatch(tr.setSelection(NodeSelection.create(doc, range.from)));
  openSelected(view);
}
