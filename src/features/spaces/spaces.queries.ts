import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Static } from 'typebox';
import { type Caller, spaceRoles } from '../../access/role-sql.ts';
import type { Role } from '../../access/roles.ts';
import type { SpaceKey } from '../../access/space-key.ts';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';
import type { SpaceMergeRulesSchema } from '../../http/merge-rules.schemas.ts';
import type { GitOutcome, GitProgress } from './spaces.schemas.ts';

export type Database = Kysely<DB> | Transaction<DB>;

export type MergeRules = Static<typeof SpaceMergeRulesSchema>;

/** The facts about the Git connection and its last operation that a space shows. */
export interface SpaceGitRow {
  gitId: string;
  repoName: string;
  provider: 'github' | 'gitlab' | null;
  url: string;
  updatedAt: string;
  operation: {
    state: Selectable<DB['git_operation']>['state'];
    direction: Selectable<DB['git_operation']>['direction'];
    startedAt: string;
    endedAt: string | null;
    progress: GitProgress;
    outcome: GitOutcome | null;
    error: string | null;
  } | null;
}

export type SpaceRow = Selectable<DB['space']> & { merge_rules: MergeRules; git: SpaceGitRow | null };

/** A space with the caller's role on it. */
export type OwnSpaceRow = SpaceRow & { role: Role };

/** The spaces of the organization among these, in the order of their ids. */
export async function findSpaceRows(
  db: Database,
  { organizationId, spaceIds }: { organizationId: string; spaceIds: readonly string[] },
): Promise<SpaceRow[]> {
  if (spaceIds.length === 0) return [];
  return selectSpaces(db)
    .where('space.organization_id', '=', organizationId)
    .where('space.space_id', '=', sql<string>`any(${spaceIds}::uuid[])`)
    .orderBy('space.space_id')
    .execute();
}

/**
 * The spaces of an organization that the caller may read, with the caller's role on each: in the order of siblings,
 * those of all parents mixed. Deleted ones are not listed. `parentId`: only those right in that collection. `after`:
 * where the page before ended.
 */
export async function listSpaceRows(
  db: Database,
  caller: Caller,
  list: { parentId?: string; after: SpacePosition | undefined; limit: number },
): Promise<PageOfRows<OwnSpaceRow, SpacePosition>> {
  const { parentId, after, limit } = list;
  const roles = spaceRoles(caller).as('own');
  const within = sql<boolean>`space.organization_id = ${caller.organizationId} and space.deleted_at is null
    and ${parentId === undefined ? sql`true` : sql`space.parent_id = ${parentId}`}`;
  const counted = await db
    .selectFrom('space')
    .innerJoin(roles, 'own.space_id', 'space.space_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(within)
    .executeTakeFirstOrThrow();
  let query = selectSpaces(db)
    .innerJoin(roles, 'own.space_id', 'space.space_id')
    .select('own.role')
    .where(within)
    .orderBy('space.position')
    .orderBy('space.space_id')
    .limit(limit + 1);
  if (after) {
    const [position, spaceId] = after;
    query = query.where(
      sql<boolean>`(space.position, space.space_id) > (${position}::numeric, ${spaceId}::uuid)`,
    );
  }
  const rows = await query.execute();
  return cutPage(rows, limit, Number(counted.count), (row) => [row.position, row.space_id]);
}

/** The position where a page of the list of spaces ends: position and id. */
export type SpacePosition = [position: string, spaceId: string];

export interface ReadableSpace {
  spaceId: string;
  title: string;
  /** The current revision. */
  revisionId: string;
  language: string | null;
  role: Role;
}

/** The ids of the first spaces of the instance that are not deleted. */
export async function listLiveSpaces(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('space')
    .select('space_id')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ space_id }) => space_id);
}

/** Every space of the organization that the caller may read and that is not deleted, oldest first. */
export async function listReadableSpaces(db: Database, caller: Caller): Promise<ReadableSpace[]> {
  const { rows } = await sql<ReadableSpace>`
    select s.space_id as "spaceId", s.title, s.revision_id as "revisionId", s.language, own.role
    from space s join ${spaceRoles(caller)} own on own.space_id = s.space_id
    where s.organization_id = ${caller.organizationId} and s.deleted_at is null
    order by s.space_id`.execute(db);
  return rows;
}

/** Locks a live space against changes and deletion until the transaction ends. */
export async function holdSpace(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from space where organization_id = ${organizationId} and space_id = ${spaceId}
      and deleted_at is null for share`.execute(trx);
  return rows.length > 0;
}

export function selectSpaces(db: Database) {
  return db
    .selectFrom('space')
    .leftJoin('space_git', (join) =>
      join
        .onRef('space_git.organization_id', '=', 'space.organization_id')
        .onRef('space_git.space_id', '=', 'space.space_id'),
    )
    .selectAll('space')
    .$narrowType<{ merge_rules: MergeRules }>()
    .select(
      sql<SpaceGitRow | null>`case when space_git.git_id is null then null else jsonb_build_object(
        'gitId', space_git.git_id, 'repoName', space_git.repo_name, 'provider', space_git.provider,
        'url', coalesce(space_git.web_url, space_git.url), 'updatedAt', space_git.updated_at,
        'operation', (
          select jsonb_build_object('state', o.state, 'direction', o.direction, 'startedAt', o.started_at,
            'endedAt', o.ended_at, 'progress', o.progress, 'outcome', o.outcome - '{report,changes,changesTotal,changeCounts}'::text[], 'error', o.error)
          from git_operation o
          where o.organization_id = space.organization_id and o.space_id = space.space_id
          order by o.operation_id desc limit 1)) end`.as('git'),
    );
}
