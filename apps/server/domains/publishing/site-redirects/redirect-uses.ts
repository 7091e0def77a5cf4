import type { FastifyInstance } from 'fastify';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { DatabaseFailure } from '../../../platform/db/database-failure.ts';
import { addRedirectUses, type RedirectUses } from './redirect-uses.repository.ts';

export type CountRedirect = (site: SitePointer, redirectId: string) => void;

/** Counts followed redirects in memory, and stores the counts periodically. */
export interface CountedRedirects {
  count: CountRedirect;
  /** Stores the counts. Counts that cannot be stored now are kept for the next time. */
  flush(): Promise<void>;
}

const FLUSH_INTERVAL_MS = 60_000;
/** If this many different redirects are counted, the counts are stored earlier. */
const MAX_COUNTED = 10_000;

export function createCountedRedirects({
  db,
  clock,
  log,
}: Pick<Context, 'db' | 'clock' | 'log'>): CountedRedirects {
  let counted = new Map<string, RedirectUses>();
  let flushing = Promise.resolve();
  /** Whether the last attempt to store failed: the next one is made at the interval, not with the next redirect. */
  let hasFailed = false;

  function add(one: RedirectUses): void {
    const known = counted.get(one.redirectId);
    counted.set(one.redirectId, known ? { ...one, uses: known.uses + one.uses } : one);
  }

  async function write(): Promise<void> {
    const flushed = counted;
    if (flushed.size === 0) return;
    counted = new Map();
    try {
      await addRedirectUses(db, [...flushed.values()]);
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      // The pool logs once that the database cannot be reached.
      if (!(error instanceof DatabaseFailure))
        log.warn({ err: error }, 'could not record how often redirects were followed');
      const later = [...counted.values()];
      counted = flushed;
      for (const one of later) add(one);
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  return {
    count({ organizationId, siteId }, redirectId) {
      // If the counts cannot be stored, no further redirects are counted, which limits the memory.
      if (counted.size >= MAX_COUNTED && !counted.has(redirectId)) {
        if (!hasFailed) void flush();
        return;
      }
      add({ organizationId, siteId, redirectId, uses: 1, lastUsedAt: clock() });
    },
    flush,
  };
}

/** Counts while an app is running. The counts are stored once a minute, and when the app closes. */
export function useCountedRedirects(app: FastifyInstance, context: Context): CountRedirect {
  const { count, flush } = createCountedRedirects(context);
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });
  return count;
}
