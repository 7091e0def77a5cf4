import { all, findTarget, stretchOf } from './dom.ts';

/** How far below the place to which links lead a heading still counts as being read. */
const READ_BELOW = 12;

let observer: IntersectionObserver | undefined;
let markAtEnd = (): void => undefined;

/** Marks in the outline of the page which section is being read. */
export function followOutline(): void {
  observer?.disconnect();
  removeEventListener('scrollend', markAtEnd);
  const links = new Map<HTMLElement, HTMLAnchorElement>();
  for (const link of all<HTMLAnchorElement>(document, '[data-outline] a[href^="#"]')) {
    const heading = findTarget(link.hash);
    if (heading) links.set(heading, link);
  }
  if (links.size === 0) return;
  const headings = [...links.keys()];
  let marked: HTMLAnchorElement | undefined;
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + READ_BELOW;
  const mark = (): void => {
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const current = isAtEnd ? headings.at(-1) : (findLastAbove(headings, line) ?? headings[0]);
    const link = current && links.get(current);
    if (!link || link === marked) return;
    marked?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    marked = link;
    keepVisible(link);
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
  const box = link.closest<HTMLElement>('.outline');
  if (!box || box.scrollHeight <= box.clientHeight) return;
  const { top, bottom } = link.getBoundingClientRect();
  const within = box.getBoundingClientRect();
  if (top < within.top || bottom > within.bottom) box.scrollTop += top - within.top - box.clientHeight / 3;
}
