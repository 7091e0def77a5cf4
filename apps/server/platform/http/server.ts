import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { decodeComponent } from '@lectern/std/decode-component';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { CompiledSchemas, SharedSchemas } from './compiled-schemas.ts';
import { respondToConnectionError, useConnectionErrors } from './connection-errors.ts';
import { declareErrors } from './declared-errors.ts';
import { useDraining } from './draining.ts';
import { handleError, OUTAGE_ERRORS } from './error-handler.ts';
import { type ApiError, invalidField } from './errors.ts';
import { findRequestFault, withoutOrigin } from './request-faults.ts';
import { createRequestLog } from './request-log.ts';
import { addDefaultHeaders } from './response-headers.ts';
import { discardUnreadBodies, limitSlowRequests } from './slow-requests.ts';

const buildCompiler = SerializerSelector();
const serializers = new CompiledSchemas((shared) => {
  const compile = buildCompiler(shared, {});
  return (schema) => compile({ schema } as SerializerSelector.RouteDefinition);
});

/** The framework's own compiler of response schemas, but equal schemas are compiled once. */
const buildSerializerCompiler: SerializerSelector.SerializerFactory = (schemas) => {
  const shared = new SharedSchemas(() => schemas as Record<string, object>);
  return ({ schema }) => {
    const serialize = serializers.defer(schema as object, shared);
    return (body) => serialize()(body);
  };
};

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
    rewriteUrl: ({ url = '/' }) => replaceSurrogates(withoutOrigin(url)),
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
    clientErrorHandler: (error, socket) => respondToConnectionError(error, socket, newRequestId),
  });
  useDraining(server);
  server.setErrorHandler(handleError);
  useConnectionErrors(server, newRequestId);
  discardUnreadBodies(server);
  server.addHook('onRoute', (route) => declareErrors(route, OUTAGE_ERRORS));
  // With a callback: a warm read passes through it without a promise.
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const fault = findRequestFault(raw, config.trustProxy !== false);
    // What follows on the connection may be part of this request.
    if (fault) reply.header('connection', 'close');
    const { url } = raw;
    done(fault ?? (url?.includes('%00') ? explainUnstorable(request, url) : undefined));
  });
  return server;
}

const SURROGATES = /%ED%[AB][\dA-F]%[89AB][\dA-F]/gi;

/** The router refuses encoded surrogates without naming the parameter, so U+0000 takes their place. */
const replaceSurrogates = (url: string): string => (url.includes('%') ? url.replace(SURROGATES, '%00') : url);

/** Names the parameter that holds a character which PostgreSQL cannot store. */
function explainUnstorable({ originalUrl, params, routeOptions }: FastifyRequest, url: string): ApiError {
  const problem = originalUrl.includes('%00') ? 'the character U+0000' : 'an unpaired surrogate';
  const [path = '', ...query] = url.split('?');
  if (path.includes('%00')) {
    const [name = 'path'] = Object.entries(params ?? {}).find(([, value]) => value.includes('\0')) ?? [];
    return invalidField(
      name === '*' ? (routeOptions.config.wildcard ?? 'path') : name,
      `must not contain ${problem}.`,
    );
  }
  const pair =
    query
      .join('?')
      .split('&')
      .find((one) => one.includes('%00')) ?? '';
  const [name = ''] = pair.split('=');
  return name.includes('%00')
    ? invalidField('query', `must not have a parameter whose name contains ${problem}.`)
    : invalidField(decodeComponent(name.replaceAll('+', ' ')), `must not contain ${problem}.`);
}
