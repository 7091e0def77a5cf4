import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { fetchRows } from '../../../platform/db/fetch-rows.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { PersonTable } from './person-tables.ts';

const FETCHED = 200;

/** The rows of a table that are about a person, each as JSON. */
export const readPersonRows = (
  trx: Transaction<DB>,
  table: string,
  { userId, columns, omitted = [] }: PersonTable & { userId: string },
): AsyncGenerator<string> =>
  readTexts(
    trx,
    sql`select (to_jsonb(r) - ${[...omitted]}::text[])::text as text from ${sql.table(table)} r
      where ${sql.join(
        columns.map((column) => sql`r.${sql.ref(column)} = ${userId}`),
        sql` or `,
      )}`,
  );

/** What a person did, and what others did to them, without who did it. */
export const readAuditOf = (trx: Transaction<DB>, userId: string): AsyncGenerator<string> =>
  readTexts(
    trx,
    sql`select (case when r.actor_id = ${userId} then to_jsonb(r)
        else to_jsonb(r) - array['actor_id', 'actor_label', 'address'] end)::text as text
      from audit_event r where r.actor_id = ${userId} or r.target_id = ${userId}`,
  );

async function* readTexts(trx: Transaction<DB>, query: RawBuilder<unknown>): AsyncGenerator<string> {
  for await (const rows of fetchRows<{ text: string }>(trx, query, FETCHED))
    for (const { text } of rows) yield text;
}

export async function findPerson(db: Database, userId: string): Promise<{ displayName: string } | undefined> {
  const { rows } = await sql<{ displayName: string }>`
    select display_name as "displayName" from user_account
    where user_id = ${userId} and deleted_at is null`.execute(db);
  return rows[0];
}
