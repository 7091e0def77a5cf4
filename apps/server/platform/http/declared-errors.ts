import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { ErrorIdentity } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The errors of a route. A route lists those of its own handler; access, validation and rate limits declare theirs
     * themselves.
     */
    errors?: readonly ErrorIdentity[];
  }
}

/** Adds the errors that a part of the platform can return on the route; for `onRoute` hooks. */
export function declareErrors(route: RouteOptions, errors: readonly ErrorIdentity[]): void {
  const config: FastifyContextConfig = route.config ?? {};
  route.config = { ...config, errors: [...new Set([...(config.errors ?? []), ...errors])] };
}

/** The reasons that a route declares, by status. */
export function reasonsByStatus(errors: readonly ErrorIdentity[]): Map<number, string[]> {
  const byStatus = new Map<number, Set<string>>();
  for (const { status, reason } of errors)
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(reason));
  return new Map([...byStatus].map(([status, reasons]) => [status, [...reasons].sort()]));
}
