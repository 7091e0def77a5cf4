import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { dayOf } from '../http/times.ts';

/** Finds the stored answer to a question of an organization, by the digest of the question. */
export async function findCompletion(
  db: Kysely<DB>,
  organizationId: string,
  digest: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('model_answer')
    .select('answer')
    .where('organization_id', '=', organizationId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.answer;
}

/** Keeps an answer, and counts what it cost. */
export async function storeCompletion(
  db: Kysely<DB>,
  organizationId: string,
  { digest, answer: response, tokens, now }: { digest: Buffer; answer: string; tokens: number; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into model_answer (organization_id, digest, answer, created_at)
      values (${organizationId}, ${digest}, ${response}, ${now})
      on conflict (organization_id, digest) do update set answer = excluded.answer, created_at = excluded.created_at`.execute(
      trx,
    );
    await addTokens(trx, organizationId, { tokens, now });
  });
}

/** Counts tokens on the day (UTC) of `now`. */
export async function addTokens(
  db: Kysely<DB>,
  organizationId: string,
  { tokens, now }: { tokens: number; now: Date },
): Promise<void> {
  await sql`
    insert into model_usage as u (organization_id, day, tokens) values (${organizationId}, ${dayOf(now)}::date, ${tokens})
    on conflict (organization_id, day) do update set tokens = u.tokens + excluded.tokens`.execute(db);
}

/** The tokens that an organization has used on the day (UTC) of `now`. */
export async function countTokens(db: Kysely<DB>, organizationId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select tokens::float8 as tokens from model_usage
    where organization_id = ${organizationId} and day = ${dayOf(now)}::date`.execute(db);
  return rows[0]?.tokens ?? 0;
}

/** Deletes answers from before a time, and usage from before its day, of all organizations. */
export async function deleteOldCalls(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('model_answer').where('created_at', '<', before).execute();
  await sql`delete from model_usage where day < ${dayOf(before)}::date`.execute(db);
}
