import { findCaller } from '../../access/find-caller.ts';
import type { Granted } from '../../access/grant.ts';
import type { Context } from '../../context.ts';
import { type Authors, findAuthors } from './authors.queries.ts';

/** The authors among these ids as the caller sees them: everyone with a role in the organization sees addresses. */
export async function findAuthorsFor(
  context: Pick<Context, 'db' | 'pointers'>,
  { actor, organizationId = '' }: Pick<Granted, 'actor' | 'organizationId'>,
  ids: Iterable<string | null>,
): Promise<Authors> {
  const { role } = await findCaller(context, actor, organizationId);
  const known = [...ids].filter((id) => id !== null);
  return findAuthors(context.db, { organizationId, ids: known, showsEmails: role !== null });
}
