import type { EditorView } from 'prosemirror-view';

let small: MediaQueryList | undefined;

/** Whether menus come from the bottom, as in the style sheet. */
export function isSmall(): boolean {
  // Called for every key.
  small ??= window.matchMedia('(max-width: 40rem)');
  return small.matches;
}

/** How much of the window the keyboard of a phone covers. It makes the window no smaller. */
export function coveredByKeyboard(): number {
  const { visualViewport: visible, innerHeight } = window;
  return visible ? Math.max(0, innerHeight - visible.height - visible.offsetTop) : 0;
}

/** Scrolls the line of the caret above a place in the window. */
export function keepCaretAbove(view: EditorView, end: number): void {
  const { bottom } = view.coordsAtPos(view.state.selection.head);
  if (bottom > end - 8) scrollerOf(view.dom).scrollBy({ top: bottom - end + 24 });
}

/** The nearest scroll container. */
function scrollerOf(inner: Element): Element {
  for (let box = inner.parentElement; box; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight)
      return box;
  return document.scrollingElement ?? document.documentElement;
}
