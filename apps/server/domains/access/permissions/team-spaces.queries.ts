import { sql } from 'kysely';
import type { FieldsFromAbove } from '../../../platform/context.ts';

/** Spaces that are right in a collection are counted once, however many teams reach the collection. */
export const countSpacesOfTeams: FieldsFromAbove['spacesOfTeams'] = ({ organizationId, teamIds }) => sql`(
  with recursive reached as (
    select team_id, collection_id from collection_team_grant
    where organization_id = ${organizationId} and team_id = any(${teamIds}::uuid[])
    union
    select r.team_id, c.collection_id from reached r
    join collection c on c.organization_id = ${organizationId} and c.parent_id = r.collection_id),
  held as (
    select parent_id, count(*) as spaces from space
    where organization_id = ${organizationId} and deleted_at is null
      and parent_id in (select collection_id from reached)
    group by parent_id),
  counted as (
    select r.team_id, h.spaces from reached r join held h on h.parent_id = r.collection_id
    union all
    select g.team_id, 1 from space_team_grant g
    join space s on s.organization_id = g.organization_id and s.space_id = g.space_id and s.deleted_at is null
    where g.organization_id = ${organizationId} and g.team_id = any(${teamIds}::uuid[])
      and not exists (select 1 from reached r where r.team_id = g.team_id and r.collection_id = s.parent_id))
  select team_id, sum(spaces)::int as spaces from counted group by team_id)`;
