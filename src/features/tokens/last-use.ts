import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import type { DB } from '../../db/schema.ts';

/** Remembers in memory which tokens are used, and writes it down now and then. */
export interface LastUse {
  /** Called for every request: for a token that was seen since the last flush it only looks. */
  record(actor: Actor): void;
  /** Writes down what was recorded. What cannot be written now is kept for the next time. */
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
      log.warn({ err: error }, 'the last use of tokens cannot be written down now');
      for (const [tokenId, use] of flushed) if (!uses.has(tokenId)) uses.set(tokenId, use);
    }
  }

  return {
    record(actor) {
      if (!uses.has(actor.tokenId)) uses.set(actor.tokenId, { actor, at: clock() });
    },
    flush() {
      flushing = flushing.then(write);
      return flushing;
    },
  };
}

/** Two statements, whatever the number of tokens. Last use moves no epoch: nothing is announced. */
async function writeUses(db: Kysely<DB>, uses: Use[]): Promise<void> {
  // In one order everywhere: processes that write the same tokens at once do not block each other.
  uses.sort((a, b) => (a.actor.tokenId < b.actor.tokenId ? -1 : 1));
  for (const kind of ['user', 'service'] as const) {
    const own = uses.filter(({ actor }) => actor.kind === kind);
    if (own.length === 0) continue;
    const table = kind === 'user' ? 'user_token' : 'organization_token';
    const owner = kind === 'user' ? 'user_id' : 'organization_id';
    const rows = JSON.stringify(
      own.map(({ actor, at }) => ({
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
}
