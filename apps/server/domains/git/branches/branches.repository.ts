import { type Selectable, sql, type Transaction } from 'kysely';
import { revisionsByIds } from '../../../content/revisions/revision-packs.repository.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { ChangeRequestRow } from '../../review/change-requests/change-requests.service.ts';
import {
  type CommonCommit,
  type DirectoryKey,
  type GitCommitRow,
  NOTHING_PUSHED,
  type PushedCommit,
  toPushedColumns,
} from '../git.repository.ts';
import { FOLDER_PREFIX } from '../import/folder-source.ts';
import { type RevisionRange, withRevisionsBetween } from '../sync/revisions-between.queries.ts';

/** A branch with its change request, whose fields are null if the branch proposed nothing. */
export type BranchRow = Selectable<DB['git_branch']> & {
  status: ChangeRequestRow['status'] | null;
  /** The revision that the change request is at. */
  revision_id: string | null;
  /** Whether something has changed on which its checks depend. */
  is_unchecked: boolean;
};

export interface BranchKey extends SpaceKey {
  ref: string;
}

const isOf = ({ organizationId, spaceId }: SpaceKey, table: string) =>
  sql`${sql.ref(`${table}.organization_id`)} = ${organizationId} and ${sql.ref(`${table}.space_id`)} = ${spaceId}`;

const isUnchecked = (key: SpaceKey) => sql<boolean>`
  (b.checked_at is null or b.checked_at <= greatest(b.updated_at, c.updated_at, s.updated_at,
    (select max(v.updated_at) from change_request_review v
      where ${isOf(key, 'v')} and v.change_request_id = c.change_request_id)))`;

/** The known branches of a space, those that changed last first. */
export async function listBranchRows(
  db: Database,
  key: SpaceKey,
  { ref }: { ref?: string } = {},
): Promise<BranchRow[]> {
  const { rows } = await sql<BranchRow>`
    select b.*, c.status, c.revision_id, ${isUnchecked(key)} as is_unchecked
    from git_branch b
    join space s on s.organization_id = b.organization_id and s.space_id = b.space_id
    left join change_request c
      on c.organization_id = b.organization_id and c.space_id = b.space_id
      and c.change_request_id = b.change_request_id
    where ${isOf(key, 'b')} ${ref === undefined ? sql`` : sql`and b.ref = ${ref}`}
    order by b.updated_at desc, b.ref`.execute(db);
  return rows;
}

/** A branch of a change request, as the API lists it. */
export interface ShownBranchRow {
  space_id: string;
  ref: string;
  imported_oid: string;
  is_deleted: boolean;
  updated_at: Date;
  change_request_id: string;
  number: number;
  subject: string;
  status: ChangeRequestRow['status'];
}

