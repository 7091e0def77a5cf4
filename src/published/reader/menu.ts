/**
 * The menu of narrow screens opens and closes by the fragment of the address, also without this script. With it, the
 * page stays where it was, the address stays as it was, and Escape or a click beside the menu closes it.
 */
export function startMenu(): void {
  // Before links of the page hear of a click that only closes the menu.
  document.addEventListener('click', onClick, { capture: true });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && findOpen()) show(false);
  });
}

const findOpen = (): Element | null => document.querySelector('.side:target');

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const open = findOpen();
  const isOpening = !open && Boolean(target?.closest('.menu'));
  const isClosing = open && (!open.contains(target) || Boolean(target?.closest('.close')));
  // On wide screens, the table of contents is beside the page, whatever the address says.
  const isNarrow = document.querySelector('.menu')?.checkVisibility();
  if (!isNarrow || !(isOpening || isClosing)) return;
  event.preventDefault();
  event.stopPropagation();
  show(isOpening);
}

function show(isOpen: boolean): void {
  const top = scrollY;
  const stay = (): void => scrollTo({ top, behavior: 'instant' });
  location.replace(isOpen ? '#_contents' : '#_top');
  if (!isOpen) history.replaceState(history.state, '', location.pathname + location.search);
  stay();
  // Whatever follows the address scrolls once more.
  setTimeout(stay);
  const focused = document.querySelector<HTMLElement>(isOpen ? '.side .close' : '.menu');
  focused?.focus({ preventScroll: true });
}
