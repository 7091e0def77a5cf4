import { type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../platform/access/space-key.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { GitProgress } from '../content/spaces/spaces.schemas.ts';
import type { GitLocation } from './git-location.ts';
import { FOLDER_PREFIX } from './import/folder-source.ts';

export type SpaceGitRow = Selectable<DB['space_git']>;

/** The last common state of a branch and of the content that is synced with it, and the commit that is being pushed. */
export type CommonStateRow = Pick<
  SpaceGitRow,
  | 'imported_oid'
  | 'imported_revision_id'
  | 'read_revision_id'
  | 'pushed_oid'
  | 'pushed_read_revision_id'
  | 'pushed_revision_id'
> & {
  /** The content of the line that was last written to the branch or read from it. */
  own_revision_id?: string | null;
  /** The branch. */
  ref?: string;
};

export type GitOperationRow = Selectable<DB['git_operation']>;

/** A space, and the directory of a repository that it comes from. */
export interface DirectoryKey extends SpaceKey {
  projectDirectory: string;
}

/** A commit is only found with those that were synchronized last: older ones hardly ever matter. */
const MAX_KNOWN_COMMITS = 5000;

export interface OperationKey extends SpaceKey {
  operationId: string;
}

/** The repository of a space; `lock` makes other operations of the space wait until the transaction ends. */
export async function findSpaceGit(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  { lock = false } = {},
): Promise<SpaceGitRow | undefined> {
  const query = db
    .selectFrom('space_git')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

const isSameRepository = sql`space_git.url = excluded.url and space_git.ref = excluded.ref
  and space_git.project_directory = excluded.project_directory`;

/** Stores the repository of a space. If the place has changed, it has no common state there yet. */
export async function upsertSpaceGit(
  trx: Transaction<DB>,
  row: Pick<SpaceGitRow, 'organization_id' | 'space_id' | 'git_id' | 'updated_at'> & GitLocation,
): Promise<void> {
  const { organization_id: _organization, space_id: _space, git_id: _git, ...changes } = row;
  await trx
    .insertInto('space_git')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id']).doUpdateSet({
        ...changes,
        imported_oid: sql`case when ${isSameRepository} then space_git.imported_oid end`,
        pushed_oid: sql`case when ${isSameRepository} then space_git.pushed_oid end`,
      }),
    )
    .execute();
}

export const NOTHING_PUSHED = { pushed_oid: null, pushed_read_revision_id: null, pushed_revision_id: null };

/** A commit that is about to be pushed. */
export interface PushedCommit {
  oid: string;
  /** The content that an import of the commit produces. */
  readRevisionId: string;
  /** The content that the space gets once the commit has arrived: its own, with its paths in the repository. */
  revisionId: string;
}

export const toPushedColumns = (pushed: PushedCommit | undefined) =>
  pushed
    ? {
        pushed_oid: pushed.oid,
        pushed_read_revision_id: pushed.readRevisionId,
        pushed_revision_id: pushed.revisionId,
      }
    : NOTHING_PUSHED;

/** A commit that both sides have in common from now on. */
export interface CommonCommit {
  oid: string;
  /** Whether the line no longer has the content of the commits that it had until now. */
  isAnew: boolean;
  /** The content that both have in common. */
  revisionId: string;
  /** The content that an import of the commit produces, if it differs from `revisionId`. */
  readRevisionId?: string;
  /** The revision that contains the commit, in the history of the line. */
  lineRevisionId: string;
  /** The content of the line that was last written to the branch or read from it. */
  ownRevisionId: string;
  timestamp: Date | null;
  at: Date;
}

/** Remembers a commit before it is pushed, or forgets it. */
export async function rememberPush(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  pushed: PushedCommit | undefined,
): Promise<void> {
  await db
    .updateTable('space_git')
    .set(toPushedColumns(pushed))
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
}

/** Stores a commit as the last common state of the space and its repository. */
export async function rememberImport(
  trx: Transaction<DB>,
  key: DirectoryKey,
  imported: CommonCommit,
): Promise<void> {
  await rememberCommit(trx, key, imported);
  await trx
    .updateTable('space_git')
    .set({
      imported_oid: imported.oid,
      imported_revision_id: imported.revisionId,
      read_revision_id: imported.readRevisionId ?? imported.revisionId,
      ...NOTHING_PUSHED,
      updated_at: imported.at,
      ...(imported.timestamp ? { applied_timestamp: imported.timestamp } : {}),
    })
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .execute();
}

/** Stores a commit as one whose content the space has. */
export async function rememberCommit(
  trx: Transaction<DB>,
  { organizationId, spaceId, projectDirectory }: DirectoryKey,
  { isAnew, ...imported }: Omit<CommonCommit, 'timestamp'>,
): Promise<void> {
  if (isAnew) await forgetCommits(trx, { organizationId, spaceId });
  const commit = {
    line_revision_id: imported.lineRevisionId,
    own_revision_id: imported.ownRevisionId,
    revision_id: imported.revisionId,
    read_revision_id: imported.readRevisionId ?? imported.revisionId,
    created_at: imported.at,
  };
  await trx
    .insertInto('git_commit')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      project_directory: projectDirectory,
      oid: imported.oid,
      ...commit,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id', 'project_directory', 'oid']).doUpdateSet(commit),
    )
    .execute();
}

