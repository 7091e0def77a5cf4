import { robotOf } from '../../../platform/access/robot.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { MergedRevisions } from '../../content/editing/merge-revisions.ts';
import type { ChangeRequestRow } from '../../review/change-requests/change-requests.service.ts';
import { baseOf } from '../../review/change-requests/change-requests.service.ts';
import { mergeChangeRequest } from '../../review/change-requests/merging/merge-change-request.ts';
import { mergeWithSpace } from '../../review/change-requests/merging/merge-with-space.ts';
import { hasSameContent } from '../sync/left-out.ts';
import type { SyncTarget } from '../sync/sync-target.ts';

const notContained = defineError(
  { status: 409, reason: 'not-contained' },
  'Some changes in this branch are not in the space yet.',
);

/**
 * Marks a change request as merged if the space has everything that it proposes, because its branch was merged in the
 * repository in any way. Returns whether it was.
 */
export async function mergeContained(
  parts: EditingParts,
  { organizationId, spaceId }: SyncTarget,
  row: ChangeRequestRow,
): Promise<boolean> {
  const { store, context } = parts;
  const space = await context.pointers.spaces.find(spaceId);
  if (!space || row.revision_id === row.initial_revision_id) return false;
  const own = await store.open(space, row.revision_id);
  const base = await store.open(space, baseOf(row));
  // A change request that proposes nothing has not been merged.
  if (hasSameContent(base.snapshot, own.snapshot)) return false;
  const merged = await mergeWithSpace(parts, { space, row });
  if (!addsNothing(merged)) return false;
  try {
    await mergeChangeRequest(parts, { space, row, actor: robotOf(organizationId) }, async (_row, now) => {
      if (!addsNothing(now)) throw notContained();
    });
    return true;
  } catch (error) {
    if (notContained.matches(error)) return false;
    throw error;
  }
}

const addsNothing = ({ conflicts, snapshot, theirs }: MergedRevisions): boolean =>
  conflicts.length === 0 && hasSameContent(theirs.snapshot, snapshot);
