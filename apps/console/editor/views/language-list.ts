/** A chunk of its own: the languages that the field of a code block suggests. */
import { codeLanguages } from 'lectern:code-languages';
import { t } from '../../messages/messages.ts';
import { isSmall } from '../menus/small-screen.ts';
import { element } from './element.ts';

const MOST = 60;

/** The languages that writers need most, shown before anything is typed. */
const FIRST =
  'bash javascript typescript json yaml python html css go java csharp cpp rust php ruby sql markdown mermaid'.split(
    ' ',
  );

type Language = (typeof codeLanguages)[number];

/** Languages whose name, id or alias contains a query. Exact matches come first, then those that begin with it. */
function findLanguages(query: string): Language[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') {
    const rankOf = (id: string): number => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
    return [...codeLanguages].sort((a, b) => rankOf(a[0]) - rankOf(b[0]));
  }
  const rankOf = ([id, name, aliases]: Language): number => {
    const words = [id, name.toLowerCase(), ...aliases.split(' ')];
    if (words.includes(wanted)) return 0;
    if (words.some((word) => word.startsWith(wanted))) return 1;
    return words.some((word) => word.includes(wanted)) ? 2 : 3;
  };
  return codeLanguages
    .map((language) => ({ language, rank: rankOf(language) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ language }) => language);
}

/** Suggests languages below a field while it has the focus. Any other name can be typed. */
export class LanguageList {
  readonly #input: HTMLInputElement;
  readonly #use: (language: string) => void;
  readonly #list: HTMLElement;
  readonly #popup: HTMLElement;
  #found: Language[] = [];
  #current = -1;
  readonly #follow = (): void => this.#place();

  constructor(input: HTMLInputElement, use: (language: string) => void) {
    this.#input = input;
    this.#use = use;
    this.#list = element('ul', {
      role: 'listbox',
      id: `languages-${crypto.randomUUID()}`,
      'aria-label': t('codeLanguage'),
    });
    this.#popup = element('div', { class: 'cell-popup language-list', popover: 'manual' }, this.#list);
    // The focus stays in the field.
    this.#popup.addEventListener('pointerdown', (event) => event.preventDefault());
    input.addEventListener('input', () => this.open(input.value));
    input.addEventListener('click', () => this.open(''));
    input.addEventListener('blur', () => this.close());
    input.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get #isOpen(): boolean {
    return this.#popup.isConnected;
  }

  open(query: string): void {
    this.#found = findLanguages(query);
    this.#current = -1;
    if (this.#found.length === 0) {
      this.close();
      return;
    }
    if (!this.#isOpen) {
      document.body.append(this.#popup);
      this.#popup.showPopover();
      this.#input.setAttribute('aria-expanded', 'true');
      this.#input.setAttribute('aria-controls', this.#list.id);
      window.addEventListener('scroll', this.#follow, { capture: true, passive: true });
    }
    this.#list.replaceChildren(
      ...this.#found.map(([id, name], index) => {
        const item = element(
          'li',
          { role: 'option', id: `${this.#list.id}-${index}`, 'aria-selected': 'false' },
          element('span', {}, name),
          element('small', {}, id),
        );
        item.addEventListener('click', () => this.#take(index));
        return item;
      }),
    );
    this.#list.scrollTop = 0;
    this.#input.removeAttribute('aria-activedescendant');
    this.#place();
  }

  close(): void {
    window.removeEventListener('scroll', this.#follow, { capture: true });
    this.#popup.remove();
    this.#input.setAttribute('aria-expanded', 'false');
    for (const name of ['aria-controls', 'aria-activedescendant']) this.#input.removeAttribute(name);
  }

  #take(index: number): void {
    const id = this.#found[index]?.[0];
    if (id !== undefined) this.#use(id);
    this.close();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (this.#isOpen) this.#mark(this.#current + step);
      else this.open('');
    } else if (this.#isOpen && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter') this.#take(this.#current);
      else this.close();
    }
  }

  #mark(index: number): void {
    this.#current = Math.max(0, Math.min(this.#found.length - 1, index));
    for (const [at, item] of [...this.#list.children].entries()) {
      item.setAttribute('aria-selected', String(at === this.#current));
      item.classList.toggle('current', at === this.#current);
    }
    const current = this.#list.children[this.#current];
    if (current) this.#input.setAttribute('aria-activedescendant', current.id);
    current?.scrollIntoView({ block: 'nearest' });
  }

  #place(): void {
    if (isSmall()) return;
    const field = this.#input.getBoundingClientRect();
    const { offsetHeight, offsetWidth, style } = this.#popup;
    const isBelow = field.bottom + offsetHeight + 8 < window.innerHeight;
    style.top = `${isBelow ? field.bottom + 4 : Math.max(8, field.top - offsetHeight - 4)}px`;
    style.left = `${Math.max(8, Math.min(field.left, window.innerWidth - offsetWidth - 8))}px`;
  }
}
