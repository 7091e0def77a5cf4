/** Search as you type, in a dialog. Results contain text of users, which is never parsed as markup. */
import { create, createButton } from './dom.ts';
import { tell } from './messages.ts';
import type { Ask } from './search-ask.ts';
import {
  listCrumbs,
  type MarkedText,
  type PlacedResult,
  placeResults,
  type SearchResponse,
  type SearchResult,
} from './search-response.ts';
import { readStoredList, store } from './storage.ts';
import { type Word, word } from './words.ts';

const PAUSE_MS = 30;
const MAX_RECENT = 6;
const SEARCHED_MS = 1500;
const MAX_RECORD = 255;

/** `page`: the page that lists all results; `createAsk` creates the source of the results. */
export function openDialog(page: string, query: string, createAsk: () => Ask): void {
  const opened = document.querySelector<HTMLDialogElement>('dialog.search-dialog');
  if (opened) opened.querySelector('input')?.focus();
  else createSearch(page, query, createAsk());
}

function createSearch(page: string, query: string, ask: Ask): void {
  const elements = createElements();
  const { dialog, field, close, list, note } = elements;
  const recent = new RecentSearches(`lectern-searches:${new URL(page).pathname}`);
  const options = new Options(list, field);
  const record = new SearchRecord();
  const filter = createFilter(() => {
    field.focus();
    find();
  });
  elements.head.append(filter.element);
  /** The query and the section of the shown results. */
  let shownFor = '';
  let found: readonly SearchResult[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(parts: readonly Node[], message: readonly string[]): void {
    elements.recent.replaceChildren();
    note.replaceChildren(...message.map((text) => create('p', {}, text)));
    options.show(parts);
  }

  function showRecent(): void {
    show(recent.render(), []);
    if (options.count === 0) return;
    // Enter does nothing until one is chosen.
    options.activate(-1);
    const clear = createButton('search-clear', word('clearRecentSearches'));
    clear.addEventListener('click', () => {
      recent.clear();
      showRecent();
      field.focus();
    });
    elements.recent.append(clear);
  }

  async function find(): Promise<void> {
    const asked = field.value.trim();
    if (asked === '') {
      ask.forget();
      shownFor = '';
      showRecent();
      return;
    }
    const section = filter.chosen();
    dialog.setAttribute('aria-busy', 'true');
    const response = await ask.find(asked, section);
    if (response === 'superseded') return;
    dialog.removeAttribute('aria-busy');
    shownFor = asked;
    if (response === 'failed') {
      show([], [word('searchFailed')]);
      return;
    }
    filter.offer(response.sections ?? []);
    if (response.results.length === 0) show([], [word('noResults', { query: asked }), word('noResultsHelp')]);
    else {
      show(renderResponse(response), []);
      // Seen, but not read out.
      note.append(create('p', { class: 'unseen' }, `${word('searchResults')}: ${options.count}`));
    }
    found = response.results;
    record.note({ query: asked, results: response.total });
  }

  /**
   * Opens the active result. Readers who press Enter immediately after typing want results for the text that they
   * typed.
   */
  async function openActive(): Promise<void> {
    clearTimeout(timer);
    if (shownFor !== field.value.trim()) await find();
    options.active?.click();
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(find, PAUSE_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    // The browser would empty the field first.
    if (event.key === 'Escape') {
      event.preventDefault();
      dialog.close();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      openActive();
    } else if (options.move(event.key)) event.preventDefault();
  });
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element && event.target.closest<HTMLElement>('[role=option]');
    if (!option) return;
    const again = option.dataset.query;
    if (again !== undefined) {
      field.value = again;
      field.focus();
      find();
      return;
    }
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
    recent.add(field.value.trim());
    record.tell();
    const opened = found.find((result) => addressOf(result) === option.getAttribute('href'));
    if (opened)
      tell({
        type: 'search_open_result',
        query: shownFor,
        result: opened.ids ?? { recordId: opened.href.slice(0, MAX_RECORD) },
      });
    // The opened page takes the focus.
    if (isPlain) dialog.close();
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    clearTimeout(timer);
    record.tell();
    ask.forget();
    dialog.remove();
  });
  document.body.append(dialog);
  tell({ type: 'search_open' });
  dialog.showModal();
  field.value = query;
  field.focus();
  find();
}

