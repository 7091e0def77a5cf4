import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { changeRequestLine } from '../../review/change-requests/change-request-branch.ts';
import { changeRequestNotFound } from '../../review/change-requests/change-request-errors.ts';
import {
  baseOf,
  type ChangeRequestRow,
  findChangeRequestRow,
} from '../../review/change-requests/change-requests.service.ts';
import { openSpace } from '../sync/sync-target.ts';
import type { SyncedBranch } from '../sync/synced-branch.ts';
import {
  type BranchKey,
  listBranchRows,
  rememberBranchCommon,
  rememberBranchPush,
} from './branches.repository.ts';

/**
 * The content of a change request, as a line that is synced with a branch. `containedId` is a revision of the space
 * that the newest commit of the branch contains, and the change request does not have yet.
 */
export function syncedChangeRequest(
  parts: EditingParts,
  key: BranchKey,
  row: ChangeRequestRow,
  containedId?: string,
): SyncedBranch {
  const { context, store } = parts;
  const { change_request_id: changeRequestId } = row;
  return {
    branchId: changeRequestId,
    open: async () => {
      const { space } = await openSpace(parts, key);
      const now = await findChangeRequestRow(context.db, key, changeRequestId);
      if (!now) throw changeRequestNotFound();
      return store.open(space, now.revision_id);
    },
    revisions: changeRequestLine({ ...key, changeRequestId }, undefined, containedId),
    mergedIds: containedId === undefined ? [] : [containedId],
    takesPaths: false,
    conflictBaseId: baseOf(row),
    findCommon: async (db) => (await listBranchRows(db, key, { ref: key.ref }))[0],
    // Its branch is the only one that it has content of.
    listKnown: async () => [],
    rememberCommon: (trx, commit) => rememberBranchCommon(trx, key, commit),
    rememberPush: (db, pushed) => rememberBranchPush(db, key, pushed),
    // Content that is removed from the change request is still in the space.
    rememberDeparted: async () => {},
  };
}
