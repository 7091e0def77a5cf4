import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { findLastOperationRow, findOperationRow, type ShownOperationRow } from './operations.repository.ts';

export type { ShownOperationRow } from './operations.repository.ts';

/** Finds an operation of a space, by default the last one. */
export const readOperation = (
  { db }: Pick<Context, 'db'>,
  { organizationId, spaceId }: SpaceKey,
  operationId?: string,
): Promise<ShownOperationRow | undefined> =>
  operationId === undefined
    ? findLastOperationRow(db, { organizationId, spaceId })
    : findOperationRow(db, { organizationId, spaceId, operationId });
