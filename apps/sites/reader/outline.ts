import { all, findTarget, stretchOf } from './dom.ts';

/** How far below the place to which links lead a heading still counts as being read. */
const READ_BELOW = 12;

let observer: IntersectionObserver | undefined;
let markAtEnd = (): void => undefined;

/** The section that is being read, in the menu of narrow screens. */
const HERE = '[data-here]';

/** Marks in the outlines of the page, of which one is shown, which section is being read. */
export function followOutline(): void {
  observer?.disconnect();
  removeEventListener('scrollend', markAtEnd);
  const links = new Map<HTMLElement, HTMLAnchorElement[]>();
  for (const link of all<HTMLAnchorElement>(
    document,
    ':is([data-outline], [data-navigation], .here) a[href^="#"]',
  )) {
    const heading = findTarget(link.hash);
    if (heading) links.set(heading, [...(links.get(heading) ?? []), link]);
  }
  if (links.size === 0) return;
  const headings = [...links.keys()];
  const here = document.querySelector(HERE);
  let marked: readonly HTMLAnchorElement[] = [];
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + READ_BELOW;
  const mark = (): void => {
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const above = isAtEnd ? headings.at(-1) : findLastAbove(headings, line);
    const current = above ?? headings[0];
    const found = current && links.get(current);
    // Before its first section, the page has its title. The first link can be in the table of contents, with a method.
    const name = (above && found?.at(-1)?.textContent) ?? '';
    if (here && here.textContent !== name) here.textContent = name;
    if (!found || found === marked) return;
    for (const link of marked) link.removeAttribute('aria-current');
    for (const link of found) {
      link.setAttribute('aria-current', 'true');
      keepVisible(link);
    }
    marked = found;
  };
  observer = new IntersectionObserver(mark, { rootMargin: `-${line}px 0px 0px` });
  for (const heading of headings) observer.observe(heading);
  // The last sections of a page can be too short to come up that far.
  markAtEnd = mark;
  addEventListener('scrollend', markAtEnd);
}

/**
 * The last heading that begins above a line. Few headings are looked at, and stretches before them: where something is
 * in a stretch that is far from the window is known only after the stretch has been laid out.
 */
function findLastAbove(headings: readonly HTMLElement[], line: number): HTMLElement | undefined {
  const isAbove = (heading: HTMLElement): boolean => {
    const { top, bottom } = stretchOf(heading).getBoundingClientRect();
    if (top > line || bottom <= line) return top <= line;
    return heading.getBoundingClientRect().top <= line;
  };
  let above = 0;
  let below = headings.length;
  while (above < below) {
    const middle = (above + below) >> 1;
    if (isAbove(headings[middle] as HTMLElement)) above = middle + 1;
    else below = middle;
  }
  return headings[above - 1];
}

/** Scrolls the outline only, never the page, and so that what follows is seen, too. */
function keepVisible(link: HTMLElement): void {
  const box = link.closest<HTMLElement>('.outline, .side, .here ul');
  if (!box || box.scrollHeight <= box.clientHeight) return;
  const { top, bottom } = link.getBoundingClientRect();
  const within = box.getBoundingClientRect();
  if (top < within.top || bottom > within.bottom) box.scrollTop += top - within.top - box.clientHeight / 3;
}
