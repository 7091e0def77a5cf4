import { type RefObject, useEffect, useRef } from 'react';
import { addShortcuts } from '../../app/shortcuts.ts';

addShortcuts({
  title: 'shortcutsLists',
  shortcuts: [
    ['J K', 'shortcutNextPrevious'],
    ['Home End', 'shortcutFirstLast'],
    ['Enter', 'open'],
    ['E', 'shortcutArchive'],
    ['U', 'shortcutRead'],
    ['/', 'filterRequests'],
    ['C', 'newRequest'],
  ],
});

/** A press of a key on a row. `index` is -1 while no row has been reached. */
type RowKey = (index: number) => void;

/**
 * The keys of a list whose rows have a link each: j and k, or the arrows within the list, go from row to row. They are
 * for the view: wherever the focus is in a field, a menu or a dialog, keys are its own.
 */
export function useRowKeys(props: {
  list: RefObject<HTMLElement | null>;
  ids: readonly string[];
  activeIndex: number;
  /** Makes a row the active one, and shows it. */
  focus: (index: number) => void;
  keys: Record<string, RowKey>;
}): void {
  const latest = useRef(props);
  latest.current = props;
  /** The row that gets the focus as soon as it exists. */
  const wanted = useRef<string>(undefined);
  // After each rendering, because the row may be one that has just come into view.
  useEffect(() => {
    const { list } = latest.current;
    if (wanted.current === undefined) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { list, ids, activeIndex, focus, keys } = latest.current;
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const { target } = event;
      const isInList = target instanceof Node && list.current?.contains(target) === true;
      if (!isInList && !isOfView(target)) return;
      const go = (index: number): void => {
        const to = Math.min(Math.max(index, 0), ids.length - 1);
        wanted.current = ids[to];
        focus(to);
      };
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const step = stepOf(key, { at: activeIndex, last: ids.length - 1, isInList });
      const own = keys[key];
      const run = step === undefined ? own && (() => own(activeIndex)) : () => go(step);
      if (!run || event.shiftKey) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The row to which a key leads. */
function stepOf(
  key: string,
  { at, last, isInList }: { at: number; last: number; isInList: boolean },
): number | undefined {
  if (key === 'j' || (isInList && key === 'ArrowDown')) return at + 1;
  if (key === 'k' || (isInList && key === 'ArrowUp')) return at - 1;
  if (!isInList) return undefined;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** Whether a key was pressed in the view itself, and not in something of it that has keys of its own. */
const isOfView = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target === document.body || target.matches('#view, #view h1, #view nav a, #view button'));
