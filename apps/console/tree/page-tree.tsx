import { elementScroll, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { nameOf } from '../app/current.ts';
import { type MenuGroup, OpenMenu } from '../app/menu.tsx';
import { t } from '../messages/messages.ts';
import { commandsOf, registerCommands } from '../palette/commands.ts';
import { useTreeActions } from './actions.ts';
import { DraftTreeRow } from './draft-row.tsx';
import { draft } from './drafts.ts';
import type { useExpanded } from './expanded.ts';
import type { FilteredPages } from './filter-pages.ts';
import { domId, indentOf, ROW_HEIGHT } from './geometry.ts';
import styles from './page-tree.module.css';
import { findPath } from './pages.ts';
import { listRows, type PageRow, type Row, rowId } from './rows.ts';
import { useTreeKeys } from './tree-keys.ts';
import { pageMenu } from './tree-menu.ts';
import { TreeRow } from './tree-row.tsx';
import type { TreeState } from './tree-state.ts';
import { useTreeDrag } from './use-tree-drag.ts';

/** The pages of a place as a tree of which only the visible rows exist. */
export function PageTree({
  place,
  state,
  pages,
  filtered,
  pageId,
  mayEdit,
  expansion: { expanded, setExpanded },
  onFilter,
}: {
  place: Place;
  state: TreeState;
  pages: readonly ContentPage[];
  /** The pages that are shown, if not all are. */
  filtered: FilteredPages | undefined;
  pageId: string | undefined;
  mayEdit: boolean;
  expansion: Pick<ReturnType<typeof useExpanded>, 'expanded' | 'setExpanded'>;
  /** Goes to the field in which a part of the tree is chosen. */
  onFilter: () => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | undefined>(pageId);
  const [renamingId, setRenamingId] = useState<string>();
  const [menuAt, setMenuAt] = useState<{ row: PageRow; trigger: RefObject<Element | null> }>();
  const expand = useCallback((id: string) => setExpanded([id], true), [setExpanded]);
  const rows = listRows(filtered?.pages ?? pages, filtered?.ids ?? expanded, useStore(draft));
  const actions = useTreeActions(state, pages, { openPageId: pageId, expand });
  const activeIndex = Math.max(
    rows.findIndex((row) => rowId(row) === activeId),
    0,
  );
  useReveal({ pages, pageId, setExpanded, setActiveId });
  const virtualizer = useVisibleRows({ rows, activeIndex, scroller });
  const focus = useCallback(() => tree.current?.focus({ preventScroll: true }), []);
  const onKeyDown = useTreeKeys({
    rows,
    activeIndex,
    actions,
    mayEdit,
    setExpanded,
    setActive: setActiveId,
    startRename: setRenamingId,
    startFilter: onFilter,
    openMenu: (row) => setMenuAt({ row, trigger: { current: document.getElementById(domId(row.page.id)) } }),
  });
  const open = rows.find((row): row is PageRow => row.kind === 'page' && row.page.id === pageId);
  usePageCommands(open, () =>
    open ? pageMenu(open, { place, actions, mayEdit, startRename: setRenamingId }) : [],
  );
  const drag = useTreeDrag({ rows, tree, mayEdit: mayEdit && !filtered, actions, expand });
  const dragging = useMemo(() => drag.dragged?.id, [drag.dragged]);
  if (filtered && rows.length === 0) return <p className={styles.message}>{t('noPageMatches')}</p>;
  if (rows.length === 0)
    return (
      <div className={styles.scroll}>
        <p className={styles.none}>{t(mayEdit ? 'noPageShort' : 'noPageForReaders')}</p>
      </div>
    );
  const active = rows[activeIndex];
  return (
    <div ref={scroller} className={styles.scroll}>
      <div
        ref={tree}
        role="tree"
        aria-label={t('pages')}
        tabIndex={0}
        aria-activedescendant={active && domId(rowId(active))}
        className={styles.tree}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        {...drag.handlers}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const style = { transform: `translateY(${start}px)`, height: ROW_HEIGHT };
          if (row.kind === 'draft')
            return <DraftTreeRow key={key} row={row} style={style} actions={actions} onDone={focus} />;
          const { id } = row.page;
          return (
            <TreeRow
              key={key}
              row={row}
              style={style}
              place={place}
              isActive={index === activeIndex}
              isCurrent={id === pageId}
              isRenaming={id === renamingId}
              isDragged={id === dragging}
              isTarget={drag.drop?.isInto === true && drag.drop.index === index}
              mayEdit={mayEdit}
              actions={actions}
              onActivate={() => setActiveId(id)}
              onToggle={(isOpen) => setExpanded([id], isOpen)}
              onRenamed={(title) => {
                setRenamingId(undefined);
                if (title !== undefined) actions.rename(row.page, title);
                focus();
              }}
              onMenu={(trigger) => setMenuAt({ row, trigger })}
            />
          );
        })}
        {drag.drop && !drag.drop.isInto && (
          <div
            role="presentation"
            className={styles.line}
            style={{
              transform: `translateY(${drag.drop.index * ROW_HEIGHT}px)`,
              insetInlineStart: indentOf(drag.drop.level),
            }}
          />
        )}
      </div>
      {menuAt && (
        <OpenMenu
          label={t('pageMenu', { title: menuAt.row.page.title })}
          trigger={menuAt.trigger}
          groups={pageMenu(menuAt.row, { place, actions, mayEdit, startRename: setRenamingId })}
          onClose={() => setMenuAt(undefined)}
        />
      )}
    </div>
  );
}

