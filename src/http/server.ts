import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { answerConnectionError, useConnectionErrors } from './connection-errors.ts';
import { handleError } from './error-handler.ts';
import { createRequestIds } from './request-id.ts';
import { createRequestLog } from './request-log.ts';

/** A bare server of which every answer, also the framework's own, has the one error shape. */
export function createServer(
  config: Pick<Config, 'trustProxy' | 'limits'>,
  log: Logger,
  newRequestId: () => string = createRequestIds(),
): FastifyInstance {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    childLoggerFactory: createRequestLog,
    // Requests are logged by `logRequest`.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: config.limits.bodyBytes,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    // What arrives on an open connection while the server closes is still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: handleError,
    clientErrorHandler: (error, socket) => answerConnectionError(error, socket, newRequestId),
  });
  server.setErrorHandler(handleError);
  useConnectionErrors(server, newRequestId);
  return server;
}
