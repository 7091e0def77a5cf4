import { findTarget } from './dom.ts';

let observer: ResizeObserver | undefined;

/**
 * The style sheet knows how high the header is, unless its sections take several lines or the reader has a larger font:
 * then what stands below it must be told.
 */
export function followBarHeight(bar: HTMLElement): void {
  observer?.disconnect();
  observer = new ResizeObserver(() => {
    const root = document.documentElement;
    root.style.removeProperty('--top');
    const height = bar.offsetHeight;
    if (height <= Number.parseFloat(getComputedStyle(root).scrollPaddingTop)) return;
    root.style.setProperty('--top', `${height}px`);
    const target = findTarget(location.hash);
    const top = target?.getBoundingClientRect().top ?? -1;
    if (top >= 0 && top < height) target?.scrollIntoView();
  });
  observer.observe(bar);
}
