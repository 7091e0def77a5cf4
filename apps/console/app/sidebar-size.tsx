import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import styles from './frame.module.css';
import { keep, readKept } from './theme.ts';

const WIDTH = 'lectern-sidebar-width';
const HIDDEN = 'lectern-sidebar-hidden';
const MIN = 208;
const MAX = 480;
const STEP = 16;
const USUAL = 272;

const within = (width: number): number => Math.min(MAX, Math.max(MIN, Math.round(width)));

const width = createStore(within(Number(readKept(WIDTH)) || USUAL));
export const isSidebarHidden = createStore(readKept(HIDDEN) === 'true');

/** Shows or hides the sidebar on large screens, and remembers it in this browser. */
export function toggleSidebar(): void {
  isSidebarHidden.set(!isSidebarHidden.get());
  keep(HIDDEN, String(isSidebarHidden.get()));
}

/** Gives the frame the width of the sidebar. */
export function useSidebarWidth(): number {
  return useStore(width);
}

/** The edge of the sidebar: dragging it, or its arrow keys, change the width. */
export function SidebarEdge() {
  const shown = useStore(width);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => keep(WIDTH, String(shown)), [shown]);
  const isRightToLeft = (): boolean => document.dir === 'rtl';
  const resize = (event: PointerEvent): void => {
    if (!isDragged) return;
    width.set(within(isRightToLeft() ? innerWidth - event.clientX : event.clientX));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const grows = event.key === (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight');
    const shrinks = event.key === (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft');
    if (grows || shrinks) width.set(within(shown + (grows ? STEP : -STEP)));
    else if (event.key === 'Home') width.set(MIN);
    else if (event.key === 'End') width.set(MAX);
    else if (event.key === 'Enter') toggleSidebar();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('sidebarWidth')}
      aria-controls="sidebar"
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      aria-valuenow={shown}
      className={styles.edge}
      data-dragged={isDragged}
      onKeyDown={onKeyDown}
      onDoubleClick={() => width.set(USUAL)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={resize}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
    />
  );
}
