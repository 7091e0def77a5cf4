import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { findChangeRequest } from './change-requests.repository.ts';

/** Finds the revision of a change request for a preview of it. The caller has already checked access. */
export async function findPreviewedRevision(
  { db }: Pick<Context, 'db'>,
  space: SpaceKey,
  changeRequestId: string,
): Promise<string | undefined> {
  return (await findChangeRequest(db, space, changeRequestId))?.revision_id;
}
