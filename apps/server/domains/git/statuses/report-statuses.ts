import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { deleteWaitingJobs, enqueueJob } from '../../../platform/jobs/queue.ts';
import type { CommitStatus } from './status-request.ts';

/** The kind of the job that reports statuses. */
export const GIT_STATUS = 'git-status' as const;

export interface GitStatusPayload {
  spaceId: string;
  ref: string;
  oid: string;
  statuses: CommitStatus[];
  /** How often the host could not be reached. */
  failures: number;
}

/** The result of one check of a change request. */
export interface ReportedCheck {
  /** In kebab-case: `links`, `review`. */
  name: string;
  isPassed: boolean;
  message: string;
}

export interface BranchReport {
  /** The branch of the change request, as `refs/heads/…`, and the commit that it is at. */
  ref: string;
  oid: string;
  changeRequest: { subject: string; url: string };
  checks: readonly ReportedCheck[];
  now: Date;
}

/**
 * Reports the checks of a change request, and its address, as statuses of a commit. A job contacts the host after the
 * caller's transaction has committed. It replaces a report for the same branch that is still waiting.
 */
export async function reportStatuses(
  unit: UnitOfWork,
  { organizationId, spaceId }: SpaceKey,
  { ref, oid, changeRequest, checks, now }: BranchReport,
): Promise<void> {
  const { subject, url } = changeRequest;
  const statuses: CommitStatus[] = [
    { context: 'lectern/change-request', state: 'success', description: `Read and review “${subject}”`, url },
    ...checks.map(
      ({ name, isPassed, message }): CommitStatus => ({
        context: `lectern/${name}`,
        state: isPassed ? 'success' : 'failure',
        description: message,
        url,
      }),
    ),
  ];
  const payload: GitStatusPayload = { spaceId, ref, oid, statuses, failures: 0 };
  await enqueueReport(unit, organizationId, payload, now);
}

/** `runAt`: when the host is contacted; immediately by default. */
export async function enqueueReport(
  unit: UnitOfWork,
  organizationId: string,
  payload: GitStatusPayload,
  now: Date,
  runAt: Date = now,
): Promise<void> {
  const key = { kind: GIT_STATUS, concurrencyKey: `${GIT_STATUS}:${payload.spaceId}:${payload.ref}` };
  await deleteWaitingJobs(unit, key);
  await enqueueJob(unit, { organizationId, ...key, payload, runAt }, now);
}
