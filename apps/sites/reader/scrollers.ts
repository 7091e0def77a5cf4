import { all, inSteps } from './dom.ts';

let observer: ResizeObserver | undefined;

/**
 * Code, tables and formulas can have the focus, so that the keyboard can scroll them. Those that fit are left out of the
 * order of the focus: a page can have dozens. What is far from the window is asked only when it comes near.
 */
export function enhanceScrollers(root: ParentNode): void {
  observer?.disconnect();
  observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = target;
      const isWhole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
      (target as HTMLElement).tabIndex = isWhole ? -1 : 0;
    }
  });
  inSteps(all(root, '[role=group][tabindex]'), (element) => observer?.observe(element));
}
