import { LRUCache } from 'lru-cache';
import { networkOf } from '../../../platform/http/client-network.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { shareCounts } from '../../../platform/shared-counts.ts';

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
 * sender cannot use it up for all readers. Counted in memory, together with the other workers of the service.
 */
export class ClientBudget {
  readonly #minutes: Budget;
  readonly #days: Budget;

  constructor({ clock, eventsPerDay }: { clock: () => Date; eventsPerDay: number }) {
    const now = () => clock().getTime();
    this.#minutes = createBudget('events-per-minute', { now, length: MINUTE_MS, maximum: EVENTS_PER_MINUTE });
    const maximum = Math.max(1, Math.floor(eventsPerDay * SHARE_OF_QUOTA));
    this.#days = createBudget('events-per-day', { now, length: DAY_MS, maximum });
  }

  /** Counts events before they are read, because reading them is work, too. Throws `eventsBudgetExceeded`. */
  take(siteId: string, address: string, events: number): void {
    const network = networkOf(address);
    this.#minutes(network, events);
    this.#days(`${siteId} ${network}`, events);
  }
}

/** Counts the events of a key; throws `eventsBudgetExceeded`. */
type Budget = (key: string, events: number) => void;

function createBudget(
  name: string,
  { now, length, maximum }: { now: () => number; length: number; maximum: number },
): Budget {
  const counts = new LRUCache<string, Count>(limitEntries(MAX_REMEMBERED));
  const find = (key: string): Count => {
    const period = Math.floor(now() / length);
    const known = counts.get(key);
    return { period, events: known?.period === period ? known.events : 0 };
  };
  const add = (key: string, events: number): void => {
    const { period, events: used } = find(key);
    counts.set(key, { period, events: used + events });
  };
  const others = shareCounts(name, { add, forget: (key) => void counts.delete(key) });
  return (key, events) => {
    if (find(key).events + events > maximum)
      throw eventsBudgetExceeded(Math.ceil((length - (now() % length)) / 1000));
    add(key, events);
    others.add(key, events);
  };
}
