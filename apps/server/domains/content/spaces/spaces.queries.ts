import { type Selectable, sql, type Transaction } from 'kysely';
import type { Static } from 'typebox';
import type { SiteVisibility } from '../../../platform/access/pointers.ts';
import { type Caller, spaceRoles } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context, FieldsFromAbove } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
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

export type SpaceRow = Selectable<DB['space']> & { merge_rules: MergeRules };

/** A space with what it shows of the floors above. */
export type ShownSpaceRow = SpaceRow & {
  git: SpaceGitRow | null;
  /** Null: readers find it on no site. */
  publication: PublicationRow | null;
};

/** A space that was created a moment ago has no repository, and is on no site. */
export const showNewSpace = (row: SpaceRow): ShownSpaceRow => ({ ...row, git: null, publication: null });

/** A space with the caller's role on it. */
export type OwnSpaceRow = ShownSpaceRow & { role: Role };

/** Parameters of statements that show spaces: the database or a transaction, and the fields of the domains above. */
export type SpaceReads = Pick<Context, 'db' | 'fields'>;

/** The spaces of the organization among these, in the order of their ids. */
export async function findSpaceRows(
  reads: SpaceReads,
  { organizationId, spaceIds }: { organizationId: string; spaceIds: readonly string[] },
): Promise<ShownSpaceRow[]> {
  if (spaceIds.length === 0) return [];
  return selectShownSpaces(reads, organizationId)
    .where('space.organization_id', '=', organizationId)
    .where('space.space_id', '=', sql<string>`any(${spaceIds}::uuid[])`)
    .orderBy('space.space_id')
    .execute();
}

/**
 * The spaces of an organization that the caller may read, with the caller's role on each: in the order of siblings,
 * those of all parents mixed. `deletedSince`: instead, those that were deleted after this time and that the caller may
 * restore. `parentId`: only those right in that collection. `after`:
 * where the page before ended.
 */
export async function listSpaceRows(
  reads: SpaceReads,
  caller: Caller,
  list: {
    parentId?: string;
    deletedSince?: Date | undefined;
    after: MovablePosition | undefined;
    limit: number;
  },
): Promise<PageOfRows<OwnSpaceRow, MovablePosition>> {
  const { parentId, deletedSince, after, limit } = list;
  const roles = spaceRoles(caller).as('own');
  const state = deletedSince
    ? sql`space.deleted_at > ${deletedSince} and own.role = 'admin'`
    : sql`space.deleted_at is null`;
  const within = sql<boolean>`space.organization_id = ${caller.organizationId} and ${state}
    and ${parentId === undefined ? sql`true` : sql`space.parent_id = ${parentId}`}`;
  const counted = await reads.db
    .selectFrom('space')
    .innerJoin(roles, 'own.space_id', 'space.space_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(within)
    .executeTakeFirstOrThrow();
  const count = Number(counted.count);
  const query = selectShownSpaces(reads, caller.organizationId)
    .innerJoin(roles, 'own.space_id', 'space.space_id')
    .select('own.role')
    .where(within)
    .orderBy('space.position')
    .orderBy('space.space_id');
  if (typeof after === 'string' || (after === undefined && count <= MAX_NAMED)) {
    const all = await reads.db
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

export const selectSpaces = (db: Database) =>
  db.selectFrom('space').selectAll('space').$narrowType<{ merge_rules: MergeRules }>();

export const selectShownSpaces = ({ db, fields }: SpaceReads, organizationId: string) =>
  selectSpaces(db)
    .select(fields.spaceGit(organizationId).$castTo<SpaceGitRow | null>().as('git'))
    .select(fields.spacePublication(organizationId).$castTo<PublicationRow | null>().as('publication'));

export const titleOfSpace: FieldsFromAbove['spaceTitle'] = ({ organizationId, spaceId }) => sql<
  string | null
>`(
  select s.title from space s where s.organization_id = ${organizationId} and s.space_id = ${spaceId})`;
