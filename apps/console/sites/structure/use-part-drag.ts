import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SiteKey } from '../site-queries.ts';
import { movePart } from './change-structure.ts';
import { listenForDrags } from './drag-gesture.ts';
import { type Drop, findDrop, type Placed } from './parts.ts';

/** A part that is being dragged, and the part beside or in which it would be dropped. */
export interface PartDrag {
  partId: string;
  over: { partId: string; side: Drop['side'] } | undefined;
}

/** Moves parts by dragging one onto another. */
export function usePartDrag({
  siteKey,
  parts,
  list,
  mayEdit,
}: {
  siteKey: SiteKey;
  parts: readonly Placed[];
  list: RefObject<HTMLElement | null>;
  mayEdit: boolean;
}): PartDrag | undefined {
  const [drag, setDrag] = useState<PartDrag>();
  const latest = useRef({ siteKey, parts });
  latest.current = { siteKey, parts };
  useEffect(() => {
    const element = list.current;
    if (!element || !mayEdit) return undefined;
    let dragged: Placed | undefined;
    let found: Found | undefined;
    return listenForDrags(element, {
      start(target) {
        // The button of its menu is not a handle.
        const isHandle = target.closest('[data-row]') !== null && target.closest('[aria-haspopup]') === null;
        dragged = isHandle ? findPlaced(latest.current.parts, itemOf(target)) : undefined;
        found = undefined;
        if (dragged) setDrag({ partId: dragged.part.id, over: undefined });
        return dragged !== undefined;
      },
      move({ x, y }) {
        if (!dragged) return;
        const under = document.elementFromPoint(x, y);
        found =
          under && element.contains(under) ? findUnder(latest.current.parts, dragged, under, y) : undefined;
        setDrag((before) => withOver(before, found));
      },
      end(isDropped) {
        if (isDropped && dragged && found)
          void movePart(latest.current.siteKey, dragged.part.id, found.drop.move);
        dragged = undefined;
        setDrag(undefined);
      },
    });
  }, [list, mayEdit]);
  return drag;
}

interface Found {
  partId: string;
  drop: Drop;
}

const itemOf = (element: Element | null | undefined): HTMLElement | undefined =>
  element?.closest<HTMLElement>('[data-part]') ?? undefined;

const findPlaced = (parts: readonly Placed[], item: HTMLElement | undefined): Placed | undefined =>
  parts.find(({ part }) => part.id === item?.dataset.part);

function findUnder(parts: readonly Placed[], dragged: Placed, under: Element, y: number): Found | undefined {
  let item = itemOf(under);
  let target = findPlaced(parts, item);
  // A section that is held over the variants of another one is held over that section.
  while (target?.part.object === 'site-space' && dragged.part.object !== 'site-space') {
    item = itemOf(item?.parentElement);
    target = findPlaced(parts, item);
  }
  const row = item?.querySelector(':scope > [data-row]');
  if (!target || !row) return undefined;
  const { top, height } = row.getBoundingClientRect();
  const drop = findDrop(dragged.part, target, (y - top) / height);
  return drop && { partId: target.part.id, drop };
}

/** The same object while nothing changes, so that nothing is drawn again. */
function withOver(drag: PartDrag | undefined, found: Found | undefined): PartDrag | undefined {
  const before = drag?.over;
  if (!drag || (before?.partId === found?.partId && before?.side === found?.drop.side)) return drag;
  return { ...drag, over: found && { partId: found.partId, side: found.drop.side } };
}
