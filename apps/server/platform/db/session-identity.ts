import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { DatabaseFailure } from './database-failure.ts';
import type { DatabaseSource } from './database-source.ts';
import { findObstacle, SELECT_STATE } from './servers.ts';

/** A session keeps its settings and its process, unless a pooler puts another session in its place. */
const SETTING = 'lectern.session';

const SHARED_SESSIONS =
  'DATABASE_URL leads to a pooler that shares the sessions of PostgreSQL between its clients after each transaction or statement, such as PgBouncer with pool_mode=transaction: what Lectern had set in a session was gone in its next statement. Set LECTERN_EVENTS_URL and DATABASE_DIRECT_URL to use such a pooler, connect to PostgreSQL directly, or set the pooler to session pooling.';

/** What identifies a session. */
export interface SessionIdentity {
  mark: string;
  pid: number;
}

interface SessionState {
  mark: string | null;
  pid: number;
}

/**
 * Marks a session that was just opened. Fails if its server accepts no changes, as a primary does not that has become a
 * standby.
 */
export async function identifySession(client: Sql, source: DatabaseSource): Promise<SessionIdentity> {
  const mark = randomUUID();
  // Without parameters: a pooler may mix up prepared statements.
  const [state] = await client.unsafe<{ pid: number; isStandby: boolean; isReadOnly: boolean }[]>(
    `select set_config('${SETTING}', '${mark}', false), pg_backend_pid() as pid, ${SELECT_STATE}`,
  );
  assertUsable(state, source);
  return { mark, pid: state.pid };
}

type ServerState = Parameters<typeof findObstacle>[0];

function assertUsable<S extends ServerState>(
  state: S | undefined,
  { servers, target, name }: DatabaseSource,
): asserts state is S {
  const obstacle = state && findObstacle(state, target);
  if (state && obstacle === undefined) return;
  servers?.forget();
  const advice = 'point DATABASE_URL at the primary';
  throw new DatabaseFailure('away', `The database ${name} ${obstacle ?? 'does not respond'}; ${advice}.`);
}

/** Of a session that a pooler shares, which has no identity: whether its server accepts changes. */
export async function verifyShared(client: Sql, source: DatabaseSource): Promise<void> {
  const [state] = await client.unsafe<ServerState[]>(`select ${SELECT_STATE}`);
  assertUsable(state, source);
}

/** The same for a new session. */
export async function verifyNewShared(source: DatabaseSource): Promise<void> {
  const client = source.open({ max: 1, fetch_types: false, prepare: false, onnotice: () => {} });
  try {
    await verifyShared(client, source);
  } finally {
    void client.end({ timeout: 0 });
  }
}

/** Fails if the session is not the one that was marked. */
export async function verifySession(client: Sql, { mark, pid }: SessionIdentity): Promise<void> {
  const [state] = await client.unsafe<SessionState[]>(
    `select current_setting('${SETTING}', true) as mark, pg_backend_pid() as pid`,
  );
  if (state?.mark !== mark || state.pid !== pid) throw new DatabaseFailure('away', SHARED_SESSIONS);
}

/**
 * Fails if sessions are shared. Two sessions that take turns use the same one of a pooler that lends the last one
 * again, and one that asks twice uses two of a pooler that takes turns.
 */
export async function verifyOwnSessions(source: DatabaseSource): Promise<void> {
  const clients = [0, 1].map(() => source.open({ max: 1, fetch_types: false, onnotice: () => {} }));
  try {
    const [first, second] = clients as [Sql, Sql];
    const identities = await Promise.all([identifySession(first, source), identifySession(second, source)]);
    for (const [client, identity] of [
      [first, identities[0]],
      [first, identities[0]],
      [second, identities[1]],
      [second, identities[1]],
      [first, identities[0]],
    ] as const)
      await verifySession(client, identity);
  } finally {
    for (const client of clients) void client.end({ timeout: 0 });
  }
}
