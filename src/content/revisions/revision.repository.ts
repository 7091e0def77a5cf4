import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type Hash, hashFromBytes, hashToBytes } from '../tree/hash.ts';

type Database = Kysely<DB> | Transaction<DB>;

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
  message: string | null;
  git: RevisionGit | null;
  createdAt: Date;
}

export async function findRevision(
  db: Database,
  organizationId: string,
  spaceId: string,
  revisionId: string,
): Promise<RevisionRow | undefined> {
  const row = await db
    .selectFrom('revision')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('revision_id', '=', revisionId)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function insertRevision(
  trx: Transaction<DB>,
  organizationId: string,
  spaceId: string,
  revision: RevisionRow,
): Promise<void> {
  await trx
    .insertInto('revision')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      revision_id: revision.revisionId,
      parents: revision.parents,
      root: hashToBytes(revision.root),
      type: revision.type,
      author_id: revision.authorId,
      message: revision.message,
      git: revision.git ?? null,
      created_at: revision.createdAt,
    })
    .execute();
}

const fromRow = (row: Selectable<DB['revision']>): RevisionRow => ({
  revisionId: row.revision_id,
  parents: row.parents,
  root: hashFromBytes(row.root),
  type: row.type,
  authorId: row.author_id,
  message: row.message,
  git: row.git as RevisionGit | null,
  createdAt: row.created_at,
});
