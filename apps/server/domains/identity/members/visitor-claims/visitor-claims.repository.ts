import { sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../../../platform/access/roles.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { MemberKey } from '../members.queries.ts';

export type Claim = 'email' | 'displayName' | 'role' | 'teams' | 'teamTitles';

/** The claims that an organization puts into its members' tokens. */
export interface VisitorClaims {
  title: string;
  /** Null: no tokens are made. */
  claims: Claim[] | null;
  /** Sealed. */
  key: Buffer | null;
}

export async function findVisitorClaims(
  db: Database,
  organizationId: string,
): Promise<VisitorClaims | undefined> {
  const { rows } = await sql<VisitorClaims>`
    select title, visitor_claims as claims, visitor_key as key
    from organization where organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

export async function updateVisitorClaims(
  trx: Transaction<DB>,
  organizationId: string,
  { claims, key }: Pick<VisitorClaims, 'claims' | 'key'>,
): Promise<void> {
  const json = claims && JSON.stringify(claims);
  await sql`
    update organization set visitor_claims = ${json}::text::jsonb, visitor_key = ${key}
    where organization_id = ${organizationId}`.execute(trx);
}

/** The keys of all organizations, sealed. */
export async function listVisitorKeys(db: Database): Promise<{ organizationId: string; key: Buffer }[]> {
  const { rows } = await sql<{ organizationId: string; key: Buffer }>`
    select organization_id as "organizationId", visitor_key as key
    from organization where visitor_key is not null`.execute(db);
  return rows;
}

/** Leaves a key alone that was replaced in the meantime. */
export async function replaceVisitorKey(
  db: Database,
  { organizationId, key, resealed }: { organizationId: string; key: Buffer; resealed: Buffer },
): Promise<void> {
  await sql`
    update organization set visitor_key = ${resealed}
    where organization_id = ${organizationId} and visitor_key = ${key}`.execute(db);
}

/** The facts about a member that claims can state. */
export interface MemberFacts {
  displayName: string;
  email: string | null;
  isEmailVerified: boolean;
  role: RoleOrGuest;
  teams: { id: string; title: string }[];
}

export async function findMemberFacts(
  db: Database,
  { organizationId, userId }: MemberKey,
): Promise<MemberFacts | undefined> {
  const { rows } = await sql<MemberFacts>`
    select u.display_name as "displayName", u.email, u.email_verified_at is not null as "isEmailVerified", m.role,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.team_id, 'title', t.title) order by t.team_id), '[]')
        from team_member i join team t using (organization_id, team_id)
        where i.organization_id = ${organizationId} and i.user_id = m.user_id) as teams
    from member m join user_account u using (user_id)
    where m.organization_id = ${organizationId} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}
