import type { EditorView } from 'prosemirror-view';

export interface Pointer {
  x: number;
  y: number;
}

/** The width of the handle of a block and its gap. */
export const HANDLE_WIDTH = 28;

export const isRightToLeft = (block: HTMLElement): boolean => getComputedStyle(block).direction === 'rtl';

/** The positions before the blocks at a pointer, from the innermost to the outermost one. */
export function blocksAt(view: EditorView, { x, y }: Pointer): number[] {
  const { left, right, top, bottom } = view.dom.getBoundingClientRect();
  const found = view.posAtCoords({
    left: Math.min(Math.max(x, left + 5), right - 5),
    top: Math.min(Math.max(y, top + 1), bottom - 1),
  });
  if (!found) return [];
  const { doc } = view.state;
  const $pos = doc.resolve(found.inside >= 0 ? found.inside : found.pos);
  const positions = Array.from({ length: $pos.depth }, (_, index) => $pos.before($pos.depth - index));
  const inside = $pos.nodeAfter ?? (found.inside < 0 ? $pos.nodeBefore : null);
  if (!inside?.isBlock) return positions;
  return [$pos.nodeAfter ? $pos.pos : $pos.pos - inside.nodeSize, ...positions];
}