/** Lists branches by name, without drafts. `after` is the last one of the previous page. */
export async function listShownBranches(
  db: Database,
  { after, limit, ...key }: SpaceKey & { after: string | undefined; limit: number },
): Promise<PageOfRows<ShownBranchRow, string>> {
  const shown = sql`git_branch b join change_request c
      on c.organization_id = b.organization_id and c.space_id = b.space_id
      and c.change_request_id = b.change_request_id
    where ${isOf(key, 'b')} and c.status <> 'draft'`;
  const { rows } = await sql<ShownBranchRow>`
    select b.space_id, b.ref, b.imported_oid, b.is_deleted, b.updated_at, c.change_request_id, c.number, c.subject,
      c.status
    from ${shown} ${after === undefined ? sql`` : sql`and b.ref > ${after}`}
    order by b.ref limit ${limit + 1}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from ${shown}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, ({ ref }) => ref);
}

/** The initial state of a branch: both sides have only the commit in common from which it began. */
export interface BranchStart {
  /** Undefined if the branch proposes no changes. */
  changeRequestId: string | undefined;
  oid: string;
  commit: Pick<GitCommitRow, 'revision_id' | 'read_revision_id'> | undefined;
  at: Date;
}

/** Stores the initial state of a branch, and overwrites its former state. */
export async function upsertBranch(
  db: Database,
  { organizationId, spaceId, ref }: BranchKey,
  { changeRequestId, oid, commit, at }: BranchStart,
): Promise<void> {
  const changes = {
    change_request_id: changeRequestId ?? null,
    is_deleted: false,
    imported_oid: oid,
    imported_revision_id: commit?.revision_id ?? null,
    read_revision_id: commit?.read_revision_id ?? null,
    ...NOTHING_PUSHED,
    seen_revision_id: null,
    seen_status: null,
    checked_at: null,
    reported: null,
    updated_at: at,
  };
  await db
    .insertInto('git_branch')
    .values({ organization_id: organizationId, space_id: spaceId, ref, ...changes })
    .onConflict((conflict) => conflict.columns(['organization_id', 'space_id', 'ref']).doUpdateSet(changes))
    .execute();
}

export async function updateBranch(
  db: Database,
  { organizationId, spaceId, ref }: BranchKey,
  changes: Partial<Selectable<DB['git_branch']>>,
): Promise<void> {
  await db
    .updateTable('git_branch')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('ref', '=', ref)
    .execute();
}

export const rememberBranchPush = (
  db: Database,
  key: BranchKey,
  pushed: PushedCommit | undefined,
): Promise<void> => updateBranch(db, key, toPushedColumns(pushed));

export const rememberBranchCommon = (
  trx: Transaction<DB>,
  key: BranchKey,
  { oid, revisionId, readRevisionId = revisionId, at }: CommonCommit,
): Promise<void> =>
  updateBranch(trx, key, {
    imported_oid: oid,
    imported_revision_id: revisionId,
    read_revision_id: readRevisionId,
    ...NOTHING_PUSHED,
    updated_at: at,
  });

const isOfDirectory = (key: DirectoryKey) =>
  sql`${isOf(key, 'g')} and g.project_directory = ${key.projectDirectory}`;

/** Finds those of some commits that were synchronized, in the order of the commits. */
export async function findCommits(
  db: Database,
  key: DirectoryKey,
  oids: readonly string[],
): Promise<GitCommitRow[]> {
  const { rows } = await sql<GitCommitRow>`
    select g.* from git_commit g join unnest(${oids}::text[]) with ordinality as wanted(oid, position) using (oid)
    where ${isOfDirectory(key)} order by wanted.position`.execute(db);
  return rows;
}

export async function insertCommit(trx: Transaction<DB>, row: GitCommitRow): Promise<void> {
  await trx
    .insertInto('git_commit')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id', 'project_directory', 'oid']).doNothing(),
    )
    .execute();
}

/** At most this many ancestors of a revision are searched, so that a long history costs no more than a short one. */
const MAX_ANCESTORS = 2000;

/** The synchronized commit that a revision of the space follows most closely. */
export async function findCommitBefore(
  db: Database,
  key: DirectoryKey,
  revisionId: string,
): Promise<GitCommitRow | undefined> {
  const { rows } = await sql<GitCommitRow>`
    with recursive ancestor as (
      select r.revision_id, r.parents, 0 as distance
      from ${revisionsByIds(key, sql`array[${revisionId}::uuid]`)} r
      union
      select r.revision_id, r.parents, a.distance + 1
      from ancestor a cross join lateral ${revisionsByIds(key, sql`a.parents`)} r
      where a.distance < ${MAX_ANCESTORS}
    )
    select g.* from (select * from ancestor limit ${MAX_ANCESTORS}) nearest
    join git_commit g on ${isOfDirectory(key)} and g.line_revision_id = nearest.revision_id
      and g.oid <> '' and g.oid not like ${`${FOLDER_PREFIX}%`}
    order by nearest.distance, g.created_at desc limit 1`.execute(db);
  return rows[0];
}

/** Open change requests with changes of their own that no branch has yet, the oldest first. */
export async function listUnmirrored(db: Database, key: SpaceKey, limit: number): Promise<ChangeRequestId[]> {
  const { rows } = await sql<ChangeRequestId>`
    select c.change_request_id as "changeRequestId", c.number,
      coalesce(c.ancestor_revision_id, c.initial_revision_id) as "baseId"
    from change_request c
    where ${isOf(key, 'c')} and c.status = 'open' and c.revision_id <> c.initial_revision_id
      and not exists (select 1 from git_branch b
        where ${isOf(key, 'b')} and b.change_request_id = c.change_request_id)
    order by c.number limit ${limit}`.execute(db);
  return rows;
}

export interface ChangeRequestId {
  changeRequestId: string;
  number: number;
  /** The revision of the space that it began from, or was updated from last. */
  baseId: string;
}

/** Lists branches whose change requests were merged into the space between two revisions, with all their commits. */
export async function listMergedBetween(
  db: Database,
  key: SpaceKey,
  range: RevisionRange,
): Promise<{ ref: string; oid: string }[]> {
  const { rows } = await sql<{ ref: string; oid: string }>`
    ${withRevisionsBetween(key, range)}
    select b.ref, b.imported_oid as oid
    from (select * from ancestor limit ${MAX_ANCESTORS}) nearest
    join change_request c on ${isOf(key, 'c')} and c.merged_revision_id = nearest.revision_id
    join git_branch b on ${isOf(key, 'b')} and b.change_request_id = c.change_request_id
    where b.imported_revision_id = c.revision_id and not b.is_deleted
    order by c.merged_at limit 16`.execute(db);
  return rows;
}

/** Whether a change request has changed since its branch was synchronized, or waits for a branch of its own. */
export async function hasChangedBranches(db: Database, key: SpaceKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from git_connection g
    join space s on ${isOf(key, 's')}
    join change_request c on ${isOf(key, 'c')}
    left join git_branch b on ${isOf(key, 'b')} and b.change_request_id = c.change_request_id
    where ${isOf(key, 'g')} and (g.branch_pattern is not null or g.mirror_prefix is not null) and (
      (b.ref is not null and (b.seen_revision_id is distinct from c.revision_id
        or b.seen_status is distinct from c.status
        or (c.status in ('draft', 'open') and ${isUnchecked(key)})))
      or (b.ref is null and g.mirror_prefix is not null and c.status = 'open'
        and c.revision_id <> c.initial_revision_id))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Finds the member of the organization with an email address. */
export async function findMemberByEmail(
  db: Database,
  { organizationId }: Pick<SpaceKey, 'organizationId'>,
  emailFolded: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.user_id as id from user_account u
    join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    where u.email_folded = ${emailFolded} and u.deleted_at is null and not u.is_unclaimed`.execute(db);
  return rows[0]?.id;
}
