import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../http/client-network.ts';
import { limitEntries } from '../http/entry-limit.ts';
import { type ApiError, defineError } from '../http/errors.ts';
import { WorkMeter } from '../work-meter.ts';
import type { Granted } from './grant.ts';
import type { Visitor } from './visitor.ts';

export const readQuotaExceeded = defineError(
  { status: 429, reason: 'read-quota-exceeded' },
  (seconds: number) => ({
    message: `You have exceeded your share of CPU time while the server is busy. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headers: { 'retry-after': String(seconds) },
  }),
);

/** A caller may use the quota of this time at once. */
const BURST_MS = 120_000;
/** The longest time after which a caller who used too much may read again. */
const MAX_PAUSE_MS = 60_000;
/** A caller needs the processor while their answer is made, and for this time after: the next request often follows. */
const NEEDED_MS = 5000;
const MAX_CALLERS = 10_000;

interface Account {
  /** When the quota has made up for what was used, in milliseconds of the clock. */
  paidAt: number;
  /** When the last answer was begun or made. */
  lastAt: number;
}

export interface ReadQuotaOptions {
  /** The seconds of processor time that each caller may use per minute while others need it. */
  secondsPerMinute: number;
  clock: () => Date;
}

/**
 * Counts the processor time of reads whose answer is not in memory, for each caller, and refuses those of a caller who
 * used too much while others need the processor. Nobody is refused while they are alone. Counted per process.
 */
export class ReadQuota {
  readonly #share: number;
  readonly #now: () => number;
  /** The latest ones are the last to be forgotten. */
  readonly #accounts = new LRUCache<string, Account>(limitEntries(MAX_CALLERS));
  readonly #underWay = new Map<string, number>();
  /** Since the start of the process, for the metrics. */
  usedMs = 0;
  refusals = 0;

  constructor({ secondsPerMinute, clock }: ReadQuotaOptions) {
    this.#share = secondsPerMinute / 60;
    this.#now = () => clock().getTime();
  }

  /**
   * Makes an answer at the expense of the caller. Throws `readQuotaExceeded` immediately, so that other callers who
   * wait for the same answer are not refused as well.
   */
  measure<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
    const caller = nameCaller(request.granted, request.ip);
    const refusal = this.#refuse(caller);
    if (refusal) throw refusal;
    return this.#run(caller, make);
  }

  /** Counts processor time. What a caller uses while nobody else needs the processor is not held against them later. */
  spend(caller: string, milliseconds: number): void {
    this.usedMs += milliseconds;
    const now = this.#now();
    const account = this.#accountOf(caller);
    const longest = BURST_MS + (this.#isNeededByOthers(caller) ? MAX_PAUSE_MS : 0);
    const paidAt = Math.max(account.paidAt, now) + milliseconds / this.#share;
    account.paidAt = Math.max(account.paidAt, Math.min(paidAt, now + longest));
  }

  #refuse(caller: string): ApiError | undefined {
    const { paidAt } = this.#accountOf(caller);
    const waitMs = paidAt - BURST_MS - this.#now();
    if (waitMs <= 0 || !this.#isNeededByOthers(caller)) return undefined;
    this.refusals += 1;
    return readQuotaExceeded(Math.ceil(waitMs / 1000));
  }

  async #run<T>(caller: string, make: () => Promise<T>): Promise<T> {
    const account = this.#accountOf(caller);
    account.lastAt = this.#now();
    this.#underWay.set(caller, (this.#underWay.get(caller) ?? 0) + 1);
    try {
      return await new WorkMeter(caller, (milliseconds) => this.spend(caller, milliseconds)).measure(make);
    } finally {
      account.lastAt = this.#now();
      const others = (this.#underWay.get(caller) ?? 1) - 1;
      if (others > 0) this.#underWay.set(caller, others);
      else this.#underWay.delete(caller);
    }
  }

  #isNeededByOthers(caller: string): boolean {
    if (this.#underWay.size > (this.#underWay.has(caller) ? 1 : 0)) return true;
    const since = this.#now() - NEEDED_MS;
    // In the order of their last use: the first other one is the latest.
    for (const [other, { lastAt }] of this.#accounts.entries()) if (other !== caller) return lastAt > since;
    return false;
  }

  #accountOf(caller: string): Account {
    const known = this.#accounts.get(caller);
    if (known) return known;
    const account: Account = { paidAt: 0, lastAt: 0 };
    this.#accounts.set(caller, account);
    return account;
  }
}

/**
 * All tokens and sessions of a user together, a service account, a reader of a site, or the network of a caller without
 * a token.
 */
export function nameCaller(granted: Granted | undefined, address: string): string {
  if (!granted) return `network ${networkOf(address)}`;
  const { actor, visitor } = granted;
  if (visitor) return nameVisitor(visitor, address);
  return actor.kind === 'user' ? `user ${actor.userId}` : `service ${actor.tokenId}`;
}

/**
 * Identifies readers of a site by the subject of their signed token, or otherwise by their network, so that no reader
 * can use up the quota of all others.
 */
function nameVisitor({ siteId, claims, isAuthenticated }: Visitor, address: string): string {
  const { sub } = claims;
  const isNamed = isAuthenticated && typeof sub === 'string';
  return isNamed ? `visitor ${JSON.stringify([siteId, sub])}` : `reader ${siteId} ${networkOf(address)}`;
}
