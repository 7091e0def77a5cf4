import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';
import { shareCounts } from '../../../platform/shared-counts.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** The maximum number of accounts, existing or not, remembered at once. */
const REMEMBERED = 50_000;

interface Failures {
  count: number;
  until: number;
}

export interface Attempts {
  /**
   * Counts one try to prove something about an account, as a failure from its beginning, so that many at once count
   * too. When `prove` answers true earlier failures count no longer, or only this try does not, as `isForgiving` says;
   * when it throws this try does not. Throws a 429 after too many failures.
   */
  try(account: string, now: Date, prove: () => Promise<boolean>): Promise<boolean>;
  forget(account: string): void;
}

const tooMany = (milliseconds: number): ApiError => {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.ceil(seconds / 60);
  return rateLimited(
    `Too many incorrect passwords or codes. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { 'retry-after': String(seconds) },
  );
};

/**
 * Counts failures in memory, together with the other workers of the service, which know the attempts by their `name`.
 * After `most` failures, an account is refused until the time is over, even with the right answer.
 */
export function createAttempts(name: string, { most = 10, isForgiving = true } = {}): Attempts {
  const accounts = new LRUCache<string, Failures>(limitEntries(REMEMBERED));
  const find = (account: string, now: number): Failures => {
    const known = accounts.get(account);
    return known && known.until > now ? known : { count: 0, until: now + WINDOW_MS };
  };
  const others = shareCounts(name, {
    add(account, amount) {
      const failures = find(account, Date.now());
      failures.count = Math.max(0, failures.count + amount);
      accounts.set(account, failures);
    },
    forget: (account) => void accounts.delete(account),
  });
  const forget = (account: string): void => {
    accounts.delete(account);
    others.forget(account);
  };
  return {
    async try(account, now, prove) {
      const failures = find(account, now.getTime());
      if (failures.count >= most) throw tooMany(failures.until - now.getTime());
      const add = (amount: number): void => {
        failures.count += amount;
        others.add(account, amount);
      };
      add(1);
      accounts.set(account, failures);
      try {
        const isProven = await prove();
        if (isProven && isForgiving) forget(account);
        else if (isProven) add(-1);
        return isProven;
      } catch (error) {
        add(-1);
        throw error;
      }
    },
    forget,
  };
}
