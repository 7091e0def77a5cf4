import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { element } from '../views/element.ts';

/** A place that a link can lead to. */
export interface LinkTarget {
  title: string;
  /** Where it is, such as the pages above it. */
  detail: string;
  ref: Record<string, unknown>;
}

/** Finds pages and headings for what was typed. */
export type FindTargets = (query: string) => Promise<LinkTarget[]>;

export interface LinkEditor {
  /** Edits the link at the selection, or makes one of the selected text. */
  open(view: EditorView): void;
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)\S+$/i;
/** What is typed as an address without its scheme. */
const HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/;

/** A dialog that asks where a link leads: an address, or a page by its title. */
export function createLinkEditor(find: FindTargets): LinkEditor {
  return {
    open(view) {
      const { from, to } = rangeOf(view);
      const known = linkAt(view, from);
      const input = element('input', {
        role: 'combobox',
        'aria-label': t('linkTarget'),
        'aria-expanded': 'true',
        'aria-controls': 'link-targets',
        'aria-autocomplete': 'list',
        placeholder: t('linkPlaceholder'),
        autocomplete: 'off',
        spellcheck: 'false',
      });
      input.value = known?.ref?.kind === 'url' ? String(known.ref.url) : '';
      const list = element('ul', { role: 'listbox', id: 'link-targets', 'aria-label': t('linkTargets') });
      const remove = element('button', { type: 'button', class: 'block-button' }, t('removeLink'));
      const dialog = element(
        'dialog',
        { class: 'link-dialog', 'aria-label': t('link') },
        element('form', { method: 'dialog' }, input, list, ...(known ? [remove] : [])),
      );
      let targets: LinkTarget[] = [];
      let current = 0;
      const draw = (): void => {
        input.setAttribute('aria-activedescendant', targets.length > 0 ? `link-target-${current}` : '');
        list.replaceChildren(
          ...targets.map((target, index) => {
            const item = element(
              'li',
              { role: 'option', id: `link-target-${index}`, 'aria-selected': String(index === current) },
              element('span', {}, target.title),
              element('small', {}, target.detail),
            );
            item.addEventListener('click', () => choose(target));
            return item;
          }),
        );
      };
      let asked = 0;
      const search = async (): Promise<void> => {
        const query = input.value.trim();
        const own = ++asked;
        const address = addressOf(query);
        const found = address === undefined && query !== '' ? await find(query).catch(() => []) : [];
        if (own !== asked) return;
        targets = [
          ...(address === undefined
            ? []
            : [{ title: address, detail: t('linkAddress'), ref: { kind: 'url', url: address } }]),
          ...found,
        ];
        current = 0;
        draw();
      };
      const close = (): void => {
        dialog.close();
        dialog.remove();
        view.focus();
      };
      const choose = (target: LinkTarget): void => {
        setLink(view, { from, to }, target);
        close();
      };
      input.addEventListener('input', () => void search());
      dialog.addEventListener('keydown', (event) => {
        if (event.isComposing) return;
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault();
          current =
            (current + (event.key === 'ArrowDown' ? 1 : -1) + targets.length) % Math.max(1, targets.length);
          draw();
        } else if (event.key === 'Enter' && event.target === input) {
          event.preventDefault();
          const target = targets[current];
          if (target) choose(target);
        }
      });
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        close();
      });
      remove.addEventListener('click', () => {
        view.dispatch(view.state.tr.removeMark(from, to, schema.marks.link));
        close();
      });
      document.body.append(dialog);
      dialog.showModal();
      input.select();
      void search();
    },
  };
}

function addressOf(query: string): string | undefined {
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
