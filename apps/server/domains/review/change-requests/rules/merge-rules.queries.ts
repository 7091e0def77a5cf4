import { isId } from '@lectern/std/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { MergeRule } from '../../../../platform/http/merge-rules.schemas.ts';

interface Configuration {
  type: 'inherit' | 'none' | 'rules';
  rules?: MergeRule[];
}

/** The rules for merges into a space: its own, or those of the organization. */
export async function findMergeRules(
  db: Kysely<DB> | Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<MergeRule[]> {
  const { rows } = await sql<{ own: Configuration; inherited: Configuration }>`
    select s.merge_rules as own, o.merge_rules as inherited
    from space s join organization o using (organization_id)
    where s.organization_id = ${organizationId} and s.space_id = ${spaceId}`.execute(db);
  const [row] = rows;
  if (!row) return [];
  const configuration = row.own.type === 'inherit' ? row.inherited : row.own;
  return configuration.type === 'rules' ? (configuration.rules ?? []) : [];
}

/** The members of teams among these users: pairs of team and user. */
export async function findTeamMembers(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
  { teamIds, userIds }: { teamIds: readonly string[]; userIds: readonly string[] },
): Promise<{ teamId: string; userId: string }[]> {
  // Rules of an earlier release may name what cannot be a team.
  const known = teamIds.filter(isId);
  if (known.length === 0 || userIds.length === 0) return [];
  const { rows } = await sql<{ teamId: string; userId: string }>`
    select team_id as "teamId", user_id as "userId" from team_member
    where organization_id = ${organizationId} and team_id = any(${known}::uuid[])
      and user_id = any(${userIds}::uuid[])`.execute(db);
  return rows;
}
