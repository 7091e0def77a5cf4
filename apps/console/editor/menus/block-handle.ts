import { NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { moveBlock } from '../input/move-block.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { element } from '../views/element.ts';

/** A handle beside the block under the pointer: it drags the block, and opens a menu of what can be done to it. */
export const blockHandle = (): Plugin => new Plugin({ view: (view) => new HandleView(view) });

class HandleView {
  readonly #view: EditorView;
  readonly #handle = element(
    'button',
    {
      type: 'button',
      class: 'block-handle',
      draggable: 'true',
      hidden: true,
      'aria-label': t('blockMenu'),
      title: t('blockMenuHint'),
      tabindex: '-1',
    },
    '⋮⋮',
  );
  #position: number | undefined;
  readonly #onMove = (event: MouseEvent): void => this.#follow(event);

  constructor(view: EditorView) {
    this.#view = view;
    this.#handle.addEventListener('dragstart', (event) => this.#drag(event));
    this.#handle.addEventListener('click', () => this.#openMenu());
    view.dom.parentElement?.append(this.#handle);
    document.addEventListener('mousemove', this.#onMove, { passive: true });
  }

  update(): void {
    this.#handle.hidden = true;
  }

  destroy(): void {
    document.removeEventListener('mousemove', this.#onMove);
    this.#handle.remove();
  }

  #follow({ clientX, clientY, target }: MouseEvent): void {
    const { dom, editable } = this.#view;
    if (target === this.#handle || !editable) return;
    const { left, right, top, bottom } = dom.getBoundingClientRect();
    const isNear = clientX > left - 60 && clientX < right && clientY > top && clientY < bottom;
    const place = isNear
      ? this.#view.posAtCoords({ left: Math.min(Math.max(clientX, left + 5), right - 5), top: clientY })
      : null;
    if (!place) {
      this.#handle.hidden = true;
      return;
    }
    const resolved = this.#view.state.doc.resolve(place.inside >= 0 ? place.inside : place.pos);
    this.#position = resolved.depth > 0 ? resolved.before(1) : resolved.pos;
    const block = this.#view.nodeDOM(this.#position);
    if (!(block instanceof HTMLElement)) return;
    const box = block.getBoundingClientRect();
    this.#handle.hidden = false;
    this.#handle.style.top = `${box.top + 2}px`;
    this.#handle.style.left = `${left - 28}px`;
  }

  #select(): NodeSelection | undefined {
    const { doc } = this.#view.state;
    if (this.#position === undefined || !doc.nodeAt(this.#position)) return undefined;
    const selection = NodeSelection.create(doc, this.#position);
    this.#view.dispatch(this.#view.state.tr.setSelection(selection));
    return selection;
  }

  #drag(event: DragEvent): void {
    const selection = this.#select();
    if (!selection || !event.dataTransfer) return;
    const { dom, text, slice } = this.#view.serializeForClipboard(selection.content());
    event.dataTransfer.clearData();
    event.dataTransfer.setData('text/html', dom.innerHTML);
    event.dataTransfer.setData('text/plain', text);
    event.dataTransfer.effectAllowed = 'copyMove';
    const block = this.#view.nodeDOM(selection.from);
    if (block instanceof HTMLElement) event.dataTransfer.setDragImage(block, 0, 0);
    this.#view.dragging = { slice, move: true };
  }

  #openMenu(): void {
    const selection = this.#select();
    if (!selection) return;
    const menu = element('div', {
      role: 'menu',
      'aria-label': t('blockMenu'),
      class: 'block-menu',
      popover: 'auto',
    });
    const offer = (label: keyof Messages, keys: string, run: () => void): void => {
      const item = element(
        'button',
        { type: 'button', role: 'menuitem' },
        element('span', {}, t(label)),
        element('kbd', {}, keys),
      );
      item.addEventListener('click', () => {
        run();
        menu.hidePopover();
        this.#view.focus();
      });
      menu.append(item);
    };
    const { state, dispatch } = this.#view;
    offer('moveUp', 'Alt+↑', () => moveBlock(-1)(state, dispatch));
    offer('moveDown', 'Alt+↓', () => moveBlock(1)(state, dispatch));
    offer('duplicate', '', () => {
      const { node, to } = selection;
      dispatch(state.tr.insert(to, node.type.create({ ...node.attrs, key: newKey() }, node.content)));
    });
    offer('insertBelow', '', () => {
      const transaction = state.tr.insert(
        selection.to,
        schema.node('paragraph', { key: newKey() }, [schema.text('/')]),
      );
      dispatch(transaction.setSelection(NodeSelection.near(transaction.doc.resolve(selection.to + 2), -1)));
    });
    offer('deleteBlock', 'Del', () => dispatch(state.tr.deleteSelection()));
    menu.addEventListener('keydown', (event) => {
      const items = [...menu.children] as HTMLElement[];
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      const at = items.indexOf(document.activeElement as HTMLElement);
      items[(at + step + items.length) % items.length]?.focus();
    });
    menu.addEventListener('toggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') menu.remove();
    });
    document.body.append(menu);
    const box = this.#handle.getBoundingClientRect();
    menu.style.top = `${box.bottom + 4}px`;
    menu.style.left = `${Math.max(8, box.left)}px`;
    menu.showPopover();
    (menu.firstElementChild as HTMLElement).focus();
  }
}
