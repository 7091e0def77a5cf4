import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { createLastUse, type LastUse } from './last-use.ts';

const FLUSH_INTERVAL_MS = 60_000;

/**
 * Records the last use of every accepted token, and stores it once a minute and when the app closes. Returns the
 * function that records uses in requests that are answered before the framework.
 */
export function useLastUse(app: FastifyInstance, context: Context): LastUse['record'] {
  const lastUse = createLastUse(context);
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.granted) lastUse.record(request.granted.actor);
    done();
  });
  const timer = setInterval(() => void lastUse.flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await lastUse.flush();
  });
  return lastUse.record;
}
