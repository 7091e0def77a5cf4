import type { Schemas } from '@lectern/client/schema';
import { api, repeatable } from '../api/client.ts';
import { type Collection, queries, type Space } from '../api/queries.ts';

/** A space or a collection, as it is listed. */
export type PlaceItem = { kind: 'space'; one: Space } | { kind: 'collection'; one: Collection };

type Move = Schemas['MoveBody'];
type Sibling = NonNullable<NonNullable<Move['position']>['before']>;

export const placeOf = (kind: PlaceItem['kind'], id: string): Sibling =>
  kind === 'space' ? { type: 'space', space: id } : { type: 'collection', collection: id };

/** Moves a space or collection, and reads the lists that show it again. */
export async function sendMove({ kind, one }: PlaceItem, body: Move): Promise<void> {
  const headers = repeatable();
  if (kind === 'space')
    await api.post('/v1/spaces/{spaceId}/move', { path: { spaceId: one.id }, headers, body });
  else
    await api.post('/v1/collections/{collectionId}/move', { path: { collectionId: one.id }, headers, body });
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['organization', one.organization] }),
    queries.invalidateQueries({ queryKey: [kind, one.id], exact: true }),
  ]);
}
