import { LRUCache } from 'lru-cache';
import { networkOf } from '../../../platform/http/client-network.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { defineError } from '../../../platform/http/errors.ts';

export const eventsBudgetExceeded = defineError(
  { status: 429, reason: 'events-budget-exceeded' },
  (seconds: number) => ({
    message:
      'Too many events from your address. Send fewer, or use a token that can change the site: such requests are not limited by address.',
    headers: { 'retry-after': String(seconds) },
  }),
);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EVENTS_PER_MINUTE = 6000;
/** The part of a site's quota that one address can use. */
const SHARE_OF_QUOTA = 0.1;
const MAX_REMEMBERED = 50_000;

interface Count {
  period: number;
  events: number;
}

/**
 * Limits the events that anybody can send from one address: in a minute, and of the daily quota of a site, so that one
 * sender cannot use it up for all readers. Counted for each process.
 */
export class ClientBudget {
  readonly #clock: () => Date;
  readonly #eventsPerDay: number;
  readonly #minutes = new LRUCache<string, Count>(limitEntries(MAX_REMEMBERED));
  readonly #days = new LRUCache<string, Count>(limitEntries(MAX_REMEMBERED));

  constructor({ clock, eventsPerDay }: { clock: () => Date; eventsPerDay: number }) {
    this.#clock = clock;
    this.#eventsPerDay = Math.max(1, Math.floor(eventsPerDay * SHARE_OF_QUOTA));
  }

  /** Counts events before they are read, because reading them is work, too. Throws `eventsBudgetExceeded`. */
  take(siteId: string, address: string, events: number): void {
    const now = this.#clock().getTime();
    const network = networkOf(address);
    count(this.#minutes, network, { now, length: MINUTE_MS, events, maximum: EVENTS_PER_MINUTE });
    const maximum = this.#eventsPerDay;
    count(this.#days, `${siteId} ${network}`, { now, length: DAY_MS, events, maximum });
  }
}

function count(
  counts: LRUCache<string, Count>,
  key: string,
  { now, length, events, maximum }: { now: number; length: number; events: number; maximum: number },
): void {
  const period = Math.floor(now / length);
  const known = counts.get(key);
  const used = known?.period === period ? known.events : 0;
  if (used + events > maximum) throw eventsBudgetExceeded(Math.ceil((length - (now % length)) / 1000));
  counts.set(key, { period, events: used + events });
}
