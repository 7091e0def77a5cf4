import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { restoreScroll } from '../../app/scroll-memory.ts';
import styles from './requests.module.css';
import { useRowKeys } from './use-row-keys.ts';

const SMALL = '(max-width: 40rem)';
/** The next page is read when so many rows are left below the last one in view. */
const ROWS_AHEAD = 20;

/** The rows that were active, by list: whoever comes back goes on from there. */
const lastActive = new Map<string, string>();

/** What a row gets: its place, and what it reports. */
export interface RowPlace {
  position: number;
  style: CSSProperties;
  onFocus: (id: string) => void;
}

/** An endless list of which only the rows in view exist. Each row has `data-row` with its id, and a link. */
export function RowList<Item extends { id: string }>({
  name,
  label,
  items,
  rems,
  hasMore,
  isReading,
  readMore,
  keys,
  children,
}: {
  /** Distinguishes lists. */
  name: string;
  label: string;
  items: readonly Item[];
  /** The height of a row on wide and on small screens. */
  rems: { wide: number; small: number };
  hasMore: boolean;
  isReading: boolean;
  readMore: () => void;
  /** What keys do with the active row. */
  keys: Record<string, (item: Item | undefined) => void>;
  children: (item: Item, place: RowPlace) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const height = useRowHeight(rems);
  const margin = useTop(list);
  const [activeId, setActiveId] = useState(() => lastActive.get(name));
  const activeIndex = items.findIndex(({ id }) => id === activeId);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: items.length,
    getScrollElement: () => document.getElementById('column'),
    estimateSize: () => height,
    scrollMargin: margin,
    overscan: 8,
    initialRect: { width: 0, height: innerHeight },
    scrollPaddingStart: height,
    scrollPaddingEnd: height / 2,
    getItemKey: (index) => items[index]?.id ?? index,
    // The row with the focus exists wherever it is.
    rangeExtractor: ({ startIndex, endIndex, overscan, count: all }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(all - 1, endIndex + overscan);
      const indexes = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
      if (activeIndex >= 0 && activeIndex < from) indexes.unshift(activeIndex);
      if (activeIndex > to) indexes.push(activeIndex);
      return indexes;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height.
  useLayoutEffect(() => virtualizer.measure(), [height]);
  useEffect(() => void restoreScroll(), []);
  const rows = virtualizer.getVirtualItems();
  const styleOf = useStyles(height);
  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isReading && lastShown + ROWS_AHEAD >= items.length) readMore();
  });
  const activate = useRef((id: string): void => {
    lastActive.set(name, id);
    setActiveId(id);
  }).current;
  useRowKeys({
    list,
    ids: items.map(({ id }) => id),
    activeIndex,
    focus: (index) => {
      const item = items[index];
      if (!item) return;
      activate(item.id);
      virtualizer.scrollToIndex(index, { align: 'auto' });
    },
    keys: Object.fromEntries(
      Object.entries(keys).map(([key, run]) => [key, (index: number) => run(items[index])]),
    ),
  });
  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noRedundantRoles: Safari hides lists without markers from screen readers.
      role="list"
      aria-label={label}
      className={styles.list}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {rows.map(({ index, start }) => {
        const item = items[index];
        return (
          item && children(item, { position: index + 1, style: styleOf(start - margin), onFocus: activate })
        );
      })}
    </ul>
  );
}

/** The style of a row by its top. It remains the same object, so that rows are not rendered again while scrolling. */
function useStyles(height: number): (top: number) => CSSProperties {
  const styleOfTop = useMemo(() => new Map<number, CSSProperties>(), []);
  const last = useRef(height);
  if (last.current !== height) {
    last.current = height;
    styleOfTop.clear();
  }
  return (top) => {
    const style = styleOfTop.get(top) ?? { transform: `translateY(${top}px)`, height };
    styleOfTop.set(top, style);
    return style;
  };
}

/** The height of a row: all have the same, so that nothing is measured. */
function useRowHeight({ wide, small }: { wide: number; small: number }): number {
  const [isSmall, setSmall] = useState(() => matchMedia(SMALL).matches);
  useEffect(() => {
    const media = matchMedia(SMALL);
    const listen = (): void => setSmall(media.matches);
    media.addEventListener('change', listen);
    return () => media.removeEventListener('change', listen);
  }, []);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (isSmall ? small : wide) * rem;
}

/** How far below the top of the column an element begins. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const column = document.getElementById('column');
    const { current } = element;
    if (!column || !current) return;
    const measure = (): void =>
      setTop(
        Math.round(
          current.getBoundingClientRect().top - column.getBoundingClientRect().top + column.scrollTop,
        ),
      );
    measure();
    const observer = new ResizeObserver(measure);
    for (const before of [current.parentElement, ...(current.parentElement?.children ?? [])])
      if (before && before !== current) observer.observe(before);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
