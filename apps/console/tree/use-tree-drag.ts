import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ContentPage } from '../api/queries.ts';
import type { TreeActions } from './actions.ts';
import { type Drop, findDrop } from './drop.ts';
import { indentOf, ROW_HEIGHT } from './geometry.ts';
import type { Row } from './rows.ts';

/** How long a page must be held over a closed page to open it. */
const OPEN_MILLISECONDS = 700;

/** Dragging a page to another place in the tree, with a line or a frame where it would go. */
export function useTreeDrag({
  rows,
  tree,
  mayEdit,
  actions,
  expand,
}: {
  rows: readonly Row[];
  tree: RefObject<HTMLDivElement | null>;
  mayEdit: boolean;
  actions: TreeActions;
  expand: (pageId: string) => void;
}) {
  const [dragged, setDragged] = useState<ContentPage>();
  const [drop, setDrop] = useState<Drop>();
  const overId = useRef<string>(undefined);
  const into = drop?.isInto ? rows[drop.index] : undefined;
  const openId = into?.kind === 'page' && into.isExpanded === false ? into.page.id : undefined;
  useEffect(() => {
    if (openId === undefined) return;
    const timer = setTimeout(() => expand(openId), OPEN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [openId, expand]);
  const end = (): void => {
    setDragged(undefined);
    setDrop(undefined);
    overId.current = undefined;
  };
  const findUnder = (event: DragEvent): Drop | undefined => {
    const box = tree.current?.getBoundingClientRect();
    if (!dragged || !box) return undefined;
    const down = event.clientY - box.top;
    const index = Math.max(0, Math.floor(down / ROW_HEIGHT));
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const across = isRightToLeft ? box.right - event.clientX : event.clientX - box.left;
    const step = indentOf(2) - indentOf(1);
    return findDrop(rows, dragged, {
      index,
      part: down / ROW_HEIGHT - index,
      level: Math.max(1, Math.floor((across - indentOf(1)) / step)),
    });
  };
  const handlers = {
    onDragStart: (event: DragEvent) => {
      const id = (event.target as HTMLElement).closest<HTMLElement>('[data-page]')?.dataset.page;
      const row = rows.find((one) => one.kind === 'page' && one.page.id === id);
      if (!mayEdit || row?.kind !== 'page') return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', row.page.title);
      setDragged(row.page);
    },
    onDragOver: (event: DragEvent) => {
      const found = findUnder(event);
      if (found) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
      }
      const name = found && `${found.index} ${found.level} ${found.isInto}`;
      if (name === overId.current) return;
      overId.current = name;
      setDrop(found);
    },
    onDragLeave: (event: DragEvent) => {
      if (tree.current?.contains(event.relatedTarget as Node | null)) return;
      overId.current = undefined;
      setDrop(undefined);
    },
    onDrop: (event: DragEvent) => {
      const found = findUnder(event);
      if (!dragged || !found) return end();
      event.preventDefault();
      actions.move(dragged, found.position);
      end();
    },
    onDragEnd: end,
  };
  return { dragged, drop, handlers };
}
