import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Conflict, ConflictAnswer } from '../../../content/merge/conflicts.ts';
import { toJsonText } from '../../../db/json-text.ts';
import type { DB } from '../../../db/schema.ts';
import type { ChangeRequestKey } from '../change-requests.repository.ts';

type Database = Kysely<DB> | Transaction<DB>;

export type ConflictRow = Selectable<DB['change_request_conflict']> & {
  conflict: Conflict;
  answer: ConflictAnswer | null;
};

const isOf = ({ organizationId, spaceId, changeRequestId }: ChangeRequestKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}`;

/**
 * Replaces the conflicts that the last merge or update met. Those that are still met keep their answers, and answers to
 * others are kept for when they are met again.
 */
export async function storeConflicts(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  conflicts: readonly Conflict[],
): Promise<void> {
  await sql`update change_request_conflict set is_current = false where ${isOf(key)} and is_current`.execute(
    trx,
  );
  if (conflicts.length === 0) return;
  const rows = conflicts.map((conflict, position) => ({ id: conflict.id, position, conflict }));
  await sql`
    insert into change_request_conflict (organization_id, space_id, change_request_id, conflict_id, position, conflict)
    select ${key.organizationId}, ${key.spaceId}, ${key.changeRequestId}, c.id, c.position, c.conflict
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as c(id text, position integer, conflict jsonb)
    on conflict (organization_id, space_id, change_request_id, conflict_id)
      do update set position = excluded.position, conflict = excluded.conflict, is_current = true`.execute(
    trx,
  );
}

/** The conflicts of the last merge or update, in the order in which it met them. */
export async function listConflicts(db: Database, key: ChangeRequestKey): Promise<ConflictRow[]> {
  const { rows } = await sql<ConflictRow>`
    select * from change_request_conflict where ${isOf(key)} and is_current order by position, conflict_id`.execute(
    db,
  );
  return rows;
}

export async function findConflict(
  db: Database,
  key: ChangeRequestKey,
  conflictId: string,
): Promise<ConflictRow | undefined> {
  const { rows } = await sql<ConflictRow>`
    select * from change_request_conflict
    where ${isOf(key)} and conflict_id = ${conflictId} and is_current`.execute(db);
  return rows[0];
}

export async function findAnswers(
  db: Database,
  key: ChangeRequestKey,
): Promise<ReadonlyMap<string, ConflictAnswer>> {
  const { rows } = await sql<{ conflict_id: string; answer: ConflictAnswer }>`
    select conflict_id, answer from change_request_conflict where ${isOf(key)} and answer is not null`.execute(
    db,
  );
  return new Map(rows.map(({ conflict_id, answer }) => [conflict_id, answer]));
}

/** `answer` null: the conflict is open again. */
export async function storeAnswer(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  {
    conflictId,
    answer,
    authorId,
    at,
  }: { conflictId: string; answer: ConflictAnswer | null; authorId: string; at: Date },
): Promise<void> {
  await sql`
    update change_request_conflict set answer = ${answer === null ? sql`null::jsonb` : sql`${toJsonText(answer)}::text::jsonb`},
      answered_by = ${answer === null ? null : authorId}::uuid, answered_at = ${answer === null ? null : at}::timestamptz
    where ${isOf(key)} and conflict_id = ${conflictId}`.execute(trx);
}
