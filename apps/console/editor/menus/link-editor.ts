import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { chooseTarget, type FindTargets, type LinkTarget } from './choose-target.ts';

export interface LinkEditor {
  /** Edits the link at the selection, or makes one of the selected text. */
  open(view: EditorView): void;
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)\S+$/i;
/** What is typed as an address without its scheme. */
const HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/;

/** A dialog that asks where a link leads: an address, or a page by its title. */
export const createLinkEditor = (find: FindTargets): LinkEditor => ({
  open(view) {
    const { from, to } = rangeOf(view);
    const known = linkAt(view, from);
    const clear = (): void => view.dispatch(view.state.tr.removeMark(from, to, schema.marks.link));
    void chooseTarget({
      label: t('link'),
      field: t('linkTarget'),
      placeholder: t('linkPlaceholder'),
      initial: known?.ref?.kind === 'url' ? String(known.ref.url) : '',
      find: async (query) => {
        const url = addressOf(query);
        if (url !== undefined) return [{ title: url, detail: t('linkAddress'), ref: { kind: 'url', url } }];
        return query === '' ? [] : find(query);
      },
      ...(known ? { remove: { label: t('removeLink'), run: clear } } : {}),
    }).then((target) => {
      if (target) setLink(view, { from, to }, target);
      view.focus();
    });
  },
});

export function addressOf(query: string): string | undefined {
  if (ADDRESS.test(query)) return query;
  return HOST.test(query) ? `https://${query}` : undefined;
}

interface LinkData {
  ref?: { kind?: string; url?: string };
}

function linkAt(view: EditorView, position: number): LinkData | undefined {
  const node = view.state.doc.nodeAt(position);
  return schema.marks.link?.isInSet(node?.marks ?? [])?.attrs.data as LinkData | undefined;
}

/** The selection, or the whole link that the caret is in. */
function rangeOf(view: EditorView): { from: number; to: number } {
  const { from, to, empty, $from } = view.state.selection;
  const link = schema.marks.link?.isInSet($from.marks());
  if (!empty || !link) return { from, to };
  const start = $from.start();
  let range = { from, to };
  $from.parent.forEach((child, offset) => {
    if (!link.isInSet(child.marks)) return;
    const [first, last] = [start + offset, start + offset + child.nodeSize];
    if (first <= from && last >= from) range = { from: first, to: last };
  });
  return range;
}

function setLink(
  view: EditorView,
  { from, to }: { from: number; to: number },
  { title, ref }: LinkTarget,
): void {
  const link = schema.mark('link', { key: newKey(), data: { ref } });
  const transaction = view.state.tr;
  if (from === to) transaction.insert(from, schema.text(title, [link]));
  else transaction.addMark(from, to, link);
  view.dispatch(transaction.removeStoredMark(link.type));
}
