import type { Context } from '../../../platform/context.ts';
import { giveBackCharacters, takeCharacters } from './usage.repository.ts';

/** The number of characters that an organization may send to providers in a day. */
export interface Budget {
  /** Infinity if there is no limit. */
  perDay: number;
  /** Takes characters from the budget; undefined if fewer are left today. */
  take(characters: number): Promise<TakenCharacters | undefined>;
}

interface TakenCharacters {
  /** Returns characters that were not used. */
  giveBack(): Promise<void>;
}

export function createBudget(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  organizationId: string,
): Budget {
  const { charactersPerDay } = config.translationLimits;
  const limit = charactersPerDay === 0 ? Number.MAX_SAFE_INTEGER : charactersPerDay;
  return {
    perDay: charactersPerDay === 0 ? Number.POSITIVE_INFINITY : charactersPerDay,
    // Characters are counted even without a limit.
    take: async (characters) => {
      const taken = { characters, now: clock() };
      if (!(await takeCharacters(db, organizationId, { ...taken, limit }))) return undefined;
      return { giveBack: () => giveBackCharacters(db, organizationId, taken) };
    },
  };
}

/** Returns the beginning of the next day, in UTC. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
