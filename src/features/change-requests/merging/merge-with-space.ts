import type { SpacePointer } from '../../../access/pointers.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { type MergedRevisions, mergeRevisions } from '../../editing/merge-revisions.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { baseOf, keyOf } from '../change-requests.service.ts';
import { findAnswers } from './conflicts.repository.ts';

/** Merges a change request with the present content of its space, by the answers so far. Stores nothing. */
export async function mergeWithSpace(
  parts: EditingParts,
  { space, row }: { space: SpacePointer; row: ChangeRequestRow },
): Promise<MergedRevisions> {
  const { context, store } = parts;
  return mergeRevisions(parts, {
    space,
    ours: await store.open(space, row.revision_id),
    theirs: await store.open(space, space.revisionId),
    answers: await findAnswers(context.db, keyOf(row)),
    // That of a branch may have begun before the space knew the repository.
    originId: baseOf(row),
  });
}
