import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { answerConnectionError, useConnectionErrors } from './connection-errors.ts';
import { declareErrors } from './declared-errors.ts';
import { useDraining } from './draining.ts';
import { handleError, OUTAGE_ERRORS } from './error-handler.ts';
import { invalidRequest } from './errors.ts';
import { findRequestFault, withoutOrigin } from './request-faults.ts';
import { createRequestLog } from './request-log.ts';
import { addDefaultHeaders } from './response-headers.ts';
import { buildSerializerCompiler } from './serializers.ts';
import { discardUnreadBodies, limitSlowRequests } from './slow-requests.ts';

/** A bare server of which every answer, also the framework's own, has the one error shape. */
export function createServer(
  config: Pick<Config, 'trustProxy' | 'limits'>,
  log: Logger,
  newRequestId: () => string,
): FastifyInstance {
  const { requestSeconds, waitSeconds } = config.limits;
  const slowness = limitSlowRequests({
    requestMs: requestSeconds * 1000,
    silenceMs: (waitSeconds + requestSeconds) * 1000,
  });
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    childLoggerFactory: createRequestLog,
    // Requests are logged by `logRequest`.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    requestIdHeader: false,
    ...slowness,
    // Node.js would refuse a request without one without a body; the hook below does it in our shape.
    http: { ...slowness.http, requireHostHeader: false },
    trustProxy: config.trustProxy,
    rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
    bodyLimit: config.limits.bodyBytes,
    schemaController: { compilersFactory: { buildSerializer: buildSerializerCompiler } },
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    // Requests that arrive on an open connection while the server closes are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Errors before routing pass through no hook.
    frameworkErrors: (error, request, reply) => {
      addDefaultHeaders(request, reply);
      handleError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerConnectionError(error, socket, newRequestId),
  });
  useDraining(server);
  server.setErrorHandler(handleError);
  useConnectionErrors(server, newRequestId);
  discardUnreadBodies(server);
  server.addHook('onRoute', (route) => declareErrors(route, OUTAGE_ERRORS));
  // With a callback: a warm read passes through it without a promise.
  server.addHook('onRequest', ({ raw }, reply, done) => {
    const fault = findRequestFault(raw, config.trustProxy !== false);
    // What follows on the connection may be part of this request.
    if (fault) reply.header('connection', 'close');
    const hasNull = raw.url?.includes('%00') === true;
    done(fault ?? (hasNull ? invalidRequest('The URL must not contain the character U+0000.') : undefined));
  });
  return server;
}
