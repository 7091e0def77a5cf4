import type { Node } from 'prosemirror-model';
import { CellSelection } from 'prosemirror-tables';
import type { EditorView, NodeView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import type { Column } from '../convert/table-to-editor.ts';
import { element } from '../views/element.ts';
import type { CellSources } from './cell-sources.ts';
import { cellPlace, numberOf, refOf, type SelectOption, titleOf } from './columns.ts';
import { goBeside, goOn } from './table-commands.ts';

type GetPos = () => number | undefined;

/** A cell whose value is not text. What it is edited with depends on its column. */
export class CellView implements NodeView {
  readonly dom: HTMLTableCellElement;
  readonly #view: EditorView;
  readonly #getPos: GetPos;
  readonly #sources: CellSources;
  #node: Node;
  #column: Column | undefined;
  #title = '';

  constructor(node: Node, view: EditorView, getPos: GetPos, sources: CellSources) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#sources = sources;
    this.dom = element('td', { class: 'value', contenteditable: 'false' });
    cells.set(this.dom, this);
    this.dom.addEventListener('focusin', () => this.#select());
    this.dom.addEventListener('keydown', (event) => this.#onKey(event));
    this.#draw();
    // The table around a cell is made after it.
    queueMicrotask(() => this.refresh());
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = JSON.stringify(node.attrs) === JSON.stringify(this.#node.attrs);
    this.#node = node;
    if (!isSame) this.#draw();
    return true;
  }

  /** Draws the cell anew if its column is another one. */
  refresh(): void {
    const position = this.#view.isDestroyed ? undefined : this.#getPos();
    const place = position === undefined ? undefined : cellPlace(this.#view.state.doc, position);
    if (!place || (place.column === this.#column && titleOf(place.header) === this.#title)) return;
    this.#column = place.column;
    this.#title = titleOf(place.header);
    this.#draw();
  }

  stopEvent = (event: Event): boolean => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return false;
    // The keys and the pointer belong to what the value is edited with; the rest of the cell to the table.
    return target.closest('.cell-control') !== null;
  };
  ignoreMutation = (): boolean => true;

  get #value(): unknown {
    return this.#node.attrs.value;
  }

  #set(value: unknown): void {
    const position = this.#getPos();
    if (position === undefined || JSON.stringify(value) === JSON.stringify(this.#value)) return;
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(position, 'value', value ?? null));
  }

  #select(): void {
    const position = this.#getPos();
    const { selection, doc } = this.#view.state;
    if (position === undefined) return;
    if (selection instanceof CellSelection && selection.$anchorCell.pos === position) return;
    this.#view.dispatch(this.#view.state.tr.setSelection(CellSelection.create(doc, position)));
  }

  #onKey(event: KeyboardEvent): void {
    const position = this.#getPos();
    if (position === undefined || event.isComposing) return;
    if (event.key === 'Tab') {
      event.preventDefault();
      if (event.shiftKey) goBeside(this.#view, position, -1);
      else goOn(this.#view, position);
    } else if (event.key === 'Escape') this.#view.focus();
    else if (event.altKey && event.key.startsWith('Arrow')) {
      // The keys of the table are those of the editor.
      this.#view.focus();
      this.#view.someProp('handleKeyDown', (handle) => handle(this.#view, event));
      event.preventDefault();
    } else if (
      (event.key === 'Delete' || event.key === 'Backspace') &&
      event.target instanceof HTMLButtonElement
    )
      this.#set(null);
  }

  #draw(): void {
    const { colspan, rowspan } = this.#node.attrs as { colspan: number; rowspan: number };
    this.dom.colSpan = colspan;
    this.dom.rowSpan = rowspan;
    const { type } = this.#column ?? {};
    this.dom.dataset.type = type ?? '';
    const control = this.#control(type);
    // What is being typed into stays.
    const shown = this.dom.firstElementChild;
    if (
      control instanceof HTMLInputElement &&
      shown instanceof HTMLInputElement &&
      shown.type === control.type
    ) {
      shown.setAttribute('aria-label', this.#title);
      shown.checked = control.checked;
      if (document.activeElement !== shown) shown.value = control.value;
      return;
    }
    const hadFocus = this.dom.contains(document.activeElement);
    this.dom.replaceChildren(control);
    if (hadFocus) (this.dom.querySelector('.cell-control') as HTMLElement | null)?.focus();
  }

  #control(type: string | undefined): HTMLElement {
    switch (type) {
      case 'checkbox':
        return this.#checkbox();
      case 'number':
        return this.#number();
      case 'rating':
        return this.#rating();
      default:
        return this.#chosen();
    }
  }

  #checkbox(): HTMLInputElement {
    const box = element('input', { type: 'checkbox', class: 'cell-control', 'aria-label': this.#title });
    box.checked = this.#value === true;
    box.disabled = !this.#view.editable;
    box.addEventListener('change', () => this.#set(box.checked));
    return box;
  }

  #number(): HTMLInputElement {
    const input = element('input', {
      type: 'text',
      inputmode: 'decimal',
      class: 'cell-control',
      'aria-label': this.#title,
      readonly: !this.#view.editable,
    });
    input.value = this.#value === null ? '' : String(this.#value);
    input.addEventListener('input', () => {
      const text = input.value.trim();
      const value = text === '' ? null : numberOf(text);
      input.setAttribute('aria-invalid', String(value === undefined));
      input.title = value === undefined ? t('notANumber') : '';
      if (value !== undefined) this.#set(value);
    });
    input.addEventListener('blur', () => {
      input.value = this.#value === null ? '' : String(this.#value);
      input.removeAttribute('aria-invalid');
    });
    input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) goOn(this.#view, this.#getPos() ?? 0);
    });
    return input;
  }

  #rating(): HTMLElement {
    const max = Math.min(10, Math.max(1, Number(this.#column?.max) || 5));
    const value = Number(this.#value ?? 0);
    const slider = element('span', {
      role: 'slider',
      tabindex: '0',
      class: 'cell-control rating',
      'aria-label': this.#title,
      'aria-valuemin': '0',
      'aria-valuemax': String(max),
      'aria-valuenow': String(value),
      'aria-readonly': this.#view.editable ? undefined : 'true',
    });
    for (let star = 1; star <= max; star++) {
      const one = element('span', { class: star <= value ? 'star full' : 'star' }, star <= value ? '★' : '☆');
      one.addEventListener('click', () => this.#view.editable && this.#set(star === value ? null : star));
      slider.append(one);
    }
    slider.addEventListener('keydown', ({ key, altKey }) => {
      if (altKey || !this.#view.editable) return;
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key] ?? 0;
      const digit = /^\d$/.test(key) ? Number(key) : value + step;
      const next = key === 'Home' ? 0 : key === 'End' ? max : Math.min(max, Math.max(0, digit));
      if (next !== value) this.#set(next === 0 ? null : next);
    });
    return slider;
  }

  /** A button with what is chosen, which opens what can be chosen. */
  #chosen(): HTMLElement {
    const control = element('button', { type: 'button', class: 'cell-control chosen' });
    control.disabled = !this.#view.editable;
    const label = (text: string): void => {
      control.setAttribute('aria-label', text === '' ? this.#title : `${this.#title}: ${text}`);
    };
    label('');
    const column = this.#column;
    if (!column) return control;
    control.addEventListener('click', async () => {
      const { chooseFor } = await import('./choose-for.ts');
      void chooseFor(control, {
        column,
        value: this.#value,
        sources: this.#sources,
        set: (value) => this.#set(value),
        setOptions: (options) => this.#setOptions(options),
      });
    });
    const chips = this.#chips(column);
    control.append(...chips);
    label(chips.map(({ textContent }) => textContent).join(', '));
    if (column.type !== 'select') void this.#name(column, control).then(label);
    return control;
  }

  #chips(column: Column): HTMLElement[] {
    const values = Array.isArray(this.#value) ? (this.#value as unknown[]).map(String) : [];
    if (column.type !== 'select') return values.map((value) => element('span', { class: 'chip' }, value));
    const options = (column.options ?? []) as SelectOption[];
    return values.map((value) => {
      const option = options.find((one) => one.value === value);
      return element('span', { class: `chip b-${option?.color || 'default'}` }, option?.label || value);
    });
  }

  /** Puts names in place of ids. Returns what is shown. */
  async #name({ type }: Column, control: HTMLElement): Promise<string> {
    const value = this.#value;
    if (type === 'users' || type === 'files') {
      const ids = Array.isArray(value) ? (value as unknown[]).map(String) : [];
      const names = await this.#sources.namesOf(type, ids);
      for (const [index, chip] of [...control.children].entries()) chip.textContent = names[index] ?? '';
      return names.join(', ');
    }
    const ref = refOf(value);
    if (!ref) return '';
    const { title, state, reason, url } = await this.#sources.targetOf(ref);
    const shown = element(
      'span',
      { class: state === 'ok' ? 'chip' : `chip link-${state}`, title: reason },
      title,
    );
    if (type === 'image' && url !== undefined && ref.kind === 'file')
      control.replaceChildren(element('img', { src: url, alt: title }));
    else control.replaceChildren(shown);
    return title;
  }

  #setOptions(options: SelectOption[]): void {
    const position = this.#getPos();
    const place = position === undefined ? undefined : cellPlace(this.#view.state.doc, position);
    if (!place) return;
    const column = { ...place.column, options };
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(place.headerPosition, 'column', column));
  }
}

const cells = new WeakMap<Element, CellView>();

/** Draws the cells of a table anew whose columns have changed. */
export function refreshCells(table: HTMLElement): void {
  for (const cell of table.querySelectorAll('td.value')) cells.get(cell)?.refresh();
}
