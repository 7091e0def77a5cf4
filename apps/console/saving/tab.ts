/** This tab, as the journal and presence name it. A duplicated tab is another one. */
export const TAB: string = crypto.randomUUID();

const lockOf = (tab: string): string => `lectern/tab/${tab}`;

/** Holds a lock for as long as this tab lives, by which other tabs see that it does. */
export function announceTab(): void {
  void navigator.locks.request(lockOf(TAB), () => new Promise<never>(() => {}));
}

/** The tabs of this browser that are alive. */
export async function liveTabs(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(lockOf('')) ? [name.slice(lockOf('').length)] : [])),
  );
}
