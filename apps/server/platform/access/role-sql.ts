import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';
import { LADDER, type Role, type RoleOrGuest, rank } from './roles.ts';

/** The people whose roles are computed, in an organization that they belong to. */
export interface Reader {
  organizationId: string;
  actor: Actor | { kind: 'user'; userId: string };
  /** Their role in the organization. */
  role: RoleOrGuest;
}

/** The caller who requests a list in an organization that they belong to. */
export interface Caller extends Reader {
  actor: Actor;
}

const ADMIN = rank('admin');
const ladder = sql`${sql.raw(`array['${LADDER.join("','")}']`)}`;

/** The rank of a role, from 1 for `read` to 6 for `admin`; null: no role. */
export const rankOf = (role: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position(${ladder}, ${role})`;
const roleOf = (rank: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${ladder})[${rank}]`;

/**
 * The rule of `effectiveRole` in SQL, used by every statement about roles on places: the rank of a person on a place,
 * null for no role. `own`: their rank in the organization, 0 for a guest; `level`: the rank of the default level that
 * applies there, 0 for `inherit`, which means the role in the organization; `granted`: the highest rank granted on the
 * place or above it, null for none.
 */
export const effectiveRank = ({
  own,
  level,
  granted,
}: Record<'own' | 'level' | 'granted', RawBuilder<unknown>>): RawBuilder<number | null> => sql`case
  when ${own} = ${ADMIN}::int then ${ADMIN}::int
  else greatest(
    case when ${own} = 0 then null when ${level} = 0 then ${own} else ${level} end, ${granted}) end`;

/** Some people of one organization. */
export interface People {
  organizationId: string;
  /** A row for each: `user_id`, null for a service account, and `own`, the rank in the organization, 0 for a guest. */
  rows: RawBuilder<unknown>;
}

/**
 * Common table expressions with the facts that the rule needs about these people and all places of the organization, to
 * follow `with recursive`. PostgreSQL does not compute those that a statement does not refer to.
 * - `person (user_id, own)`: the people, with their ranks in the organization;
 * - `collection_level (collection_id, level)`, `space_level (space_id, parent_id, is_deleted, level)`,
 *   `site_level (site_id, level)`: the rank of the default level that applies to each place;
 * - `given (user_id, own, granted, space_id, collection_id)`: the grants on a place to people who are not
 *   administrators, direct or through a team;
 * - `collection_grant (user_id, collection_id, granted)`,
 *   `space_grant (user_id, own, space_id, is_deleted, level, granted)`: the same for each place that a grant reaches:
 *   the place itself and everything in it;
 * - `site_grant (user_id, own, site_id, granted)`: the grants on sites, which are in no collection.
 */
export function factsOf({ organizationId, rows }: People): RawBuilder<unknown> {
  const organization = sql`${organizationId}::uuid`;
  return sql`
    person as materialized (${rows}),
    collection_level as (
      select collection_id, ${levelRankOf('c')} as level from collection c
      where organization_id = ${organization} and parent_id is null
      union all
      select c.collection_id, ${levelOf('c')}
      from collection_level above
      join collection c on c.organization_id = ${organization} and c.parent_id = above.collection_id),
    space_level as (
      select s.space_id, s.parent_id, s.deleted_at is not null as is_deleted, ${levelOf('s')} as level
      from space s left join collection_level above on above.collection_id = s.parent_id
      where s.organization_id = ${organization}),
    site_level as (
      select site_id, ${levelRankOf('i')} as level from site i where organization_id = ${organization}),
    grantee as materialized (select user_id, own from person where own <> ${ADMIN}::int),
    membership as materialized (
      select p.user_id, p.own, i.team_id
      from grantee p join team_member i on i.organization_id = ${organization} and i.user_id = p.user_id),
    given as materialized (${givenIn(organization)}),
    site_grant as (${grantsOnSites(organization)}),
    below as (
      select distinct collection_id as top_id, collection_id from given where collection_id is not null
      union all
      select above.top_id, c.collection_id
      from below above
      join collection c on c.organization_id = ${organization} and c.parent_id = above.collection_id),
    collection_grant as (
      select g.user_id, b.collection_id, g.granted from given g join below b on b.top_id = g.collection_id),
    space_grant as (
      select g.user_id, g.own, l.space_id, l.is_deleted, l.level, g.granted
      from given g join space_level l on l.space_id = g.space_id
      union all
      select g.user_id, g.own, l.space_id, l.is_deleted, l.level, g.granted
      from given g
      join below b on b.top_id = g.collection_id
      join space_level l on l.parent_id = b.collection_id)`;
}

/** The default level that applies to a place, where `above` is the level of the collection that contains it. */
function levelOf(place: 's' | 'c'): RawBuilder<unknown> {
  const row = sql.raw(place);
  return sql`case when ${row}.default_level = 'inherit' and ${row}.parent_id is not null
    then above.level else ${levelRankOf(place)} end`;
}

/** The rank of the default level: a number, because it may be compared with the ranks of many people. */
const levelRankOf = (place: 's' | 'c' | 'i'): RawBuilder<unknown> =>
  sql`array_position(array['inherit'] || ${ladder}, ${sql.ref(`${place}.default_level`)}) - 1`;

/** Spelled out, so that the check of the structure sees them. */
const GRANTS = {
  space: { user: sql.table('space_user_grant'), team: sql.table('space_team_grant') },
  collection: { user: sql.table('collection_user_grant'), team: sql.table('collection_team_grant') },
  site: { user: sql.table('site_user_grant'), team: sql.table('site_team_grant') },
};

/** Joins from the people to their few grants and teams, because a place may have very many grants. */
const grantsOn = (
  organization: RawBuilder<unknown>,
  { place, grantee, named }: { place: TargetKind; grantee: 'user' | 'team'; named: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`
  select holder.user_id, holder.own, ${rankOf(sql`g.role`)} as granted, ${named}
  from ${sql.raw(grantee === 'user' ? 'grantee' : 'membership')} holder
  join ${GRANTS[place][grantee]} g
    on g.organization_id = ${organization} and ${sql.ref(`g.${grantee}_id`)} = ${sql.ref(`holder.${grantee}_id`)}`;

function givenIn(organization: RawBuilder<unknown>): RawBuilder<unknown> {
  const grants = (place: 'space' | 'collection', grantee: 'user' | 'team') => {
    const named =
      place === 'space'
        ? sql`g.space_id, null::uuid as collection_id`
        : sql`null::uuid as space_id, g.collection_id`;
    return grantsOn(organization, { place, grantee, named });
  };
  return sql`
    ${grants('space', 'user')} union all ${grants('space', 'team')}
    union all ${grants('collection', 'user')} union all ${grants('collection', 'team')}`;
}

function grantsOnSites(organization: RawBuilder<unknown>): RawBuilder<unknown> {
  const grants = (grantee: 'user' | 'team') =>
    grantsOn(organization, { place: 'site', grantee, named: sql`g.site_id` });
  return sql`${grants('user')} union all ${grants('team')}`;
}

/** Every collection of the organization on which the caller has a role. */
export const collectionRoles = (caller: Reader): RawBuilder<{ collection_id: string; role: Role }> =>
  rolesOn('collection', caller);

/** Every space of the organization on which the caller has a role, including deleted ones. */
export const spaceRoles = (caller: Reader): RawBuilder<{ space_id: string; role: Role }> =>
  rolesOn('space', caller);

/** Every site of the organization on which the caller has a role. */
export const siteRoles = (caller: Reader): RawBuilder<{ site_id: string; role: Role }> =>
  rolesOn('site', caller);

type TargetKind = 'space' | 'collection' | 'site';

/** Materialized, because a statement that joins it may be planned before there are statistics. */
function rolesOn<Row>(place: TargetKind, caller: Reader): RawBuilder<Row> {
  const { organizationId, actor, role } = caller;
  const [table, placeId] = [sql.table(place), sql.ref(`${place}_id`)];
  // Administrators of the organization are administrators of all its places: no other facts are needed.
  if (role === 'admin') {
    return sql`(select ${placeId}, ${role}::text as role from ${table} where organization_id = ${organizationId})`;
  }
  const rows = sql`
    select ${actor.kind === 'user' ? actor.userId : null}::uuid as user_id, ${rank(role)}::int as own`;
  const { joins, granted } = GRANTED[place];
  return sql`(
    with recursive ${factsOf({ organizationId, rows })},
    ranked as materialized (
      select l.${placeId}, ${effectiveRank({ own: sql`person.own`, level: sql`l.level`, granted })} as rank
      from person
      cross join ${sql.table(`${place}_level`)} l
      ${joins})
    select ${placeId}, ${roleOf(sql`rank`)} as role from ranked where rank is not null)`;
}

/** Joins the highest grant of each place. A row for each space that a grant reaches would be far more rows. */
const highestIn = (place: TargetKind, from: string): RawBuilder<unknown> => sql`(
  select ${sql.ref(`${place}_id`)}, max(granted) as granted from ${sql.table(from)} group by ${sql.ref(`${place}_id`)})`;

/** The joins that find the highest grant on a place or above it, for each kind of place. */
const GRANTED: Record<TargetKind, { joins: RawBuilder<unknown>; granted: RawBuilder<unknown> }> = {
  space: {
    joins: sql`
      left join ${highestIn('space', 'given')} direct on direct.space_id = l.space_id
      left join ${highestIn('collection', 'collection_grant')} above on above.collection_id = l.parent_id`,
    granted: sql`greatest(direct.granted, above.granted)`,
  },
  collection: {
    joins: sql`
      left join ${highestIn('collection', 'collection_grant')} above on above.collection_id = l.collection_id`,
    granted: sql`above.granted`,
  },
  site: {
    joins: sql`left join ${highestIn('site', 'site_grant')} direct on direct.site_id = l.site_id`,
    granted: sql`direct.granted`,
  },
};
