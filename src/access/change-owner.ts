/** Tells transactions whose change they are part of, without a parameter of every function in between. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { declareErrors } from '../http/declared-errors.ts';
import { isSafe } from './browser-sessions.ts';
import { tooManyChanges } from './change-turns.ts';

const owners = new AsyncLocalStorage<string | undefined>();

/** The organization, or else the caller, whose request this is; undefined outside of a request that changes something. */
export const findChangeOwner = (): string | undefined => owners.getStore();

/** What is done inside a transaction has its turn already. */
export const withoutChangeOwner = <T>(work: () => T): T => owners.run(undefined, work);

/** Remembers the owner of every request that may change something. Must be registered after access. */
export function useChangeOwners(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {};
    if (access === 'public' || [route.method].flat().every(isSafe)) return;
    declareErrors(route, [tooManyChanges]);
    // Last before the handler, because the context of what runs before does not survive the arrival of the body.
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      (request, _reply, done) => {
        const { organizationId, actor } = request.granted ?? {};
        owners.run(organizationId ?? actor?.tokenId ?? '', done);
      },
    ];
  });
}
