import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { type ChangeRequestRow, countContribution } from '../change-requests.repository.ts';
import { keyOf } from '../change-requests.service.ts';
import { type OpenedChangeRequest, openChangeRequest } from '../open-change-request.ts';

export interface ConflictingContent extends Omit<OpenedChangeRequest, 'authorId'> {
  /** Those whose text it is, the last one first. */
  authorIds: readonly [string, ...string[]];
}

/** Opens a change request for content that could not be merged into the space. */
export const openConflictingChangeRequest = (
  unit: UnitOfWork,
  { authorIds, ...content }: ConflictingContent,
): Promise<ChangeRequestRow> =>
  openChangeRequest(unit, { ...content, authorId: authorIds[0] }, async (row) => {
    const key = keyOf(row);
    for (const authorId of authorIds)
      await countContribution(unit.trx, key, { authorId, action: 'edit', at: content.at });
  });
