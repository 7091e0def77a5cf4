/** Opens pages of the site without loading the window anew. Whatever is unusual is left to the browser. */
import { announce } from './announce.ts';
import { findTarget } from './dom.ts';
import { findScrollPosition, type ScrollPosition, scrollBack } from './scroll-position.ts';
import { showPage } from './show-page.ts';
import { type FetchedPage, fetchPage, isSitePage, prefetchPage, takeDocument } from './site-pages.ts';

/** A pointer that stays on a link for this long is about to click. */
const INTENT_MS = 25;
/** Longer waits are noticed. */
const WAIT_MS = 100;
const POSITIONS = 'lectern-positions';

/** Names the entries of the history, for where each was scrolled to. */
interface HistoryState {
  entry: string;
}

let entry = '';
let shownPath = '';
/** The latest navigation: those before it are given up. */
let latest = 0;
let positions: Record<string, ScrollPosition> = {};

/** `onShown` is called with each page that takes the place of the one before. */
export function startNavigation(onShown: () => void): void {
  shownPath = location.pathname;
  positions = readPositions();
  nameEntry();
  history.scrollRestoration = 'manual';
  restoreAfterLoad();
  addEventListener('pagehide', () => {
    savePosition();
    // The browser restores it earlier when it loads the page again.
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });
  prefetchOnIntent();
  document.addEventListener('click', (event) => {
    const url = findPlainClick(event);
    if (!url || url.pathname === shownPath) return;
    event.preventDefault();
    navigate(url, onShown);
  });
  addEventListener('popstate', (event) => {
    if (location.pathname === shownPath) {
      // A place on the same page.
      savePosition();
      const isKnown = (history.state as HistoryState | null)?.entry !== undefined;
      nameEntry();
      if (isKnown) scrollBack(positions[entry]);
      else findTarget(location.hash)?.scrollIntoView();
      return;
    }
    savePosition();
    nameEntry();
    goBack(new URL(location.href), onShown, event.hasUAVisualTransition);
  });
}

function readPositions(): Record<string, ScrollPosition> {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS) ?? '{}');
  } catch {
    return {};
  }
}

function savePosition(): void {
  positions[entry] = findScrollPosition();
  try {
    sessionStorage.setItem(
      POSITIONS,
      JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-50))),
    );
  } catch {
    // It counts until the page is left.
  }
}

function nameEntry(): void {
  const state = history.state as HistoryState | null;
  entry = state?.entry ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
  if (!state?.entry) history.replaceState({ entry }, '');
}

function restoreAfterLoad(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const place = positions[entry];
  if (place && load?.type !== 'navigate') scrollBack(place);
}

function findLink(event: Event): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const isPlain =
    link &&
    !link.hasAttribute('download') &&
    (link.target === '' || link.target === '_self') &&
    link.protocol === location.protocol;
  return isPlain ? link : undefined;
}

/** The page of the site to which a click leads; undefined: the click is the browser's. */
function findPlainClick(event: MouseEvent): URL | undefined {
  const isPlain =
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey;
  const link = isPlain ? findLink(event) : undefined;
  const url = link && new URL(link.href);
  return url && isSitePage(url) ? url : undefined;
}

function prefetchOnIntent(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const prefetch = (event: Event, delay: number): void => {
    clearTimeout(timer);
    const link = findLink(event);
    const url = link && new URL(link.href);
    if (!url || url.pathname === shownPath || !isSitePage(url) || isSaving()) return;
    timer = setTimeout(() => prefetchPage(url), delay);
  };
  document.addEventListener('pointerover', (event) => prefetch(event, INTENT_MS));
  document.addEventListener('focusin', (event) => prefetch(event, INTENT_MS));
  document.addEventListener('pointerdown', (event) => prefetch(event, 0));
}

const isSaving = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Shows a page as if its link was followed. */
const navigate = (url: URL, onShown: () => void): Promise<void> =>
  openPage(url, {
    leave: () => location.assign(url),
    show(page) {
      savePosition();
      // Before anything changes, so that the browser has nothing to lay out for it.
      scrollTo({ top: 0, behavior: 'instant' });
      history.pushState(null, '', page.url.pathname);
      nameEntry();
      swap(page, onShown);
      if (url.hash !== '') {
        // Scrolls, and makes it the target of the style sheet.
        location.replace(url.hash);
        nameEntry();
      }
    },
  });

const goBack = (url: URL, onShown: () => void, isAnimated: boolean): Promise<void> =>
  openPage(url, {
    isAnimated,
    leave: () => location.reload(),
    show(page) {
      swap(page, onShown);
      scrollBack(positions[entry]);
    },
  });

interface Opening {
  show(page: FetchedPage): void;
  /** Leaves the page to the browser. */
  leave(): void;
  /** Whether the browser animates the change by itself. */
  isAnimated?: boolean;
}

async function openPage(url: URL, { show, leave, isAnimated = false }: Opening): Promise<void> {
  latest += 1;
  const own = latest;
  const asked = Date.now();
  const page = await fetchPage(url);
  if (own !== latest) return;
  if (!page) leave();
  else if (isAnimated) show(page);
  else await change(asked, () => show(page));
}

function swap(page: FetchedPage, onShown: () => void): void {
  showPage(takeDocument(page));
  shownPath = location.pathname;
  onShown();
  announce(document.title);
  // Last, because the browser lays the page out for it.
  document.getElementById('_content')?.focus({ preventScroll: true });
}

let running: ViewTransition | undefined;

/**
 * Changes the page that was asked for at `asked`. After a wait with a transition, if the browser has them and the
 * reader does not mind. A transition begins with a picture of the old page: a page that is at hand is shown sooner
 * without.
 */
async function change(asked: number, show: () => void): Promise<void> {
  running?.skipTransition();
  const isAtHand = Date.now() - asked < WAIT_MS;
  if (isAtHand || !document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    show();
    return;
  }
  const transition = document.startViewTransition(show);
  running = transition;
  transition.ready.catch(() => {});
  await transition.updateCallbackDone;
}
