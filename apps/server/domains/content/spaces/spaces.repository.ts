import type { Hash } from '@lectern/content/tree/hash';
import { type Selectable, sql, type Transaction } from 'kysely';
import { insertRevision } from '../../../content/revisions/revision.repository.ts';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { lastPosition } from '../collections/order.queries.ts';
import {
  type MergeRules,
  type ShownSpaceRow,
  type SpaceReads,
  type SpaceRow,
  selectShownSpaces,
  selectSpaces,
} from './spaces.queries.ts';

/** The root of a revision without any content. */
const EMPTY_ROOT: Hash = '';

export interface NewSpace extends SpaceKey {
  revisionId: string;
  /** The collection that it is made in; null: at the top. */
  parentId: string | null;
  title: string;
  emoji: string;
  language: string | null;
  editMode: 'live' | 'locked';
  authorId: string | null;
  defaultLevel: DefaultLevel;
  createdAt: Date;
}

/** Inserts the space with its directory entry and the empty revision that it starts at, after its siblings. */
export async function insertSpace(trx: Transaction<DB>, space: NewSpace): Promise<void> {
  const { organizationId, spaceId, revisionId, parentId, createdAt } = space;
  await trx
    .insertInto('space_directory')
    .values({ space_id: spaceId, organization_id: organizationId })
    .execute();
  // Selected, because values must not have a subquery where the table is distributed.
  await sql`
    insert into space (organization_id, space_id, parent_id, position, title, emoji, language, edit_mode, default_level,
      revision_id, created_at, updated_at)
    select ${organizationId}, ${spaceId}, ${parentId}, last.position, ${space.title}, ${space.emoji}, ${space.language},
      ${space.editMode}, ${space.defaultLevel}, ${revisionId}, ${createdAt}, ${createdAt}
    from (select ${lastPosition({ organizationId, parentId })} as position) last`.execute(trx);
  await insertRevision(trx, organizationId, spaceId, {
    revisionId,
    parents: [],
    root: EMPTY_ROOT,
    type: 'edits',
    authorId: space.authorId,
    message: null,
    git: null,
    createdAt,
  });
}

export async function findShownSpace(
  reads: SpaceReads,
  { organizationId, spaceId }: SpaceKey,
): Promise<ShownSpaceRow | undefined> {
  return selectShownSpaces(reads, organizationId)
    .where('space.organization_id', '=', organizationId)
    .where('space.space_id', '=', spaceId)
    .executeTakeFirst();
}

export async function findSpaceRow(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
): Promise<SpaceRow | undefined> {
  return selectSpaces(db)
    .where('space.organization_id', '=', organizationId)
    .where('space.space_id', '=', spaceId)
    .executeTakeFirst();
}

/** Locks a live space against deletion until the transaction ends; it may change. */
export async function holdPlace(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from space where organization_id = ${organizationId} and space_id = ${spaceId}
      and deleted_at is null for key share`.execute(trx);
  return rows.length > 0;
}

export type SpaceChanges = Partial<
  Pick<
    Selectable<DB['space']>,
    'title' | 'emoji' | 'icon_url' | 'language' | 'edit_mode' | 'default_level' | 'deleted_at' | 'updated_at'
  >
> & { merge_rules?: MergeRules };

/** Changes the row if it is in the expected state of deletion; returns whether it was. */
export async function updateSpaceRow(
  trx: Transaction<DB>,
  key: SpaceKey & { isDeleted: boolean },
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
