import { t } from '../../messages/messages.ts';
import type { Column } from '../convert/table-to-editor.ts';
import { type Ref, targetOf } from '../links/link-target.ts';
import { chooseTarget } from '../menus/choose-target.ts';
import { element } from '../views/element.ts';
import type { CellChoice, CellSources } from './cell-sources.ts';
import { COLORS, refOf, type SelectOption } from './columns.ts';

interface CellQuestion {
  column: Column;
  value: unknown;
  sources: CellSources;
  set(value: unknown): void;
  setOptions(options: SelectOption[]): void;
}

/** Lets the writer choose the value of a cell. */
export async function chooseFor(control: HTMLElement, question: CellQuestion): Promise<void> {
  const { column, value, sources, set } = question;
  if (column.type === 'content-ref') {
    const ref = refOf(value);
    const found = ref && (await sources.targetOf(ref));
    const target = await chooseTarget({
      label: column.title || t('link'),
      field: t('linkTarget'),
      placeholder: t('linkPlaceholder'),
      initial: found?.state === 'ok' ? found.title : ((ref && targetOf(ref)) ?? ''),
      note: found?.reason,
      find: sources.findTargets,
      ...(ref ? { remove: { label: t('removeLink'), run: () => set(null) } } : {}),
    });
    if (target) set(target.ref);
    control.focus();
    return;
  }
  new ChoicePopup(control, question);
}

/** A list beside a cell, in which one or several values are chosen. */
class ChoicePopup {
  readonly #control: HTMLElement;
  readonly #question: CellQuestion;
  readonly #isMultiple: boolean;
  readonly #popup: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  #chosen: string[];
  #choices: (CellChoice & { run?: () => void })[] = [];
  #current = 0;
  #asked = 0;

