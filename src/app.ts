import type { FastifyInstance } from 'fastify';
import { type RouteAccess, useAccess } from './access/authorize.ts';
import type { Context } from './context.ts';
import { createServedFiles } from './features/content/files/served-file.ts';
import { contentRoutes } from './features/content/revisions/content.routes.ts';
import { type ContentStore, createContentStore } from './features/content/revisions/content-store.ts';
import { createGitImportJob } from './features/git/git.jobs.ts';
import { gitRoutes } from './features/git/git.routes.ts';
import { GIT_IMPORT } from './features/git/git.service.ts';
import { organizationRoutes } from './features/organizations/organizations.routes.ts';
import { spaceRoutes } from './features/spaces/spaces.routes.ts';
import { tokenRoutes } from './features/tokens/tokens.routes.ts';
import { useLastUse } from './features/tokens/use-last-use.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { serveApiInformation } from './http/api-information.ts';
import { useHealth } from './http/health.ts';
import { useMetrics } from './http/metrics.ts';
import { serveOpenApiDocument } from './http/openapi-document.ts';
import { useUnknownRoutes } from './http/operations.ts';
import { servePages } from './http/pages.ts';
import { useRateLimits } from './http/rate-limit.ts';
import { serveReference } from './http/reference.ts';
import { readRelease } from './http/release.ts';
import { useResponseHeaders } from './http/response-headers.ts';
import { ErrorSchema } from './http/schemas.ts';
import { createServer } from './http/server.ts';
import { useValidation } from './http/validation.ts';
import type { JobBody } from './jobs/worker.ts';

export interface App {
  server: FastifyInstance;
  /** Every route with the access that it declares. */
  accessTable: RouteAccess[];
  content: ContentStore;
  jobBodies: Record<string, JobBody>;
  /** For the sites origin. */
  findServedFile: ReturnType<typeof createServedFiles>;
}

type BareApp = Pick<App, 'server' | 'accessTable'>;

/** What the parts around the features need of the context. */
export type BareContext = Pick<Context, 'config' | 'log' | 'db' | 'pointers' | 'clock'>;

/** Builds the API's server: the platform, then the features, one line each. Listens to nothing yet. */
export async function buildApp(context: Context): Promise<App> {
  const app = await buildBareApp(context);
  const { server } = app;
  const content = createContentStore(context);

  useLastUse(server, context);
  await server.register(userRoutes(context));
  await server.register(organizationRoutes(context));
  await server.register(tokenRoutes(context));
  await server.register(spaceRoutes(context));
  await server.register(contentRoutes(context, content));
  await server.register(gitRoutes(context));

  await server.ready();
  return {
    ...app,
    content,
    jobBodies: { [GIT_IMPORT]: createGitImportJob(context, content) },
    findServedFile: createServedFiles(context, content),
  };
}

/** The app around the features. */
export async function buildBareApp({ config, log, db, pointers, clock }: BareContext): Promise<BareApp> {
  const release = await readRelease();
  const server = createServer(config, log);
  server.addSchema(ErrorSchema);
  useResponseHeaders(server);
  useUnknownRoutes(server);
  useValidation(server);
  const accessTable = useAccess(server, pointers, clock);
  await useRateLimits(server, config.rateLimit);
  await serveOpenApiDocument(server, { baseUrl: config.baseUrl, release });
  useMetrics(server);
  useHealth(server, db);
  serveApiInformation(server, release);
  serveReference(server, config.baseUrl);
  servePages(server, config.baseUrl);
  return { server, accessTable };
}
