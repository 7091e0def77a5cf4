import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';
import { LADDER, type Role, type RoleOrGuest } from './roles.ts';

/** Whose roles in an organization that they belong to are asked for. */
export interface Reader {
  organizationId: string;
  actor: Actor | { kind: 'user'; userId: string };
  /** Their role in the organization. */
  role: RoleOrGuest;
}

/** Who asks for a list in an organization that they belong to. */
export interface Caller extends Reader {
  actor: Actor;
}

/** The rule of `effectiveRole` in SQL: every collection of the organization on which the caller has a role. */
export function collectionRoles(caller: Reader): RawBuilder<{ collection_id: string; role: Role }> {
  if (caller.role === 'admin') return everything(caller, 'collection');
  return sql`(
    with recursive ${teamGrants(caller, 'collection')}, ${reached(caller)}
    select collection_id, ${roleOf(sql`greatest(by_default, granted)`)} as role from reached
    where greatest(by_default, granted) is not null)`;
}

/** The same of its spaces, also of deleted ones. Materialized: what joins it may be planned before there are statistics. */
export function spaceRoles(caller: Reader): RawBuilder<{ space_id: string; role: Role }> {
  const { organizationId } = caller;
  if (caller.role === 'admin') return everything(caller, 'space');
  return sql`(
    with recursive ${teamGrants(caller, 'space')}, ${teamGrants(caller, 'collection')}, ${reached(caller)},
    ranked as materialized (
      select s.space_id,
        greatest(${byDefault(caller, 's', sql`p.by_default`)}, p.granted, ${rankOf(sql`g.role`)}, t.rank) as rank
      from space s
      left join reached p on p.collection_id = s.parent_id
      left join space_user_grant g
        on g.organization_id = s.organization_id and g.space_id = s.space_id and g.user_id = ${userOf(caller)}
      left join space_by_team t on t.space_id = s.space_id
      where s.organization_id = ${organizationId})
    select space_id, ${roleOf(sql`rank`)} as role from ranked where rank is not null)`;
}

function everything<Row>({ organizationId }: Reader, table: 'space' | 'collection'): RawBuilder<Row> {
  return sql`(
    select ${sql.ref(`${table}_id`)}, ${'admin'}::text as role from ${sql.table(table)}
    where organization_id = ${organizationId})`;
}

/** The collections from the top down, each with the rank that its default gives and the highest that was granted. */
function reached(caller: Reader): RawBuilder<unknown> {
  const { organizationId } = caller;
  const step = (above: RawBuilder<unknown>, granted: RawBuilder<unknown>) => sql`
    select c.collection_id, ${byDefault(caller, 'c', above)} as by_default,
      greatest(${granted}, ${rankOf(sql`g.role`)}, t.rank) as granted
    from collection c
    left join collection_by_team t on t.collection_id = c.collection_id
    left join collection_user_grant g on g.organization_id = c.organization_id
      and g.collection_id = c.collection_id and g.user_id = ${userOf(caller)}`;
  return sql`reached as (
    ${step(sql`null::int`, sql`null::int`)}
    where c.organization_id = ${organizationId} and c.parent_id is null
    union all
    ${step(sql`p.by_default`, sql`p.granted`)}
    join reached p on p.collection_id = c.parent_id
    where c.organization_id = ${organizationId})`;
}

/** The highest that the caller's teams were given on each. */
function teamGrants(caller: Reader, place: 'space' | 'collection'): RawBuilder<unknown> {
  const id = sql.ref(`t.${place}_id`);
  return sql`${sql.table(`${place}_by_team`)} as materialized (
    select ${id}, max(${rankOf(sql`t.role`)}) as rank
    from team_member m
    join ${sql.table(`${place}_team_grant`)} t
      on t.organization_id = m.organization_id and t.team_id = m.team_id
    where m.organization_id = ${caller.organizationId} and m.user_id = ${userOf(caller)}
    group by ${id})`;
}

/** The rank by default of a row of `table`, which inherits from the rank above it. */
function byDefault({ role }: Reader, table: 's' | 'c', above: RawBuilder<unknown>): RawBuilder<unknown> {
  if (role === null) return sql`null::int`;
  const row = sql.raw(table);
  return sql`case
    when ${row}.default_level is distinct from 'inherit' then ${rankOf(sql`${row}.default_level`)}
    when ${row}.parent_id is null then ${rankOf(sql`${role}::text`)}
    else ${above} end`;
}

const userOf = ({ actor }: Reader): RawBuilder<unknown> =>
  sql`${actor.kind === 'user' ? actor.userId : null}::uuid`;

const ladder = sql`${sql.raw(`array['${LADDER.join("','")}']`)}`;
/** Null: no role. */
export const rankOf = (role: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position(${ladder}, ${role})`;
const roleOf = (rank: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${ladder})[${rank}]`;
