import type { SpaceKey } from '../../access/space-key.ts';
import type { Context } from '../../context.ts';
import { findChangeRequest } from './change-requests.repository.ts';

/** The revision that a change request is at, for a preview of it: whether its bearer may see it was asked before. */
export async function findPreviewedRevision(
  { db }: Pick<Context, 'db'>,
  space: SpaceKey,
  changeRequestId: string,
): Promise<string | undefined> {
  return (await findChangeRequest(db, space, changeRequestId))?.revision_id;
}
