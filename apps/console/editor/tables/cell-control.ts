import { t } from '../../messages/messages.ts';
import type { Column } from '../convert/table-to-editor.ts';
import { element } from '../views/element.ts';
import type { CellSources } from './cell-sources.ts';
import { refOf, type SelectOption } from './columns.ts';
import { numberOf } from './number-of.ts';

interface CellControlParts {
  column: Column;
  label: string;
  value: unknown;
  isEditable: boolean;
  sources: CellSources;
  set(value: unknown): void;
  setOptions(options: SelectOption[]): void;
  goOn(): void;
}

/** The control that shows and edits the value of a cell. */
export class CellControl {
  readonly dom: HTMLElement;
  readonly #column: Column;
  readonly #label: string;
  readonly #value: unknown;
  readonly #isEditable: boolean;
  readonly #sources: CellSources;
  readonly #set: CellControlParts['set'];
  readonly #setOptions: CellControlParts['setOptions'];
  readonly #goOn: CellControlParts['goOn'];

  constructor({ column, label, value, isEditable, sources, set, setOptions, goOn }: CellControlParts) {
    this.#column = column;
    this.#label = label;
    this.#value = value;
    this.#isEditable = isEditable;
    this.#sources = sources;
    this.#set = set;
    this.#setOptions = setOptions;
    this.#goOn = goOn;
    this.dom = this.#make();
  }

  #make(): HTMLElement {
    switch (this.#column.type) {
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
    const box = element('input', { type: 'checkbox', class: 'cell-control', 'aria-label': this.#label });
    box.checked = this.#value === true;
    box.disabled = !this.#isEditable;
    box.addEventListener('change', () => this.#set(box.checked));
    return box;
  }

  #number(): HTMLInputElement {
    const input = element('input', {
      type: 'text',
      inputmode: 'decimal',
      class: 'cell-control',
      'aria-label': this.#label,
      readonly: !this.#isEditable,
    });
    let known = this.#value;
    input.value = known === null ? '' : String(known);
    input.addEventListener('input', () => {
      const text = input.value.trim();
      const value = text === '' ? null : numberOf(text);
      input.setAttribute('aria-invalid', String(value === undefined));
      input.title = value === undefined ? t('notANumber') : '';
      if (value === undefined) return;
      known = value;
      this.#set(value);
    });
    input.addEventListener('blur', () => {
      input.value = known === null ? '' : String(known);
      input.removeAttribute('aria-invalid');
    });
    input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) this.#goOn();
    });
    return input;
  }

  #rating(): HTMLElement {
    const max = Math.min(10, Math.max(1, Number(this.#column.max) || 5));
    const value = Number(this.#value ?? 0);
    const slider = element('span', {
      role: 'slider',
      tabindex: '0',
      class: 'cell-control rating',
      'aria-label': this.#label,
      'aria-valuemin': '0',
      'aria-valuemax': String(max),
      'aria-valuenow': String(value),
      'aria-readonly': this.#isEditable ? undefined : 'true',
    });
    for (let star = 1; star <= max; star++) {
      const one = element('span', { class: star <= value ? 'star full' : 'star' }, star <= value ? '★' : '☆');
      one.addEventListener('click', () => this.#isEditable && this.#set(star === value ? null : star));
      slider.append(one);
    }
    slider.addEventListener('keydown', ({ key, altKey }) => {
      if (altKey || !this.#isEditable) return;
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key] ?? 0;
      const digit = /^\d$/.test(key) ? Number(key) : value + step;
      const next = key === 'Home' ? 0 : key === 'End' ? max : Math.min(max, Math.max(0, digit));
      if (next !== value) this.#set(next === 0 ? null : next);
    });
    return slider;
  }

  /** A button that shows the chosen values and opens the choices. */
  #chosen(): HTMLElement {
    const control = element('button', { type: 'button', class: 'cell-control chosen' });
    control.disabled = !this.#isEditable;
    const label = (text: string): void => {
      control.setAttribute('aria-label', text === '' ? this.#label : `${this.#label}: ${text}`);
    };
    label('');
    const column = this.#column;
    control.addEventListener('click', async () => {
      const { chooseFor } = await import('./choose-for.ts');
      void chooseFor(control, {
        column,
        value: this.#value,
        sources: this.#sources,
        set: this.#set,
        setOptions: this.#setOptions,
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

  /** Replaces ids by names. Returns the text that is shown. */
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
}
