import { newId } from '@lectern/std/ids';
import { titleOrUntitled } from '@lectern/std/untitled';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import { Clean } from 'typebox/value';
import { refuseUnsupported } from '../../../compat/unsupported-fields.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { SpaceMergeRulesSchema } from '../../../platform/http/merge-rules.schemas.ts';
import { assertMergeRules } from '../../../platform/http/merge-rules.ts';
import { lockDefaultLevel } from '../collections/default-level.queries.ts';
import { getAbove } from '../collections/find-move-target.ts';
import { recordLevelChange } from '../collections/inherited-access.ts';
import { lockOrder } from '../collections/order.queries.ts';
import { enqueuePurge } from './enqueue-purge.ts';
import { isPastRetention } from './retention.ts';
import { DEFAULT_EMOJI } from './spaces.present.ts';
import { type ShownSpaceRow, type SpaceReads, type SpaceRow, showNewSpace } from './spaces.queries.ts';
import {
  findShownSpace,
  findSpaceRow,
  holdPlace,
  insertSpace,
  type SpaceChanges,
  updateSpaceRow,
} from './spaces.repository.ts';
import type { CreateSpaceBody, UpdateSpaceBody } from './spaces.schemas.ts';

export const spaceNotDeleted = defineError(
  { status: 409, reason: 'space-not-deleted' },
  'The space is not deleted, so there is nothing to restore.',
);

export async function createSpace(
  { transact, clock }: Context,
  actor: Actor,
  organizationId: string,
  body: Static<typeof CreateSpaceBody>,
): Promise<ShownSpaceRow> {
  refuseUnsupported('space', body);
  return transact(async ({ trx }) =>
    showNewSpace(
      await createSpaceIn(trx, { ...body, authorId: userIdOf(actor), organizationId, createdAt: clock() }),
    ),
  );
}

export const userIdOf = (actor: Actor): string | null => (actor.kind === 'user' ? actor.userId : null);

/** The same in a transaction that does more. */
export async function createSpaceIn(
  trx: Transaction<DB>,
  space: Pick<Static<typeof CreateSpaceBody>, 'title' | 'emoji' | 'parent' | 'language' | 'editMode'> & {
    /** The user who creates it; null for a service account. */
    authorId: string | null;
    organizationId: string;
    /** Absent: inherited. */
    defaultLevel?: DefaultLevel;
    createdAt: Date;
  },
): Promise<SpaceRow> {
  const { organizationId, authorId, createdAt } = space;
  const spaceId = newId();
  const parentId = space.parent ?? null;
  // The role on the parent was checked before; here the parent must still exist.
  await lockOrder(trx, organizationId);
  await getAbove(trx, { organizationId, parentId });
  await insertSpace(trx, {
    organizationId,
    spaceId,
    revisionId: newId(),
    parentId,
    title: titleOrUntitled(space.title),
    emoji: space.emoji ?? DEFAULT_EMOJI,
    language: space.language ?? null,
    editMode: space.editMode ?? 'live',
    authorId,
    defaultLevel: space.defaultLevel === undefined ? 'inherit' : space.defaultLevel,
    createdAt,
  });
  return getSpaceRow(trx, { organizationId, spaceId });
}

/** Absent fields stay as they are; null removes, and a required field returns to its default. */
export async function updateSpace(
  context: Context,
  cause: Cause,
  key: SpaceKey,
  body: Static<typeof UpdateSpaceBody>,
): Promise<ShownSpaceRow> {
  const changes: SpaceChanges = {};
  if (body.title !== undefined) changes.title = titleOrUntitled(body.title);
  if (body.emoji !== undefined) changes.emoji = body.emoji ?? DEFAULT_EMOJI;
  if (body.icon !== undefined) changes.icon_url = body.icon;
  if (body.language !== undefined) changes.language = body.language;
  if (body.editMode !== undefined) changes.edit_mode = body.editMode ?? 'live';
  if (body.defaultLevel !== undefined) changes.default_level = body.defaultLevel;
  if (body.mergeRules !== undefined) {
    const rules = body.mergeRules ?? { type: 'inherit' };
    assertMergeRules(rules);
    // Removes fields that the rules do not have; the validator has checked the types of the others.
    changes.merge_rules = Clean(SpaceMergeRulesSchema, rules) as typeof rules;
  }
  return changeSpace(context, cause, key, changes);
}

