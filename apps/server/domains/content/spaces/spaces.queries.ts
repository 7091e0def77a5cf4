import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Static } from 'typebox';
import { SITE_VISIBILITIES, type SiteVisibility } from '../../../platform/access/pointers.ts';
import { type Caller, spaceRoles } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  cutMovable,
  cutPage,
  MAX_NAMED,
  type MovablePosition,
  type PageOfRows,
} from '../../../platform/http/lists.ts';
import type { SpaceMergeRulesSchema } from '../../../platform/http/merge-rules.schemas.ts';
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

/** Where a space is published: on the published site that is the most open, the oldest of equal ones. */
export interface PublicationRow {
  organizationId: string;
  siteId: string;
  visibility: SiteVisibility;
  basename: string;
  hostname: string | null;
  /** Below the address of the site; empty, or with a slash at the end. */
  path: string;
}

export type SpaceRow = Selectable<DB['space']> & {
  merge_rules: MergeRules;
  git: SpaceGitRow | null;
  /** Null: readers find it on no site. */
  publication: PublicationRow | null;
};

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
  list: { parentId?: string; after: MovablePosition | undefined; limit: number },
): Promise<PageOfRows<OwnSpaceRow, MovablePosition>> {
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
  const count = Number(counted.count);
  const query = selectSpaces(db)
    .innerJoin(roles, 'own.space_id', 'space.space_id')
    .select('own.role')
    .where(within)
    .orderBy('space.position')
    .orderBy('space.space_id');
  if (typeof after === 'string' || (after === undefined && count <= MAX_NAMED)) {
    const all = await db
      .selectFrom('space')
      .innerJoin(roles, 'own.space_id', 'space.space_id')
      .select('space.space_id')
      .where(within)
      .orderBy('space.position')
      .orderBy('space.space_id')
      .execute();
    const page = cutMovable(all, { after, limit }, (row) => row.space_id);
    const spaceIds = page.rows.map((row) => row.space_id);
    return {
      ...page,
      rows: await query.where('space.space_id', '=', sql<string>`any(${spaceIds}::uuid[])`).execute(),
    };
  }
  const [position, spaceId] = after ?? [null, null];
  const rows = await query
    .where(
      sql<boolean>`(${position}::numeric is null
        or (space.position, space.space_id) > (${position}::numeric, ${spaceId}::uuid))`,
    )
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, count, (row) => [row.position, row.space_id]);
}

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
    )
    .select(PUBLICATION.as('publication'));
}

/**
 * Drafts are on no site for readers. Where a space that stands in front is deleted, the first one that is not takes its
 * place (`withoutDeletedSpaces` says the same in memory).
 */
const PUBLICATION = sql<PublicationRow | null>`(
  select jsonb_build_object('organizationId', i.organization_id, 'siteId', i.site_id, 'visibility', i.visibility,
    'basename', i.basename, 'hostname', case when i.hostname_verified_at is not null then i.hostname end, 'path',
    case when coalesce(c.is_default, true) then '' else c.path || '/' end ||
    case when x.is_default or not exists (
        select 1 from site_space d
        join space p on p.organization_id = d.organization_id and p.space_id = d.space_id and p.deleted_at is null
        where d.organization_id = x.organization_id and d.site_id = x.site_id
          and coalesce(d.site_section_id, d.site_id) = coalesce(x.site_section_id, x.site_id)
          and (d.is_default or (d.position, d.site_space_id) < (x.position, x.site_space_id)))
      then '' else x.path || '/' end)
  from site_space x
  join site i on i.organization_id = x.organization_id and i.site_id = x.site_id and i.published_at is not null
  left join site_section c on c.organization_id = x.organization_id and c.site_id = x.site_id
    and c.site_section_id = x.site_section_id
  where x.organization_id = space.organization_id and x.space_id = space.space_id and space.deleted_at is null
    and not x.is_draft and not coalesce(c.is_draft, false) and not exists (
      with recursive above as (
        select g.parent_id, g.is_draft from site_section_group g
        where g.organization_id = c.organization_id and g.site_id = c.site_id and g.site_section_group_id = c.group_id
        union all
        select g.parent_id, g.is_draft from above
        join site_section_group g on g.organization_id = c.organization_id and g.site_id = c.site_id
          and g.site_section_group_id = above.parent_id)
      select 1 from above where is_draft)
  order by array_position(${sql.raw(`array['${SITE_VISIBILITIES.join("','")}']`)}, i.visibility), i.created_at, i.site_id,
    coalesce(c.is_default, true) desc, x.is_default desc, x.position, x.site_space_id
  limit 1)`;
