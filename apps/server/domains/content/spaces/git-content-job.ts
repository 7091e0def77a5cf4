import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { hastenJob } from '../../../platform/jobs/queue.ts';

/** The kind of the job that looks whether a change of the content must be synced. */
export const GIT_CONTENT = 'git-content' as const;

export interface GitContentPayload {
  spaceId: string;
}

/** A burst of edits becomes one commit. */
const DELAY_MS = 5000;

/** Has the change synced from the commit on; a look that is waiting already sees this change, too. */
export async function enqueueGitContent(
  unit: UnitOfWork,
  { organizationId, spaceId }: SpaceKey,
  now: Date,
): Promise<void> {
  const job = {
    organizationId,
    kind: GIT_CONTENT,
    payload: { spaceId } satisfies GitContentPayload,
    concurrencyKey: `${GIT_CONTENT}:${spaceId}`,
    runAt: new Date(now.getTime() + DELAY_MS),
  };
  await hastenJob(unit, job, now);
}