/** Lays out the rows in view, and scrolls to the active one, or to the one that is being named. */
function useVisibleRows({
  rows,
  activeIndex,
  scroller,
}: {
  rows: readonly Row[];
  activeIndex: number;
  scroller: RefObject<HTMLDivElement | null>;
}): Virtualizer<HTMLDivElement, Element> {
  const isMeasured = useRef(false);
  const hasScrolled = useRef(false);
  const shown = useRef(0);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 0, height: innerHeight },
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => {
        tell(rect);
        // Before the browser draws, so that the tree does not jump.
        if (!isMeasured.current) showRow(instance, shown.current);
        isMeasured.current = true;
      }),
    scrollToFn: (offset, options, instance) => {
      // A new element is at its top. Scrolling it there would make the browser lay out the whole page at once.
      if (offset === 0 && !hasScrolled.current) return;
      hasScrolled.current = true;
      elementScroll(offset, options, instance);
    },
    scrollPaddingEnd: ROW_HEIGHT / 2,
    getItemKey: (index) => rowId(rows[index] as PageRow),
    // The active row exists wherever it is, because the tree refers to it.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const indexes = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
      if (activeIndex < from) indexes.unshift(activeIndex);
      if (activeIndex > to && activeIndex < count) indexes.push(activeIndex);
      return indexes;
    },
  });
  const wanted = rows.findIndex((row) => row.kind === 'draft');
  const shownIndex = wanted >= 0 ? wanted : activeIndex;
  const shownId = rows[shownIndex] && rowId(rows[shownIndex]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is shown again when it has moved.
  useLayoutEffect(() => {
    shown.current = shownIndex;
    if (shownId === undefined || !isMeasured.current) return;
    // Measuring before the browser draws would make it lay out everything twice.
    const frame = requestAnimationFrame(() => showRow(virtualizer, shownIndex));
    return () => cancelAnimationFrame(frame);
  }, [shownId, shownIndex]);
  return virtualizer;
}

/** Scrolls to a row, unless all of it is in view. All rows have one height, so that nothing is measured for it. */
function showRow(virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): void {
  const from = virtualizer.scrollOffset ?? 0;
  const to = from + (virtualizer.scrollRect?.height ?? 0);
  const top = index * ROW_HEIGHT;
  if (top < from || top + 1.5 * ROW_HEIGHT > to) virtualizer.scrollToIndex(index, { align: 'auto' });
}

/** Tells the size of the tree after the browser has laid it out: measuring it before would lay out everything twice. */
function observeElementRect(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  tell: (rect: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(([entry]) => {
    const [size] = entry?.borderBoxSize ?? [];
    if (size) tell({ width: Math.round(size.inlineSize), height: Math.round(size.blockSize) });
  });
  observer.observe(scrollElement, { box: 'border-box' });
  return () => observer.disconnect();
}

/** Offers what the menu of the open page offers as commands, too. */
function usePageCommands(open: PageRow | undefined, groups: () => MenuGroup[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu is another one for another page or title.
  useEffect(() => {
    if (open)
      return registerCommands('tree', commandsOf('tree', groups(), nameOf(open.page.title, t('untitled'))));
  }, [open?.page, open?.at, open?.into]);
}

/**
 * Shows the page that is open: opens what it is below, once for each page that is opened. Before the browser draws, so
 * that the rows do not jump.
 */
function useReveal({
  pages,
  pageId,
  setExpanded,
  setActiveId,
}: {
  pages: readonly ContentPage[];
  pageId: string | undefined;
  setExpanded: (ids: string[], isExpanded: boolean) => void;
  setActiveId: (id: string) => void;
}): void {
  const revealed = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (pageId === undefined || revealed.current === pageId) return;
    const path = findPath(pages, pageId);
    if (path.length === 0) return;
    revealed.current = pageId;
    setExpanded(
      path.slice(0, -1).map(({ id }) => id),
      true,
    );
    setActiveId(pageId);
  }, [pages, pageId, setExpanded, setActiveId]);
}
