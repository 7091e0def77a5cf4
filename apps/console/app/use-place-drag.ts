import { type DragEvent, useState } from 'react';
import { explain } from '../api/explain.ts';
import { t } from '../messages/messages.ts';
import { nameOf } from './current.ts';
import { moveInto, type PlaceItem, placeOf, sendMove } from './place-moves.ts';
import { showError } from './toasts.tsx';

/** A drop target: beside a place of the same kind, or in a collection. */
type Part = 'before' | 'after' | 'into';

/** The place that is being dragged. Browsers hide the data of a drag until the drop. */
let dragged: PlaceItem | undefined;

const EDGE = 0.28;

/** Moves spaces and collections by dragging one onto another. */
export function usePlaceDrag(place: PlaceItem) {
  const [part, setPart] = useState<Part>();
  const partAt = (event: DragEvent): Part | undefined => {
    if (!dragged || dragged.one.id === place.one.id) return undefined;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    const isSibling = dragged.kind === place.kind;
    const mayTake = place.kind === 'collection' && place.one.permissions.create;
    if (isSibling && share < (mayTake ? EDGE : 0.5)) return 'before';
    if (isSibling && share > (mayTake ? 1 - EDGE : 0.5)) return 'after';
    return mayTake ? 'into' : undefined;
  };
  return {
    draggable: place.one.permissions.admin,
    'data-drop': part,
    onDragStart(event: DragEvent): void {
      dragged = place;
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', place.one.title);
    },
    onDragEnd(): void {
      dragged = undefined;
    },
    onDragOver(event: DragEvent): void {
      const over = partAt(event);
      setPart(over);
      if (!over) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDragLeave: () => setPart(undefined),
    onDrop(event: DragEvent): void {
      const moved = dragged;
      const over = partAt(event);
      setPart(undefined);
      if (!moved || !over) return;
      event.preventDefault();
      event.stopPropagation();
      void drop(moved, place, over);
    },
  };
}

async function drop(moved: PlaceItem, target: PlaceItem, part: Part): Promise<void> {
  const to = target.one.parent;
  const sibling = placeOf(target.kind, target.one.id);
  const position = part === 'before' ? { before: sibling } : { after: sibling };
  try {
    if (part === 'into') await moveInto(moved, target.one.id, nameOf(target.one.title, t('untitled')));
    else await sendMove(moved, { ...(to === moved.one.parent ? {} : { parent: to ?? null }), position });
  } catch (error) {
    showError(`${t('changeFailed')} ${explain(error)}`);
  }
}
