import { documentSchemas } from '@lectern/markdown/receive/document-schemas';
import type { FastifyInstance } from 'fastify';
import { useUnknownRoutes } from '../compat/unknown-routes.ts';
import { missingToken, TOKEN_ERRORS } from '../platform/access/access-errors.ts';
import { type RouteAccess, useAccess } from '../platform/access/authorize.ts';
import { createBrowserSessions } from '../platform/access/browser-sessions.ts';
import { useChangeOwners } from '../platform/access/change-owner.ts';
import { describeAccess } from '../platform/access/describe-access.ts';
import { useIdempotencyKeys } from '../platform/access/idempotency/use-idempotency-keys.ts';
import { useMaintenance } from '../platform/access/maintenance.ts';
import { sessionCookieName } from '../platform/access/session-cookie.ts';
import type { VisitorGate } from '../platform/access/visitor-gate.ts';
import type { Context } from '../platform/context.ts';
import { serveApiInformation } from '../platform/http/api-information.ts';
import { type HealthDeps, useHealth } from '../platform/http/health.ts';
import { serveLandingPage } from '../platform/http/landing-page.ts';
import { useMetrics } from '../platform/http/metrics.ts';
import { serveOpenApiDocument } from '../platform/http/openapi-document.ts';
import { declareQuotaErrors } from '../platform/http/quota-errors.ts';
import { useRateLimits } from '../platform/http/rate-limit.ts';
import { readRelease } from '../platform/http/release.ts';
import { createRequestIds } from '../platform/http/request-id.ts';
import { useResponseHeaders } from '../platform/http/response-headers.ts';
import { ErrorSchema } from '../platform/http/schemas.ts';
import { createServer } from '../platform/http/server.ts';
import { useValidation } from '../platform/http/validation.ts';

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
  const release = readRelease();
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
  useMaintenance(server, { pointers, clock });
  declareQuotaErrors(server);
  useChangeOwners(server);
  useIdempotencyKeys(server, context);
  await useRateLimits(server, config.rateLimit);
  await serveOpenApiDocument(server, {
    baseUrl: config.baseUrl,
    release,
    sessionCookie: sessionCookieName(config.baseUrl),
    describeAccess: (route) => describeAccess(route.config?.access),
    authenticationErrors: [missingToken, ...TOKEN_ERRORS],
    schemas: documentSchemas((name) => ({ $ref: `#/components/schemas/${name}` })),
  });
  useMetrics(server);
  server.metrics.addMetric({
    name: 'build_info',
    help: 'The version that runs; always 1.',
    read: () => [{ labels: { ...release, node: process.versions.node }, value: 1 }],
  });
  useHealth(server, context, release);
  serveApiInformation(server, release);
  serveLandingPage(server, config.baseUrl);
  return { server, accessTable, newRequestId };
}
