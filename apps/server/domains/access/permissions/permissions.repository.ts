import { sql, type Transaction } from 'kysely';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Role, RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { shownEmail, shownName, shownPhoto } from '../../identity/users/pending.queries.ts';
import type { ShownUserRow } from '../../identity/users/users.queries.ts';
import type { Given } from './deciding-source.ts';
import type { GranteeKind, GrantTarget, TargetKey } from './grant-target.ts';
import { grantTable, ofTarget, ofTargets } from './grants.repository.ts';

/** A member or team of the organization with its grant on a place; null for none. */
export interface GranteeRow {
  id: string;
  name: string;
  role: RoleOrGuest;
}

/**
 * Returns the ids that are members, or teams, of the organization, and prevents their removal until the transaction
 * ends.
 */
export async function holdGranteeRows(
  trx: Transaction<DB>,
  target: TargetKey,
  { grantee, ids }: { grantee: GranteeKind; ids: readonly string[] },
): Promise<GranteeRow[]> {
  const { organizationId } = target;
  const named =
    grantee === 'user'
      ? sql`select m.user_id as id, ${shownName} as name from member m join user_account u using (user_id)
          where m.organization_id = ${organizationId} and m.user_id = any(${ids}::uuid[]) for key share of m`
      : sql`select team_id as id, title as name from team
          where organization_id = ${organizationId} and team_id = any(${ids}::uuid[]) for key share`;
  const { rows } = await sql<GranteeRow>`
    select n.id, n.name, g.role from (${named}) n
    left join ${ofTarget(target, grantee)} g on ${sql.ref(`g.${grantee}_id`)} = n.id`.execute(trx);
  return rows;
}

/** Replaces the grants of all of these on the place by the role. Null removes them. */
export async function writeGrants(
  trx: Transaction<DB>,
  target: TargetKey,
  { grantee, ids, role }: { grantee: GranteeKind; ids: readonly string[]; role: RoleOrGuest },
): Promise<void> {
  const { kind, organizationId, id } = target;
  const [placeId, granteeId] = [sql.ref(`${kind}_id`), sql.ref(`${grantee}_id`)];
  if (role === null) {
    await sql`
      delete from ${grantTable(kind, grantee)}
      where organization_id = ${organizationId} and ${placeId} = ${id}
        and ${granteeId} = any(${ids}::uuid[])`.execute(trx);
    return;
  }
  await sql`
    insert into ${grantTable(kind, grantee)} (organization_id, ${placeId}, ${granteeId}, role)
    select ${organizationId}, ${id}, given.id, ${role} from unnest(${ids}::uuid[]) as given(id)
    on conflict (organization_id, ${placeId}, ${granteeId}) do update set role = excluded.role`.execute(trx);
}

/** The grant of one grantee on a place. */
export interface GrantRow {
  id: string;
  role: Role;
}

/** Ordered by the ids of the grantees. `after`: the last one of the previous page. */
export async function listGrantRows(
  db: Database,
  target: TargetKey,
  list: { grantee: GranteeKind; after: string | undefined; limit: number },
): Promise<PageOfRows<GrantRow, string>> {
  const { grantee, after, limit } = list;
  const given = ofTarget(target, grantee);
  const granteeId = sql.ref(`${grantee}_id`);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${given} g`.execute(db);
  const { rows } = await sql<GrantRow>`
    select ${granteeId} as id, role from ${given} g
    ${after === undefined ? sql`` : sql`where ${granteeId} > ${after}::uuid`}
    order by ${granteeId} limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted[0]?.count ?? 0, ({ id }) => id);
}

/** A member as the caller sees them, with the role in the organization. */
export type PersonRow = ShownUserRow & { role: RoleOrGuest };

/** Finds persons. An email address is shown to its owner, and to members with a role in the organization. */
export async function findPersonRows(
  db: Database,
  { organizationId, actor, role }: Caller,
  userIds: readonly string[],
): Promise<Map<string, PersonRow>> {
  const { rows } = await sql<PersonRow>`
    select m.user_id, m.role, ${shownName} as display_name, ${shownEmail} as email, ${shownPhoto} as photo_url,
      ${role !== null}::boolean or u.user_id is not distinct from ${actor.kind === 'user' ? actor.userId : null}::uuid
        as shows_email
    from member m join user_account u using (user_id)
    where m.organization_id = ${organizationId} and m.user_id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Returns the grants of each of these members on the place or above it, personal and through teams. */
export async function findGiven(
  db: Database,
  target: GrantTarget,
  userIds: readonly string[],
): Promise<Map<string, Given[]>> {
  // From the members to their few teams: the opposite direction may touch very many rows.
  const { rows } = await sql<Given & { userId: string }>`
    with asked as (select unnest(${userIds}::uuid[]) as user_id),
    theirs as materialized (
      select i.user_id, i.team_id
      from asked
      join team_member i on i.organization_id = ${target.organizationId} and i.user_id = asked.user_id)
    select g.user_id as "userId", null::uuid as "teamId", g.place_id as "placeId", g.role
    from asked join ${ofTargets(target, 'user')} g on g.user_id = asked.user_id
    union all
    select theirs.user_id, g.team_id, g.place_id, g.role
    from theirs join ${ofTargets(target, 'team')} g on g.team_id = theirs.team_id`.execute(db);
  const given = new Map<string, Given[]>();
  for (const { userId, ...one } of rows) given.set(userId, [...(given.get(userId) ?? []), one]);
  return given;
}
