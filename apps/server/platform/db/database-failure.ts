import { explainQuotaFailure } from './quota-failure.ts';

/**
 * `away`: the database cannot be reached, or does not respond. `late`: it responds, but not in time. `full`: it has no
 * room on its disk.
 */
export type DatabaseFailureKind = 'away' | 'late' | 'full';

/** A failure of the database itself, which no change of the statement would avoid. The cause is the driver's error. */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure';
  readonly kind: DatabaseFailureKind;

  constructor(kind: DatabaseFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Whether an attempt failed only because the database could not be reached: it may be repeated. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof DatabaseFailure && error.kind === 'away';

/** Whether the server that was asked is a standby, or was made read-only: its session is of no use. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof DatabaseFailure && (error.cause as { code?: string } | undefined)?.code === READ_ONLY;

const LOST = 'The connection to the database was lost.';
const REFUSED = 'The database cannot be reached.';

/** The driver's own codes and those of the socket. */
const AWAY = new Map([
  ['CONNECTION_CLOSED', LOST],
  ['CONNECTION_DESTROYED', LOST],
  ['CONNECTION_ENDED', LOST],
  ['ECONNRESET', LOST],
  ['EPIPE', LOST],
  ['CONNECT_TIMEOUT', 'The database does not respond.'],
  ['ETIMEDOUT', 'The database does not respond.'],
  ['EAGAIN', REFUSED],
  ['EAI_AGAIN', REFUSED],
  ['ECONNREFUSED', REFUSED],
  ['EHOSTUNREACH', REFUSED],
  ['ENETUNREACH', REFUSED],
  ['ENOENT', REFUSED],
  ['ENOTFOUND', REFUSED],
]);
/** The server ends the connection after an error of this severity. */
const FATAL = new Set(['FATAL', 'PANIC']);
const CANCELED = '57014';
const DISK_FULL = '53100';
const READ_ONLY = '25006';

/** Recognizes a failure of the database; any other error, such as that of a wrong statement, comes back as it is. */
export function explainDatabaseFailure(error: unknown): unknown {
  if (error instanceof DatabaseFailure) return error;
  const exceeded = explainQuotaFailure(error);
  if (exceeded) return exceeded;
  const {
    code = '',
    severity,
    severity_local,
  } = error as { [Field in 'code' | 'severity' | 'severity_local']?: string };
  const options = { cause: error };
  if (code === DISK_FULL) return new DatabaseFailure('full', 'The disk of the database is full.', options);
  if (code === CANCELED)
    return new DatabaseFailure('late', 'The database did not finish a statement in time.', options);
  if (code === READ_ONLY)
    return new DatabaseFailure(
      'away',
      'The database does not accept changes: it has become read-only.',
      options,
    );
  // PgBouncer says it only in the field that a server translates.
  if (FATAL.has(severity ?? severity_local ?? ''))
    return new DatabaseFailure('away', `The database ended the connection: ${messageOf(error)}.`, options);
  const message = AWAY.get(code);
  return message === undefined ? error : new DatabaseFailure('away', message, options);
}

const messageOf = (error: unknown): string => (error as Error).message;
