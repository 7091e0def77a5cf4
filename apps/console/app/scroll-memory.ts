import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { createStore } from '../api/store.ts';

const KEPT = 'lectern-scroll';
const MOST = 100;

/** The scroll positions of pages, by their entries in the tab's history. */
const positions = new Map<string, number>(readPositions());
/** The scroll container. Its position is recorded only once the page in it is complete. */
const column = createStore<HTMLElement | undefined>(undefined);
let entry = '';
let isComplete = false;

/** Observes the scroll container of the views. Call once, in the frame. */
export function useScrollMemory(element: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    column.set(current);
    entry = entryOf(router.latestLocation.state);
    const note = (): void => {
      if (isComplete) positions.set(entry, current.scrollTop);
    };
    const write = (): void => {
      try {
        sessionStorage.setItem(KEPT, JSON.stringify([...positions].slice(-MOST)));
      } catch {
        // Without storage, the positions are kept until the tab is reloaded.
      }
    };
    current.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', write);
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      isComplete = false;
      entry = entryOf(toLocation.state);
    });
    return () => {
      current.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', write);
      stop();
    };
  }, [router, element]);
}

const entryOf = ({ __TSR_key: key }: { __TSR_key?: string | undefined }): string => key ?? 'first';

/**
 * Restores the scroll position of this history entry. Call it once the page is complete. Returns false for a new
 * entry.
 */
export function restoreScroll(): boolean {
  const top = positions.get(entry);
  if (top !== undefined) column.get()?.scrollTo({ top, behavior: 'instant' });
  isComplete = true;
  return top !== undefined;
}

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}
