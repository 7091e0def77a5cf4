import type { FastifyInstance } from 'fastify';
import type { AuditAction } from './actions.ts';

/** The actions that a call can record, itself or in a job that it starts; or why it records none. */
export type AuditDeclaration = AuditAction | readonly AuditAction[] | { none: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    audit?: AuditDeclaration;
  }
}

export interface AuditedRoute {
  method: string;
  url: string;
  audit: AuditDeclaration;
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Throws at the start if a route of the API that changes something does not declare the audit actions. Returns the
 * table of these routes, which is filled while routes are added. The forms below /app call the same services.
 */
export function requireAuditDeclarations(server: FastifyInstance): AuditedRoute[] {
  const table: AuditedRoute[] = [];
  server.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/v1/')) return;
    for (const changing of [method].flat().filter((one) => !SAFE_METHODS.includes(one))) {
      if (!config?.audit)
        throw new Error(`${changing} ${url} declares no audit action, and no reason for none.`);
      table.push({ method: changing, url, audit: config.audit });
    }
  });
  return table;
}
