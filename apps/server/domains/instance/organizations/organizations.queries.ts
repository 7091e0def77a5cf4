import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export interface InstanceOrganizationRow {
  organizationId: string;
  title: string;
  createdAt: Date;
  deletedAt: Date | null;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  lastSeenAt: Date | null;
  members: number;
  spaces: number;
  sites: number;
  /** The administrators who joined first, as JSON. */
  administrators: { id: string; displayName: string; email: string }[];
}

export interface OrganizationFilter {
  /** Part of a title, in lower case. */
  search: string;
  isDeleted: boolean;
}

/** The number of administrators that are named for each organization. */
const SHOWN_ADMINISTRATORS = 3;

const matches = ({ search, isDeleted }: OrganizationFilter) => sql`
  ${isDeleted ? sql`o.deleted_at is not null` : sql`o.deleted_at is null`}
  and (${search} = '' or position(${search} in lower(o.title)) > 0)`;

/** The newest organizations first: their ids begin with the time. */
export async function listOrganizationRows(
  db: Database,
  filter: OrganizationFilter,
  { after, limit, only }: { after: string | undefined; limit: number; only?: string },
): Promise<InstanceOrganizationRow[]> {
  const { rows } = await sql<InstanceOrganizationRow>`
    select o.organization_id as "organizationId", o.title, o.created_at as "createdAt", o.deleted_at as "deletedAt",
      o.suspended_at as "suspendedAt", o.suspension_reason as "suspensionReason",
      people.members, people.at as "lastSeenAt", people.administrators,
      (select count(*)::int from space s where s.organization_id = o.organization_id and s.deleted_at is null) as spaces,
      (select count(*)::int from site s where s.organization_id = o.organization_id) as sites
    from (
      select * from organization o
      where ${matches(filter)} and (${after ?? null}::uuid is null or o.organization_id < ${after ?? null}::uuid)
        and (${only ?? null}::uuid is null or o.organization_id = ${only ?? null}::uuid)
      order by o.organization_id desc limit ${limit}) o
    cross join lateral (
      select count(*)::int as members, max(m.last_seen_at) as at,
        coalesce(json_agg(json_build_object('id', m.user_id, 'displayName', u.display_name, 'email', u.email)
          order by m.joined_at, m.user_id) filter (where m.place <= ${SHOWN_ADMINISTRATORS}), '[]') as administrators
      from (
        select *, case when role = 'admin' and not disabled then
          row_number() over (partition by role = 'admin' and not disabled order by joined_at, user_id) end as place
        from member where organization_id = o.organization_id) m
      left join user_account u on u.user_id = m.user_id and m.place <= ${SHOWN_ADMINISTRATORS}) people
    order by o.organization_id desc`.execute(db);
  return rows;
}

export async function countOrganizations(db: Database, filter: OrganizationFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from organization o where ${matches(filter)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The titles of these organizations, deleted ones too. */
export async function findTitles(
  db: Database,
  organizationIds: readonly string[],
): Promise<Map<string, string>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('organization')
    .select(['organization_id', 'title'])
    .where('organization_id', 'in', [...new Set(organizationIds)])
    .execute();
  return new Map(rows.map((row) => [row.organization_id, row.title]));
}
