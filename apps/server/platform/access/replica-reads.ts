/** Lets the reads of requests that change nothing go to replicas. Access has been decided before, on the primary. */
import type { FastifyInstance } from 'fastify';
import type { Replicas } from '../db/replicas/replicas.ts';
import { isSafe } from './browser-sessions.ts';
import type { ChangeListener } from './change-news.ts';

/** Must be registered before the routes. Without replicas, nothing happens. */
export function useReplicaReads(app: FastifyInstance, replicas: Replicas | undefined): void {
  if (!replicas) return;
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().every(isSafe)) return;
    const { handler } = route;
    route.handler = function readFromReplica(request, reply) {
      return replicas.allow(() => handler.call(this, request, reply));
    };
  });
}

/**
 * News of a change replaces what is in memory, and a request that then reads on needs a replica that has the change. Must
 * listen before others, which may read at once.
 */
export const learnOfChanges = (replicas: Replicas): ChangeListener => ({
  onChange: () => replicas.learn(),
  onLost: () => replicas.learn(),
  onRestored: () => replicas.learn(),
});
