/** Turns for changes, so that those of one organization, which wait for each other, never use up the connections. */
import { defineError } from '../http/errors.ts';
import { createTurns, type TurnLimits } from './turns.ts';

const RETRY_SECONDS = 5;

export const tooManyChanges = defineError({ status: 503, reason: 'too-many-changes' }, () => ({
  message: `Too many changes are being made at once. Nothing was changed. Try again in ${RETRY_SECONDS} seconds.`,
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

export interface ChangeTurns {
  /**
   * Waits for a turn of this organization (or account). Returns what ends the turn.
   * @throws tooManyChanges when too many wait already, or for too long
   */
  take(owner: string): Promise<() => void>;
}

export interface ChangeTurnLimits extends Omit<TurnLimits, 'refuse'> {
  /** How long a change may wait. */
  waitMs: number;
}

const MAX_WAITING = 200;
const MAX_WAIT_MS = 20_000;
/** The connections that changes leave to reads, in a pool with more than one. */
const FOR_READS = 1;

/** One owner may change with half of the connections at once, all together with nearly all of them. */
export const limitChanges = (poolSize: number): ChangeTurnLimits => ({
  ofOne: Math.max(1, Math.floor(poolSize / 2)),
  ofAll: Math.max(1, poolSize - FOR_READS),
  waiting: MAX_WAITING,
  waitMs: MAX_WAIT_MS,
});

export function createChangeTurns({ waitMs, ...limits }: ChangeTurnLimits): ChangeTurns {
  const turns = createTurns({ ...limits, refuse: tooManyChanges });
  return { take: (owner) => turns.take(owner, waitMs) };
}
