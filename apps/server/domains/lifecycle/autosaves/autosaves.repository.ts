import { type Kysely, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** A revision that may be dissolved into the one after it. */
export interface OldEdit {
  revisionId: string;
  parents: string[];
  createdAt: Date;
  /** Set if others were dissolved into it. */
  beganAt: Date | null;
  autosaves: number | null;
}

const FIELDS = sql`revision_id as "revisionId", parents, created_at as "createdAt", began_at as "beganAt", autosaves`;

const isOf = ({ organizationId, spaceId }: SpaceKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId}`;

/** Spaces with edits from before this time that may be dissolved, in the order of their ids. */
export async function listSpacesWithOldEdits(
  db: Kysely<DB>,
  { before, after, limit }: { before: Date; after: SpaceKey | undefined; limit: number },
): Promise<SpaceKey[]> {
  const isAfter = after
    ? sql`(organization_id, space_id) > (${after.organizationId}::uuid, ${after.spaceId}::uuid)`
    : sql`true`;
  const { rows } = await sql<SpaceKey>`
    select organization_id as "organizationId", space_id as "spaceId" from revision
    where may_coalesce and created_at < ${before} and ${isAfter}
    union
    select organization_id, space_id from revision_pack where began_at < ${before} and ${isAfter}
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

/** Locks the space against everything that moves its content. False: somebody else has it, or it is gone. */
export async function tryLockSpace(trx: Transaction<DB>, key: SpaceKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from space where ${isOf(key)} for no key update skip locked`.execute(trx);
  return rows.length > 0;
}

/** Locks the oldest edits from before this time that may be dissolved, except those that are about to be kept. */
export async function lockOldEdits(
  trx: Transaction<DB>,
  key: SpaceKey,
  { before, limit }: { before: Date; limit: number },
): Promise<OldEdit[]> {
  const { rows } = await sql<OldEdit>`
    select ${FIELDS} from revision where ${isOf(key)} and may_coalesce and created_at < ${before}
    order by created_at, revision_id limit ${limit} for update skip locked`.execute(trx);
  return rows;
}

/**
 * Finds the revisions after some edits, and locks them. Only edits of the same session can follow one that may be
 * dissolved, so that they are not far from it. Undefined: somebody else is changing one of them.
 */
export async function lockChildren(
  trx: Transaction<DB>,
  key: SpaceKey,
  edits: readonly OldEdit[],
): Promise<OldEdit[] | undefined> {
  const ids = edits.map(({ revisionId }) => revisionId);
  const times = edits.map(({ createdAt }) => createdAt);
  const { rows } = await sql<OldEdit>`
    select ${FIELDS} from revision
    where ${isOf(key)} and parents && ${ids}::uuid[] and created_at between
      (select min(t) - interval '1 hour' from unnest(${times}::timestamptz[]) as t) and
      (select max(t) + interval '1 hour' from unnest(${times}::timestamptz[]) as t)
    order by created_at, revision_id`.execute(trx);
  const children = rows.map(({ revisionId }) => revisionId);
  const locked = await sql`
    select 1 from revision where ${isOf(key)} and revision_id = any(${children}::uuid[])
    for update skip locked`.execute(trx);
  return locked.rows.length === rows.length ? rows : undefined;
}

/** Every column that names a revision of a space. Rows of a translation name one of the space that it is made from. */
export const NAMING_COLUMNS: readonly (readonly [
  table: string,
  columns: readonly string[],
  of?: 'organization',
])[] = [
  ['space', ['revision_id', 'drawn_revision_id']],
  ['search_index', ['revision_id']],
  ['external_link_reading', ['revision_id']],
  [
    'change_request',
    ['revision_id', 'initial_revision_id', 'ancestor_revision_id', 'merged_revision_id', 'pages_revision_id'],
  ],
  ['change_request_reviewer', ['revision_id']],
  ['change_request_team_reviewer', ['revision_id']],
  ['change_request_review', ['revision_id']],
  ['change_request_seen', ['revision_id']],
  ['change_request_check', ['revision_id']],
  ['comment', ['revision_id']],
  ['deleted_page', ['revision_id']],
  ['working_copy', ['base_revision_id']],
  ['edit_conflict', ['revision_id']],
  [
    'space_git',
    ['imported_revision_id', 'read_revision_id', 'pushed_read_revision_id', 'pushed_revision_id'],
  ],
  ['git_commit', ['line_revision_id', 'own_revision_id', 'revision_id', 'read_revision_id']],
  [
    'git_branch',
    [
      'imported_revision_id',
      'read_revision_id',
      'pushed_read_revision_id',
      'pushed_revision_id',
      'seen_revision_id',
    ],
  ],
  ['site_space', ['first_revision_id']],
  ['translation_target', ['source_revision_id', 'space_revision_id', 'request_revision_id'], 'organization'],
];

/** Those of some revisions that rows of other tables name. */
export async function listNamed(
  trx: Transaction<DB>,
  key: SpaceKey,
  edits: readonly Pick<OldEdit, 'revisionId' | 'createdAt'>[],
): Promise<Set<string>> {
  const ids = edits.map(({ revisionId }) => revisionId);
  const times = edits.map(({ createdAt }) => createdAt);
  const ofOrganization = sql`organization_id = ${key.organizationId}`;
  const columns = NAMING_COLUMNS.flatMap(([table, names, of]) =>
    names.map(
      (name) =>
        sql`select ${sql.ref(name)} from ${sql.table(table)} where ${of === undefined ? isOf(key) : ofOrganization}`,
    ),
  );
  const outcomes = ['git_operation', 'content_import'].map(
    (table) => sql`select (outcome ->> 'revision')::uuid from ${sql.table(table)} where ${isOf(key)}`,
  );
  // An event names what was current when it happened.
  const events = sql`
    select (payload -> 'revision' ->> 'id')::uuid from webhook_event
    where ${isOf(key)} and occurred_at between
      (select min(t) - interval '1 day' from unnest(${times}::timestamptz[]) as t) and
      (select max(t) + interval '1 day' from unnest(${times}::timestamptz[]) as t)`;
  const { rows } = await sql<{ id: string }>`
    select named.id from unnest(${ids}::uuid[]) as named(id)
    where named.id in (${sql.join([...columns, ...outcomes, events], sql` union all `)})`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The new fields of a revision when those before it are dissolved. */
export interface Heir {
  revisionId: string;
  parent: string;
  beganAt: Date;
  autosaves: number;
}

/** Dissolves revisions: their heirs follow what was before them, and all others of `settled` stay for good. */
export async function dissolve(
  trx: Transaction<DB>,
  key: SpaceKey,
  {
    dissolved,
    heirs,
    settled,
  }: { dissolved: readonly string[]; heirs: readonly Heir[]; settled: readonly string[] },
): Promise<void> {
  await sql`
    update revision r set parents = array[heir.parent], began_at = heir.began_at, autosaves = heir.autosaves
    from unnest(${heirs.map(({ revisionId }) => revisionId)}::uuid[], ${heirs.map(({ parent }) => parent)}::uuid[],
      ${heirs.map(({ beganAt }) => beganAt)}::timestamptz[], ${heirs.map(({ autosaves }) => autosaves)}::int[])
      as heir(revision_id, parent, began_at, autosaves)
    where r.organization_id = ${key.organizationId} and r.space_id = ${key.spaceId}
      and r.revision_id = heir.revision_id`.execute(trx);
  const { numAffectedRows } = await sql`
    delete from revision where ${isOf(key)} and may_coalesce and revision_id = any(${dissolved}::uuid[])`.execute(
    trx,
  );
  if (Number(numAffectedRows) !== dissolved.length) throw new Error('A locked revision has changed.');
  await sql`
    update revision set may_coalesce = false
    where ${isOf(key)} and revision_id = any(${settled}::uuid[])`.execute(trx);
  if (dissolved.length > 0)
    await sql`update space set history_epoch = history_epoch + 1 where ${isOf(key)}`.execute(trx);
}
