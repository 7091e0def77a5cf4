import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { findArrived, lockMark, setMark } from './mark.repository.ts';
import { addEvents } from './rollups.repository.ts';

/** The number of events that one transaction adds: seconds of work, and little to repeat. */
const PORTION = 200_000;

interface Options {
  signal: AbortSignal;
  portion?: number;
}

/**
 * Adds all events that have arrived to the rollups, in portions, each of which is stored together with the mark. After
 * an interruption, the next run continues.
 */
export async function rollUp(db: Kysely<DB>, { signal, portion = PORTION }: Options): Promise<void> {
  const arrived = await findArrived(db);
  const addSome = (): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const after = await lockMark(trx);
      const to = Math.min(arrived, after + portion);
      if (to <= after) return false;
      await addEvents(trx, { after, to });
      await setMark(trx, to);
      return to < arrived;
    });
  while (await addSome()) signal.throwIfAborted();
}
