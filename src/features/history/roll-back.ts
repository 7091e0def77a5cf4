import type { Actor } from '../../access/actor.ts';
import { authorIdOf } from '../../access/author.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import type { OpenRevision } from '../../content/revisions/content-store.ts';
import { newId } from '../../http/ids.ts';
import type { EditingParts } from '../editing/editing-parts.ts';
import { commitRevision } from '../revisions/commit-revision.ts';
import type { RevisionLine } from '../revisions/revision-line.ts';
import { contentChanged } from '../revisions/space-line.ts';

const MAX_ATTEMPTS = 10;

export interface Rollback {
  space: SpacePointer;
  actor: Actor;
  line: RevisionLine;
  findHead(): Promise<string>;
  toRevisionId: string;
}

/** Moves a line to a new revision with the content of an earlier one. Returns the revision that the line is at. */
export async function rollBack(parts: EditingParts, rollback: Rollback): Promise<string> {
  const { space, toRevisionId } = rollback;
  const target = await parts.store.open(space, toRevisionId);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await parts.turns.take(space.spaceId, () => commitRollback(parts, rollback, target));
    } catch (error) {
      if (!contentChanged.matches(error) || attempt === MAX_ATTEMPTS) throw error;
      // Another process was faster, whose news may still be on its way.
      parts.context.pointers.spaces.invalidate(space.spaceId);
    }
  }
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
