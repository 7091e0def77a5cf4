import { insertFormerPaths } from '../../../content/references/former-paths.repository.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import type { JobBody, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { createReadComputedTree } from '../../specs/pages/computed-tree.ts';
import { findMovedPages } from '../../specs/pages/moved-pages.ts';
import { createSpecFinders } from '../../specs/reference/spec-finders.ts';
import { COMPUTED_PATHS, type ComputedPathsPayload } from './computed-paths-job.ts';

/**
 * Notes where the computed pages of a space were before a revision, whose author moved them: their entry or a page above
 * it is elsewhere, lists them in another way, or a page has taken their path. The version of a spec that moves pages is
 * followed elsewhere; here, both revisions are read with the current one.
 */
export function createComputedPathsJob(context: Context, store: Pick<ContentStore, 'openAll'>) {
  const readTree = createReadComputedTree(createSpecFinders(context));
  const run: JobBody = async ({ organizationId, payload }) => {
    const { spaceId, from, to } = payload as ComputedPathsPayload;
    const space = await context.pointers.spaces.find(spaceId);
    if (!space || space.deletedAt || space.organizationId !== organizationId) return;
    const revisions = await store.openAll(space, [from, to]);
    const [before, after] = [revisions.get(from), revisions.get(to)];
    // The sweep removes revisions of one editing session.
    if (!before || !after) return;
    const paths = findMovedPages(await readTree(before), await readTree(after));
    if (paths.length === 0) return;
    const at = after.revision.createdAt;
    await context.transact(({ trx }) => insertFormerPaths(trx, { organizationId, spaceId }, { paths, at }));
  };
  return { kind: COMPUTED_PATHS, lane: 'upkeep', run } as const satisfies JobDefinition;
}