function createElements() {
  const field = create('input', {
    type: 'search',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'search-results',
    'aria-autocomplete': 'list',
    'aria-label': word('search'),
    placeholder: word('searchPlaceholder'),
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '200',
    enterkeyhint: 'search',
  });
  const close = createButton('close', word('close'));
  const head = create(
    'div',
    { class: 'search-head' },
    create('div', { class: 'search-field' }, field, close),
  );
  const list = create('div', { role: 'listbox', id: 'search-results', 'aria-label': word('searchResults') });
  const note = create('div', { class: 'search-note', role: 'status' });
  const recent = create('div', { class: 'search-recent' });
  const dialog = create(
    'dialog',
    { class: 'search-dialog', 'aria-label': word('search') },
    head,
    list,
    note,
    recent,
    renderKeys(SEARCH_KEYS),
  );
  return { dialog, head, field, close, list, note, recent };
}

const SEARCH_KEYS: readonly (readonly [keys: readonly string[], meaning: Word])[] = [
  [['↑', '↓'], 'chooseResult'],
  [['↵'], 'openResult'],
  [['Esc'], 'close'],
];

/** The keys that do something in the dialog. */
const renderKeys = (keys: typeof SEARCH_KEYS): HTMLElement =>
  create(
    'p',
    { class: 'search-keys' },
    ...keys.map(([names, meaning]) =>
      create('span', {}, ...names.map((name) => create('kbd', {}, name)), ` ${word(meaning)}`),
    ),
  );

/** The options of the list, of which one is active while the field keeps the focus. */
class Options {
  readonly #list: HTMLElement;
  readonly #field: HTMLElement;
  #options: HTMLElement[] = [];
  #active = -1;

  constructor(list: HTMLElement, field: HTMLElement) {
    this.#list = list;
    this.#field = field;
    list.addEventListener('pointermove', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      const at = option ? this.#options.indexOf(option) : -1;
      if (at >= 0 && at !== this.#active) this.activate(at);
    });
  }

  get count(): number {
    return this.#options.length;
  }

  get active(): HTMLElement | undefined {
    return this.#options[this.#active];
  }

