import { findFormerPaths } from '@lectern/content/tree/find-former-paths';
import { insertFormerPaths } from '../../../content/references/former-paths.repository.ts';
import type { MovedSpace } from '../../../content/revisions/moved-space.ts';
import { noteDeletedPages } from '../../../content/revisions/note-deleted-pages.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { emitEvents } from '../../core/webhooks/emit-event.ts';
import { hasSpaceReferences, updateSpaceReferences } from '../links/other-spaces/update-space-references.ts';
import { lockSearchIndex, updateSearchIndex } from '../search/update-search-index.ts';
import { findEditMode, moveSpace } from '../spaces/space-pointer.queries.ts';
import { enqueueComputedPaths } from './computed-paths-job.ts';
import { describeRevision, REVISION_EVENTS } from './page-events.ts';
import type { RevisionBranch, Step } from './revision-branch.ts';

export const contentChanged = defineError(
  { status: 409, reason: 'content-changed' },
  'The content has changed in the meantime. Read the current revision and repeat the change.',
);

export const spaceLocked = defineError(
  { status: 409, reason: 'space-locked' },
  'The space is locked: its content cannot be changed. Set its editMode to “live” first.',
);

/**
 * The current content of a space, as a line that `mover` moves, or if that is undefined, the author of the revision.
 * Its search index and its references to other spaces are updated in the same transaction.
 */
export const spaceBranch = (
  { threads }: Pick<Context, 'threads'>,
  { organizationId, spaceId }: SpaceKey,
  mover?: Actor,
): RevisionBranch => ({
  changeRequestId: undefined,
  async advance(
    unit: UnitOfWork,
    { base, revision, before, after, difference, newDocuments }: Step,
  ): Promise<void> {
    const key = { organizationId, spaceId };
    const { revisionId: next, createdAt: at } = revision;
    const readMoved = await moveSpace(
      unit.trx,
      { ...key, base, next, at },
      { followers: unit.followers.spaceMoved, hasReferences: hasSpaceReferences(key) },
    );
    // After the space, as in everything that locks both.
    const index = await lockSearchIndex(unit.trx, key);
    const state = await readMoved();
    if (!state) throw (await findEditMode(unit.trx, key)) === 'locked' ? spaceLocked() : contentChanged();
    const moved: MovedSpace = {
      ...key,
      revisionId: next,
      at,
      before,
      after,
      difference,
      newDocuments,
    };
    await updateSearchIndex(unit, { moved, row: index }, threads);
    await updateSpaceReferences(unit, moved, { threads, hasOld: state.hasReferences });
    const paths = findFormerPaths(before, after);
    if (paths.length > 0) await insertFormerPaths(unit.trx, key, { paths, at });
    await enqueueComputedPaths(unit, { from: base, moved, index });
    await noteDeletedPages(unit.trx, moved, {
      from: base,
      by: mover ? authorIdOf(mover) : revision.authorId,
    });
    for (const follower of state.followers) await follower.follow(unit, { ...key, at });
    // Last, because it may wait for the deliveries of an earlier revision to be noted.
    if (state.isWatched)
      await emitEvents(unit, key, REVISION_EVENTS, (wanted) => {
        const { revisionId: id, type, message, authorId } = revision;
        const author = authorId === null ? undefined : { kind: 'user' as const, userId: authorId };
        const actor = mover ?? author;
        const change = { revision: { id, type, message }, before, after, difference };
        return describeRevision(change, wanted).map((event) => ({ ...event, actor, at }));
      });
    unit.announce({ kind: 'space', spaceId, moved: { from: base, to: next } });
  },
});
