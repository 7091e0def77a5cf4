import type { Actor, UserActor } from '../../../../platform/access/actor.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import type { Context } from '../../../../platform/context.ts';
import { invalidField } from '../../../../platform/http/errors.ts';
import { enqueueJob } from '../../../../platform/jobs/queue.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-request-errors.ts';
import { recordChangeRequest } from '../change-request-events.ts';
import {
  type ChangeRequestKey,
  type ChangeRequestRow,
  type ChangingRow,
  lockChangeRequest,
  readChanging,
} from '../change-requests.repository.ts';
import { keyOf } from '../change-requests.service.ts';
import { countActivity } from '../seen/seen.queries.ts';
import { deleteSchedule, storeSchedule } from './schedule.repository.ts';

export const SCHEDULED_MERGE = 'scheduled-merge' as const;

/** The job finds the change request wherever its space is then. */
export type ScheduledMergePayload = Pick<ChangeRequestKey, 'spaceId' | 'changeRequestId'>;

const MAX_DAYS = 366;

/** Schedules the merge of a change request, which a user then does. */
export async function scheduleMerge(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  { row, actor }: { row: ChangeRequestRow; actor: Actor },
  scheduledAt: Date,
): Promise<ChangeRequestRow> {
  const key = keyOf(row);
  const at = clock();
  if (!(scheduledAt > at)) throw invalidField('at', 'must be in the future');
  if (scheduledAt.getTime() - at.getTime() > MAX_DAYS * 24 * 60 * 60 * 1000)
    throw invalidField('at', `must be within ${MAX_DAYS} days`);
  return transact(async (unit) => {
    const { trx } = unit;
    const current = await lockChangeRequest(unit, key);
    if (!current) throw changeRequestNotFound();
    if (current.status === 'merged') throw changeRequestMerged();
    if (current.status === 'archived') throw changeRequestArchived();
    const { userId } = actor as UserActor;
    await storeSchedule(trx, key, { at: scheduledAt, by: userId });
    const { organizationId, spaceId, changeRequestId } = key;
    const payload: ScheduledMergePayload = { spaceId, changeRequestId };
    await enqueueJob(unit, { organizationId, kind: SCHEDULED_MERGE, payload, runAt: scheduledAt }, at);
    await countActivity(trx, key, userId);
    recordChangeRequest(unit, current, { change: 'scheduled', actor, at });
    return (await readChanging(unit, key)) as ChangingRow;
  });
}

/** Removes the schedule, if there is one. */
export async function unscheduleMerge(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  { row, actor }: { row: ChangeRequestRow; actor: Actor },
): Promise<void> {
  const key = keyOf(row);
  await transact(async (unit) => {
    const current = await lockChangeRequest(unit, key);
    if (!current) throw changeRequestNotFound();
    if (current.scheduled_at === null) return;
    await deleteSchedule(unit.trx, key);
    await countActivity(unit.trx, key, authorIdOf(actor));
    recordChangeRequest(unit, current, { change: 'unscheduled', actor, at: clock() });
  });
}