  show(parts: readonly Node[]): void {
    this.#list.replaceChildren(...parts);
    this.#options = [...this.#list.querySelectorAll<HTMLElement>('[role=option]')];
    for (const [at, option] of this.#options.entries()) option.id = `search-result-${at}`;
    this.#field.setAttribute('aria-expanded', String(this.count > 0));
    this.#active = -1;
    this.activate(this.count > 0 ? 0 : -1);
  }

  activate(next: number): void {
    this.active?.setAttribute('aria-selected', 'false');
    this.#active = next;
    const option = this.active;
    option?.setAttribute('aria-selected', 'true');
    if (option) this.#field.setAttribute('aria-activedescendant', option.id);
    else this.#field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }

  /** Whether the key is one that chooses an option. */
  move(key: string): boolean {
    if (this.count === 0) return false;
    if (key === 'ArrowDown') this.activate((this.#active + 1) % this.count);
    else if (key === 'ArrowUp') this.activate((Math.max(0, this.#active) - 1 + this.count) % this.count);
    else return false;
    return true;
  }
}

/** Chooses the section of the site that is searched. It is there if the site has several. */
function createFilter(onChange: () => void) {
  const select = create('select', { 'aria-label': word('searchIn') });
  const element = create('label', { class: 'search-in' }, create('span', {}, word('searchIn')), select);
  element.hidden = true;
  let offered = '';
  select.addEventListener('change', onChange);
  return {
    element,
    chosen: () => select.value,
    offer(sections: NonNullable<SearchResponse['sections']>) {
      const key = JSON.stringify(sections);
      if (key === offered) return;
      offered = key;
      const before = select.value;
      const all = { id: '', title: word('allSections') };
      const choices = [all, ...sections].map(({ id, title }) => create('option', { value: id }, title));
      select.replaceChildren(...choices);
      select.value = before;
      // What was chosen is gone.
      if (select.selectedIndex < 0) select.value = '';
      element.hidden = sections.length < 2;
    },
  };
}

/** The latest searches of this reader, which stay in the browser. */
class RecentSearches {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** Puts a search before the others. */
  add(query: string): void {
    if (query === '') return;
    const others = readStoredList(this.#key).filter((one) => one !== query);
    store(this.#key, [query, ...others].slice(0, MAX_RECENT));
  }

  clear(): void {
    store(this.#key, []);
  }

  render(): Node[] {
    const searches = readStoredList(this.#key);
    if (searches.length === 0) return [];
    const title = word('recentSearches');
    return [
      create(
        'div',
        { role: 'group', 'aria-label': title },
        create('p', { class: 'heading', 'aria-hidden': 'true' }, title),
        ...searches.map((search) =>
          create(
            'div',
            { role: 'option', class: 'search-again', 'data-query': search, 'aria-selected': 'false' },
            search,
          ),
        ),
      ),
    ];
  }
}

/** Records searches. Results that appear only while the reader is still typing do not count. */
class SearchRecord {
  /** The search that is shown, until it is recorded. */
  #shown: { query: string; results: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  note(shown: { query: string; results: number }): void {
    this.#shown = shown;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.tell(), SEARCHED_MS);
  }

  tell(): void {
    clearTimeout(this.#timer);
    if (this.#shown) tell({ type: 'search_type_query', ...this.#shown });
    this.#shown = undefined;
  }
}

/** Renders the results, grouped by page. */
function renderResponse({ results }: SearchResponse): Node[] {
  const groups = groupByPage(results);
  return [...groups.values()].map((group) =>
    create(
      'div',
      { role: 'group', class: 'search-page', 'aria-label': textOf(nameOf(group[0])) },
      ...placeResults(group).map(renderResult),
    ),
  );
}

/** An operation is a result of its own, wherever others of its page are. */
function groupByPage(results: readonly SearchResult[]): Map<string, SearchResult[]> {
  const groups = new Map<string, SearchResult[]>();
  for (const result of results) {
    const key = result.operation ? addressOf(result) : result.href;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(result);
  }
  return groups;
}

const addressOf = ({ section, href }: SearchResult): string => section?.href ?? href;

const nameOf = (result: SearchResult | undefined): MarkedText =>
  (result?.operation && result.section?.title) || (result?.title ?? []);

function renderResult(placed: PlacedResult): HTMLElement {
  const { result, isPart } = placed;
  const { title, section, operation, excerpt } = result;
  const name = create('span', { class: 'search-title' }, ...mark(section?.title ?? title));
  const parts: Node[] = [name];
  const crumbs = listCrumbs(placed);
  if (crumbs.length > 0) parts.unshift(create('span', { class: 'search-crumbs' }, crumbs.join(' › ')));
  if (operation) parts.push(renderOperation(operation));
  else if (excerpt.length > 0) parts.push(create('span', { class: 'search-excerpt' }, ...mark(excerpt)));
  return create(
    'a',
    {
      role: 'option',
      href: addressOf(result),
      class: isPart ? 'search-part' : 'search-result',
      tabindex: '-1',
      'aria-selected': 'false',
    },
    ...parts,
  );
}

const renderOperation = ({ method, path }: NonNullable<SearchResult['operation']>): HTMLElement =>
  create(
    'span',
    { class: 'search-operation' },
    create('span', { class: `method method-${method.toLowerCase()}` }, method),
    ' ',
    create('code', {}, ...mark(path)),
  );

const textOf = (text: MarkedText): string => text.map(([piece]) => piece).join('');

const mark = (text: MarkedText): (Node | string)[] =>
  text.map(([piece, isMatch]) => (isMatch ? create('mark', {}, piece) : piece));
