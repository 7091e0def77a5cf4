import type { Schemas } from '@lectern/client/schema';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { type Collection, queries, type Space } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { nameOf } from './current.ts';
import { showError, showToast } from './toasts.tsx';

/** A space or a collection, as it is listed. */
export type PlaceItem = { kind: 'space'; one: Space } | { kind: 'collection'; one: Collection };

type Move = Schemas['MoveBody'];
type Sibling = NonNullable<NonNullable<Move['position']>['before']>;

export const placeOf = (kind: PlaceItem['kind'], id: string): Sibling =>
  kind === 'space' ? { type: 'space', space: id } : { type: 'collection', collection: id };

/** Moves a place into a collection or to the top, and offers to undo it. `where`: the name of the target. */
export async function moveInto(place: PlaceItem, parent: string | undefined, where: string): Promise<void> {
  const before = place.one.parent;
  await sendMove(place, { parent: parent ?? null });
  const undo = () =>
    void sendMove(place, { parent: before ?? null }).catch((error: unknown) => showError(explain(error)));
  const title = nameOf(place.one.title, t('untitled'));
  showToast(t('movedTo', { title, where }), { action: { label: t('undo'), run: undo } });
}

/** Moves a space or collection and refetches the lists that show it. */
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
