/**
 * The menu of narrow screens opens and closes by the fragment of the address where there are no scripts. With this one,
 * the page and the address stay as they were, Escape or a click beside the menu closes it, and while it is open, nothing
 * else can have the focus.
 */
export function startMenu(): void {
  // Before links of the page hear of a click that only closes the menu.
  document.addEventListener('click', onClick, { capture: true });
  document.addEventListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = event.key === ' ' ? target?.closest<HTMLElement>(BUTTONS) : undefined;
    if (button) {
      event.preventDefault();
      button.click();
    } else if (event.key === 'Escape') close();
  });
  // A wide screen has no menu.
  matchMedia('(max-width: 56rem)').addEventListener('change', () => showMenu(false));
}

const OPEN = 'is-open';
/** Links where there are no scripts. */
const BUTTONS = '.menu, .side > .close';
const AROUND = '.skip, .preview, .announcement, .bar, main, .here, .outline, .footer';

/** On each page that is shown: some of its parts stayed, others did not. */
export function enhanceMenu(): void {
  for (const button of document.querySelectorAll(BUTTONS)) button.setAttribute('role', 'button');
  showMenu(false);
}

const findOpen = (): Element | null => document.querySelector(`.${OPEN}`);

function showMenu(isOpen: boolean): void {
  document.querySelector('.side')?.classList.toggle(OPEN, isOpen);
  document.querySelector('.menu')?.setAttribute('aria-expanded', String(isOpen));
  for (const part of document.querySelectorAll<HTMLElement>(AROUND)) part.inert = isOpen;
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const open = findOpen();
  if (open?.contains(target) && !target?.closest('.close')) {
    // The page that a link leads to is shown without the menu.
    if (target?.closest('a')) showMenu(false);
    return;
  }
  if (!open && !target?.closest('.menu')) return;
  event.preventDefault();
  event.stopPropagation();
  if (open) close();
  else {
    showMenu(true);
    focus('.side .close');
  }
}

function close(): void {
  if (!findOpen()) return;
  showMenu(false);
  focus('.menu');
}

const focus = (selector: string): void =>
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
