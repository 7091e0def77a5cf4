import { type Kysely, sql } from 'kysely';
import {
  highestGrants,
  type Membership,
  NO_GRANTS,
  NO_TEAMS,
  type TeamRole,
} from '../../../platform/access/pointers.ts';
import type { Role, RoleOrGuest } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** `json`, because for a member of many teams `jsonb` takes half again as long. */
export async function loadMembership(db: Kysely<DB>, key: string): Promise<Membership | undefined> {
  const [organizationId, userId] = key.split('/') as [string, string];
  const { rows } = await sql<{
    role: RoleOrGuest;
    grants: [string, Role][] | null;
    teams: Record<string, TeamRole> | null;
    needs_sso: boolean;
    suspended_for: string | null;
  }>`
    select m.role, g.grants, t.teams, o.sso and m.role is distinct from 'admin' and exists (
      select 1 from saml_provider p
      where p.organization_id = ${organizationId} and (p.protocol = 'oidc' or (p.entity_id is not null
        and p.certificate is not null and p.sso_url is not null))) as needs_sso,
      case when o.suspended_at is not null then coalesce(o.suspension_reason, '') end as suspended_for
    from member m
    join organization o on o.organization_id = ${organizationId} and o.deleted_at is null
    join user_account u on u.user_id = m.user_id and u.blocked_at is null
    cross join lateral (
      select json_object_agg(team_id, role) as teams from team_member
      where organization_id = ${organizationId} and user_id = m.user_id) t
    cross join lateral (
      select json_agg(json_build_array(id, role)) as grants from (
        select space_id as id, role from space_user_grant
        where organization_id = ${organizationId} and user_id = m.user_id
        union all
        select collection_id, role from collection_user_grant
        where organization_id = ${organizationId} and user_id = m.user_id
        union all
        select space_id, s.role from space_team_grant s
        join team_member i using (organization_id, team_id)
        where i.organization_id = ${organizationId} and i.user_id = m.user_id
        union all
        select collection_id, c.role from collection_team_grant c
        join team_member i using (organization_id, team_id)
        where i.organization_id = ${organizationId} and i.user_id = m.user_id
        union all
        select site_id, role from site_user_grant
        where organization_id = ${organizationId} and user_id = m.user_id
        union all
        select site_id, t.role from site_team_grant t
        join team_member i using (organization_id, team_id)
        where i.organization_id = ${organizationId} and i.user_id = m.user_id) given) g
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and not m.disabled`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    organizationId,
    userId,
    role: row.role,
    grants: row.grants ? highestGrants(row.grants) : NO_GRANTS,
    teams: row.teams ? new Map(Object.entries(row.teams)) : NO_TEAMS,
    needsSso: row.needs_sso,
    ...(row.suspended_for === null ? {} : { suspendedFor: row.suspended_for }),
  };
}
