import { createId } from '../api/client.ts';

/** This tab, as the journal names it. A duplicated tab is another one. */
export const TAB: string = createId();

/** Browsers have locks only on pages that are served with TLS, or from this machine. */
const locks = (navigator as { locks?: LockManager }).locks;

const PREFIX = 'lectern/tab/';
const lockOf = (tab: string): string => PREFIX + tab;
/** Tabs announce themselves on this channel. */
const CHANNEL = 'lectern/tabs';
/** Without locks, a tab counts as alive for this long after its last announcement. */
const ALIVE_MS = 10_000;

let isAnnounced = false;

/** Holds a lock for as long as this tab lives, by which other tabs see that it does. */
export function announceTab(): void {
  if (isAnnounced) return;
  isAnnounced = true;
  void locks?.request(lockOf(TAB), () => {
    new BroadcastChannel(CHANNEL).postMessage(TAB);
    return new Promise<never>(() => {});
  });
}

/** Calls `onGone` whenever another tab of this browser is closed, or may have been. */
export function watchTabs(onGone: () => void): void {
  if (!locks) {
    setInterval(onGone, ALIVE_MS);
    return;
  }
  const watched = new Set([lockOf(TAB)]);
  const watch = (name: string): void => {
    if (watched.has(name)) return;
    watched.add(name);
    // Granted when the tab is gone.
    void locks.request(name, { mode: 'shared' }, onGone).finally(() => watched.delete(name));
  };
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<string>) => watch(lockOf(data));
  void locks.query().then(({ held = [] }) => {
    for (const { name = '' } of held) if (name.startsWith(PREFIX)) watch(name);
  });
}

/** Those entries of a journal whose tabs are gone. */
export async function withoutLiveTabs<Entry extends { tab: string; at: number }>(
  entries: readonly Entry[],
): Promise<Entry[]> {
  // The clock may have been set back since.
  const isRecent = (at: number): boolean => Math.abs(Date.now() - at) < ALIVE_MS;
  if (!locks) return entries.filter(({ tab, at }) => tab === TAB || !isRecent(at));
  const { held = [] } = await locks.query();
  const names = new Set(held.map(({ name }) => name));
  return entries.filter(({ tab }) => tab === TAB || !names.has(lockOf(tab)));
}

/** Runs `work` while no other tab does the same. `isPatient`: waits for its turn, and otherwise gives up. */
export async function alone<Result>(
  name: string,
  { isPatient }: { isPatient: boolean },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!locks) return work();
  return locks.request(`lectern/${name}`, { ifAvailable: !isPatient }, (lock) => (lock ? work() : undefined));
}
