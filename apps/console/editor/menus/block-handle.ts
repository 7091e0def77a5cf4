import { type Command, NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import { element } from '../views/element.ts';

/** The handle beside the block under the pointer. It drags the block, and a click opens its menu. */
export const blockHandle = (): Plugin => new Plugin({ view: (view) => new HandleView(view) });

/** Containers whose children get handles of their own. In lists and cells, handles would cover the text beside them. */
const MOVABLE_IN = new Set([
  'hint',
  'tabs_item',
  'stepper_step',
  'column',
  'expandable_body',
  'update',
  'if',
]);

/** The width of the handle and its gap. */
const WIDTH = 28;

const isRightToLeft = (block: HTMLElement): boolean => getComputedStyle(block).direction === 'rtl';

/** Whether the pointer is at a block or its handle, and not in the margin of what is around the block. */
function isAtBlock(block: HTMLElement, clientX: number): boolean {
  const { left, right } = block.getBoundingClientRect();
  return isRightToLeft(block) ? clientX <= right + WIDTH : clientX >= left - WIDTH;
}

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
    drawIcon('grip'),
  );
  #position: number | undefined;
  readonly #onMove = (event: MouseEvent): void => this.#follow(event);

  constructor(view: EditorView) {
    this.#view = view;
    this.#handle.addEventListener('dragstart', (event) => this.#drag(event));
    this.#handle.addEventListener('click', () => void this.#openMenu());
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
    const isNear = clientX > left - 60 && clientX < right + 60 && clientY > top && clientY < bottom;
    const place = isNear
      ? this.#view.posAtCoords({ left: Math.min(Math.max(clientX, left + 5), right - 5), top: clientY })
      : null;
    if (!place) {
      this.#handle.hidden = true;
      return;
    }
    this.#position = this.#blockAt(place, clientX);
    const block = this.#view.nodeDOM(this.#position);
    if (!(block instanceof HTMLElement)) return;
    const box = block.getBoundingClientRect();
    this.#handle.hidden = false;
    this.#handle.style.top = `${box.top + 2}px`;
    this.#handle.style.left = `${isRightToLeft(block) ? box.right + 8 : box.left - WIDTH}px`;
  }

  /** The innermost movable block at the pointer; in the margin, the outermost one. */
  #blockAt({ inside, pos }: { inside: number; pos: number }, clientX: number): number {
    const { doc } = this.#view.state;
    const resolved = doc.resolve(inside >= 0 ? inside : pos);
    const outer = resolved.depth > 0 ? resolved.before(1) : resolved.pos;
    for (let depth = resolved.depth; depth > 1; depth--) {
      const position = resolved.before(depth);
      const dom = this.#view.nodeDOM(position);
      const isBlock = resolved.node(depth).type.isInGroup('block');
      const isMovable = isBlock && MOVABLE_IN.has(resolved.node(depth - 1).type.name);
      if (isMovable && dom instanceof HTMLElement && isAtBlock(dom, clientX)) return position;
    }
    return outer;
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

  async #openMenu(): Promise<void> {
    const position = this.#position;
    if (position === undefined) return;
    const { openBlockMenu } = await import('./block-menu.ts');
    if (!this.#view.isDestroyed) openBlockMenu(this.#view, position, this.#handle);
  }
}

/** Opens the menu of the innermost movable block around the caret. */
export const openMenuOfBlock: Command = ({ selection }, _dispatch, view) => {
  if (!view?.editable) return false;
  const { $from } = selection;
  let position = selection instanceof NodeSelection && selection.node.isBlock ? selection.from : undefined;
  for (let depth = $from.depth; depth > 0 && position === undefined; depth--) {
    const parent = $from.node(depth - 1);
    const isPart = parent.type.name === 'code_block' || parent.type.name === 'expandable_title';
    if (!isPart && $from.node(depth).type.isInGroup('block')) position = $from.before(depth);
  }
  if (position === undefined) return false;
  const dom = view.nodeDOM(position);
  const place = position;
  void import('./block-menu.ts').then(({ openBlockMenu }) => {
    if (!view.isDestroyed && dom instanceof Element) openBlockMenu(view, place, dom);
  });
  return true;
};
