/** How far a page is scrolled, so that it can be found again. */

import { stretchOf } from './dom.ts';

/**
 * The first block that is seen, and where in the window: heights of blocks above it are guessed as long as they have
 * not been near the window, so that a number of pixels would lead elsewhere the next time.
 */
export interface ScrollPosition {
  top: number;
  block?: number;
  offset?: number;
}

const listBlocks = (): Element[] => [
  ...document.querySelectorAll('#_content .document > :not(.stretch), #_content .document > .stretch > *'),
];

const isPassed = (element: Element): boolean => element.getBoundingClientRect().bottom <= 0;

export function findScrollPosition(): ScrollPosition {
  const top = Math.round(scrollY);
  if (top === 0) return { top };
  const blocks = listBlocks();
  // A stretch that has been passed is not asked for its blocks: they would be laid out again.
  const block = blocks.findIndex((one) => !isPassed(stretchOf(one)) && !isPassed(one));
  const seen = blocks[block];
  return seen ? { top, block, offset: seen.getBoundingClientRect().top } : { top };
}

/** The frames in which blocks near the window may still get their sizes. */
const FRAMES = 4;

/** Without a place: to the top. */
export function scrollBack(place: ScrollPosition = { top: 0 }): void {
  const { pathname } = location;
  let frames = FRAMES;
  const move = (): void => {
    if (location.pathname !== pathname) return;
    moveTo(place);
    frames -= 1;
    if (place.block !== undefined && frames > 0) requestAnimationFrame(move);
  };
  move();
}

function moveTo({ top, block, offset = 0 }: ScrollPosition): void {
  const seen = block === undefined ? undefined : listBlocks()[block];
  scrollTo({
    top: seen ? scrollY + seen.getBoundingClientRect().top - offset : top,
    behavior: 'instant',
  });
}
