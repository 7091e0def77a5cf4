import type { CollectionPointer, Pointers, PointersInMemory } from './pointers.ts';

/** The maximum depth of nested collections. */
export const MAX_DEPTH = 20;

type Above = readonly Pick<CollectionPointer, 'collectionId' | 'defaultLevel'>[];

const NOTHING: Above = [];

/**
 * Stands for a parent that could not be followed: a deleted collection, or a chain that is too long because the
 * notification of a move has not arrived yet. No member has a role by default below it.
 */
const CLOSED = { collectionId: '', defaultLevel: null } as const;

/** The collections from this parent to the top, without waiting; undefined when one is not in memory. */
export function peekAbove(pointers: PointersInMemory, parentId: string | null): Above | undefined {
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
