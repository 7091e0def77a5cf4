import type { UnitOfWork } from '../../access/transaction.ts';
import { enqueueJob } from '../../jobs/queue.ts';

/** The kind of the job that tells webhooks and members of a new version. */
export const OPENAPI_NEWS = 'openapi-news' as const;

/** A version of a spec, as the job names it. */
export interface VersionNews {
  specId: string;
  versionId: string;
}

/** Tells of a version once the transaction is committed. */
export async function enqueueVersionNews(
  unit: UnitOfWork,
  { organizationId, ...payload }: VersionNews & { organizationId: string },
  now: Date,
): Promise<void> {
  await enqueueJob(unit, { organizationId, kind: OPENAPI_NEWS, payload }, now);
}
