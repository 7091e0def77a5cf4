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
  const lines = rows.map((row) => `${columns.map((name) => toField(row[name])).join('\t')}\n`);
  const statement = `copy ${table} (${columns.join(', ')}) from stdin`;
  await trx
    .getExecutor()
    .provideConnection((connection) =>
      (connection as CopyingConnection).copyIn(statement, Buffer.from(lines.join(''))),
    );
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function toField(value: CopiedValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] as string);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return String(value);
}
