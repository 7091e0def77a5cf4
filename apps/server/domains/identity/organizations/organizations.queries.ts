import { type Selectable, sql, type Transaction } from 'kysely';
import type { Static } from 'typebox';
import { unknownToken } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { OrganizationMergeRulesSchema } from '../../../platform/http/merge-rules.schemas.ts';
import { insertMember } from '../members/insert-members.queries.ts';
import type { OrganizationSchema } from './organizations.schemas.ts';

/** The shapes of the JSON columns. */
export type OrganizationShapes = {
  merge_rules: Static<typeof OrganizationMergeRulesSchema>;
  default_content: Static<typeof OrganizationSchema>['defaultContent'] | null;
};

export type OrganizationRow = Selectable<DB['organization']> & OrganizationShapes;

/** An organization with the caller's standing in it. */
export type OwnOrganizationRow = OrganizationRow & { role: RoleOrGuest; owns_team: boolean };

export interface NewOrganization {
  organizationId: string;
  title: string;
  type: OrganizationRow['type'];
  useCase: OrganizationRow['use_case'];
  emailDomains: string[];
  defaultRole: RoleOrGuest;
  /** Becomes its first administrator. */
  creatorId: string;
  createdAt: Date;
}

/** Lists all organizations of the instance that are not deleted. */
export async function listOrganizationIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('organization')
    .select('organization_id')
    .where('deleted_at', 'is', null)
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
}

/** The organizations whose jobs wait. */
export async function listSuspendedOrganizations(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('organization')
    .select('organization_id')
    .where('suspended_at', 'is not', null)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Whether one of them is suspended. */
export async function isAnySuspended(db: Database, organizationIds: string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from organization
    where organization_id = any(${organizationIds}::uuid[]) and suspended_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Inserts the organization with its first member. Throws a 401 if that user no longer exists. */
export async function insertOrganization(trx: Transaction<DB>, organization: NewOrganization): Promise<void> {
  const { organizationId, createdAt } = organization;
  await trx
    .insertInto('organization')
    .values({
      organization_id: organizationId,
      title: organization.title,
      type: organization.type,
      use_case: organization.useCase,
      email_domains: organization.emailDomains,
      default_role: organization.defaultRole,
      created_at: createdAt,
    })
    .execute();
  const userId = organization.creatorId;
  const isJoined = await insertMember(trx, { organizationId, userId, role: 'admin', joinedAt: createdAt });
  // An organization without members would be unreachable.
  if (!isJoined) throw unknownToken();
}

export async function findOrganizationRow(
  db: Database,
  organizationId: string,
): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organization')
    .selectAll()
    .$narrowType<OrganizationShapes>()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Locks the row until this transaction ends. */
export async function lockOrganizationRow(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<OrganizationRow | undefined> {
  return trx
    .selectFrom('organization')
    .selectAll()
    .$narrowType<OrganizationShapes>()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The organizations that the caller belongs to, oldest first; a service account belongs to its own alone.
 * `after`: the last organization of the page before.
 */
export async function listOrganizationRows(
  db: Database,
  list: { actor: Actor; after: string | undefined; limit: number },
): Promise<PageOfRows<OwnOrganizationRow, string>> {
  const { actor, limit } = list;
  const standings =
    actor.kind === 'user'
      ? sql`
        select organization_id, role, exists (
          select 1 from team_member t
          where t.organization_id = m.organization_id and t.user_id = m.user_id and t.role = 'owner') as owns_team
        from member m
        where user_id = ${actor.userId} and not disabled
          and (${actor.onlyIn ?? null}::uuid is null or organization_id = ${actor.onlyIn ?? null}::uuid)`
      : sql`select ${actor.organizationId}::uuid as organization_id, ${actor.role}::text as role, false as owns_team`;
  const own = sql`(${standings}) mine
    join organization o on o.organization_id = mine.organization_id and o.deleted_at is null`;
  const counted = await sql<{ count: number }>`select count(*) as count from ${own}`.execute(db);
  const { rows } = await sql<OwnOrganizationRow>`
    select o.*, mine.role, mine.owns_team from ${own}
    where ${list.after ?? null}::uuid is null or o.organization_id > ${list.after ?? null}::uuid
    order by o.organization_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, Number(counted.rows[0]?.count ?? 0), (row) => row.organization_id);
}

/** Whether one of them is deleted or no longer exists. */
export async function isAnyDeleted(db: Database, organizationIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from organization
    where organization_id = any(${organizationIds}::uuid[]) and deleted_at is null`.execute(db);
  return rows[0]?.count !== new Set(organizationIds).size;
}
