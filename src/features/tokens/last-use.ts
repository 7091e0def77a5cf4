import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import { DatabaseFailure } from '../../db/database-failure.ts';
import type { DB } from '../../db/schema.ts';
import { writeSessionUses } from '../sessions/session-uses.queries.ts';
import { type Use, writeTokenUses } from './last-use.repository.ts';

/** Remembers in memory which tokens are used, and writes it down now and then. */
export interface LastUse {
  /** Called for every request: for a token that was seen since the last flush it only looks. */
  record(actor: Actor): void;
  /** Writes the recorded uses. Those that cannot be written now are kept for the next time. */
  flush(): Promise<void>;
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
      // That the database is away is logged once, by the pool.
      if (!(error instanceof DatabaseFailure))
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

/** Three statements, whatever the number of tokens. Last use decides about no request: nothing is announced. */
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
