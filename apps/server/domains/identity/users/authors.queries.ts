import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { ShownUserRow } from './users.queries.ts';

/** Authors are shown as users, even service accounts. */
export type AuthorRow = ShownUserRow;
export type Authors = ReadonlyMap<string, AuthorRow>;

/** Describes an author whose account or token is gone. */
const UNKNOWN_NAME = 'Unknown';

/**
 * The authors among these ids: users, and service accounts by the id of their token. `showsEmails`: whether the caller
 * sees the addresses of members.
 */
export async function findAuthors(
  db: Kysely<DB> | Transaction<DB>,
  {
    organizationId,
    ids,
    showsEmails,
  }: { organizationId: string; ids: Iterable<string>; showsEmails: boolean },
): Promise<Authors> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<AuthorRow>`
    select u.user_id, u.display_name, u.email, u.photo_url,
      ${showsEmails} and m.user_id is not null as shows_email
    from user_account u
    left join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    where u.user_id = any(${wanted}::uuid[])
    union all
    select token_id, title, null, null, false from organization_token
    where organization_id = ${organizationId} and token_id = any(${wanted}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

export const authorOf = (authors: Authors, id: string): AuthorRow =>
  authors.get(id) ?? {
    user_id: id,
    display_name: UNKNOWN_NAME,
    email: null,
    photo_url: null,
    shows_email: false,
  };
