import { isId } from '@lectern/std/ids';
import type { Context } from '../../../platform/context.ts';
import { userNotFound } from '../../identity/users/users.service.ts';
import { findUserRow, type InstanceUserRow } from './users.repository.ts';

/** The user that a URL names. Throws a 404 for one that does not exist, or was deleted. */
export async function getInstanceUserRow(db: Context['db'], userId: string): Promise<InstanceUserRow> {
  const row = isId(userId) ? await findUserRow(db, userId) : undefined;
  if (!row) throw userNotFound();
  return row;
}
