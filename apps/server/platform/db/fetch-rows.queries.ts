import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** Reads the rows of a query with a cursor, `size` at a time, so that a large result is never in memory as a whole. */
export async function* fetchRows<Row>(
  trx: Transaction<DB>,
  query: RawBuilder<unknown>,
  size: number,
): AsyncGenerator<Row[]> {
  await sql`declare fetched no scroll cursor for ${query}`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(size)} from fetched`.execute(trx);
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  } finally {
    await sql`close fetched`.execute(trx);
  }
}