/** It can be restored until its purge. */
export async function deleteSpace({ transact, clock }: Context, key: SpaceKey): Promise<void> {
  const now = clock();
  await transact(async (unit) => {
    const changes = { deleted_at: now, updated_at: now };
    if (!(await updateSpaceRow(unit.trx, { ...key, isDeleted: false }, changes))) throw spaceNotFound();
    await enqueuePurge(unit, key, now);
    unit.announce({ kind: 'space', spaceId: key.spaceId });
  });
}

/** Brings a deleted space back, within the seven days that it is kept. */
export async function restoreSpace(
  { transact, clock, fields }: Context,
  key: SpaceKey,
): Promise<ShownSpaceRow> {
  return transact(async ({ trx, announce }) => {
    const row = await getSpaceRow(trx, key);
    if (!row.deleted_at) throw spaceNotDeleted();
    if (isPastRetention(row.deleted_at, clock())) throw spaceNotFound();
    const isRestored = await updateSpaceRow(
      trx,
      { ...key, isDeleted: true },
      { deleted_at: null, updated_at: clock() },
    );
    // Another request restored or purged it a moment ago.
    if (!isRestored) throw (await findSpaceRow(trx, key)) ? spaceNotDeleted() : spaceNotFound();
    announce({ kind: 'space', spaceId: key.spaceId });
    return getShownSpace({ db: trx, fields }, key);
  });
}

async function changeSpace(
  { transact, clock, fields }: Pick<Context, 'transact' | 'clock' | 'fields'>,
  cause: Cause,
  { organizationId, spaceId }: SpaceKey,
  changes: SpaceChanges,
): Promise<ShownSpaceRow> {
  const key = { organizationId, spaceId };
  return transact(async (unit) => {
    const { trx, announce } = unit;
    const reads = { db: trx, fields };
    if (Object.keys(changes).length === 0) return getShownSpace(reads, key);
    const at = clock();
    const place = { kind: 'space' as const, organizationId, id: spaceId };
    const before = await lockDefaultLevel(trx, place);
    const isChanged = await updateSpaceRow(trx, { ...key, isDeleted: false }, { ...changes, updated_at: at });
    if (before === undefined || !isChanged) throw spaceNotFound();
    if (changes.language !== undefined) await unit.followers.languageChanged(unit, { ...key, at });
    announce({ kind: 'space', spaceId });
    if (changes.merge_rules !== undefined || changes.edit_mode !== undefined)
      unit.record({ ...key, at, actorId: cause.actor && authorIdOf(cause.actor), body: { type: 'checks' } });
    const row = await getShownSpace(reads, key);
    const after = row.default_level as DefaultLevel;
    await recordLevelChange(trx, { place: { ...place, title: row.title }, cause, before, after, at });
    return row;
  });
}

/** Like `getShownSpace`, for callers who may see deleted spaces; a space that can no longer be restored is a 404. */
export async function getKeptSpace(
  { clock, ...reads }: SpaceReads & Pick<Context, 'clock'>,
  key: SpaceKey,
): Promise<ShownSpaceRow> {
  const row = await getShownSpace(reads, key);
  if (isPastRetention(row.deleted_at, clock())) throw spaceNotFound();
  return row;
}

/**
 * For transactions that attach something to a space: takes a lock so that no transfer ends meanwhile. It must be taken
 * before any lock on objects that are attached already.
 */
export async function holdSpacePlace(trx: Transaction<DB>, key: SpaceKey): Promise<void> {
  if (!(await holdPlace(trx, key))) throw spaceNotFound();
}

/** With the fields from above, for those who present it. */
export async function getShownSpace(reads: SpaceReads, key: SpaceKey): Promise<ShownSpaceRow> {
  const row = await findShownSpace(reads, key);
  if (!row) throw spaceNotFound();
  return row;
}

export async function getSpaceRow(db: Context['db'], key: SpaceKey): Promise<SpaceRow> {
  const row = await findSpaceRow(db, key);
  if (!row) throw spaceNotFound();
  return row;
}
