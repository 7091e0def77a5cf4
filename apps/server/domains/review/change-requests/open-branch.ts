import type { Actor } from '../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import type { EditedLine } from '../../content/editing/commit-draft.ts';
import { changeRequestLine } from './change-request-branch.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from './change-request-errors.ts';
import { type ChangeRequestRow, findChangeRequest } from './change-requests.repository.ts';
import { keyOf } from './change-requests.service.ts';

/** The content of a change request as somebody edits it. Throws if it is not there, or can no longer change. */
export async function openChangeRequestLine(
  { db }: Pick<Context, 'db'>,
  space: SpacePointer,
  changeRequestId: string,
  actor: Actor,
): Promise<EditedLine> {
  const find = async (): Promise<ChangeRequestRow> => {
    const row = await findChangeRequest(db, space, changeRequestId);
    if (!row) throw changeRequestNotFound();
    if (row.status === 'merged') throw changeRequestMerged();
    if (row.status === 'archived') throw changeRequestArchived();
    return row;
  };
  return {
    space,
    line: changeRequestLine(keyOf(await find()), actor),
    branchId: changeRequestId,
    findHead: async () => (await find()).revision_id,
  };
}
