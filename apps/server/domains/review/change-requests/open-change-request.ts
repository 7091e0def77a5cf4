import { paragraphOf, textNode } from '@lectern/markdown/block-factories';
import { newId } from '@lectern/std/ids';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { takeChangeRequestNumber } from '../../content/spaces/space-counts.queries.ts';
import { emitChangeRequestEvent } from './change-request-events.ts';
import {
  type ChangeRequestRow,
  type ChangingRow,
  countChangeRequests,
  insertChangeRequest,
  readChanging,
} from './change-requests.repository.ts';

export interface OpenedChangeRequest extends SpaceKey {
  subject: string;
  /** One paragraph; empty for none. */
  description: string;
  authorId: string;
  /** The revision of the space that it differs from. */
  initialRevisionId: string;
  /** Its content, a revision that is stored. */
  revisionId: string;
  at: Date;
}

/** Opens a change request that no person asked for, in the caller's transaction. */
export async function openChangeRequest(
  unit: UnitOfWork,
  { organizationId, spaceId, description, at, ...content }: OpenedChangeRequest,
  fill: (row: ChangeRequestRow) => Promise<void> = async () => {},
): Promise<ChangeRequestRow> {
  const { trx } = unit;
  const number = await takeChangeRequestNumber(trx, { organizationId, spaceId });
  if (number === undefined) throw spaceNotFound();
  const key = { organizationId, spaceId, changeRequestId: newId() };
  await insertChangeRequest(trx, {
    ...key,
    ...content,
    number,
    status: 'open',
    description: description === '' ? null : toParagraph(description),
    createdAt: at,
  });
  const row = (await readChanging(unit, key)) as ChangingRow;
  await fill(row);
  await countChangeRequests(trx, key);
  await emitChangeRequestEvent(unit, row, { type: 'change_request.opened', actor: undefined, at });
  return row;
}

/** Creates a document of one paragraph, in which the text is not parsed as markup. */
export const toParagraph = (text: string) => ({
  object: 'document' as const,
  data: {},
  nodes: [paragraphOf([textNode(text)])],
});
