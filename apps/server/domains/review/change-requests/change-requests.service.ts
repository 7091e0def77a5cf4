import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { refuseUnsupported } from '../../../compat/unsupported-fields.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { isAtLeast, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { receiveField } from '../../content/editing/receive-field.ts';
import { takeChangeRequestNumber } from '../../content/spaces/space-counts.queries.ts';
import { changeRequestMerged, changeRequestNotFound } from './change-request-errors.ts';
import { emitChangeRequestEvent, eventOfStatus, recordChangeRequest } from './change-request-events.ts';
import {
  type ChangeRequestChanges,
  type ChangeRequestKey,
  type ChangeRequestLink,
  type ChangeRequestRow,
  type ChangingRow,
  countChangeRequests,
  findChangeRequest,
  insertChangeRequest,
  lockChangeRequest,
  readChanging,
  updateChangeRequestRow,
} from './change-requests.repository.ts';
import type { CreateChangeRequestBody, UpdateChangeRequestBody } from './change-requests.schemas.ts';
import { deletePreviewLinks } from './preview-links/preview-links.queries.ts';
import { countActivity } from './seen/seen.queries.ts';

export type { ChangeRequestRow } from './change-requests.repository.ts';

/** The caller, with their role on the space. */
export interface Viewer {
  actor: Actor;
  role: RoleOrGuest;
}

export const keyOf = (row: ChangeRequestRow): ChangeRequestKey => ({
  organizationId: row.organization_id,
  spaceId: row.space_id,
  changeRequestId: row.change_request_id,
});

/** The revision of the space that a change request began from, or was updated from last. */
export const baseOf = (row: ChangeRequestRow): string => row.ancestor_revision_id ?? row.initial_revision_id;

/** Gets a change request by its id, for work without a caller. */
export const findChangeRequestRow = (
  db: Context['db'],
  space: SpaceKey,
  changeRequestId: string,
): Promise<ChangeRequestRow | undefined> => findChangeRequest(db, space, changeRequestId);

/** The change request that a URL names; drafts are their author's, and of those who can edit the space. */
export async function getChangeRequest(
  { db }: Pick<Context, 'db'>,
  space: SpacePointer,
  named: string,
  viewer: Viewer,
): Promise<ChangeRequestRow> {
  const row = await findChangeRequest(db, space, named);
  if (!row || !maySee(row, viewer)) throw changeRequestNotFound();
  return row;
}

const maySee = (row: ChangeRequestRow, { actor, role }: Viewer): boolean =>
  row.status !== 'draft' || isAtLeast(role, 'edit') || row.author_id === authorIdOf(actor);

/** Begins a change request at a revision of the space, by default the current one. */
export async function createChangeRequest(
  { transact, clock, db }: Pick<Context, 'transact' | 'clock' | 'db'>,
  store: ContentStore,
  space: SpacePointer,
  actor: Actor,
  body: Static<typeof CreateChangeRequestBody>,
): Promise<ChangeRequestRow> {
  refuseUnsupported('change-request', body);
  const { organizationId, spaceId } = space;
  const revisionId = body.revision ?? space.revisionId;
  await store.keepForGood(space, revisionId);
  const changeRequestId = newId();
  const at = clock();
  await transact(async (unit) => {
    const { trx } = unit;
    const number = await takeChangeRequestNumber(trx, space);
    if (number === undefined) throw spaceNotFound();
    await insertChangeRequest(trx, {
      organizationId,
      spaceId,
      changeRequestId,
      number,
      subject: body.subject ?? '',
      description: body.description ? receiveField(body.description, 'description') : null,
      authorId: authorIdOf(actor),
      revisionId,
      createdAt: at,
    });
    await countChangeRequests(trx, space);
    const created = {
      organization_id: organizationId,
      space_id: spaceId,
      change_request_id: changeRequestId,
      status: 'draft' as const,
    };
    recordChangeRequest(unit, created, { change: 'created', actor, at });
  });
  return (await findChangeRequest(db, space, changeRequestId)) as ChangeRequestRow;
}

/** Absent fields stay; null removes. A merged change request keeps its status for good. */
export async function updateChangeRequest(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  { row, actor }: { row: ChangeRequestRow; actor: Actor },
  body: Static<typeof UpdateChangeRequestBody>,
): Promise<ChangeRequestRow> {
  const key = keyOf(row);
  return transact(async (unit) => {
    const { trx } = unit;
    const current = await lockChangeRequest(unit, key);
    if (!current) throw changeRequestNotFound();
    const isMoved = body.status !== undefined && body.status !== current.status;
    if (isMoved && current.status === 'merged') throw changeRequestMerged();
    const changes: ChangeRequestChanges = {};
    if (isMoved) changes.status = body.status as NonNullable<typeof body.status>;
    if (body.subject !== undefined) changes.subject = body.subject ?? '';
    if (body.description !== undefined)
      changes.description = body.description && receiveField(body.description, 'description');
    if (body.links !== undefined) changes.links = toLinks(current.links, body.links ?? []);
    if (Object.keys(changes).length === 0) return current;
    const at = clock();
    await updateChangeRequestRow(trx, key, changes, at);
    if (isMoved) await countChangeRequests(trx, key);
    if (changes.status === 'archived') await deletePreviewLinks(trx, key);
    const updated = (await readChanging(unit, key)) as ChangingRow;
    const type = isMoved ? eventOfStatus(updated.status) : 'change_request.updated';
    if (type) await emitChangeRequestEvent(unit, updated, { type, actor, at });
    else {
      await countActivity(trx, key, authorIdOf(actor));
      recordChangeRequest(unit, updated, { change: 'drafted', actor, at });
    }
    return updated;
  });
}

/** Links keep the ids under which they are known; others get one. */
function toLinks(
  known: readonly ChangeRequestLink[],
  wanted: NonNullable<Static<typeof UpdateChangeRequestBody>['links']>,
): ChangeRequestLink[] {
  const ids = new Set(known.map(({ id }) => id));
  return wanted.map(({ id, ref, title }) => ({
    id: id !== undefined && ids.has(id) ? id : newId(),
    url: ref.url,
    ...(title === undefined ? {} : { title }),
  }));
}
