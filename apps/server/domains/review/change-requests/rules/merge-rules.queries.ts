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
  return (await findMergeRulesOf(db, organizationId, [spaceId])).get(spaceId) ?? [];
}

/** The rules for merges into some spaces, by the ids of the spaces. */
export async function findMergeRulesOf(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<Map<string, MergeRule[]>> {
  const { rows } = await sql<{ spaceId: string; own: Configuration; inherited: Configuration }>`
    select s.space_id as "spaceId", s.merge_rules as own, o.merge_rules as inherited
    from space s join organization o using (organization_id)
    where s.organization_id = ${organizationId} and s.space_id = any(${[...spaceIds]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ spaceId, own, inherited }) => {
      const configuration = own.type === 'inherit' ? inherited : own;
      return [spaceId, configuration.type === 'rules' ? (configuration.rules ?? []) : []];
    }),
  );
}

/** Whether authors may review their own change requests to a space. */
export const allowsSelfReview = async (db: Kysely<DB> | Transaction<DB>, space: SpaceKey): Promise<boolean> =>
  (await findMergeRules(db, space)).some(({ rule }) => rule === 'allow_self_review');

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

/**
 * The spaces with change requests that are not merged and that depend on the rules of the organization, or on its teams
 * by any rules.
 */
export async function listSpacesUnderRules(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
  on: 'organization' | 'teams',
): Promise<string[]> {
  const depends =
    on === 'organization'
      ? sql<boolean>`s.merge_rules ->> 'type' = 'inherit'`
      : sql<boolean>`jsonb_path_exists(
          case when s.merge_rules ->> 'type' = 'inherit' then o.merge_rules else s.merge_rules end,
          '$.rules[*].teams[*]')`;
  const { rows } = await sql<{ space_id: string }>`
    select s.space_id from space s join organization o using (organization_id)
    where s.organization_id = ${organizationId} and s.deleted_at is null and ${depends}
      and s.space_id in (select space_id from change_request
        where organization_id = ${organizationId} and status in ('draft', 'open'))`.execute(db);
  return rows.map(({ space_id }) => space_id);
}
