import type { SpaceKey } from '../../../access/space-key.ts';
import type { Context } from '../../../context.ts';
import { findLastOperationRow, findOperationRow, type ShownOperationRow } from './operations.repository.ts';

export type { ShownOperationRow } from './operations.repository.ts';

/** An operation of a space, the last one unless told. */
export const readOperation = (
  { db }: Pick<Context, 'db'>,
  { organizationId, spaceId }: SpaceKey,
  operationId?: string,
): Promise<ShownOperationRow | undefined> =>
  operationId === undefined
    ? findLastOperationRow(db, { organizationId, spaceId })
    : findOperationRow(db, { organizationId, spaceId, operationId });
