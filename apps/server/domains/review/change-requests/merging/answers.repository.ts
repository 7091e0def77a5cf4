import type { ConflictAnswer } from '@lectern/content/merge/conflicts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../../platform/db/json-text.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ChangeRequestKey } from '../change-requests.repository.ts';

/** The resolution of a conflict. It is kept even while the conflict does not occur. */
export type AnswerRow = Selectable<DB['change_request_answer']> & { answer: ConflictAnswer };

const isOf = ({ organizationId, spaceId, changeRequestId }: ChangeRequestKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}`;

/** By the ids of the conflicts. */
export async function findAnswers(
  db: Kysely<DB>,
  key: ChangeRequestKey,
): Promise<ReadonlyMap<string, AnswerRow>> {
  const { rows } = await sql<AnswerRow>`select * from change_request_answer where ${isOf(key)}`.execute(db);
  return new Map(rows.map((row) => [row.conflict_id, row]));
}

export interface NewAnswer {
  conflictId: string;
  answer: ConflictAnswer;
  authorId: string;
  at: Date;
}

/** Stores an answer, in place of an earlier one. */
export async function storeAnswer(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  { conflictId, answer, authorId, at }: NewAnswer,
): Promise<void> {
  await sql`
    insert into change_request_answer (organization_id, space_id, change_request_id, conflict_id, answer, answered_by,
      answered_at)
    values (${organizationId}, ${spaceId}, ${changeRequestId}, ${conflictId}, ${toJsonText(answer)}::text::jsonb,
      ${authorId}, ${at})
    on conflict (organization_id, space_id, change_request_id, conflict_id) do update set answer = excluded.answer,
      answered_by = excluded.answered_by, answered_at = excluded.answered_at`.execute(trx);
}

export async function deleteAnswer(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  conflictId: string,
): Promise<void> {
  await sql`delete from change_request_answer where ${isOf(key)} and conflict_id = ${conflictId}`.execute(
    trx,
  );
}
