import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { announce } from '../../app/announce.tsx';
import { addShortcuts } from '../../app/shortcuts.ts';
import { t } from '../../messages/messages.ts';

const STOPS = '[data-change-stop]';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Jumps to the next or the previous change, with the keys N and P and by a call. */
export function useChangeKeys(list: RefObject<HTMLElement | null>): (step: 1 | -1) => void {
  const last = useRef<HTMLElement>(undefined);
  const jump = useCallback(
    (step: 1 | -1) => {
      const stops = [...(list.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
      const next = findNext(stops, last.current, step);
      if (!next) return announce(t(step === 1 ? 'noNextChange' : 'noPreviousChange'));
      last.current = next;
      next.scrollIntoView({ block: 'start' });
      next.focus({ preventScroll: true });
    },
    [list],
  );
  useEffect(() => {
    addShortcuts({
      title: 'tabChanges',
      shortcuts: [
        ['N', 'nextChange'],
        ['P', 'previousChange'],
      ],
    });
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isWriting(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      if (event.key !== 'n' && event.key !== 'p') return;
      event.preventDefault();
      jump(event.key === 'n' ? 1 : -1);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [jump]);
  return jump;
}

/**
 * The change after or before the focused one. Because a click on the button moves the focus, the last change that was
 * jumped to counts as focused while it is in the window. Otherwise, the first change below or above the window’s top.
 */
function findNext(
  stops: readonly HTMLElement[],
  last: HTMLElement | undefined,
  step: 1 | -1,
): HTMLElement | undefined {
  const { activeElement } = document;
  const focused = stops.find((stop) => stop.contains(activeElement));
  const from = focused ?? (last && isInWindow(last) ? last : undefined);
  const at = from ? stops.indexOf(from) : -1;
  if (at >= 0) return stops[at + step];
  const isBelow = (stop: HTMLElement): boolean =>
    stop.getBoundingClientRect().top > Number.parseFloat(getComputedStyle(stop).scrollMarginBlockStart) + 12;
  return step === 1 ? stops.find(isBelow) : stops.findLast((stop) => !isBelow(stop));
}

function isInWindow(stop: HTMLElement): boolean {
  const { top, bottom } = stop.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
