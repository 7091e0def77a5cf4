import { robotOf } from '../../../platform/access/robot.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import {
  type ChangeRequestRow,
  findChangeRequestRow,
  updateChangeRequest,
} from '../../review/change-requests/change-requests.service.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import type { Branches, BranchRun } from './branch-run.ts';
import { branchTarget } from './branch-target.ts';
import { type BranchRow, updateBranch } from './branches.repository.ts';
import { mergeContained } from './merge-contained.ts';
import { openBranch } from './open-branch.ts';
import { markSeen, syncLine, syncRequest } from './sync-request.ts';

interface DueBranch {
  ref: string;
  /** Undefined if the branch was never synchronized. */
  row: BranchRow | undefined;
  branches: Branches;
}

/** Makes a branch and its change request equal, even if either was deleted, archived or merged meanwhile. */
export async function syncBranch(
  parts: EditingParts,
  run: BranchRun,
  { ref, row, branches }: DueBranch,
): Promise<void> {
  const { space } = run;
  const request = row && (await findRequest(parts, space, row));
  const oid = branches.get(ref);
  if (oid === undefined && request && row && isUnborn(run, row)) {
    await syncLine(parts, run, branchTarget(parts, space, { ref, row: request }));
    await markSeen(parts, space, { ref, request });
    return;
  }
  if (oid === undefined) {
    if (request) await archive(parts, run, request);
    await updateBranch(parts.context.db, { ...keyOf(space), ref }, { is_deleted: true });
    return;
  }
  const known = request && row ? await reopen(parts, { request, row }) : undefined;
  if (known?.status === 'archived') {
    await markSeen(parts, space, { ref, request: known });
    return;
  }
  const isOver = !known || (known.status === 'merged' && row?.imported_oid !== oid);
  const changeRequestId = isOver ? await openBranch(parts, run, { ref, oid }) : known.change_request_id;
  if (changeRequestId === undefined) return;
  const current = await findChangeRequestRow(parts.context.db, space, changeRequestId);
  if (current && current.status !== 'merged') await syncRequest(parts, run, { ref, oid }, current);
  await markSeen(parts, space, { ref, request: current });
}

export const findRequest = async (
  parts: EditingParts,
  space: SyncTarget,
  { change_request_id: id }: BranchRow,
): Promise<ChangeRequestRow | undefined> =>
  id === null ? undefined : findChangeRequestRow(parts.context.db, space, id);

/** Whether the branch of a change request could not be pushed yet. */
const isUnborn = ({ connection }: BranchRun, { ref, seen_status: seen, status }: BranchRow): boolean =>
  connection.mirror_prefix !== null &&
  ref.startsWith(`refs/heads/${connection.mirror_prefix}`) &&
  seen === null &&
  status === 'open';

/** Archives the change request of a deleted branch, or records it as merged if its content is in the space already. */
async function archive(parts: EditingParts, { space }: BranchRun, row: ChangeRequestRow): Promise<void> {
  if (row.status !== 'open' && row.status !== 'draft') return;
  if (await mergeContained(parts, space, row)) return;
  const actor = robotOf(space.organizationId);
  await updateChangeRequest(parts.context, { row, actor }, { status: 'archived' });
}

/** Reopens the change request of a branch that was deleted and exists again, unless a person archived it. */
async function reopen(
  parts: EditingParts,
  { request, row }: { request: ChangeRequestRow; row: BranchRow },
): Promise<ChangeRequestRow> {
  if (!row.is_deleted) return request;
  const isOurs = request.status === 'archived' && row.seen_status !== 'archived';
  const actor = robotOf(row.organization_id);
  const opened = isOurs
    ? await updateChangeRequest(parts.context, { row: request, actor }, { status: 'open' })
    : request;
  const key = { organizationId: row.organization_id, spaceId: row.space_id, ref: row.ref };
  await updateBranch(parts.context.db, key, { is_deleted: false });
  return opened;
}
