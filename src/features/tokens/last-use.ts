import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import type { DB } from '../../db/schema.ts';

/** Remembers in memory which tokens are used, and writes it down now and then. */
export interface LastUse {
  /** Called for every request: for a token that was seen since the last flush it only looks. */
  record(actor: Actor): void;
  /** Writes the recorded uses. Those that cannot be written now are kept for the next time. */
  flush(): Promise<void>;
}

interface Use {
  actor: Actor;
  /** The first use since the last flush. */
  at: Date;
}

export function createLastUse({
  db,
  clock,
  log,
}: {
  db: Kysely<DB>;
  clock: () => Date;
  log: Logger;
}): LastUse {
  let uses = new Map<string, Use>();
  let flushing = Promise.resolve();

  async function write(): Promise<void> {
    const flushed = uses;
    if (flushed.size === 0) return;
    uses = new Map();
    try {
      await writeUses(db, [...flushed.values()]);
    } catch (error) {
      log.warn({ err: error }, 'could not record when tokens were last used');
      for (const [key, use] of flushed) if (!uses.has(key)) uses.set(key, use);
    }
  }

  return {
    record(actor) {
      const key = actor.sessionId ?? actor.tokenId;
      if (!uses.has(key)) uses.set(key, { actor, at: clock() });
    },
    flush() {
      flushing = flushing.then(write);
      return flushing;
    },
  };
}

/** Three statements, whatever the number of tokens. Last use moves no epoch: nothing is announced. */
async function writeUses(db: Kysely<DB>, uses: Use[]): Promise<void> {
  await writeSessionUses(db, uses);
  for (const kind of ['user', 'service'] as const) {
    // A session that no token opened has its own id as its token id.
    const own = uses.filter(({ actor }) => actor.kind === kind && actor.tokenId !== actor.sessionId);
    await writeTokenUses(db, kind, latestOfEach(own));
  }
}

/**
 * A token may be used directly and through sessions that it opened. In the same order everywhere, so that processes
 * that write the same tokens cannot deadlock.
 */
function latestOfEach(uses: Use[]): Use[] {
  const latest = new Map<string, Use>();
  for (const use of uses) {
    const known = latest.get(use.actor.tokenId);
    if (!known || known.at < use.at) latest.set(use.actor.tokenId, use);
  }
  return [...latest.values()].sort((a, b) => (a.actor.tokenId < b.actor.tokenId ? -1 : 1));
}

async function writeTokenUses(db: Kysely<DB>, kind: Actor['kind'], uses: Use[]): Promise<void> {
  if (uses.length === 0) return;
  const table = kind === 'user' ? 'user_token' : 'organization_token';
  const owner = kind === 'user' ? 'user_id' : 'organization_id';
  const rows = JSON.stringify(
    uses.map(({ actor, at }) => ({
      owner_id: actor.kind === 'user' ? actor.userId : actor.organizationId,
      token_id: actor.tokenId,
      used_at: at,
    })),
  );
  await sql`
    with used as materialized (
      select t.token_id, u.used_at
      from jsonb_to_recordset(${rows}::text::jsonb) as u(owner_id uuid, token_id uuid, used_at timestamptz)
      join ${sql.table(table)} t on t.${sql.ref(owner)} = u.owner_id and t.token_id = u.token_id
      order by t.token_id for no key update of t)
    update ${sql.table(table)} t set last_used_at = greatest(t.last_used_at, used.used_at)
    from used where t.token_id = used.token_id`.execute(db);
}

async function writeSessionUses(db: Kysely<DB>, uses: Use[]): Promise<void> {
  const rows = uses.flatMap(({ actor: { sessionId }, at }) =>
    sessionId === undefined ? [] : [{ session_id: sessionId, used_at: at }],
  );
  if (rows.length === 0) return;
  await sql`
    with used as materialized (
      select s.session_id, u.used_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as u(session_id uuid, used_at timestamptz)
      join user_session s on s.session_id = u.session_id
      order by s.session_id for no key update of s)
    update user_session s set last_used_at = greatest(s.last_used_at, used.used_at)
    from used where s.session_id = used.session_id`.execute(db);
}
