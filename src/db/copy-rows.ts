import type { DatabaseConnection, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** A connection that can take rows by `COPY`. */
export interface CopyingConnection extends DatabaseConnection {
  /** `statement`: a `copy … from stdin`. `text`: the rows, in PostgreSQL's text format. */
  copyIn(statement: string, text: Buffer): Promise<void>;
}

type CopiedValue = string | number | bigint | boolean | Date | Buffer | null;

/** Inserts rows by `COPY`, the fastest way to store many. Names come from code, never from requests. */
export async function copyRows<Name extends string>(
  trx: Transaction<DB>,
  table: keyof DB & string,
  columns: readonly Name[],
  rows: readonly Readonly<Record<Name, CopiedValue>>[],
): Promise<void> {
  // Concatenated, not joined: without an array for each row, nor a string for each line.
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const name of columns) {
      text += separator + toField(row[name]);
      separator = '\t';
    }
    text += '\n';
  }
  const statement = `copy ${table} (${columns.join(', ')}) from stdin`;
  await trx
    .getExecutor()
    .provideConnection((connection) =>
      (connection as CopyingConnection).copyIn(statement, Buffer.from(text)),
    );
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const SPECIAL = /[\\\t\n\r]/;
const SPECIALS = /[\\\t\n\r]/g;

function toField(value: CopiedValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string')
    return SPECIAL.test(value) ? value.replace(SPECIALS, (found) => ESCAPES[found] as string) : value;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return String(value);
}
