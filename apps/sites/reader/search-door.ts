/** Opens the search. Its script is loaded when it is about to be used. */
import { all } from './dom.ts';

declare const SEARCH_SCRIPT: string;
declare const KEYS_SCRIPT: string;

type SearchScript = typeof import('./search.ts');
type KeysScript = typeof import('./keyboard-help.ts');

const MAX_QUERY = 200;
/** As its keyboard names it. */
const SEARCH_KEY = /Mac|iP(?:ad|hone)/.test(navigator.platform) ? '⌘K' : 'Ctrl K';
const SEARCH_BUTTON = 'button[data-action=search]';

let script: Promise<SearchScript> | undefined;

function load(): Promise<SearchScript> {
  script ??= import(new URL(SEARCH_SCRIPT, import.meta.url).href);
  // A connection that was lost may be back the next time.
  script.catch(() => {
    script = undefined;
  });
  return script;
}

/** By its field in the header, by ⌘K or Ctrl+K, and by `/` where nothing is written. `?` lists the keys. */
export function startSearch(): void {
  document.addEventListener('focusin', (event) => {
    if (findForm(event.target)) load();
  });
  document.addEventListener('pointerover', (event) => {
    if (findForm(event.target)) load();
  });
  document.addEventListener('click', (event) => {
    const form = findForm(event.target);
    if (form) open(form);
    const button = event.target instanceof Element && event.target.closest<HTMLElement>(SEARCH_BUTTON);
    const formOfPage = button && findFormOfPage();
    if (formOfPage) open(formOfPage, button.dataset.query);
  });
  document.addEventListener('input', (event) => {
    const form = findForm(event.target);
    if (form) open(form);
  });
  document.addEventListener('keydown', (event) => {
    const form = findFormOfPage();
    if (form && isShortcut(event)) {
      event.preventDefault();
      open(form);
    } else if (isPlainKey(event, '?')) {
      event.preventDefault();
      showKeys(form ? ['/', SEARCH_KEY] : []);
    }
  });
  for (const hint of document.querySelectorAll<HTMLElement>('form[data-search] kbd')) {
    hint.textContent = SEARCH_KEY;
    hint.hidden = false;
  }
  const asked = document.querySelector('[data-search-page]') && new URLSearchParams(location.search).get('q');
  const form = findFormOfPage();
  if (asked && form) open(form, asked);
}

/** Shows the buttons in a text that search for something. */
export function enhanceSearchButtons(root: ParentNode): void {
  if (findFormOfPage()) for (const button of all(root, SEARCH_BUTTON)) button.hidden = false;
}

/** Writes the words of an address that leads nowhere into the search of the page that says so. */
export function enhanceMissing(root: ParentNode): void {
  const field = root.querySelector<HTMLInputElement>('.missing-search input');
  const site = new URL(document.body.dataset.site ?? '/', location.href).pathname;
  const { pathname } = location;
  const path = pathname.startsWith(site) ? pathname.slice(site.length) : pathname;
  if (field) field.value = wordsOf(path.replace(/\.\w{2,4}$/, ''));
}

function wordsOf(path: string): string {
  try {
    const words = decodeURIComponent(path).match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.join(' ').slice(0, MAX_QUERY);
  } catch {
    return '';
  }
}

const findFormOfPage = (): HTMLFormElement | null =>
  document.querySelector<HTMLFormElement>('form[data-search]');

const findForm = (target: EventTarget | null): HTMLFormElement | null =>
  target instanceof Element ? target.closest<HTMLFormElement>('form[data-search]') : null;

function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
  if (key.toLowerCase() === 'k') return (metaKey || ctrlKey) && !altKey && !shiftKey;
  return isPlainKey(event, '/');
}

/** Whether it is this key, where nothing is written. */
function isPlainKey({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent, wanted: string): boolean {
  const isWriting =
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return key === wanted && !metaKey && !ctrlKey && !altKey && !isWriting;
}

async function showKeys(searchKeys: readonly string[]): Promise<void> {
  const { openKeyboardHelp }: KeysScript = await import(new URL(KEYS_SCRIPT, import.meta.url).href);
  openKeyboardHelp(searchKeys);
}

/** Text that is typed while the script is loading is in the field. Without the script, the form is what it is. */
async function open(form: HTMLFormElement, query?: string): Promise<void> {
  const field = form.querySelector('input');
  try {
    const { openSearch } = await load();
    openSearch(form.dataset.search ?? '', form.action, query ?? field?.value ?? '');
    if (field) field.value = '';
  } catch {
    field?.focus();
  }
}
