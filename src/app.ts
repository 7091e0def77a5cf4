import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type RouteAccess, useAccess } from './access/authorize.ts';
import type { Context } from './context.ts';
import { organizationRoutes } from './features/organizations/organizations.routes.ts';
import { spaceRoutes } from './features/spaces/spaces.routes.ts';
import { tokenRoutes } from './features/tokens/tokens.routes.ts';
import { useLastUse } from './features/tokens/use-last-use.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { handleError } from './http/error-handler.ts';
import { newId } from './http/ids.ts';
import { useUnknownRoutes } from './http/operations.ts';
import { ErrorSchema } from './http/schemas.ts';
import { useValidation } from './http/validation.ts';

export interface App {
  server: FastifyInstance;
  /** Every route with the access that it declares. */
  accessTable: RouteAccess[];
}

/** Builds the API's server: the platform, then the features, one line each. Listens to nothing yet. */
export async function buildApp(context: Context): Promise<App> {
  const { config } = context;
  const server = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    disableRequestLogging: true,
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: config.limits.bodyBytes,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });

  server.setErrorHandler(handleError);
  server.addSchema(ErrorSchema);
  useUnknownRoutes(server);
  useValidation(server);
  const accessTable = useAccess(server, context.pointers, context.clock);
  useLastUse(server, context);

  await server.register(userRoutes(context));
  await server.register(organizationRoutes(context));
  await server.register(tokenRoutes(context));
  await server.register(spaceRoutes(context));

  await server.ready();
  return { server, accessTable };
}
