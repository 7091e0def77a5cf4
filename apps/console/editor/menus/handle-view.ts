/** The handle of blocks, and dragging them, in a chunk of their own. */
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import { announceMove } from '../input/block-commands.ts';
import { selectedBlocks, selectionOfBlocks } from '../input/blocks-selection.ts';
import { isList } from '../input/lists.ts';
import { isMovable } from '../input/movable.ts';
import { moveBlocks } from '../input/move-blocks.ts';
import { element } from '../views/element.ts';
import { type Drop, findDrop } from './find-drop.ts';
import { blocksAt, HANDLE_WIDTH, isRightToLeft, type Pointer } from './pointed-blocks.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of the key with which a drag copies the blocks instead of moving them. */
const isCopied = (event: DragEvent): boolean => (isApple ? event.altKey : event.ctrlKey);

export class HandleView {
  readonly #view: EditorView;
  /** Not every browser drags a `button`. */
  readonly #handle = element(
    'div',
    {
      role: 'button',
      class: 'block-handle',
      draggable: 'true',
      hidden: true,
      'aria-label': t('blockMenu'),
      title: t('blockMenuHint'),
      tabindex: '-1',
    },
    drawIcon('grip'),
  );
  readonly #line = element('div', { class: 'drop-line', hidden: true });
  #position: number | undefined;
  #isDragging = false;
  readonly #onMove = (event: MouseEvent): void => this.follow(event);
  readonly #onOver = (event: DragEvent): void => this.#over(event);
  readonly #onDrop = (event: DragEvent): void => this.#drop(event);
  readonly #onEnd = (): void => this.#end();

  constructor(view: EditorView) {
    this.#view = view;
    this.#handle.addEventListener('dragstart', (event) => this.#drag(event));
    this.#handle.addEventListener('click', () => void this.#openMenu());
    view.dom.parentElement?.append(this.#handle, this.#line);
    document.addEventListener('mousemove', this.#onMove, { passive: true });
  }

  /** Browsers end a drag when what was dragged is hidden. */
  update(before: EditorState): void {
    if (!this.#isDragging && before.doc !== this.#view.state.doc) this.#handle.hidden = true;
  }

  destroy(): void {
    this.#end();
    document.removeEventListener('mousemove', this.#onMove);
    this.#handle.remove();
    this.#line.remove();
  }

  follow({ clientX, clientY, target, buttons }: MouseEvent): void {
    const { dom, editable } = this.#view;
    // A drag begins where the button was pressed, so the handle must stay there.
    const isHeld = buttons !== 0 || (target instanceof Node && this.#handle.contains(target));
    if (isHeld || !editable || this.#isDragging) return;
    const { left, right, top, bottom } = dom.getBoundingClientRect();
    const isNear = clientX > left - 60 && clientX < right + 60 && clientY > top && clientY < bottom;
    const found = isNear ? this.#blockAt({ x: clientX, y: clientY }) : undefined;
    this.#handle.hidden = found === undefined;
    if (!found) return;
    this.#position = found.position;
    this.#handle.style.top = `${found.top + 2}px`;
    this.#handle.style.left = `${found.left}px`;
  }

  /** The innermost movable block at the pointer; in the margin, the outermost one. With the place of its handle. */
  #blockAt(pointer: Pointer): { position: number; top: number; left: number } | undefined {
    const { doc } = this.#view.state;
    let found: { position: number; top: number; left: number } | undefined;
    for (const position of blocksAt(this.#view, pointer)) {
      const $before = doc.resolve(position);
      const block = this.#view.nodeDOM(position);
      if (!isMovable($before) || !(block instanceof HTMLElement)) continue;
      // The sign of an item is beside its text, within the list.
      const edge = isList($before.parent) ? (block.parentElement ?? block) : block;
      const [{ top }, { left, right }] = [block.getBoundingClientRect(), edge.getBoundingClientRect()];
      const isRight = isRightToLeft(block);
      found = { position, top, left: isRight ? right + 8 : left - HANDLE_WIDTH };
      if (isRight ? pointer.x <= right + HANDLE_WIDTH : pointer.x >= left - HANDLE_WIDTH) break;
    }
    return found;
  }

  /** Selects the block of the handle, or all selected blocks if it is one of them. */
  #select(): boolean {
    const { doc, selection, tr } = this.#view.state;
    const position = this.#position;
    const node = position === undefined ? null : doc.nodeAt(position);
    if (position === undefined || !node) return false;
    const range = selectedBlocks(selection);
    if (!range || position < range.from || position >= range.to)
      this.#view.dispatch(tr.setSelection(selectionOfBlocks(doc, position, position + node.nodeSize)));
    return true;
  }

  #drag(event: DragEvent): void {
    const { dataTransfer } = event;
    if (!dataTransfer || !this.#select()) return;
    this.#isDragging = true;
    const { selection } = this.#view.state;
    const { dom, text, slice } = this.#view.serializeForClipboard(selection.content());
    dataTransfer.clearData();
    dataTransfer.setData('text/html', dom.innerHTML);
    dataTransfer.setData('text/plain', text);
    dataTransfer.effectAllowed = 'copyMove';
    const block = this.#view.nodeDOM(selection.from);
    if (block instanceof HTMLElement) dataTransfer.setDragImage(block, 0, 0);
    this.#view.dragging = { slice, move: true };
    document.addEventListener('dragover', this.#onOver, true);
    document.addEventListener('drop', this.#onDrop, true);
    document.addEventListener('dragend', this.#onEnd, true);
  }

  #find({ clientX, clientY }: DragEvent): Drop | undefined {
    const range = selectedBlocks(this.#view.state.selection);
    return range && findDrop(this.#view, { x: clientX, y: clientY }, range);
  }

  #over(event: DragEvent): void {
    const drop = this.#find(event);
    this.#line.hidden = !drop;
    if (!drop) return;
    // The editor would move what is selected as text.
    event.preventDefault();
    event.stopPropagation();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isCopied(event) ? 'copy' : 'move';
    for (const [side, length] of Object.entries(drop.line)) this.#line.style.setProperty(side, `${length}px`);
  }

  #drop(event: DragEvent): void {
    const { state } = this.#view;
    const range = selectedBlocks(state.selection);
    const drop = this.#find(event);
    const isInText = event.target instanceof Node && this.#view.dom.contains(event.target);
    if (drop || isInText) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.#end();
    const transaction = drop && range && moveBlocks(state, range, drop.place, isCopied(event));
    if (!transaction) return;
    this.#view.dispatch(transaction.setMeta('uiEvent', 'drop'));
    this.#view.focus();
    announceMove(this.#view, true);
  }

  #end(): void {
    this.#isDragging = false;
    this.#line.hidden = true;
    this.#handle.hidden = true;
    this.#view.dragging = null;
    document.removeEventListener('dragover', this.#onOver, true);
    document.removeEventListener('drop', this.#onDrop, true);
    document.removeEventListener('dragend', this.#onEnd, true);
  }

  async #openMenu(): Promise<void> {
    const position = this.#position;
    if (position === undefined) return;
    const { openBlockMenu } = await import('./block-menu.ts');
    if (!this.#view.isDestroyed) openBlockMenu(this.#view, position, this.#handle);
  }
}
