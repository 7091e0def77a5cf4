import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import { findStanding, type Standing } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { getTarget } from '../../content/collections/find-move-target.ts';
import { findPositionBeside, lockOrder } from '../../content/collections/order.queries.ts';
import { copySpaceReferences } from '../../content/links/other-spaces/update-space-references.ts';
import { copySearchIndex } from '../../content/search/update-search-index.ts';
import {
  holdSpace,
  type ShownSpaceRow,
  type SpaceRow,
  showNewSpace,
} from '../../content/spaces/spaces.queries.ts';
import { getSpaceRow } from '../../content/spaces/spaces.service.ts';
import { insertSpaceCopy } from './duplicate-space.repository.ts';

const TITLE_LENGTH = 50;
const SUFFIX = ' (copy)';

/**
 * Creates a space with the same content and page ids, right after the first. Both share the root of the content, so
 * this is fast for any size. Grants, the Git connection and the history are not copied.
 */
export async function duplicateSpace(
  { transact, clock, pointers }: Pick<Context, 'transact' | 'clock' | 'pointers'>,
  actor: Actor,
  { organizationId, spaceId }: SpaceKey,
): Promise<ShownSpaceRow> {
  const standing = await findStanding(pointers, actor, organizationId);
  if (!standing) throw spaceNotFound();
  const copy = { organizationId, spaceId, actor, standing, createdAt: clock() };
  return transact(async ({ trx }) => showNewSpace(await insertDuplicate(trx, copy)));
}

/** Does so in a transaction of the caller's. */
export async function insertDuplicate(
  trx: Transaction<DB>,
  {
    organizationId,
    spaceId,
    actor,
    standing,
    createdAt,
  }: SpaceKey & { actor: Actor; standing: Standing; createdAt: Date },
): Promise<SpaceRow> {
  const from = { organizationId, spaceId };
  const to = { organizationId, spaceId: newId(), revisionId: newId() };
  await lockOrder(trx, organizationId);
  // The sweep of unused content cannot interfere: the source exists until its copy does.
  if (!(await holdSpace(trx, from))) throw spaceNotFound();
  const source = await getSpaceRow(trx, from);
  const target = await getTarget(trx, standing, { organizationId, parentId: source.parent_id }, 'admin');
  const beside = { movedId: to.spaceId, siblingId: spaceId, side: 'after' } as const;
  await insertSpaceCopy(trx, {
    organizationId,
    from: spaceId,
    to: to.spaceId,
    revisionId: to.revisionId,
    title: titleOfCopy(source.title),
    position: await findPositionBeside(trx, target, beside),
    authorId: actor.kind === 'user' ? actor.userId : null,
    createdAt,
  });
  await copySearchIndex(trx, { from, to });
  await copySpaceReferences(trx, { from, to });
  return getSpaceRow(trx, to);
}

/** Cut by code points, as the limit counts them: no character is split. */
export const titleOfCopy = (title: string): string =>
  [...title]
    .slice(0, TITLE_LENGTH - SUFFIX.length)
    .join('')
    .trimEnd() + SUFFIX;
