import { type RawBuilder, sql } from 'kysely';
import type { SpaceKey } from '../../platform/access/space-key.ts';
import type { Database } from '../../platform/db/database.ts';
import type { SpaceGitRow } from '../content/spaces/spaces.queries.ts';
import type { GitReport } from '../content/spaces/spaces.schemas.ts';

/** Returns the report of the space's last operation; undefined while one runs and before the first. */
export async function findLastReport(db: Database, key: SpaceKey): Promise<GitReport | undefined> {
  const row = await db
    .selectFrom('git_operation')
    .select(sql<GitReport | null>`outcome -> 'report'`.as('report'))
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .orderBy('operation_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.report ?? undefined;
}

/** Whether changes of the space are sent to a repository: for a statement that is executed anyway. */
export const isExported = ({
  organizationId,
  spaceId,
}: SpaceKey): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from git_connection
  where organization_id = ${organizationId} and space_id = ${spaceId} and direction <> 'import' and paused_at is null)`;

/** Whether change requests of the space are kept in step with branches of a repository: for a statement, too. */
export const hasBranches = ({
  organizationId,
  spaceId,
}: SpaceKey): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from git_connection
  where organization_id = ${organizationId} and space_id = ${spaceId} and paused_at is null
    and (branch_pattern is not null or mirror_prefix is not null))`;

/** The connection of a space with its last operation, for a statement that selects from `space` of the organization. */
export const spaceGit = (organizationId: string) => sql<SpaceGitRow | null>`(
  select jsonb_build_object(
    'gitId', g.git_id, 'repoName', g.repo_name, 'provider', g.provider, 'url', coalesce(g.web_url, g.url),
    'updatedAt', g.updated_at,
    'operation', (
      select jsonb_build_object('state', o.state, 'direction', o.direction, 'startedAt', o.started_at,
        'endedAt', o.ended_at, 'progress', o.progress,
        'outcome', o.outcome - '{report,changes,changesTotal,changeCounts}'::text[], 'error', o.error)
      from git_operation o
      where o.organization_id = ${organizationId} and o.space_id = g.space_id
      order by o.operation_id desc limit 1))
  from space_git g where g.organization_id = ${organizationId} and g.space_id = space.space_id)`;
