import { Outlet, useRouterState } from '@tanstack/react-router';
import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import { isPaletteOpen, openPalette } from '../palette/open-palette.ts';
import { draft } from '../tree/drafts.ts';
import { Announcer } from './announce.tsx';
import { BarSlots, SLOTS, type Slots } from './bar-slots.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { IconButton } from './button.tsx';
import { DialogHost, showShortcuts } from './dialogs.tsx';
import styles from './frame.module.css';
import { preloadMenus } from './menu.tsx';
import { useNoteRecent } from './note-recent.ts';
import { OfflineBar } from './offline-bar.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import { hasMod } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { isSidebarHidden, SidebarEdge, toggleSidebar, useSidebarWidth } from './sidebar-size.tsx';
import { SignInAgain } from './sign-in.tsx';
import { Toasts } from './toasts.tsx';
import { useArrivals } from './view.tsx';
import { whenIdle } from './when-idle.ts';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

/** The frame around every view: sidebar and top bar. */
export function Frame() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const paletteIsOpen = useStore(isPaletteOpen);
  const drawer = useDrawer(path);
  const width = useSidebarWidth();
  const isHidden = useStore(isSidebarHidden);
  const [slots] = useState(createSlots);
  const showSlots = useCallback(
    (place: HTMLElement | null) => place?.append(...Object.values(slots)),
    [slots],
  );
  const column = useRef<HTMLDivElement>(null);
  useScrollMemory(column);
  useArrivals();
  useShortcuts();
  useNoteRecent();
  useEffect(() => {
    // Pointers and keys load these earlier. Whoever loses the connection must have them.
    return later(() => {
      preloadMenus();
      void loadPalette().catch(() => undefined);
    });
  }, []);
  return (
    <BarSlots value={slots}>
      <a className={styles.skip} href="#view">
        {t('skipToContent')}
      </a>
      <div
        className={styles.frame}
        data-hidden={isHidden}
        style={{ '--sidebar-width': `${width}px` } as CSSProperties}
      >
        <aside
          ref={drawer.element}
          id="sidebar"
          aria-label={t('sidebar')}
          className={styles.sidebar}
          data-open={drawer.isOpen}
        >
          <Sidebar />
          <SidebarEdge />
        </aside>
        {drawer.isOpen && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same.
          // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same.
          <div className={styles.shade} onClick={drawer.close} />
        )}
        <div ref={column} id="column" className={styles.column} inert={drawer.isOpen}>
          <OfflineBar />
          <header className={styles.bar}>
            <IconButton
              icon="menu"
              label={t('openSidebar')}
              className={styles.burger ?? ''}
              aria-expanded={drawer.isOpen}
              aria-controls="sidebar"
              onClick={() => (isSmall() ? drawer.open() : toggleSidebar())}
            />
            <Breadcrumbs />
            <div ref={showSlots} className={styles.slots} />
          </header>
          <Outlet />
        </div>
      </div>
      <Suspense>{paletteIsOpen && <Palette onClose={() => isPaletteOpen.set(false)} />}</Suspense>
      <DialogHost />
      <SignInAgain />
      <Toasts />
      <Announcer />
    </BarSlots>
  );
}

const PRELOAD_AFTER_MS = 2500;

/** Runs a function some time after the view is rendered. Returns a function that cancels it. */
function later(run: () => void): () => void {
  let cancel: (() => void) | undefined;
  const timer = setTimeout(() => {
    cancel = whenIdle(run, 10_000);
  }, PRELOAD_AFTER_MS);
  return () => {
    clearTimeout(timer);
    cancel?.();
  };
}

/** The elements behind the slots. They exist before the bar is rendered, which saves a second rendering. */
function createSlots(): Slots {
  const entries = SLOTS.map((slot) => {
    const element = document.createElement('div');
    element.className = styles[slot] ?? '';
    return [slot, element];
  });
  return Object.fromEntries(entries);
}

const isSmall = (): boolean => matchMedia('(max-width: 50rem)').matches;

/** On small screens, the sidebar covers the view until the user has chosen something in it. */
function useDrawer(path: string) {
  const element = useRef<HTMLElement>(null);
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === path;
  // New pages are named in the sidebar, so open it.
  useEffect(() => draft.subscribe(() => draft.get() && isSmall() && setOpenAt(path)), [path]);
  useEffect(() => {
    if (!isOpen || draft.get()) return;
    const before = document.activeElement as HTMLElement | null;
    element.current?.querySelector<HTMLElement>('button, a')?.focus();
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setOpenAt(undefined);
    };
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('keydown', closeByKey);
      // Moves the focus to the view after a navigation.
      if (element.current?.contains(document.activeElement)) before?.focus();
    };
  }, [isOpen]);
  return { element, isOpen, open: () => setOpenAt(path), close: () => setOpenAt(undefined) };
}

/** Global keyboard shortcuts. */
function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => undefined);
      if (hasMod(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        // Within text, the editor uses this shortcut for links.
        if (event.defaultPrevented) return;
        event.preventDefault();
        openPalette();
      } else if (hasMod(event) && !event.shiftKey && !event.altKey && event.key === '\\') {
        event.preventDefault();
        toggleSidebar();
      } else if (event.key === '?' && !isWriting(event.target)) {
        event.preventDefault();
        showShortcuts();
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
