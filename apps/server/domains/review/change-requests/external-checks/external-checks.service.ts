import type { Static } from 'typebox';
import { revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError } from '../../../../platform/http/errors.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-request-errors.ts';
import { emitChangeRequestEvent } from '../change-request-events.ts';
import { type ChangeRequestRow, lockChangeRequest } from '../change-requests.repository.ts';
import { keyOf } from '../change-requests.service.ts';
import { isRevisionOf } from '../revisions-of-change-request.queries.ts';
import { type CheckRow, listChecks, storeCheck } from './external-checks.repository.ts';
import type { ReportCheckBody } from './external-checks.schemas.ts';

const MAX_CHECKS = 100;

export const tooManyChecks = defineError(
  { status: 409, reason: 'too-many-checks' },
  `A change request can have ${MAX_CHECKS} checks. Report them with fewer names.`,
);

/** Stores what a program found out about a revision of a change request. */
export async function reportCheck(
  { db, transact, clock }: Pick<Context, 'db' | 'transact' | 'clock'>,
  store: ContentStore,
  { space, row, actor }: { space: SpacePointer; row: ChangeRequestRow; actor: Actor },
  { name, status, title, url, revision = row.revision_id }: Static<typeof ReportCheckBody>,
): Promise<CheckRow> {
  const key = keyOf(row);
  await store.keepForGood(space, revision);
  if (!(await isRevisionOf(db, key, { headId: row.revision_id, revisionId: revision })))
    throw revisionNotFound();
  const at = clock();
  return transact(async (unit) => {
    const current = await lockChangeRequest(unit, key);
    if (!current) throw changeRequestNotFound();
    if (current.status === 'merged') throw changeRequestMerged();
    if (current.status === 'archived') throw changeRequestArchived();
    const known = await listChecks(unit.trx, key, current.revision_id);
    if (known.length >= MAX_CHECKS && !known.some((check) => check.name === name)) throw tooManyChecks();
    const authorId = authorIdOf(actor);
    const check = { ...key, name, revisionId: revision, status, title, url, authorId, at };
    const stored = await storeCheck(unit.trx, check, current.revision_id);
    unit.record({ ...key, at, actorId: authorId, body: { type: 'check', check: name, status, revision } });
    const details = { check: { name, status }, revision: { id: revision } };
    await emitChangeRequestEvent(unit, current, { type: 'change_request.checked', actor, at, details });
    return stored;
  });
}
