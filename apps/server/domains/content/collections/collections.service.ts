import { newId } from '@lectern/std/ids';
import { titleOrUntitled } from '@lectern/std/untitled';
import type { Static } from 'typebox';
import { MAX_DEPTH } from '../../../platform/access/above.ts';
import { collectionNotFound } from '../../../platform/access/access-errors.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import { effectiveLevel } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { CollectionRow } from './collections.queries.ts';
import {
  type CollectionChanges,
  type CollectionKey,
  collectionNotEmpty,
  deleteCollectionRow,
  findCollectionRow,
  insertCollection,
  isCollectionInUse,
  moveDeletedSpacesUp,
  updateCollectionRow,
} from './collections.repository.ts';
import type { CreateCollectionBody, UpdateCollectionBody } from './collections.schemas.ts';
import { lockDefaultLevel } from './default-level.queries.ts';
import { getAbove } from './find-move-target.ts';
import { recordLevelChange, recordMove } from './inherited-access.ts';
import { listAbove, lockOrder } from './order.queries.ts';

export const collectionsTooDeep = defineError(
  { status: 409, reason: 'collections-too-deep' },
  () => `Collections can nest at most ${MAX_DEPTH} levels deep.`,
);

/** Creates a collection. The caller has already checked the role on the parent. */
export async function createCollection(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  organizationId: string,
  body: Static<typeof CreateCollectionBody>,
): Promise<CollectionRow> {
  const collectionId = newId();
  const parentId = body.parent ?? null;
  return transact(async ({ trx }) => {
    await lockOrder(trx, organizationId);
    const above = await getAbove(trx, { organizationId, parentId });
    if (above.length >= MAX_DEPTH) throw collectionsTooDeep();
    const title = titleOrUntitled(body.title);
    await insertCollection(trx, { organizationId, collectionId, title, parentId, createdAt: clock() });
    return getCollectionRow(trx, { organizationId, collectionId });
  });
}

/** Absent fields stay as they are; null removes, and a required field returns to its default. */
export async function updateCollection(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  { organizationId, collectionId }: CollectionKey,
  body: Static<typeof UpdateCollectionBody>,
): Promise<CollectionRow> {
  const changes: CollectionChanges = {};
  if (body.title !== undefined) changes.title = titleOrUntitled(body.title);
  if (body.description !== undefined) changes.description = body.description;
  if (body.defaultLevel !== undefined) changes.default_level = body.defaultLevel;
  const key = { organizationId, collectionId };
  return transact(async ({ trx, announce }) => {
    if (Object.keys(changes).length === 0) return getCollectionRow(trx, key);
    const at = clock();
    const place = { kind: 'collection' as const, organizationId, id: collectionId };
    const before = await lockDefaultLevel(trx, place);
    if (before === undefined) throw collectionNotFound();
    await updateCollectionRow(trx, key, { ...changes, updated_at: at });
    announce({ kind: 'collection', collectionId });
    const row = await getCollectionRow(trx, key);
    const after = row.default_level as DefaultLevel;
    await recordLevelChange(trx, { place: { ...place, title: row.title }, cause, before, after, at });
    return row;
  });
}

/**
 * Deletes a collection that holds nothing. Deleted spaces in it can still be restored: they go to the top, and whom
 * the collection kept out by its level stays out.
 */
export async function deleteCollection(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  { organizationId, collectionId }: CollectionKey,
): Promise<void> {
  const key = { organizationId, collectionId };
  const at = clock();
  await transact(async (unit) => {
    const { trx, announce } = unit;
    await lockOrder(trx, organizationId);
    const above = await listAbove(trx, { organizationId, parentId: collectionId });
    if (above.length === 0) throw collectionNotFound();
    if (await isCollectionInUse(trx, key)) throw collectionNotEmpty();
    const inherited = effectiveLevel({ defaultLevel: 'inherit', above });
    for (const { spaceId, title, defaultLevel } of await moveDeletedSpacesUp(trx, key, inherited)) {
      announce({ kind: 'space', spaceId });
      const place = { kind: 'space' as const, organizationId, id: spaceId, title };
      const before = { parentId: collectionId, defaultLevel, above };
      await recordMove(unit, {
        place,
        cause,
        before,
        after: { parentId: null, defaultLevel, above: [] },
        at,
      });
    }
    await deleteCollectionRow(trx, key);
    announce({ kind: 'collection', collectionId });
  });
}

export async function getCollectionRow(db: Context['db'], key: CollectionKey): Promise<CollectionRow> {
  const row = await findCollectionRow(db, key);
  if (!row) throw collectionNotFound();
  return row;
}
