import type { FastifyInstance } from 'fastify';
import { missingToken, TOKEN_ERRORS } from './access/access-errors.ts';
import { type RouteAccess, useAccess } from './access/authorize.ts';
import { createBrowserSessions } from './access/browser-sessions.ts';
import { useChangeOwners } from './access/change-owner.ts';
import { describeAccess } from './access/describe-access.ts';
import { sessionCookieName } from './access/session-cookie.ts';
import type { VisitorGate } from './access/visitor-gate.ts';
import type { Context } from './context.ts';
import { serveApiInformation } from './http/api-information.ts';
import { type HealthDeps, useHealth } from './http/health.ts';
import { useMetrics } from './http/metrics.ts';
import { serveOpenApiDocument } from './http/openapi-document.ts';
import { useUnknownRoutes } from './http/operations.ts';
import { serveLandingPage } from './http/pages.ts';
import { useRateLimits } from './http/rate-limit.ts';
import { serveReference } from './http/reference.ts';
import { readRelease } from './http/release.ts';
import { createRequestIds } from './http/request-id.ts';
import { useResponseHeaders } from './http/response-headers.ts';
import { ErrorSchema } from './http/schemas.ts';
import { createServer } from './http/server.ts';
import { useValidation } from './http/validation.ts';

export interface BareApp {
  server: FastifyInstance;
  /** Every route with the access that it declares, filled while routes are added. */
  accessTable: RouteAccess[];
  newRequestId: () => string;
}

/** The parts of the context that the server needs without the features. */
export type BareContext = Pick<Context, 'config' | 'log' | 'pointers' | 'keyRing' | 'clock'> & HealthDeps;

/** The app around the features. */
export async function buildBareApp(context: BareContext, visitors: VisitorGate): Promise<BareApp> {
  const { config, log, pointers, keyRing, clock } = context;
  const release = await readRelease();
  const newRequestId = createRequestIds();
  const server = createServer(config, log, newRequestId);
  server.addSchema(ErrorSchema);
  useResponseHeaders(server);
  useUnknownRoutes(server);
  useValidation(server);
  const accessTable = useAccess(server, {
    pointers,
    sessions: createBrowserSessions({ baseUrl: config.baseUrl, keyRing }),
    visitors,
    clock,
  });
  useChangeOwners(server);
  await useRateLimits(server, config.rateLimit);
  await serveOpenApiDocument(server, {
    baseUrl: config.baseUrl,
    release,
    sessionCookie: sessionCookieName(config.baseUrl),
    describeAccess: (route) => describeAccess(route.config?.access),
    authenticationErrors: [missingToken, ...TOKEN_ERRORS],
  });
  useMetrics(server);
  useHealth(server, context);
  serveApiInformation(server, release);
  serveReference(server, config.baseUrl);
  serveLandingPage(server, config.baseUrl);
  return { server, accessTable, newRequestId };
}
