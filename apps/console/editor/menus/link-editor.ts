import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { partsOf } from '../input/editor-parts.ts';
import { checkedTarget } from '../links/link-checks.ts';
import { type LinkTarget, type Ref, targetOf } from '../links/link-target.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { askTarget, loadTargetDialog } from './ask-target.ts';

export interface Range {
  from: number;
  to: number;
}

/** Loads the dialog of links before it is needed. */
export function prepareLinks(): void {
  loadTargetDialog().catch(() => undefined);
}

/** Asks where the link at the selection leads, or links the selected text: to an address, a page, a heading or a file. */
export async function editLink(view: EditorView): Promise<void> {
  const { targets } = partsOf(view.state);
  const { doc } = view.state;
  const range = rangeOf(view);
  // Others may change the text while the dialog is open; what is selected then is what was selected before.
  const rangeNow = (): Range => (view.state.doc === doc ? range : rangeOf(view));
  const known = refAt(view, range);
  const found = checkedTarget(view, known);
  const target = await askTarget({
    label: t('link'),
    field: t('linkTarget'),
    placeholder: t('linkPlaceholder'),
    initial: found?.state === 'ok' && found.pageId !== undefined ? found.title : initialOf(known),
    note: found?.reason,
    find: targets.find,
    ...(known ? { remove: { label: t('removeLink'), run: () => removeLink(view, rangeNow()) } } : {}),
  });
  if (target) setLink(view, rangeNow(), target);
  view.focus();
}

/** Ids mean nothing to users. */
function initialOf(ref: Ref | undefined): string {
  const target = targetOf(ref) ?? '';
  return /^\/(?:pages|files|reusable-contents)\//.test(target) ? '' : target;
}

/** The reference of the link that a range begins with. */
export function refAt(view: EditorView, { from }: Range): Ref | undefined {
  const node = view.state.doc.nodeAt(from);
  const data = schema.marks.link?.isInSet(node?.marks ?? [])?.attrs.data as { ref?: Ref } | undefined;
  return data?.ref;
}

export function removeLink(view: EditorView, { from, to }: Range): void {
  view.dispatch(view.state.tr.removeMark(from, to, schema.marks.link));
}

/** The selection, or the whole link that the caret is in or beside. */
export function rangeOf(view: EditorView): Range {
  const { from, to, empty, $from } = view.state.selection;
  if (!empty || !$from.parent.isTextblock) return { from, to };
  const { nodeBefore, nodeAfter } = $from;
  const link = [$from.marks(), nodeAfter?.marks ?? [], nodeBefore?.marks ?? []]
    .map((marks) => schema.marks.link?.isInSet(marks))
    .find((found) => found !== undefined);
  if (!link) return { from, to };
  const start = $from.start();
  let range = { from, to };
  $from.parent.forEach((child, offset) => {
    if (!link.isInSet(child.marks)) return;
    const [first, last] = [start + offset, start + offset + child.nodeSize];
    if (range.from === range.to ? first <= from && last >= from : range.to === first)
      range = { from: range.from === range.to ? first : range.from, to: last };
    else if (last === range.from) range = { from: first, to: range.to };
  });
  return range;
}

/** Makes a range a link, or puts the title of the target there as one. Other fields of a link stay. */
export function setLink(view: EditorView, { from, to }: Range, { title, ref }: LinkTarget): void {
  const before = schema.marks.link?.isInSet(view.state.doc.nodeAt(from)?.marks ?? []);
  const data = { ...(before?.attrs.data as object | undefined), ref };
  const link = schema.mark('link', { key: newKey(), data });
  const transaction = view.state.tr;
  if (from === to) transaction.insert(from, schema.text(title, [link]));
  else transaction.addMark(from, to, link);
  view.dispatch(transaction.removeStoredMark(link.type));
}
