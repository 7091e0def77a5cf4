import { spaceNotFound } from '../../../../platform/access/access-errors.ts';
import type { UserActor } from '../../../../platform/access/actor.ts';
import { NOBODY } from '../../../../platform/access/author.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import { isAtLeast, type RoleOrGuest } from '../../../../platform/access/roles.ts';
import { findUserRole } from '../../../../platform/access/user-role.ts';
import { ApiError, defineError } from '../../../../platform/http/errors.ts';
import type { Job, JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import { contentChanged } from '../../../content/revisions/space-branch.ts';
import { notify } from '../../notifications/notify.ts';
import { recordChangeRequest } from '../change-request-events.ts';
import {
  type ChangeRequestRow,
  type ChangingRow,
  findChangeRequest,
  lockChangeRequest,
} from '../change-requests.repository.ts';
import { keyOf } from '../change-requests.service.ts';
import { createMergeByRules } from '../merging/merge-by-rules.ts';
import { countActivity } from '../seen/seen.queries.ts';
import { failSchedule } from './schedule.repository.ts';
import { SCHEDULED_MERGE, type ScheduledMergePayload } from './schedule.service.ts';

/** A merge that was interrupted this often is given up: it probably crashes the process. */
const MAX_ATTEMPTS = 5;
const INTERRUPTED =
  'Something went wrong on the server, several times. Merge the change request yourself, or schedule it again.';

/** Thrown when the schedule was changed while the job began to merge. */
const notScheduled = defineError(
  { status: 409, reason: 'not-scheduled' },
  'The merge is not scheduled for this time.',
);

const mayNotMerge = defineError(
  { status: 403, reason: 'may-not-merge' },
  'The person who scheduled the merge may no longer merge change requests of this space.',
);

const hasConflicts = defineError(
  { status: 409, reason: 'has-conflicts' },
  (count: number) =>
    `${count === 1 ? 'One place was' : `${count} places were`} changed differently in the space. Resolve the ${count === 1 ? 'conflict' : 'conflicts'}, then merge.`,
);

/**
 * The job behind a scheduled merge. It merges as the person who scheduled it: their role and the rules of that moment
 * decide. It can be repeated: after the merge, nothing is scheduled any more.
 */
export function createScheduledMergeJob(parts: EditingParts) {
  const { context } = parts;
  const merge = createMergeByRules(parts);

  async function mergeAs(
    space: SpacePointer,
    row: ChangeRequestRow,
    { scheduledAt, userId }: { scheduledAt: Date; userId: string },
  ): Promise<void> {
    if (space.deletedAt) throw spaceNotFound();
    const role: RoleOrGuest = await findUserRole(context.pointers, space, userId);
    if (!isAtLeast(role, 'review')) throw mayNotMerge();
    const actor: UserActor = { kind: 'user', userId, tokenId: NOBODY, scopes: [], expiresAt: null };
    const { conflicts } = await merge({ space, row, actor, role, scheduledAt }, (current) => {
      if (current.scheduled_at?.getTime() !== scheduledAt.getTime()) throw notScheduled();
    });
    if (conflicts.length > 0) throw hasConflicts(conflicts.length);
  }

  /** Ends the schedule, and tells those who rely on it why. */
  async function fail(row: ChangeRequestRow, scheduledAt: Date, message: string): Promise<void> {
    const key = keyOf(row);
    const at = context.clock();
    await context.transact(async (unit) => {
      const current = (await lockChangeRequest(unit, key)) as ChangingRow | undefined;
      if (!current || !(await failSchedule(unit.trx, key, { scheduledAt, message, at }))) return;
      await countActivity(unit.trx, key, undefined);
      await notify(context, unit, {
        ...key,
        at,
        userIds: [current.author_id, ...(current.scheduled_by === null ? [] : [current.scheduled_by])],
        kind: 'scheduled-merge-failed',
        actorId: NOBODY,
      });
      recordChangeRequest(unit, current, { change: 'unscheduled', actor: undefined, at });
    });
  }

  async function findDue({ payload }: Job) {
    const { spaceId, changeRequestId } = payload as ScheduledMergePayload;
    const space = await context.pointers.spaces.find(spaceId);
    const row = space && (await findChangeRequest(context.db, space, changeRequestId));
    if (!space || !row || row.scheduled_at === null || row.scheduled_by === null) return undefined;
    // Scheduled for later since: there is another job for that time.
    if (row.scheduled_at > context.clock()) return undefined;
    return { space, row, scheduledAt: row.scheduled_at, userId: row.scheduled_by };
  }

  async function run(job: Job): Promise<void> {
    const due = await findDue(job);
    if (!due) return;
    const { space, row, scheduledAt } = due;
    if (job.attempt > MAX_ATTEMPTS) return fail(row, scheduledAt, INTERRUPTED);
    try {
      await mergeAs(space, row, due);
    } catch (error) {
      // Others change the content all the time: the next attempt may be luckier.
      if (!(error instanceof ApiError) || contentChanged.matches(error)) throw error;
      const { message } = error;
      if (!notScheduled.matches(error)) await fail(row, scheduledAt, message);
    }
  }

  async function giveUp(job: Job): Promise<void> {
    const due = await findDue(job);
    if (due) await fail(due.row, due.scheduledAt, INTERRUPTED);
  }

  return { kind: SCHEDULED_MERGE, lane: 'long', run, giveUp } as const satisfies JobDefinition;
}
