import type { FastifyInstance } from 'fastify';
import { declareErrors } from '../http/declared-errors.ts';
import { defineError } from '../http/errors.ts';
import { isSafe } from './browser-sessions.ts';
import { INSTANCE, type Pointers } from './pointers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Why a route that is no GET is served during the maintenance of the instance: it only reads, it signs somebody in
     * or out, or it is how administrators end the maintenance.
     */
    inMaintenance?: 'reads' | 'signs-in' | 'administers';
  }
}

export interface Maintenance {
  until: Date;
  message: string | null;
}

interface MaintenanceDeps {
  pointers: Pick<Pointers, 'maintenance'>;
  clock: () => Date;
}

/** A time as in messages for people: to the minute, in UTC. */
const sayTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const inMaintenance = defineError(
  { status: 503, reason: 'maintenance' },
  ({ until, message }: Maintenance, now: Date) => ({
    message: `Lectern is under maintenance until ${sayTime(until)}. Until then, everything can be read, but nothing can be changed.${message === null ? '' : ` ${message}`}`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))) },
  }),
);

/**
 * The maintenance of the instance, unless there is none or it is over. Kept in memory until it changes; while no news
 * can arrive, it is read each time, and the database must respond.
 */
export async function findMaintenance({
  pointers,
  clock,
}: MaintenanceDeps): Promise<Maintenance | undefined> {
  const { until, message } = (await pointers.maintenance.find(INSTANCE)) ?? { until: null, message: null };
  return until !== null && until > clock() ? { until, message } : undefined;
}

/** Throws the error that says until when nothing can be changed. */
export async function requireNoMaintenance(deps: MaintenanceDeps): Promise<void> {
  const maintenance = await findMaintenance(deps);
  if (maintenance) throw inMaintenance(maintenance, deps.clock());
}

/**
 * Refuses requests that change something during the maintenance, after the access of the caller was checked. A route
 * that does not say why it is served is refused.
 */
export function useMaintenance(app: FastifyInstance, deps: MaintenanceDeps): void {
  app.addHook('onRoute', (route) => {
    const isChange = [route.method].flat().some((method) => !isSafe(method));
    if (!isChange || route.config?.inMaintenance !== undefined) return;
    declareErrors(route, [inMaintenance]);
    route.onRequest = [...[route.onRequest ?? []].flat(), () => requireNoMaintenance(deps)];
  });
}
