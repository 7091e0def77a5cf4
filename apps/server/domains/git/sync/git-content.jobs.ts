import type { Context } from '../../../platform/context.ts';
import type { Job, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { GIT_CONTENT, type GitContentPayload } from '../../content/spaces/git-content-job.ts';
import { hasChangedBranches } from '../branches/branches.repository.ts';
import { findSpaceGit } from '../git.repository.ts';
import { requestSync } from './request-sync.ts';

/** Requests a sync after the content of a connected space has changed, unless the last sync made the change. */
export const createGitContentJob = ({ db, transact, clock, pointers }: Context) =>
  ({
    kind: GIT_CONTENT,
    lane: 'short',
    run: async ({ organizationId, payload }: Job) => {
      const { spaceId } = payload as GitContentPayload;
      const key = { organizationId, spaceId };
      // Another process may have made the change.
      pointers.spaces.invalidate(spaceId);
      const space = await pointers.spaces.find(spaceId);
      if (!space || space.deletedAt || space.organizationId !== organizationId) return;
      const state = await findSpaceGit(db, key);
      if (state?.imported_revision_id === space.revisionId && !(await hasChangedBranches(db, key))) return;
      await transact((unit) => requestSync(unit, key, { trigger: 'content', authorId: null, now: clock() }));
    },
  }) as const satisfies JobDefinition;
