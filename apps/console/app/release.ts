import { PREFIX } from '../api/client.ts';
import { isMissingPart } from '../api/explain.ts';
import { hasOtherOwner } from '../api/owner.ts';
import { createStore } from '../api/store.ts';

/** Whether the service runs a different release from the one that this tab loaded. */
export const isOutdated = createStore(false);

/** The shortest time between two checks when the user returns to the tab. */
const CHECK_MS = 60_000;
/** The shortest time between two reloads, in case a reload does not help. */
const RELOAD_MS = 60_000;
/** The longest time that a reload waits for unsaved text to be stored. */
const PATIENCE_MS = 5000;
const RELOADED = 'lectern-reloaded';

const ENTRY = /\/assets\/(main-[\w-]+\.js)/;
const own = ENTRY.exec(document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')?.[1];

const keepers = new Set<() => Promise<void>>();

/** Registers a function that is called before the tab is reloaded. Returns a function that unregisters it. */
export function beforeReload(keep: () => Promise<void>): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** Reloads the tab after unsaved text was sent, or at least stored in the browser. */
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

/** If the service is unreachable, the next check finds out. */
export const checkRelease = (): void => void check().catch(() => undefined);

/** A chunk of this release could not be loaded. If that is because the service was upgraded, reload the tab. */
async function onMissingPart(): Promise<void> {
  if (!navigator.onLine) return;
  await check().catch(() => undefined);
  if (!isOutdated.get()) return;
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  await reload();
}

/** Checks for a new release while the tab is open. */
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
