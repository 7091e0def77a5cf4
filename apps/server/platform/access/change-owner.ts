/** Tells transactions whose change they are part of, without a parameter of every function in between. */
import type { FastifyInstance } from 'fastify';
import { declareErrors } from '../http/declared-errors.ts';
import { WorkLocal } from '../work-local.ts';
import { isSafe } from './browser-sessions.ts';
import { tooManyChanges } from './change-turns.ts';

const owners = new WorkLocal<string | undefined>();

/**
 * The organization, or else the caller, whose request this is; undefined outside of a request that changes something.
 */
export const findChangeOwner = (): string | undefined => owners.value;

/** Changes inside a transaction already have their turn. */
export const withoutChangeOwner = <T>(work: () => Promise<T>): Promise<T> => owners.run(undefined, work);

/** Remembers the owner of every request that may change something. Must be registered after access. */
export function useChangeOwners(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {};
    if (access === 'public' || [route.method].flat().every(isSafe)) return;
    declareErrors(route, [tooManyChanges]);
    const { handler } = route;
    route.handler = function handleChange(request, reply) {
      const { organizationId, actor } = request.granted ?? {};
      return owners.run(organizationId ?? actor?.tokenId ?? '', () => handler.call(this, request, reply));
    };
  });
}
