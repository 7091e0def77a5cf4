import { spaceNotFound } from '../../../access/access-errors.ts';
import type { SpaceKey } from '../../../access/space-key.ts';
import type { UnitOfWork } from '../../../access/transaction.ts';
import type { Conflict } from '../../../content/merge/conflicts.ts';
import { newId } from '../../../http/ids.ts';
import { countChangeRequests, takeChangeRequestNumber } from '../../spaces/space-counts.queries.ts';
import { emitChangeRequestEvent } from '../change-request-events.ts';
import {
  type ChangeRequestRow,
  countContribution,
  findChangeRequest,
  insertChangeRequest,
} from '../change-requests.repository.ts';
import { storeConflicts } from './conflicts.repository.ts';

export interface ConflictingContent extends SpaceKey {
  subject: string;
  description: string;
  /** Those whose text it is, the last one first. */
  authorIds: readonly [string, ...string[]];
  /** The revision of the space that the change request differs from. */
  initialRevisionId: string;
  /** The content of the change request, a revision that is stored. */
  revisionId: string;
  conflicts: readonly Conflict[];
  at: Date;
}

/** Opens a change request for content that could not be merged into the space, with the conflicts to be answered. */
export async function openConflictingChangeRequest(
  unit: UnitOfWork,
  { organizationId, spaceId, conflicts, authorIds, at, ...content }: ConflictingContent,
): Promise<ChangeRequestRow> {
  const { trx } = unit;
  const number = await takeChangeRequestNumber(trx, { organizationId, spaceId });
  if (number === undefined) throw spaceNotFound();
  const key = { organizationId, spaceId, changeRequestId: newId() };
  await insertChangeRequest(trx, {
    ...key,
    number,
    status: 'open',
    subject: content.subject,
    description: toParagraph(content.description),
    authorId: authorIds[0],
    revisionId: content.revisionId,
    initialRevisionId: content.initialRevisionId,
    createdAt: at,
  });
  for (const authorId of authorIds) await countContribution(trx, key, { authorId, action: 'edit', at });
  await storeConflicts(trx, key, conflicts);
  await countChangeRequests(trx, key);
  const row = (await findChangeRequest(trx, key, key.changeRequestId)) as ChangeRequestRow;
  await emitChangeRequestEvent(unit, row, { type: 'change_request.opened', actor: undefined, at });
  return row;
}

const toParagraph = (text: string): object => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});