  constructor(control: HTMLElement, question: CellQuestion) {
    const { column, value } = question;
    this.#control = control;
    this.#question = question;
    this.#isMultiple = column.type === 'files' || (column.type !== 'image' && column.multiple === true);
    this.#chosen = Array.isArray(value) ? (value as unknown[]).map(String) : [];
    const label = column.title || t(`column-${column.type as 'select'}`);
    this.#list = element('ul', {
      role: 'listbox',
      id: 'cell-choices',
      'aria-label': label,
      'aria-multiselectable': String(this.#isMultiple),
    });
    this.#input = element('input', {
      role: 'combobox',
      'aria-label': label,
      'aria-expanded': 'true',
      'aria-controls': 'cell-choices',
      'aria-autocomplete': 'list',
      placeholder: t('search'),
      autocomplete: 'off',
      spellcheck: 'false',
    });
    this.#popup = element('div', { class: 'cell-popup', popover: 'auto' }, this.#input, this.#list);
    this.#input.addEventListener('input', () => void this.#search());
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
    this.#popup.addEventListener('toggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') this.#popup.remove();
    });
    document.body.append(this.#popup);
    this.#popup.showPopover();
    this.#place();
    this.#input.focus();
    void this.#search();
  }

  #place(): void {
    const { left, bottom, top } = this.#control.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = this.#popup;
    style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
    style.top = `${bottom + offsetHeight + 8 < window.innerHeight ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`;
  }

  #close(): void {
    this.#popup.hidePopover();
    // Setting the value has redrawn the cell.
    const cell = this.#control.isConnected
      ? this.#control
      : document.querySelector<HTMLElement>('.selectedCell .cell-control');
    cell?.focus();
  }

  #onKey(event: KeyboardEvent): void {
    const { key, isComposing } = event;
    if (isComposing) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const count = Math.max(1, this.#choices.length);
      this.#current = (this.#current + (key === 'ArrowDown' ? 1 : -1) + count) % count;
      this.#draw();
    } else if (key === 'Enter') {
      event.preventDefault();
      const choice = this.#choices[this.#current];
      if (choice) this.#toggle(choice);
    } else if (key === 'Escape' || key === 'Tab') {
      event.preventDefault();
      this.#close();
    } else if (key === 'Backspace' && this.#input.value === '' && this.#chosen.length > 0)
      this.#set(this.#chosen.slice(0, -1));
  }

  async #search(): Promise<void> {
    this.#asked += 1;
    const own = this.#asked;
    const query = this.#input.value.trim();
    const found = await this.#find(query).catch(() => []);
    if (own !== this.#asked) return;
    this.#choices = found;
    this.#current = 0;
    this.#draw();
    this.#place();
  }

  async #find(query: string): Promise<(CellChoice & { run?: () => void })[]> {
    const { column, sources } = this.#question;
    if (column.type === 'select') return this.#findOptions(query);
    const kind = column.type === 'users' ? 'users' : column.type === 'image' ? 'pictures' : 'files';
    const found = await sources.find(kind, query);
    if (kind === 'users') return found;
    return [...found, { value: '', label: t('uploadFile'), run: () => this.#upload(kind === 'pictures') }];
  }

  #findOptions(query: string): (CellChoice & { run?: () => void })[] {
    const options = (this.#question.column.options ?? []) as SelectOption[];
    const wanted = query.toLocaleLowerCase();
    const found = options
      .filter(({ label, value }) => (label || value).toLocaleLowerCase().includes(wanted))
      .map(({ value, label, color }) => ({ value, label: label || value, color }));
    if (query === '' || options.some(({ label }) => label.toLocaleLowerCase() === wanted)) return found;
    const color = COLORS[options.length % COLORS.length] as string;
    const run = (): void => {
      this.#question.setOptions([...options, { value: query, label: query, color }]);
      this.#toggle({ value: query, label: query });
    };
    return [...found, { value: '', label: t('createOption', { name: query }), run }];
  }

  #upload(isPicture: boolean): void {
    const input = element('input', { type: 'file', accept: isPicture ? 'image/*' : '' });
    input.addEventListener('change', async () => {
      const [file] = input.files ?? [];
      if (!file) return;
      const note = element('p', { role: 'status' }, t('uploading', { name: file.name }));
      this.#popup.append(note);
      try {
        const id = await this.#question.sources.upload(file);
        this.#toggle({ value: id, label: file.name });
        note.remove();
      } catch (error) {
        note.setAttribute('role', 'alert');
        note.textContent = t('uploadFailed', { reason: error instanceof Error ? error.message : '' });
      }
    });
    input.click();
  }

  #toggle({ value, run }: CellChoice & { run?: () => void }): void {
    if (run) {
      run();
      return;
    }
    const { column, set } = this.#question;
    if (column.type === 'image') {
      const ref: Ref = { kind: 'file', file: value };
      set(ref);
      this.#close();
    } else if (!this.#isMultiple) {
      set(this.#chosen.includes(value) ? null : [value]);
      this.#close();
    } else
      this.#set(
        this.#chosen.includes(value) ? this.#chosen.filter((one) => one !== value) : [...this.#chosen, value],
      );
  }

  #set(values: string[]): void {
    this.#chosen = values;
    this.#question.set(values.length === 0 ? null : values);
    this.#draw();
  }

  #draw(): void {
    if (this.#choices.length > 0)
      this.#input.setAttribute('aria-activedescendant', `cell-choice-${this.#current}`);
    else this.#input.removeAttribute('aria-activedescendant');
    this.#list.replaceChildren(
      ...this.#choices.map((choice, index) => {
        const isChosen = !choice.run && this.#chosen.includes(choice.value);
        const item = element(
          'li',
          {
            role: 'option',
            id: `cell-choice-${index}`,
            'aria-selected': String(isChosen),
            class: index === this.#current ? 'current' : undefined,
          },
          element('span', { class: choice.color ? `chip b-${choice.color}` : '' }, choice.label),
          ...(isChosen ? [element('span', { 'aria-hidden': 'true' }, '✓')] : []),
        );
        item.addEventListener('click', () => this.#toggle(choice));
        return item;
      }),
    );
    this.#list.children[this.#current]?.scrollIntoView({ block: 'nearest' });
  }
}
