import { t } from '../../messages/messages.ts';
import type { FindTargets, LinkTarget } from '../links/link-target.ts';
import { element } from '../views/element.ts';

export interface Question {
  label: string;
  field: string;
  placeholder: string;
  initial?: string;
  /** What was typed before the dialog was there. It replaces what is in the field at first. */
  typed?: string;
  find: FindTargets;
  /** A notice at the top, such as why the current target is broken. */
  note?: string | undefined;
  /** Further actions. */
  remove?: { label: string; run(): void };
}

/** A dialog to search for a target. Resolves to undefined if it is canceled. */
export const chooseTarget = (question: Question): Promise<LinkTarget | undefined> =>
  new Promise((resolve) => new TargetDialog(question, resolve));

class TargetDialog {
  readonly #find: FindTargets;
  readonly #resolve: (target: LinkTarget | undefined) => void;
  readonly #input: HTMLInputElement;
  readonly #list = element('ul', { role: 'listbox', id: 'targets', 'aria-label': t('linkTargets') });
  readonly #inside = element('button', { type: 'button', class: 'target-inside', hidden: true });
  readonly #empty = element('p', { class: 'target-note', role: 'status' });
  readonly #dialog: HTMLDialogElement;
  #targets: LinkTarget[] = [];
  #current = 0;
  #asked = 0;
  /** The search whose targets are shown. */
  #answered = 0;
  /** Whether Enter was pressed while the targets of an earlier search were shown. */
  #isEntered = false;
  /** The page whose headings are shown. */
  #page: LinkTarget | undefined;

  constructor(
    { label, field, placeholder, initial = '', typed = '', find, note, remove }: Question,
    resolve: TargetDialog['close'],
  ) {
    this.#find = find;
    this.#resolve = resolve;
    this.#input = element('input', {
      role: 'combobox',
      'aria-label': field,
      'aria-expanded': 'true',
      'aria-controls': 'targets',
      'aria-autocomplete': 'list',
      placeholder,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    });
    this.#input.value = typed || initial;
    this.#inside.addEventListener('click', () => this.#leave());
    const form = element(
      'form',
      { method: 'dialog' },
      element('div', { class: 'target-field' }, this.#inside, this.#input),
      ...(note ? [element('p', { class: 'target-note bad' }, note)] : []),
      this.#list,
      this.#empty,
    );
    if (remove) {
      const button = element('button', { type: 'button', class: 'block-button' }, remove.label);
      button.addEventListener('click', () => {
        remove.run();
        this.close();
      });
      form.append(button);
    }
    this.#dialog = element('dialog', { class: 'link-dialog', 'aria-label': label }, form);
    this.#input.addEventListener('input', () => void this.#search());
    this.#dialog.addEventListener('keydown', (event) => this.#onKey(event));
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.close();
    });
    this.#dialog.addEventListener('pointerdown', ({ target }) => {
      if (target === this.#dialog) this.close();
    });
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    if (typed === '') this.#input.select();
    void this.#search();
  }

  close = (target?: LinkTarget): void => {
    this.#dialog.close();
    this.#dialog.remove();
    this.#resolve(target);
  };

  #onKey(event: KeyboardEvent): void {
    const { key, isComposing, target } = event;
    if (isComposing || target !== this.#input) return;
    const current = this.#targets[this.#current];
    const { selectionStart, selectionEnd, value } = this.#input;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const count = Math.max(1, this.#targets.length);
      this.#current = (this.#current + (key === 'ArrowDown' ? 1 : -1) + count) % count;
      this.#draw();
    } else if (key === 'Enter') {
      event.preventDefault();
      if (this.#answered !== this.#asked) this.#isEntered = true;
      else if (current) this.close(current);
    } else if (key === 'ArrowRight' && current?.findInside && selectionStart === value.length) {
      event.preventDefault();
      this.#enter(current);
    } else if (key === 'Backspace' && this.#page && selectionEnd === 0) {
      event.preventDefault();
      this.#leave();
    }
  }

  #enter(page: LinkTarget): void {
    this.#page = page;
    this.#inside.textContent = `${page.title} ›`;
    this.#inside.hidden = false;
    this.#input.value = '';
    this.#input.focus();
    void this.#search();
  }

  #leave(): void {
    const title = this.#page?.title ?? '';
    this.#page = undefined;
    this.#inside.hidden = true;
    this.#input.value = title;
    this.#input.focus();
    void this.#search();
  }

  #draw(): void {
    if (this.#targets.length > 0)
      this.#input.setAttribute('aria-activedescendant', `target-${this.#current}`);
    else this.#input.removeAttribute('aria-activedescendant');
    this.#list.replaceChildren(...this.#targets.map((target, index) => this.#option(target, index)));
    this.#list.children[this.#current]?.scrollIntoView({ block: 'nearest' });
  }

  #option(target: LinkTarget, index: number): HTMLElement {
    const item = element(
      'li',
      { role: 'option', id: `target-${index}`, 'aria-selected': String(index === this.#current) },
      element('span', {}, target.title),
      element('small', {}, target.detail),
    );
    if (target.findInside) {
      // For the pointer; keys go there with the right arrow.
      const more = element(
        'span',
        { class: 'target-more', 'aria-hidden': 'true', title: t('linkHeadings') },
        '#',
      );
      more.addEventListener('click', (event) => {
        event.stopPropagation();
        this.#enter(target);
      });
      item.append(more);
    }
    item.addEventListener('click', () => this.close(target));
    return item;
  }

  async #search(): Promise<void> {
    this.#asked += 1;
    const own = this.#asked;
    this.#isEntered = false;
    const query = this.#input.value.trim();
    const page = this.#page;
    const found = await (page?.findInside ?? this.#find)(query).catch(() => []);
    // A newer search has started since, or the dialog was closed.
    if (own !== this.#asked || !this.#dialog.open) return;
    this.#answered = own;
    const { findInside: _none, ...whole } = page ?? { title: '', detail: '', ref: {} };
    this.#targets = page && query === '' ? [{ ...whole, detail: t('linkWholePage') }, ...found] : found;
    this.#current = 0;
    const [first] = this.#targets;
    if (this.#isEntered && first) {
      this.close(first);
      return;
    }
    const isEmpty = this.#targets.length === 0 && query !== '';
    this.#empty.textContent = isEmpty
      ? t('nothingFound', { query })
      : this.#targets.some(({ findInside }) => findInside)
        ? t('linkHeadingsHint')
        : '';
    this.#draw();
  }
}
