import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';

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
 * Counts failures in this process only. After `most` failures, an account is refused until the time is over, even with
 * the right answer.
 */
export function createAttempts({ most = 10, isForgiving = true } = {}): Attempts {
  const accounts = new LRUCache<string, Failures>(limitEntries(REMEMBERED));
  return {
    async try(account, now, prove) {
      const known = accounts.get(account);
      const failures =
        known && known.until > now.getTime() ? known : { count: 0, until: now.getTime() + WINDOW_MS };
      if (failures.count >= most) throw tooMany(failures.until - now.getTime());
      failures.count += 1;
      accounts.set(account, failures);
      try {
        const isProven = await prove();
        if (isProven && isForgiving) accounts.delete(account);
        else if (isProven) failures.count -= 1;
        return isProven;
      } catch (error) {
        failures.count -= 1;
        throw error;
      }
    },
    forget: (account) => void accounts.delete(account),
  };
}
