import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { defineNotFound, invalidField } from '../../../platform/http/errors.ts';
import type { NamedLine } from '../change-requests/named-branch.ts';
import type { CommentParts } from '../comments/load-comments.ts';
import { checkBlock } from './conflict-places.ts';
import {
  deleteEditConflict,
  type EditConflictKey,
  type EditConflictRow,
  insertEditConflict,
  updateEditConflict,
} from './edit-conflicts.repository.ts';
import type { PostEditConflictBody, PutEditConflictBody } from './edit-conflicts.schemas.ts';

export const editConflictNotFound = defineNotFound('edit-conflict-not-found', 'edit conflict');

type Parts = Pick<CommentParts, 'context' | 'store' | 'follower'>;

/** The most characters of a text as JSON. */
const MAX_LENGTH = 500_000;

type Document = Static<typeof PutEditConflictBody>['unsaved'];

function readDocument(name: 'before' | 'unsaved', document: Document): object | undefined {
  if (document === undefined) return undefined;
  if (JSON.stringify(document).length > MAX_LENGTH)
    throw invalidField(name, `must not have more than ${MAX_LENGTH} characters as JSON`);
  return { data: {}, ...document };
}

interface Caller {
  space: SpacePointer;
  actor: Actor;
}

export async function openEditConflict(
  parts: Parts,
  { space, actor }: Caller,
  { changeRequestId, revisionId }: NamedLine,
  body: Static<typeof PostEditConflictBody>,
): Promise<EditConflictRow> {
  const { clock, transact } = parts.context;
  const { page: pageId, baseRevision = revisionId, block } = body;
  const texts = {
    before: readDocument('before', body.before),
    unsaved: readDocument('unsaved', body.unsaved),
  };
  await checkBlock(parts, space, { revisionId: baseRevision, pageId, block });
  const { organizationId, spaceId } = space;
  const authorId = authorIdOf(actor);
  const key = { organizationId, spaceId, editConflictId: newId() };
  const at = clock();
  return transact(async (unit) => {
    const row = await insertEditConflict(unit.trx, {
      ...key,
      ...texts,
      authorId,
      changeRequestId,
      pageId,
      revisionId: baseRevision,
      block,
      at,
    });
    record(unit, row, { change: 'opened', actor, at });
    return row;
  });
}

/** Stores a later version of the author's text. */
export async function changeEditConflict(
  parts: Parts,
  { space, actor }: Caller,
  { known, revisionId }: { known: EditConflictRow; revisionId: string },
  body: Static<typeof PutEditConflictBody>,
): Promise<EditConflictRow> {
  const { clock, transact } = parts.context;
  const unsaved = readDocument('unsaved', body.unsaved);
  const { baseRevision = revisionId, block } = body;
  await checkBlock(parts, space, { revisionId: baseRevision, pageId: known.page_id, block });
  const at = clock();
  return transact(async (unit) => {
    const row = await updateEditConflict(unit.trx, keyOfRow(known), {
      revisionId: baseRevision,
      block,
      unsaved,
      at,
    });
    if (!row) throw editConflictNotFound();
    record(unit, row, { change: 'changed', actor, at });
    return row;
  });
}

export async function settleEditConflict(
  { context: { clock, transact } }: Parts,
  key: EditConflictKey,
  actor: Actor,
): Promise<void> {
  await transact(async (unit) => {
    const row = await deleteEditConflict(unit.trx, key);
    if (!row) throw editConflictNotFound();
    record(unit, row, { change: 'settled', actor, at: clock() });
  });
}

const keyOfRow = (row: EditConflictRow): EditConflictKey => ({
  organizationId: row.organization_id,
  spaceId: row.space_id,
  editConflictId: row.edit_conflict_id,
});

function record(
  unit: UnitOfWork,
  row: EditConflictRow,
  { change, actor, at }: { change: 'opened' | 'changed' | 'settled'; actor: Actor; at: Date },
): void {
  const { organization_id: organizationId, space_id: spaceId, change_request_id: changeRequestId } = row;
  unit.record({
    organizationId,
    spaceId,
    changeRequestId: changeRequestId ?? undefined,
    at,
    actorId: authorIdOf(actor),
    body: { type: 'edit_conflict', change, editConflict: row.edit_conflict_id, page: row.page_id },
  });
}
