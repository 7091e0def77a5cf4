import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';

type Database = Kysely<DB> | Transaction<DB>;

/** What the Git connection and its last operation show on the space. */
export interface SpaceGitRow {
  gitId: string;
  repoName: string;
  provider: string | null;
  url: string;
  updatedAt: string;
  operation: {
    state: string;
    direction: string;
    startedAt: string;
    endedAt: string | null;
    progress: object;
    outcome: object | null;
    error: string | null;
  } | null;
}

export type SpaceRow = Selectable<DB['space']> & { git: SpaceGitRow | null };

/** The root of a revision without any content. */
const EMPTY_ROOT = Buffer.alloc(0);

export interface NewSpace {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  title: string;
  emoji: string;
  language: string | null;
  editMode: string;
  authorId: string | null;
  createdAt: Date;
}

/** Inserts the space with its directory entry and the empty revision that it starts at. */
export async function insertSpace(trx: Transaction<DB>, space: NewSpace): Promise<void> {
  const { organizationId, spaceId, revisionId, createdAt } = space;
  await trx
    .insertInto('space_directory')
    .values({ space_id: spaceId, organization_id: organizationId })
    .execute();
  await trx
    .insertInto('space')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      title: space.title,
      emoji: space.emoji,
      language: space.language,
      edit_mode: space.editMode,
      default_level: 'inherit',
      revision_id: revisionId,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
  await trx
    .insertInto('revision')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      revision_id: revisionId,
      parents: [],
      root: EMPTY_ROOT,
      type: 'edits',
      author_id: space.authorId,
      created_at: createdAt,
    })
    .execute();
}

export async function findSpaceRow(
  db: Database,
  organizationId: string,
  spaceId: string,
): Promise<SpaceRow | undefined> {
  return selectSpaces(db)
    .where('space.organization_id', '=', organizationId)
    .where('space.space_id', '=', spaceId)
    .executeTakeFirst();
}

/**
 * The spaces of an organization that a caller with this role in it may read, oldest first. Deleted ones are
 * not listed. `after`: the last space of the page before.
 */
export async function listSpaceRows(
  db: Database,
  list: { organizationId: string; role: RoleOrGuest; after: string | undefined; limit: number },
): Promise<PageOfRows<SpaceRow, string>> {
  const { role } = list;
  const counted = await db
    .selectFrom('space')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', list.organizationId)
    .where('deleted_at', 'is', null)
    .where(readableBy(role))
    .executeTakeFirstOrThrow();
  let query = selectSpaces(db)
    .where('space.organization_id', '=', list.organizationId)
    .where('deleted_at', 'is', null)
    .where(readableBy(role))
    .orderBy('space.space_id')
    .limit(list.limit + 1);
  if (list.after) query = query.where('space.space_id', '>', list.after);
  return cutPage(await query.execute(), list.limit, Number(counted.count), (row) => row.space_id);
}

export type SpaceChanges = Partial<
  Pick<
    Selectable<DB['space']>,
    'title' | 'emoji' | 'icon_url' | 'language' | 'edit_mode' | 'default_level' | 'deleted_at' | 'updated_at'
  >
> & { merge_rules?: object };

/** Changes the row when it is in the expected state of deletion; tells whether it was. */
export async function updateSpaceRow(
  trx: Transaction<DB>,
  key: { organizationId: string; spaceId: string; isDeleted: boolean },
  changes: SpaceChanges,
): Promise<boolean> {
  const result = await trx
    .updateTable('space')
    .set(changes)
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .where('deleted_at', key.isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The rule of `spaceRole` (access) in SQL: who may read a space by its default level. */
function readableBy(role: RoleOrGuest) {
  if (role === 'admin') return sql<boolean>`true`;
  return role === null ? sql<boolean>`false` : sql<boolean>`default_level is not null`;
}

function selectSpaces(db: Database) {
  return db
    .selectFrom('space')
    .leftJoin('space_git', (join) =>
      join
        .onRef('space_git.organization_id', '=', 'space.organization_id')
        .onRef('space_git.space_id', '=', 'space.space_id'),
    )
    .selectAll('space')
    .select(
      sql<SpaceGitRow | null>`case when space_git.git_id is null then null else jsonb_build_object(
        'gitId', space_git.git_id, 'repoName', space_git.repo_name, 'provider', space_git.provider,
        'url', coalesce(space_git.web_url, space_git.url), 'updatedAt', space_git.updated_at,
        'operation', (
          select jsonb_build_object('state', o.state, 'direction', o.direction, 'startedAt', o.started_at,
            'endedAt', o.ended_at, 'progress', o.progress, 'outcome', o.outcome - 'report', 'error', o.error)
          from git_operation o
          where o.organization_id = space.organization_id and o.space_id = space.space_id
          order by o.operation_id desc limit 1)) end`.as('git'),
    );
}
