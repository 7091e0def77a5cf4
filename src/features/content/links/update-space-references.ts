import type { Transaction } from 'kysely';
import type { UnitOfWork } from '../../../access/transaction.ts';
import type { DB } from '../../../db/schema.ts';
import type { MovedSpace } from '../revisions/commit-revision.ts';
import type { SpaceCopy } from '../revisions/space-copy.ts';

/** Keeps up which pages of a space refer to other spaces, in the transaction that moves the space. */
export async function updateSpaceReferences(_unit: UnitOfWork, _moved: MovedSpace): Promise<void> {}

/** Gives a copy of a space, at the same content, the same references. */
export async function copySpaceReferences(_trx: Transaction<DB>, _copy: SpaceCopy): Promise<void> {}
