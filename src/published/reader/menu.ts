/**
 * The menu of narrow screens opens and closes by the fragment of the address where there are no scripts. With this one,
 * the page and the address stay as they were, and Escape or a click beside the menu closes it.
 */
export function startMenu(): void {
  // Before links of the page hear of a click that only closes the menu.
  document.addEventListener('click', onClick, { capture: true });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
}

const OPEN = 'is-open';

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const open = document.querySelector(`.${OPEN}`);
  if (open?.contains(target) && !target?.closest('.close')) {
    // The page that a link leads to is shown without the menu.
    if (target?.closest('a')) open.classList.remove(OPEN);
    return;
  }
  if (!open && !target?.closest('.menu')) return;
  event.preventDefault();
  event.stopPropagation();
  if (open) close();
  else {
    document.querySelector('.side')?.classList.add(OPEN);
    focus('.side .close');
  }
}

function close(): void {
  const open = document.querySelector(`.${OPEN}`);
  if (!open) return;
  open.classList.remove(OPEN);
  focus('.menu');
}

const focus = (selector: string): void =>
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
