import { type RawBuilder, sql } from 'kysely';

/**
 * How many spaces each of these members can read, which is the rule of `effectiveRole` for many members at once: whoever
 * has a role in the organization reads what is open, so that of them only closed spaces are looked at one by one; to
 * guests nothing is open. Who has not accepted the invitation is not in the answer.
 */
export function countReadableSpaces(members: {
  organizationId: string;
  userIds: string[];
}): RawBuilder<{ user_id: string; spaces: number }> {
  const organization = sql`${members.organizationId}::uuid`;
  return sql`(
    with recursive asked as materialized (
      select user_id, role from member
      where organization_id = ${organization} and user_id = any(${members.userIds}::uuid[]) and not disabled),
    closed as (
      select collection_id from collection
      where organization_id = ${organization} and default_level is null
      union all
      select c.collection_id
      from closed above
      join collection c on c.organization_id = ${organization} and c.parent_id = above.collection_id
      where c.default_level = 'inherit'),
    live as materialized (
      select space_id, parent_id, default_level is null or coalesce(
        default_level = 'inherit' and parent_id in (select collection_id from closed), false) as is_closed
      from space where organization_id = ${organization} and deleted_at is null),
    given as materialized (${grantsOf(organization)}),
    below as (
      select distinct collection_id as top_id, collection_id from given where collection_id is not null
      union all
      select above.top_id, c.collection_id
      from below above
      join collection c on c.organization_id = ${organization} and c.parent_id = above.collection_id),
    reached as (
      select g.user_id, s.space_id from given g join live s on s.space_id = g.space_id
      where g.is_guest or s.is_closed
      union
      select g.user_id, s.space_id
      from given g
      join below b on b.top_id = g.collection_id
      join live s on s.parent_id = b.collection_id
      where g.is_guest or s.is_closed)
    select a.user_id, (
        case when a.role = 'admin' then total.spaces when a.role is null then 0 else total.open end
          + coalesce(r.spaces, 0))::int as spaces
    from asked a
    cross join (select count(*) as spaces, count(*) filter (where not is_closed) as open from live) total
    left join (select user_id, count(*) as spaces from reached group by user_id) r on r.user_id = a.user_id)`;
}

/** What those who were asked for and are no administrators were given, by themselves or through their teams. */
function grantsOf(organization: RawBuilder<unknown>): RawBuilder<unknown> {
  const spaces = sql`to_whom.user_id, to_whom.is_guest, g.space_id, null::uuid as collection_id`;
  const collections = sql`to_whom.user_id, to_whom.is_guest, null, g.collection_id`;
  return sql`
    with whom as materialized (
      select user_id, role is null as is_guest from asked where role is distinct from 'admin'),
    teams as materialized (
      select w.user_id, w.is_guest, i.team_id
      from whom w join team_member i on i.organization_id = ${organization} and i.user_id = w.user_id)
    select ${spaces} from whom to_whom
    join space_user_grant g on g.organization_id = ${organization} and g.user_id = to_whom.user_id
    union all
    select ${spaces} from teams to_whom
    join space_team_grant g on g.organization_id = ${organization} and g.team_id = to_whom.team_id
    union all
    select ${collections} from whom to_whom
    join collection_user_grant g on g.organization_id = ${organization} and g.user_id = to_whom.user_id
    union all
    select ${collections} from teams to_whom
    join collection_team_grant g on g.organization_id = ${organization} and g.team_id = to_whom.team_id`;
}
