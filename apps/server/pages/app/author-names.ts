import { authorOf, findAuthors } from '../../domains/identity/users/authors.queries.ts';
import type { Context } from '../../platform/context.ts';
import { nameOf } from '../parts/name.ts';

/** Finds the names of these people and service accounts, and returns a function that looks them up. */
export async function findAuthorNames(
  { db }: Pick<Context, 'db'>,
  organizationId: string,
  ids: Iterable<string>,
): Promise<(id: string) => string> {
  const authors = await findAuthors(db, { organizationId, ids, showsEmails: false });
  return (id) => nameOf(authorOf(authors, id).display_name);
}
