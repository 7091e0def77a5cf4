import { newId } from '@lectern/std/ids';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { commitInTurn } from '../editing/commit-in-turn.ts';
import type { EditingParts } from '../editing/editing-parts.ts';
import { commitRevision } from '../revisions/commit-revision.ts';
import type { RevisionBranch } from '../revisions/revision-branch.ts';

export interface Rollback {
  space: SpacePointer;
  actor: Actor;
  line: RevisionBranch;
  findHead(): Promise<string>;
  toRevisionId: string;
}

/** Moves a line to a new revision with the content of an earlier one. Returns the revision that the line is at. */
export async function rollBack(parts: EditingParts, rollback: Rollback): Promise<string> {
  const { space, toRevisionId } = rollback;
  const target = await parts.store.open(space, toRevisionId);
  const line = { spaceId: space.spaceId, branchId: space.spaceId };
  return commitInTurn(parts, line, () => commitRollback(parts, rollback, target));
}

async function commitRollback(
  { context, store }: EditingParts,
  { space, actor, line, findHead }: Rollback,
  target: OpenRevision,
): Promise<string> {
  const { organizationId, spaceId } = space;
  const head = await findHead();
  const open = await store.open(space, head);
  if (open.snapshot.hash === target.snapshot.hash) return head;
  const revisionId = newId();
  await context.transact((unit) =>
    commitRevision(unit, {
      organizationId,
      spaceId,
      revision: {
        revisionId,
        parents: [head],
        root: target.snapshot.hash,
        type: 'rollback',
        authorId: authorIdOf(actor),
        message: null,
        git: null,
        createdAt: context.clock(),
      },
      content: { nodes: new Map(), documents: new Map(), blobs: [] },
      move: { line, base: head, before: open.snapshot, after: target.snapshot },
    }),
  );
  return revisionId;
}
