import { type RawBuilder, sql } from 'kysely';
import { effectiveRank, factsOf } from '../../../platform/access/role-sql.ts';

/**
 * Counts the spaces and the sites that each of these members can read. Checking every space for each of a thousand
 * members would take seconds: the effect of default levels is counted once for each level and role, and grants matter
 * only where the levels give nothing. A member who has not accepted the invitation is not in the result.
 */
export function countReadable(members: {
  organizationId: string;
  userIds: string[];
}): RawBuilder<{ user_id: string; spaces: number; sites: number }> {
  const { organizationId, userIds } = members;
  const rows = sql`
    select user_id, rank as own from member
    where organization_id = ${organizationId} and user_id = any(${userIds}::uuid[]) and not disabled`;
  const byDefault = effectiveRank({ own: sql`own`, level: sql`level`, granted: sql`null::int` });
  return sql`(
    with recursive ${factsOf({ organizationId, rows })},
    level_counts as (
      select level, sum(spaces) as spaces, sum(sites) as sites from (
        select level, count(*) as spaces, 0 as sites from space_level where not is_deleted group by level
        union all
        select level, 0, count(*) from site_level group by level) counts
      group by level),
    by_default as (
      select own, sum(spaces) as spaces, sum(sites) as sites
      from (select distinct own from person) ranks
      cross join level_counts
      where ${byDefault} is not null
      group by own),
    by_grant as (
      select user_id, count(*) as spaces
      from (select distinct user_id, space_id from space_grant where not is_deleted and ${byDefault} is null) given
      group by user_id),
    by_site_grant as (
      select user_id, count(*) as sites
      from (
        select distinct user_id, site_id from site_grant join site_level using (site_id)
        where ${byDefault} is null) given
      group by user_id)
    select person.user_id, (coalesce(d.spaces, 0) + coalesce(g.spaces, 0))::int as spaces,
      (coalesce(d.sites, 0) + coalesce(s.sites, 0))::int as sites
    from person
    left join by_default d on d.own = person.own
    left join by_grant g on g.user_id = person.user_id
    left join by_site_grant s on s.user_id = person.user_id)`;
}
