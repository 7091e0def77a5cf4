import type { CollectionPointer, Pointers } from './pointers.ts';

/** How deep collections may nest. */
export const MAX_DEPTH = 20;

type Above = readonly Pick<CollectionPointer, 'collectionId' | 'defaultLevel'>[];

const NOTHING: Above = [];

/**
 * Stands for what could not be followed: a collection that went, or more of them than there can be, while the news of
 * moves is still on its way. Nobody has a role by default below it.
 */
const CLOSED = { collectionId: '', defaultLevel: null } as const;

/** The collections from this parent to the top, without waiting; undefined when one is not in memory. */
export function peekAbove(pointers: Pointers, parentId: string | null): Above | undefined {
  if (parentId === null) return NOTHING;
  const above: Above[number][] = [];
  let next: string | null = parentId;
  while (next !== null) {
    if (above.length === MAX_DEPTH) return [...above, CLOSED];
    const collection: CollectionPointer | undefined = pointers.collections.peek(next);
    if (!collection) return undefined;
    above.push(collection);
    next = collection.parentId;
  }
  return above;
}

export async function findAbove(pointers: Pointers, parentId: string | null): Promise<Above> {
  const above: Above[number][] = [];
  let next = parentId;
  while (next !== null) {
    const collection = above.length < MAX_DEPTH ? await pointers.collections.find(next) : undefined;
    if (!collection) return [...above, CLOSED];
    above.push(collection);
    next = collection.parentId;
  }
  return above;
}