export type GitCommitRow = Selectable<DB['git_commit']>;

/** Finds a commit that was synchronized, with the revision that the space had then. */
export const findCommit = (
  db: Database,
  { organizationId, spaceId, projectDirectory }: DirectoryKey,
  oid: string,
): Promise<GitCommitRow | undefined> =>
  db
    .selectFrom('git_commit')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('project_directory', '=', projectDirectory)
    .where('oid', '=', oid)
    .executeTakeFirst();

/** Lists the last commits whose content the space has, the newest first. */
export const listCommits = (db: Database, key: DirectoryKey): Promise<GitCommitRow[]> =>
  selectCommits(db, key)
    .where('oid', '<>', '')
    .where('oid', 'not like', `${FOLDER_PREFIX}%`)
    .limit(MAX_KNOWN_COMMITS)
    .execute();

/**
 * Lists the last states of folders, or of folders and commits, that the space has, the newest first. Folders are stored
 * like commits; those that an earlier version stored have an empty id.
 */
export function listStates(
  db: Database,
  key: DirectoryKey,
  { withCommits, limit }: { withCommits: boolean; limit: number },
): Promise<GitCommitRow[]> {
  const query = selectCommits(db, key).limit(limit);
  if (withCommits) return query.execute();
  return query
    .where((where) => where.or([where('oid', '=', ''), where('oid', 'like', `${FOLDER_PREFIX}%`)]))
    .execute();
}

const selectCommits = (db: Database, { organizationId, spaceId, projectDirectory }: DirectoryKey) =>
  db
    .selectFrom('git_commit')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('project_directory', '=', projectDirectory)
    .orderBy('created_at', 'desc');

export async function insertOperation(
  trx: Transaction<DB>,
  operation: OperationKey & {
    direction: GitOperationRow['direction'];
    request: object;
    credentials: Buffer | null;
    startedAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto('git_operation')
    .values({
      organization_id: operation.organizationId,
      space_id: operation.spaceId,
      operation_id: operation.operationId,
      direction: operation.direction,
      state: 'running',
      request: operation.request,
      credentials: operation.credentials,
      started_at: operation.startedAt,
    })
    .execute();
}

export async function findOperation(db: Database, key: OperationKey): Promise<GitOperationRow | undefined> {
  return db
    .selectFrom('git_operation')
    .selectAll()
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .where('operation_id', '=', key.operationId)
    .executeTakeFirst();
}

export async function updateProgress(db: Database, key: OperationKey, progress: GitProgress): Promise<void> {
  await db
    .updateTable('git_operation')
    .set({ progress })
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .where('operation_id', '=', key.operationId)
    .where('state', '=', 'running')
    .execute();
}

/** Ends a running operation and deletes its credentials. Returns whether it was running. */
export async function endOperation(
  db: Database,
  key: OperationKey,
  end: { state: 'success' | 'failure' | 'timeout'; outcome?: object; error?: string; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('git_operation')
    .set({
      state: end.state,
      ended_at: end.at,
      outcome: end.outcome ?? null,
      // The error may quote another program or a remote. PostgreSQL refuses NUL, which would leave it running forever.
      error: end.error?.replaceAll('\0', '\ufffd') ?? null,
      credentials: null,
      progress: {},
    })
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .where('operation_id', '=', key.operationId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends every sync of the space that waits or runs. */
export async function endRunningSyncs(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  { error, at }: { error: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('git_operation')
    .set({ state: 'failure', ended_at: at, error, progress: {} })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('direction', '=', 'sync')
    .where('state', '=', 'running')
    .execute();
}

/** Forgets all commits, because the space no longer has their content. */
async function forgetCommits(trx: Transaction<DB>, { organizationId, spaceId }: SpaceKey): Promise<void> {
  await trx
    .deleteFrom('git_commit')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
  await trx
    .updateTable('space_git')
    .set({ imported_oid: null, imported_revision_id: null, read_revision_id: null, ...NOTHING_PUSHED })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
}

/** Makes the next sync like the first one with a repository. The commits whose content the space has stay known. */
export async function forgetRepository(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  await trx
    .updateTable('space_git')
    .set({
      imported_oid: null,
      imported_revision_id: null,
      read_revision_id: null,
      applied_timestamp: null,
      ...NOTHING_PUSHED,
    })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
  await trx
    .deleteFrom('git_branch')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
}

/** Removes the repository from the space. */
export async function deleteSpaceGit(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  await trx
    .deleteFrom('space_git')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
}
