import { all } from './dom.ts';

/** The lists that open below their name. In the menu of narrow screens they are part of it, and stay open. */
const OPEN = 'details.drop[open]';

/** Closes a list when Escape is pressed, when one of its links is followed, and when the reader goes elsewhere. */
export function startDrops(): void {
  document.addEventListener('click', ({ target }) => {
    closeDrops((drop) => !drop.contains(target as Node) || isChoice(target, drop));
  });
  document.addEventListener('focusin', ({ target }) => closeDrops((drop) => !drop.contains(target as Node)));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const innermost = listOpen().at(-1);
    if (!innermost) return;
    innermost.open = false;
    innermost.querySelector('summary')?.focus();
  });
}

const listOpen = (): HTMLDetailsElement[] =>
  all<HTMLDetailsElement>(document, OPEN).filter((drop) => !drop.closest('.side'));

/** Buttons report on themselves, and stay. */
const isChoice = (target: EventTarget | null, drop: Element): boolean =>
  target instanceof Element && drop.contains(target.closest('a'));

function closeDrops(isLeft: (drop: HTMLDetailsElement) => boolean): void {
  for (const drop of listOpen()) if (isLeft(drop)) drop.open = false;
}
