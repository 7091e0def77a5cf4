import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { SpaceEvent, SpaceFollower, UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { Job, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { runJobSooner } from '../../../platform/jobs/queue.ts';
import { hasChangedBranches } from '../branches/branches.repository.ts';
import { hasBranches, isExported } from '../git.queries.ts';
import { findSpaceGit } from '../git.repository.ts';
import { requestSync } from './request-sync.ts';

const GIT_CONTENT = 'git-content' as const;

interface GitContentPayload {
  spaceId: string;
}

/** A burst of edits becomes one commit. */
const DELAY_MS = 5000;

/** Has the change synced from the commit on; a look that is waiting already sees this change, too. */
async function enqueueGitContent(
  unit: UnitOfWork,
  { organizationId, spaceId, at }: SpaceEvent,
): Promise<void> {
  const job = {
    organizationId,
    kind: GIT_CONTENT,
    payload: { spaceId } satisfies GitContentPayload,
    concurrencyKey: `${GIT_CONTENT}:${spaceId}`,
    runAt: new Date(at.getTime() + DELAY_MS),
  };
  await runJobSooner(unit, job, at);
}

/** Syncs spaces with their repositories. */
export const syncMovedSpace: SpaceFollower = { isConcerned: isExported, follow: enqueueGitContent };

/** Syncs change requests with their branches. */
export const syncChangedChangeRequest: SpaceFollower = {
  isConcerned: hasBranches,
  follow: enqueueGitContent,
};

/** Requests a sync after the content of a connected space has changed, unless the last sync made the change. */
export const createGitContentJob = ({ db, transact, clock, pointers }: Context) =>
  ({
    kind: GIT_CONTENT,
    lane: 'short',
    run: async ({ organizationId, payload }: Job) => {
      const { spaceId } = payload as GitContentPayload;
      const key: SpaceKey = { organizationId, spaceId };
      // Another process may have made the change.
      pointers.spaces.invalidate(spaceId);
      const space = await pointers.spaces.find(spaceId);
      if (!space || space.deletedAt || space.organizationId !== organizationId) return;
      const state = await findSpaceGit(db, key);
      if (state?.imported_revision_id === space.revisionId && !(await hasChangedBranches(db, key))) return;
      await transact((unit) => requestSync(unit, key, { trigger: 'content', authorId: null, now: clock() }));
    },
  }) as const satisfies JobDefinition;
