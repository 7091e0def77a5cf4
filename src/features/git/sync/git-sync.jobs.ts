import type { Context } from '../../../context.ts';
import type { Job, JobDefinition } from '../../../jobs/job-definition.ts';
import { endOperation } from '../git.repository.ts';
import { GIT_SYNC, type GitSyncPayload } from './request-sync.ts';

/** The job behind a sync. */
export const createGitSyncJob = ({ db, clock }: Context) =>
  ({
    kind: GIT_SYNC,
    lane: 'long',
    run: async ({ organizationId, payload }: Job) => {
      const { spaceId, operationId } = payload as GitSyncPayload;
      await endOperation(
        db,
        { organizationId, spaceId, operationId },
        { state: 'failure', error: 'This version cannot sync with a repository yet.', at: clock() },
      );
    },
  }) as const satisfies JobDefinition;
