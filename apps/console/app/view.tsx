import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createStore } from '../api/store.ts';
import { noteFirstView } from './first-view.ts';
import styles from './view.module.css';

/** Whether the heading of the new view still has to be focused after a navigation. */
const isArriving = createStore(false);

/** Focuses the heading of a view after a navigation to it. Call once, in the frame. */
export function useArrivals(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        // On a full page load, the browser itself starts at the top.
        if (fromLocation && pathChanged) isArriving.set(true);
      }),
    [router],
  );
}

/** For the heading of a view: focuses it when the view was opened by a link. */
function useHeading<Heading extends HTMLElement>(key: string) {
  const heading = useRef<Heading>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another view.
  useEffect(() => {
    if (!isArriving.get() || !heading.current) return;
    isArriving.set(false);
    heading.current.focus({ preventScroll: true });
  }, [key]);
  useLayoutEffect(() => {
    const element = heading.current;
    // A view that only said that another one is loading passes the focus on to it.
    return () => {
      if (element !== null && document.activeElement === element) isArriving.set(true);
    };
  }, []);
  return heading;
}

/** Elements that can receive the focus when an element within them loses it. */
const PLACES = '[tabindex], article, li, section';

/**
 * Keeps the focus nearby when the focused element is removed or disabled, for example a button that has been used: on the
 * innermost part around it that still exists, or on the heading of the view. Otherwise, screen readers would start at the
 * top. It returns to an element that is enabled again.
 */
export function useKeptFocus(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = view.current;
    if (!root) return undefined;
    /** The focused element, and the parts around it from the inside out. */
    let around: Element[] = [];
    const note = (): void => {
      around = [];
      let part = document.activeElement;
      while (part && part !== root && root.contains(part)) {
        around.push(part);
        part = part.parentElement;
      }
    };
    note();
    let waiting: { disabled: HTMLElement; place: HTMLElement } | undefined;
    const observer = new MutationObserver(() => {
      if (waiting && !waiting.disabled.matches(':disabled')) {
        if (document.activeElement === waiting.place) waiting.disabled.focus({ preventScroll: true });
        waiting = undefined;
      }
      const [focused, ...parts] = around as HTMLElement[];
      const isDisabled = focused?.matches(':disabled') === true;
      if (!focused || (focused.isConnected && !isDisabled)) return;
      // A disabled element loses the focus only when the browser draws.
      if (document.activeElement !== document.body && document.activeElement !== focused) return;
      around = [];
      const place =
        parts.find((part) => part.isConnected && part.matches(PLACES)) ??
        root.querySelector<HTMLElement>('h1') ??
        root;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.focus({ preventScroll: true });
      if (isDisabled) waiting = { disabled: focused, place };
    });
    root.addEventListener('focusin', note);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      root.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [view]);
}

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – Lectern` : 'Lectern';
  }, [title]);
}

/** The layout of most views: a heading with actions, and the content below it. */
export function View({
  title,
  documentTitle = title,
  lead,
  icon,
  actions,
  children,
  viewKey = title,
  field,
  isWide = false,
}: {
  title: string;
  documentTitle?: string;
  lead?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Distinguishes views with the same title. */
  viewKey?: string;
  /** In which the title is edited. It is shown in the place of the heading. */
  field?: ReactNode;
  isWide?: boolean;
}) {
  const heading = useHeading<HTMLHeadingElement>(viewKey);
  const view = useRef<HTMLElement>(null);
  useTitle(documentTitle);
  useKeptFocus(view);
  useEffect(noteFirstView, []);
  return (
    <main ref={view} id="view" className={styles.view} data-wide={isWide}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1} className={field === undefined ? undefined : 'visually-hidden'}>
            {icon} {title}
          </h1>
          {field}
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </main>
  );
}

/** An empty state: what the view is for and what to do first. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** Placeholder lines while a list is loading. */
export function Loading({ label, rows = 4 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label} className={styles.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <span key={row} />
      ))}
    </div>
  );
}
