import { cutText } from '@lectern/std/cut-text';
import { newId } from '@lectern/std/ids';
import type { OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { RevisionRow } from '../../../../content/revisions/revision.repository.ts';
import { spaceNotFound } from '../../../../platform/access/access-errors.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import { defineError } from '../../../../platform/http/errors.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import { mergeRevisions } from '../../../content/editing/merge-revisions.ts';
import { commitRevision } from '../../../content/revisions/commit-revision.ts';
import { contentChanged, spaceLocked } from '../../../content/revisions/space-branch.ts';
import { takeChangeRequestNumber } from '../../../content/spaces/space-counts.queries.ts';
import { recordChangeRequest } from '../change-request-events.ts';
import {
  type ChangeRequestRow,
  countChangeRequests,
  countContribution,
  findChangeRequest,
  insertChangeRequest,
} from '../change-requests.repository.ts';
import { baseOf } from '../change-requests.service.ts';
import { updateFromSpace } from '../merging/merge-change-request.ts';

export const changeRequestNotMerged = defineError(
  { status: 409, reason: 'change-request-not-merged' },
  'The change request has not been merged, so there is nothing to revert.',
);

export const nothingToRevert = defineError(
  { status: 409, reason: 'nothing-to-revert' },
  'The merge of the change request changed nothing that could be taken back. Edit the pages instead.',
);

const MAX_SUBJECT_LENGTH = 100;

/** The content of the space without the changes of a merged change request, with the rows that it adds. */
type Inverse = Pick<Awaited<ReturnType<typeof mergeRevisions>>, 'snapshot' | 'nodes' | 'documents'>;

/**
 * Creates a change request that takes a merged one back. It is based on the revision of that merge and has the content
 * of the space before. So the merge of what it proposes is the inverse one: what others have changed since stays, and
 * what they have changed in the same places conflicts. It is updated from the space at once if nothing conflicts.
 */
export async function revertChangeRequest(
  parts: EditingParts,
  { space, row, actor }: { space: SpacePointer; row: ChangeRequestRow; actor: Actor },
  subject: string | undefined,
): Promise<ChangeRequestRow> {
  const { context, store } = parts;
  if (row.status !== 'merged' || row.merged_revision_id === null) throw changeRequestNotMerged();
  const merged = await store.open(space, row.merged_revision_id);
  const inverse = await invert(parts, { space, row }, merged);
  if (inverse.snapshot.hash === merged.snapshot.hash) throw nothingToRevert();
  const { organizationId, spaceId } = space;
  const key = { organizationId, spaceId, changeRequestId: newId() };
  const authorId = authorIdOf(actor);
  const at = context.clock();
  const revision: RevisionRow = {
    revisionId: newId(),
    parents: [row.merged_revision_id],
    root: inverse.snapshot.hash,
    type: 'rollback',
    authorId,
    message: null,
    git: null,
    createdAt: at,
  };
  await context.transact(async (unit) => {
    const { trx } = unit;
    const number = await takeChangeRequestNumber(trx, space);
    if (number === undefined) throw spaceNotFound();
    const { nodes, documents } = inverse;
    await commitRevision(unit, {
      organizationId,
      spaceId,
      revision,
      content: { nodes, documents, blobs: [] },
      move: undefined,
    });
    await insertChangeRequest(trx, {
      ...key,
      number,
      subject: subject ?? nameRevert(row),
      description: null,
      authorId,
      revisionId: revision.revisionId,
      initialRevisionId: merged.revision.revisionId,
      reverts: row.change_request_id,
      createdAt: at,
    });
    await countContribution(trx, key, { authorId, action: 'edit', at });
    await countChangeRequests(trx, space);
    const place = { organization_id: organizationId, space_id: spaceId };
    const created = { ...place, change_request_id: key.changeRequestId, status: 'draft' as const };
    recordChangeRequest(unit, created, { change: 'created', actor, at });
  });
  store.keep({ space, revision, snapshot: inverse.snapshot });
  const reread = async () =>
    (await findChangeRequest(context.db, space, key.changeRequestId)) as ChangeRequestRow;
  const created = await reread();
  if (baseOf(created) === created.space_revision_id) return created;
  try {
    await updateFromSpace(parts, { space, row: created, actor });
  } catch (error) {
    // It can be updated at any time.
    if (!contentChanged.matches(error) && !spaceLocked.matches(error)) throw error;
  }
  return reread();
}

async function invert(
  parts: EditingParts,
  { space, row }: { space: SpacePointer; row: ChangeRequestRow },
  merged: OpenRevision,
): Promise<Inverse> {
  const { store } = parts;
  const [before, merging] = merged.revision.parents;
  if (before !== undefined && merging === row.revision_id) {
    const { snapshot } = await store.open(space, before);
    return { snapshot, nodes: new Map(), documents: new Map() };
  }
  // The space had its content already, because its branch was merged in the repository.
  const inverse = await mergeRevisions(parts, {
    space,
    ours: merged,
    theirs: await store.open(space, baseOf(row)),
    base: (await store.open(space, row.revision_id)).snapshot,
    answers: new Map(),
  });
  if (inverse.conflicts.length > 0) throw nothingToRevert();
  return inverse;
}

function nameRevert({ number, subject }: ChangeRequestRow): string {
  if (subject.trim() === '') return `Revert change request ${number}`;
  const named = `Revert “${subject}”`;
  return named.length <= MAX_SUBJECT_LENGTH ? named : `Revert “${cutText(subject, 80).trimEnd()}…”`;
}
