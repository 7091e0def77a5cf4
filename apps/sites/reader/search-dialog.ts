/** Search as you type, in a dialog. Results contain text of users, which is never parsed as markup. */
import { create, createButton } from './dom.ts';
import { tell } from './messages.ts';
import type { Ask } from './search-ask.ts';
import type { MarkedText, SearchResponse, SearchResult } from './search-response.ts';
import { readStoredList, store } from './storage.ts';
import { word } from './words.ts';

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
  const { dialog, field, close, list, note, recent } = createElements();
  const recentKey = `lectern-searches:${new URL(page).pathname}`;
  const record = new SearchRecord();
  let options: HTMLElement[] = [];
  let active = -1;
  /** The query of the shown results. */
  let shownFor = '';
  let found: readonly SearchResult[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function activate(next: number): void {
    options[active]?.setAttribute('aria-selected', 'false');
    active = next;
    const option = options[active];
    option?.setAttribute('aria-selected', 'true');
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }

  function show(parts: readonly Node[], message: readonly string[]): void {
    list.replaceChildren(...parts);
    options = [...list.querySelectorAll<HTMLElement>('[role=option]')];
    for (const [at, option] of options.entries()) option.id = `search-result-${at}`;
    field.setAttribute('aria-expanded', String(options.length > 0));
    note.replaceChildren(...message.map((text) => create('p', {}, text)));
    recent.hidden = true;
    active = -1;
    activate(options.length > 0 ? 0 : -1);
  }

  function showRecent(): void {
    const searches = readStoredList(recentKey);
    show([], []);
    recent.hidden = searches.length === 0;
    const clear = createButton('search-clear', word('clearRecentSearches'));
    clear.addEventListener('click', () => {
      store(recentKey, []);
      showRecent();
      field.focus();
    });
    const buttons = searches.map((search) => {
      const button = createButton('search-again', search);
      button.addEventListener('click', () => {
        field.value = search;
        field.focus();
        find();
      });
      return create('li', {}, button);
    });
    recent.replaceChildren(
      create('p', { class: 'heading' }, word('recentSearches')),
      create('ul', {}, ...buttons),
      clear,
    );
  }

  async function find(): Promise<void> {
    const asked = field.value.trim();
    if (asked === '') {
      ask.forget();
      shownFor = '';
      showRecent();
      return;
    }
    dialog.setAttribute('aria-busy', 'true');
    const response = await ask.find(asked);
    if (response === 'superseded') return;
    dialog.removeAttribute('aria-busy');
    shownFor = asked;
    if (response === 'failed') show([], [word('searchFailed')]);
    else if (response.results.length === 0)
      show([], [word('noResults', { query: asked }), word('noResultsHelp')]);
    else {
      show(renderResponse(response), []);
      // Seen, but not read out.
      note.append(create('p', { class: 'unseen' }, `${word('searchResults')}: ${options.length}`));
    }
    if (response === 'failed') return;
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
    options[active]?.click();
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(find, PAUSE_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const { length } = options;
    // The browser would empty the field first.
    if (event.key === 'Escape') {
      event.preventDefault();
      dialog.close();
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      openActive();
      return;
    }
    const next = { ArrowDown: active + 1, ArrowUp: active - 1 + length }[event.key];
    if (next === undefined || length === 0) return;
    event.preventDefault();
    activate(next % length);
  });
  list.addEventListener('pointermove', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
    const at = option ? options.indexOf(option) : -1;
    if (at >= 0 && at !== active) activate(at);
  });
  list.addEventListener('click', (event) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
    remember(recentKey, field.value.trim());
    record.tell();
    const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href');
    const opened = found.find((result) => (result.section?.href ?? result.href) === href);
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
  const list = create('div', { role: 'listbox', id: 'search-results', 'aria-label': word('searchResults') });
  const note = create('div', { class: 'search-note', role: 'status' });
  const recent = create('div', { class: 'search-recent' });
  const dialog = create(
    'dialog',
    { class: 'search-dialog', 'aria-label': word('search') },
    create('div', { class: 'search-field' }, field, close),
    list,
    note,
    recent,
  );
  return { dialog, field, close, list, note, recent };
}

/** Puts a search before the others that the reader made. */
function remember(recentKey: string, query: string): void {
  if (query === '') return;
  const others = readStoredList(recentKey).filter((one) => one !== query);
  store(recentKey, [query, ...others].slice(0, MAX_RECENT));
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
  const groups = groupByHref(results);
  return [...groups.values()].map((group) =>
    create(
      'div',
      { role: 'group', class: 'search-page', 'aria-label': textOf(group[0]?.title ?? []) },
      ...group.map(renderResult),
    ),
  );
}

function groupByHref(results: readonly SearchResult[]): Map<string, SearchResult[]> {
  const groups = new Map<string, SearchResult[]>();
  for (const result of results) groups.set(result.href, [...(groups.get(result.href) ?? []), result]);
  return groups;
}

function renderResult({ title, href, crumbs, section, excerpt }: SearchResult): HTMLElement {
  const name = create('span', { class: 'search-title' }, ...mark(section?.title ?? title));
  const parts: Node[] = [name];
  if (!section && crumbs.length > 0)
    parts.unshift(create('span', { class: 'search-crumbs' }, crumbs.join(' › ')));
  if (excerpt.length > 0) parts.push(create('span', { class: 'search-excerpt' }, ...mark(excerpt)));
  return create(
    'a',
    {
      role: 'option',
      href: section?.href ?? href,
      class: section ? 'search-part' : 'search-result',
      tabindex: '-1',
      'aria-selected': 'false',
    },
    ...parts,
  );
}

const textOf = (text: MarkedText): string => text.map(([piece]) => piece).join('');

const mark = (text: MarkedText): (Node | string)[] =>
  text.map(([piece, isMatch]) => (isMatch ? create('mark', {}, piece) : piece));
