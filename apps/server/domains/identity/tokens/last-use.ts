import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../../../platform/access/actor.ts';
import { DatabaseFailure } from '../../../platform/db/database-failure.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { writeSessionUses } from '../sessions/session-uses.queries.ts';
import { type Use, writeTokenUses } from './last-use.repository.ts';

/** Records in memory when tokens were last used, and stores this periodically. */
export interface LastUse {
  /** Called for every request. Does nothing for a token that was recorded since the last flush. */
  record(actor: Actor): void;
  /** Stores the recorded uses. Those that cannot be stored now are kept for the next time. */
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
      // The pool logs once that the database cannot be reached.
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

/** Stores uses with three statements for any number of tokens. Access does not depend on them: nothing is announced. */
async function writeUses(db: Kysely<DB>, uses: Use[]): Promise<void> {
  await writeSessionUses(db, uses);
  for (const kind of ['user', 'service'] as const) {
    // A session that no token opened has its own id as its token id.
    const own = uses.filter(({ actor }) => actor.kind === kind && actor.tokenId !== actor.sessionId);
    await writeTokenUses(db, kind, latestOfEach(own));
  }
}

/**
 * Returns the latest use of each token, which may be used directly and through sessions that it opened. The order is
 * always the same, so that processes that write the same tokens cannot deadlock.
 */
function latestOfEach(uses: Use[]): Use[] {
  const latest = new Map<string, Use>();
  for (const use of uses) {
    const known = latest.get(use.actor.tokenId);
    if (!known || known.at < use.at) latest.set(use.actor.tokenId, use);
  }
  return [...latest.values()].sort((a, b) => (a.actor.tokenId < b.actor.tokenId ? -1 : 1));
}
