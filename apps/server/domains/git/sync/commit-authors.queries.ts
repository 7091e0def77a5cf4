import type { Person } from '@lectern/git/program/write-commit';
import { sql } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type RevisionRange, withRevisionsBetween } from './revisions-between.queries.ts';

/** Authors are searched for in at most this many of the newest revisions. */
const MAX_REVISIONS = 500;
/** More names than a commit message can show. */
const MAX_AUTHORS = 20;

/** The ids of those who made the revisions between two, the last one first, and authors before co-authors. */
export async function listAuthorsSince(db: Database, key: SpaceKey, range: RevisionRange): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${withRevisionsBetween(key, range)}
    select id from (select * from ancestor limit ${MAX_REVISIONS}) nearest
    cross join lateral (values (author_id, 1), (co_author_id, 2)) person (id, place)
    where id is not null
    group by id order by max(created_at) desc, min(place), id limit ${MAX_AUTHORS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Names and addresses of authors as commits show them, in the order given. Those who are gone are left out. */
export async function findPersons(
  db: Database,
  { organizationId }: Pick<SpaceKey, 'organizationId'>,
  ids: readonly string[],
): Promise<Person[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select u.user_id as id, u.display_name as name, u.email from user_account u
    where u.user_id = any(${ids}::uuid[]) and u.deleted_at is null
    union all
    select t.token_id, t.title, '' from organization_token t
    where t.organization_id = ${organizationId} and t.token_id = any(${ids}::uuid[])`.execute(db);
  const persons = new Map(rows.map(({ id, ...person }) => [id, person]));
  return ids.flatMap((id) => persons.get(id) ?? []);
}

/** The change request whose merge made a revision between two, if there is exactly one. */
export async function findOnlyMerged(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  revisionId: string,
): Promise<{ number: number; subject: string } | undefined> {
  const { rows } = await sql<{ number: number; subject: string }>`
    select number, subject from change_request
    where organization_id = ${organizationId} and space_id = ${spaceId} and merged_revision_id = ${revisionId}`.execute(
    db,
  );
  return rows.length === 1 ? rows[0] : undefined;
}

export async function findSpaceTitle(db: Database, { organizationId, spaceId }: SpaceKey): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title from space where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db);
  return rows[0]?.title ?? '';
}
