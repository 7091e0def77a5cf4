import { PREFIX } from '../api/client.ts';
import { isMissingPart } from '../api/explain.ts';
import { hasOtherOwner } from '../api/owner.ts';
import { createStore } from '../api/store.ts';

/** Whether the service runs another release than the one that this tab has loaded. */
export const isOutdated = createStore(false);

/** Visits to a tab are no reason to ask more often than this. */
const CHECK_MS = 60_000;
/** A reload that did not help is not repeated for so long. */
const RELOAD_MS = 60_000;
/** For so long, a reload waits until the browser has kept what is not saved. */
const PATIENCE_MS = 5000;
const RELOADED = 'lectern-reloaded';

const ENTRY = /\/assets\/(main-[\w-]+\.js)/;
const own = ENTRY.exec(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')?.[1];

const keepers = new Set<() => Promise<void>>();

/** Calls `keep` before this tab is loaded again. Returns how to end that. */
export function beforeReload(keep: () => Promise<void>): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** Loads this tab again, after everything that is not saved was sent, or at least kept in the browser. */
export async function reload(): Promise<void> {
  const kept = Promise.allSettled([...keepers].map((keep) => keep()));
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  location.reload();
}

let lastCheck = Number.NEGATIVE_INFINITY;

/** Asks the service which release it runs. */
async function check(): Promise<void> {
  if (own === undefined || isOutdated.get()) return;
  lastCheck = performance.now();
  const response = await fetch(`${PREFIX}/app`, { cache: 'no-store' });
  if (!response.ok || !response.headers.has('x-lectern-console')) return;
  const current = ENTRY.exec(await response.text())?.[1];
  if (current !== undefined && current !== own) isOutdated.set(true);
}

/** Without a connection, the next occasion asks again. */
export const checkRelease = (): void => void check().catch(() => undefined);

/** A part of this release is not there any more: the tab is loaded again. */
async function onMissingPart(): Promise<void> {
  await check().catch(() => undefined);
  if (!isOutdated.get()) return;
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  await reload();
}

/** Notices when the service was upgraded while this tab was open. */
export function watchRelease(): void {
  window.addEventListener('vite:preloadError', () => void onMissingPart());
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (isMissingPart(reason)) void onMissingPart();
  });
  window.addEventListener('online', checkRelease);
  // What this tab shows belongs to the person who was signed in before.
  hasOtherOwner.subscribe(() => void reload());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && performance.now() - lastCheck > CHECK_MS) checkRelease();
  });
}
