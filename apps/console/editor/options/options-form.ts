/** A chunk of its own: the form with the properties of a block or an inline. */
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import { partsOf } from '../input/editor-parts.ts';
import { button, element } from '../views/element.ts';
import { type Data, type GetPos, nodeAt, setData, setMore } from './block-data.ts';
import { blockName } from './block-names.ts';
import { type FormContext, propertiesOf } from './properties.ts';

let open: OptionsForm | undefined;

/** It stays open beside its block, which shows each change at once. */
export class OptionsForm {
  readonly #view: EditorView;
  readonly #getPos: GetPos;
  readonly #anchor: Element;
  readonly #form = element('form', { role: 'dialog', class: 'block-options', popover: 'manual' });
  readonly #fields = element('div', { class: 'block-options-fields' });
  readonly #onPointer = (event: PointerEvent): void => {
    const target = event.target as Element;
    // A picker that the form has opened covers it.
    if (!this.#form.contains(target) && !target.closest('dialog')) this.close();
  };

  /** Opening another form closes it. */
  static open(view: EditorView, getPos: GetPos, anchor: Element): void {
    open?.close();
    const node = nodeAt(view, getPos);
    if (node) open = new OptionsForm(view, getPos, anchor, node);
  }

  private constructor(view: EditorView, getPos: GetPos, anchor: Element, node: Node) {
    this.#view = view;
    this.#getPos = getPos;
    this.#anchor = anchor;
    const label = t('optionsOf', { block: blockName(node) });
    this.#form.setAttribute('aria-label', label);
    const close = button(t('close'), drawIcon('close'), () => this.close(true));
    this.#form.append(
      element('div', { class: 'block-options-head' }, element('strong', {}, blockName(node)), close),
      this.#fields,
    );
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.close(true);
    });
    this.#form.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.close(true);
    });
    this.#draw(node);
    document.body.append(this.#form);
    document.addEventListener('pointerdown', this.#onPointer, true);
    this.#form.showPopover();
    this.#place();
    this.#form
      .querySelector<HTMLElement>('.block-options-fields :is(input, select, textarea, button)')
      ?.focus();
  }

  #draw(node: Node): void {
    const context: FormContext = {
      node,
      parts: partsOf(this.#view.state),
      set: (fields: Data) => setData(this.#view, this.#getPos, fields),
      setMore: (fields: Data) => setMore(this.#view, this.#getPos, fields),
      redraw: () => {
        const now = nodeAt(this.#view, this.#getPos);
        if (now) this.#draw(now);
      },
      edit: (change) => {
        const position = this.#getPos();
        if (position !== undefined) change(this.#view, position);
      },
    };
    const focused = document.activeElement?.getAttribute('data-property');
    this.#fields.replaceChildren(...propertiesOf(node).map((property) => property(context)));
    if (focused) this.#fields.querySelector<HTMLElement>(`[data-property="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Below the block's button, or above it; at the bottom of a small screen. */
  #place(): void {
    if (window.matchMedia('(max-width: 40rem)').matches) return;
    const box = this.#anchor.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = this.#form;
    const below = box.bottom + 6;
    const top = below + offsetHeight > window.innerHeight - 8 ? box.top - offsetHeight - 6 : below;
    style.top = `${Math.max(8, Math.min(top, window.innerHeight - offsetHeight - 8))}px`;
    const left = box.right > window.innerWidth / 2 ? box.right - offsetWidth : box.left;
    style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
  }

  close(returnsFocus = false): void {
    document.removeEventListener('pointerdown', this.#onPointer, true);
    this.#form.remove();
    if (open === this) open = undefined;
    if (!returnsFocus || this.#view.isDestroyed) return;
    const position = this.#getPos();
    // Puts the caret after an inline.
    const node = nodeAt(this.#view, this.#getPos);
    const { state } = this.#view;
    if (position !== undefined && node?.isInline) {
      const behind = state.doc.resolve(position + node.nodeSize);
      this.#view.dispatch(state.tr.setSelection(TextSelection.near(behind)));
    }
    this.#view.focus();
  }
}
