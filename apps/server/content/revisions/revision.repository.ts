import { type Hash, hashFromBytes, hashToBytes } from '@lectern/content/tree/hash';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { queueStatement } from '../../platform/db/statement-queue.ts';
import { restoreKept, revisionsByIds } from './revision-packs.repository.ts';

export interface RevisionGit {
  oid: string;
  message: string;
  ref?: string;
  url?: string;
  createdByService: boolean;
}

export interface RevisionRow {
  revisionId: string;
  parents: string[];
  root: Hash;
  type: string;
  authorId: string | null;
  /** The person who applied the suggestion of the author. */
  coAuthorId?: string | null;
  message: string | null;
  git: RevisionGit | null;
  createdAt: Date;
  /** Whether it may be dissolved into the next revision of its line: an autosave that nothing has named. */
  mayCoalesce?: boolean;
}

export async function findRevision(
  db: Database,
  organizationId: string,
  spaceId: string,
  revisionId: string,
): Promise<RevisionRow | undefined> {
  return (await findRevisions(db, { organizationId, spaceId }, [revisionId]))[0];
}

/** Finds revisions of a space by their ids; those that do not exist are left out. */
export async function findRevisions(
  db: Database,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
  revisionIds: readonly string[],
): Promise<RevisionRow[]> {
  const ids = [...new Set(revisionIds)];
  const { rows } = await sql<StoredRevision>`
    select * from ${revisionsByIds({ organizationId, spaceId }, sql`${ids}::uuid[]`)} r`.execute(db);
  return rows.map(fromRow);
}

interface RevisionParentsRow {
  parents: string[];
  createdAt: Date;
}

/**
 * Reads the parents of some revisions, and of up to `ahead` of their ancestors, the nearest first: callers that walk
 * the history need them next.
 */
export async function readParents(
  db: Database,
  {
    organizationId,
    spaceId,
    ids,
    ahead,
  }: { organizationId: string; spaceId: string; ids: readonly string[]; ahead: number },
): Promise<Map<string, RevisionParentsRow>> {
  const key = { organizationId, spaceId };
  const { rows } = await sql<{ revision_id: string; parents: string[]; created_at: Date }>`
    with recursive ancestor as (
      select r.revision_id, r.parents, r.created_at from ${revisionsByIds(key, sql`${ids}::uuid[]`)} r
      union
      select r.revision_id, r.parents, r.created_at
      from ancestor a cross join lateral ${revisionsByIds(key, sql`a.parents`)} r
    )
    select revision_id, parents, created_at from ancestor limit ${ids.length + ahead}`.execute(db);
  return new Map(rows.map((row) => [row.revision_id, { parents: row.parents, createdAt: row.created_at }]));
}

/** The ancestors that are read ahead: few for a short history, then twice as many each time. */
const FIRST_AHEAD = 16;
const MAX_AHEAD = 1024;

/** Reads parents for a walk through the history of a space, in few statements however long it is. */
export function createParentsReader(
  db: Database,
  organizationId: string,
  spaceId: string,
): (ids: readonly string[]) => Promise<Map<string, RevisionParentsRow>> {
  let ahead = FIRST_AHEAD / 2;
  return (ids) => {
    ahead = Math.min(ahead * 2, MAX_AHEAD);
    return readParents(db, { organizationId, spaceId, ids, ahead });
  };
}

/**
 * Stores a revision. Its parents stay for good from now on, unless it continues the editing session of its parent.
 */
export async function insertRevision(
  trx: Transaction<DB>,
  organizationId: string,
  spaceId: string,
  revision: RevisionRow,
  { continuesParent = false }: { continuesParent?: boolean } = {},
): Promise<void> {
  const row = {
    organization_id: organizationId,
    space_id: spaceId,
    revision_id: revision.revisionId,
    parents: revision.parents,
    root: hashToBytes(revision.root),
    type: revision.type,
    author_id: revision.authorId,
    co_author_id: revision.coAuthorId ?? null,
    message: revision.message,
    git: revision.git ?? null,
    created_at: revision.createdAt,
    may_coalesce: revision.mayCoalesce ?? false,
  };
  const insert = trx.insertInto('revision').values(row);
  if (continuesParent || revision.parents.length === 0) await queueStatement(trx, insert);
  else {
    await queueStatement(
      trx,
      trx
        .with('kept', (db) =>
          db
            .updateTable('revision')
            .set({ may_coalesce: false })
            .where('organization_id', '=', organizationId)
            .where('space_id', '=', spaceId)
            .where(sql<boolean>`revision_id = any(${revision.parents}::uuid[])`)
            .where('may_coalesce', '=', true),
        )
        .insertInto('revision')
        .values(row),
    );
    // After the other statement: it waits for whoever is packing a parent.
    await queueStatement(trx, restoreKept({ organizationId, spaceId }, revision.parents));
  }
}

/**
 * Keeps a revision from being dissolved into a later one. Returns false if it is not there, also if that happened a
 * moment ago.
 */
export async function keepRevision(
  db: Database,
  { organizationId, spaceId, revisionId }: { organizationId: string; spaceId: string; revisionId: string },
): Promise<boolean> {
  const isIt = sql`organization_id = ${organizationId} and space_id = ${spaceId} and revision_id = ${revisionId}`;
  const isRow = async (): Promise<boolean> => {
    const { rows } = await sql<{ mayCoalesce: boolean }>`
      select may_coalesce as "mayCoalesce" from revision where ${isIt}`.execute(db);
    if (rows[0]?.mayCoalesce !== true) return rows.length > 0;
    // Without a condition on the flag: somebody else may have cleared it since.
    const { numAffectedRows } = await sql`update revision set may_coalesce = false where ${isIt}`.execute(db);
    return numAffectedRows === 1n;
  };
  if (await isRow()) return true;
  const { rows } = await restoreKept({ organizationId, spaceId }, [revisionId]).execute(db);
  // Somebody else may have restored it at the same moment.
  return rows.length > 0 || (await isRow());
}

type StoredRevision = Omit<Selectable<DB['revision']>, 'organization_id' | 'space_id'>;

const fromRow = (row: StoredRevision): RevisionRow => ({
  revisionId: row.revision_id,
  parents: row.parents,
  root: hashFromBytes(row.root),
  type: row.type,
  authorId: row.author_id,
  coAuthorId: row.co_author_id,
  message: row.message,
  git: row.git as RevisionGit | null,
  createdAt: row.created_at,
  mayCoalesce: row.may_coalesce,
});

/** The revisions of one space that are followed back from the current one. */
const MAX_FOLLOWED = 1000;

/**
 * Whether the space was at this revision at some time since: the one after it was made later than that. No revision
 * before one of `first` counts.
 */
export async function wasCurrentSince(
  db: Database,
  {
    organizationId,
    spaceId,
    revisionId: current,
  }: { organizationId: string; spaceId: string; revisionId: string },
  { revisionId, since, first }: { revisionId: string; since: Date; first: readonly string[] },
): Promise<boolean> {
  const key = { organizationId, spaceId };
  const { rows } = await sql`
    with recursive line as (
      select r.revision_id, r.parents[1] as before, r.created_at, 1 as depth
      from ${revisionsByIds(key, sql`array[${current}::uuid]`)} r
      union all
      select r.revision_id, r.parents[1], r.created_at, line.depth + 1
      from line cross join lateral ${revisionsByIds(key, sql`array[line.before]`)} r
      where line.created_at > ${since} and line.depth < ${MAX_FOLLOWED}
        and line.revision_id <> all(${first}::uuid[]))
    select 1 from line where revision_id = ${revisionId}`.execute(db);
  return rows.length > 0;
}
