import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import { blockToEditor } from '../convert/to-editor.ts';
import { checkedTarget } from '../links/link-checks.ts';
import { type Ref, targetOf } from '../links/link-target.ts';
import { button, element } from '../views/element.ts';
import { editLink, type Range, rangeOf, refAt, removeLink } from './link-editor.ts';

/** A card that shows the target of the link at the caret, with actions. */
export class LinkCard {
  readonly #view: EditorView;
  readonly #title = element('span', { class: 'link-panel-title' });
  readonly #reason = element('span', { class: 'link-panel-reason', role: 'status' });
  readonly #open = element(
    'a',
    {
      class: 'block-button',
      target: '_blank',
      rel: 'noreferrer',
      'aria-label': t('openLink'),
      title: t('openLink'),
    },
    drawIcon('external'),
  );
  readonly #embed: HTMLButtonElement;
  readonly #card: HTMLElement;
  readonly #onBlur = (): void => {
    // The focus may have gone to the card itself.
    setTimeout(() => this.update(this.#view), 0);
  };
  #range: Range = { from: 0, to: 0 };

  constructor(view: EditorView) {
    this.#view = view;
    this.#embed = button(t('makeEmbed'), drawIcon('picture'), () => this.#makeEmbed());
    this.#card = element(
      'div',
      { class: 'link-panel', role: 'group', 'aria-label': t('linkCard'), hidden: true },
      element('div', { class: 'link-panel-text' }, this.#title, this.#reason),
      this.#open,
      this.#embed,
      button(t('editLink'), drawIcon('edit'), () => void editLink(view)),
      button(t('removeLink'), drawIcon('close'), () => {
        removeLink(view, this.#range);
        view.focus();
      }),
    );
    view.dom.parentElement?.append(this.#card);
    view.dom.addEventListener('focus', this.#onBlur);
    view.dom.addEventListener('blur', this.#onBlur);
  }

  update(view: EditorView): void {
    const isHere = view.hasFocus() || this.#card.contains(document.activeElement);
    const range = view.editable && isHere && view.state.selection.empty ? rangeOf(view) : undefined;
    const ref = range && range.from < range.to ? refAt(view, range) : undefined;
    this.#card.hidden = !range || !ref || view.composing;
    if (this.#card.hidden || !range || !ref) return;
    this.#range = range;
    this.#draw(ref);
    this.#place();
  }

  destroy(): void {
    this.#view.dom.removeEventListener('focus', this.#onBlur);
    this.#view.dom.removeEventListener('blur', this.#onBlur);
    this.#card.remove();
  }

  #draw(ref: Ref): void {
    const found = checkedTarget(this.#view, ref);
    const target = targetOf(ref) ?? '';
    this.#title.textContent = found?.title || (ref.kind === 'url' ? target : '…');
    this.#title.title = this.#title.textContent;
    this.#reason.textContent = found?.reason ?? '';
    this.#card.classList.toggle('broken', found?.state === 'broken');
    const url = found?.url ?? (/^https?:/i.test(target) ? target : undefined);
    this.#open.hidden = url === undefined;
    if (url !== undefined) this.#open.href = url;
    const { $from } = this.#view.state.selection;
    const isAlone = $from.depth === 1 && this.#range.to - this.#range.from === $from.parent.content.size;
    this.#embed.hidden = !isAlone || !/^https?:/i.test(target);
  }

  /** Below the link, and above it where there is no place. */
  #place(): void {
    const { style } = this.#card;
    const { from, to } = this.#range;
    const [start, end] = [this.#view.coordsAtPos(from), this.#view.coordsAtPos(to)];
    const { offsetWidth, offsetHeight } = this.#card;
    // In a line from right to left, the link begins at its right end.
    const isReversed = start.top === end.top && start.left > end.left;
    const left = isReversed ? start.left - offsetWidth : start.left;
    style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
    const below = end.bottom + 6;
    style.top = `${below + offsetHeight < window.innerHeight - 60 ? below : start.top - offsetHeight - 6}px`;
  }

  #makeEmbed(): void {
    const { $from } = this.#view.state.selection;
    const url = targetOf(refAt(this.#view, this.#range));
    const embed = blockToEditor({ object: 'block', type: 'embed', isVoid: true, data: { url } });
    this.#view.dispatch(this.#view.state.tr.replaceWith($from.before(1), $from.after(1), embed));
    this.#view.focus();
  }
}
