import { findCaller } from '../../../platform/access/find-caller.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import type { Context } from '../../../platform/context.ts';
import { type AuthorRow, type Authors, findAuthors } from './authors.queries.ts';
import { findChosenNames } from './users.queries.ts';

/**
 * The authors among these ids as the caller sees them: everyone with a role in the organization sees addresses. Visitors
 * of a site see only the chosen names of members, and only if the site shows contributors.
 */
export async function findAuthorsFor(
  context: Pick<Context, 'db' | 'pointers'>,
  {
    actor,
    organizationId = '',
    visitor,
    site,
  }: Pick<Granted, 'actor' | 'organizationId' | 'visitor' | 'site'>,
  ids: Iterable<string | null>,
): Promise<Authors> {
  const known = [...ids].filter((id) => id !== null);
  if (visitor) return site?.showsContributors ? findChosen(context, organizationId, known) : new Map();
  const { role } = await findCaller(context, actor, organizationId);
  return findAuthors(context.db, { organizationId, ids: known, showsEmails: role !== null });
}

async function findChosen(
  { db }: Pick<Context, 'db'>,
  organizationId: string,
  userIds: readonly string[],
): Promise<Authors> {
  const names = await findChosenNames(db, organizationId, userIds);
  const toRow = ([user_id, display_name]: [string, string]): AuthorRow => ({
    user_id,
    display_name,
    email: null,
    photo_url: null,
    shows_email: false,
  });
  return new Map([...names].map((entry) => [entry[0], toRow(entry)]));
}
