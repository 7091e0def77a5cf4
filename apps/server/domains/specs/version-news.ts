import type { UnitOfWork } from '../../platform/access/transaction.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';

/** The kind of the job that notifies webhooks and members of a new version. */
export const OPENAPI_NEWS = 'openapi-news' as const;

/** The payload of the job: a version of a spec. */
export interface VersionNews {
  specId: string;
  versionId: string;
}

/** Enqueues the notifications about a version, which are sent after the transaction has committed. */
export async function enqueueVersionNews(
  unit: UnitOfWork,
  { organizationId, ...payload }: VersionNews & { organizationId: string },
  now: Date,
): Promise<void> {
  await enqueueJob(unit, { organizationId, kind: OPENAPI_NEWS, payload }, now);
}
