import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';

/**
 * Keeps each revision that a request names by its id, wherever that is a part of the path: somebody has its address.
 * The current one has the address of the space as well, and whoever follows a space reads each of its revisions while
 * it is current. Visitors read what a member has named for them, or what was current until a moment ago.
 */
export function keepNamedRevisions(app: FastifyInstance, store: ContentStore): void {
  const keep = async (request: FastifyRequest): Promise<void> => {
    const { revisionId } = request.params as { revisionId?: string };
    const space = grantedSpace(request);
    if (revisionId === undefined || revisionId === space.revisionId || findVisitor(request)) return;
    await store.keepForGood(space, revisionId);
  };
  app.addHook('onRoute', (route) => {
    if (route.url.includes(':revisionId')) route.preHandler = [keep, ...[route.preHandler ?? []].flat()];
  });
}
