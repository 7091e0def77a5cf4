import type { Context } from '../../../context.ts';
import { giveBackCharacters, takeCharacters } from './usage.repository.ts';

/** What an organization may send to providers in a day. */
export interface Budget {
  /** Infinity: there is no limit. */
  perDay: number;
  /** Uses it up; undefined if that much is not left today. */
  take(characters: number): Promise<TakenCharacters | undefined>;
}

interface TakenCharacters {
  /** They were not used after all. */
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
    // Without a limit it is counted all the same.
    take: async (characters) => {
      const taken = { characters, now: clock() };
      if (!(await takeCharacters(db, organizationId, { ...taken, limit }))) return undefined;
      return { giveBack: () => giveBackCharacters(db, organizationId, taken) };
    },
  };
}

/** When the next day begins, in UTC. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
