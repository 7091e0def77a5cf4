import { newId } from '@lectern/std/ids';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { useReplicaReads } from '../server/platform/access/replica-reads.ts';
import type { Config } from '../server/platform/config.ts';
import type { Replicas } from '../server/platform/db/replicas/replicas.ts';
import { respondToConnectionError } from '../server/platform/http/connection-errors.ts';
import { useDraining } from '../server/platform/http/draining.ts';
import { explainFailure, handleError } from '../server/platform/http/error-handler.ts';
import { ApiError } from '../server/platform/http/errors.ts';
import { routeNotFound } from '../server/platform/http/request-errors.ts';
import { findRequestFault, withoutOrigin } from '../server/platform/http/request-faults.ts';
import { discardUnreadBodies, limitSlowRequests } from '../server/platform/http/slow-requests.ts';
import { siteRequests } from '../server/platform/metrics/meters.ts';
import { nameTracedRequest } from '../server/platform/tracing/trace-requests.ts';
import { assetRoutes } from './assets.routes.ts';
import { pageAssets } from './assets.ts';
import { type ServedFilesDeps, servedFileRoutes } from './files/served-files.routes.ts';
import { isMcp, sendMcpRefusal } from './machines/mcp.routes.ts';
import type { PageAssets } from './pages/page-data.ts';
import { sendPlainPage } from './responses/plain-responses.ts';
import { SECURITY_HEADERS } from './responses/security-headers.ts';
import { type SitePagesDeps, sitePageRoutes } from './site-pages.routes.ts';

export interface PublishedDeps {
  log: FastifyBaseLogger;
  trustProxy?: Config['trustProxy'];
  /** Where reads may go; undefined: there are none. */
  replicas?: Replicas | undefined;
  files: ServedFilesDeps;
  pages: SitePagesDeps;
}

// A client that reads nothing for this long is gone: its connection and the file behind it are released.
const SILENCE_TIMEOUT_MS = 120_000;
const REQUEST_TIMEOUT_MS = 30_000;

// Headers that describe a file, and would be untrue of an error.
const FILE_HEADERS = ['content-disposition', 'content-range', 'accept-ranges', 'access-control-allow-origin'];

/**
 * Builds the server of the sites origin: what readers and browsers see of users' content, away from the origin where
 * the API and the console live. Its addresses hold capabilities, share keys and visitors' tokens: none of them is in
 * its
 * log. Listens to nothing yet.
 */
export function buildPublishedApp({
  log,
  trustProxy = false,
  replicas,
  files,
  pages,
}: PublishedDeps): FastifyInstance {
  // A build without them fails the start, not each page.
  const plainAssets = pageAssets(pages.assets);
  const sendError: SendError = (error, request, reply) => sendFailure(error, request, reply, plainAssets);
  const sendRefusal: SendError = (error, request, reply) => {
    if (!(error instanceof ApiError) || isMcp(request.raw.url)) return sendError(error, request, reply);
    reply.headers(SECURITY_HEADERS);
    pages.refusals.send(error, request, reply).then(
      (isSent) => isSent || sendError(error, request, reply),
      (failure: Error) => sendError(failure, request, reply),
    );
  };
  const slowness = limitSlowRequests({ requestMs: REQUEST_TIMEOUT_MS, silenceMs: SILENCE_TIMEOUT_MS });
  const server = Fastify({
    ...slowness,
    // Node.js would refuse a request without one without a body; the hook below does it in our shape.
    http: { ...slowness.http, requireHostHeader: false },
    loggerInstance: log,
    trustProxy,
    rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
    // The line of a request would hold its address, and with it the capability.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    routerOptions: { maxParamLength: 2048 },
    // A 503 of the framework would not have the one error shape.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: sendError,
    clientErrorHandler: (error, socket) => respondToConnectionError(error, socket, newId),
  });
  useDraining(server);
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    nameTracedRequest(request.raw, { route, requestId: request.id });
    siteRequests.observe(reply.elapsedTime, request.method, String(reply.statusCode));
    done();
  });
  server.addHook('onClose', () => pages.programReads.settle());
  server.setErrorHandler(sendRefusal);
  discardUnreadBodies(server);
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(SECURITY_HEADERS);
    const fault = findRequestFault(request.raw, trustProxy !== false);
    // What follows on the connection may be part of this request.
    if (fault) reply.header('connection', 'close');
    // Before the body is read, unlike a handler of unknown routes.
    next(fault ?? (request.is404 ? routeNotFound() : undefined));
  });
  useReplicaReads(server, replicas);
  assetRoutes(server, pages.assets);
  servedFileRoutes(server, files);
  sitePageRoutes(server, pages);
  return server;
}

type SendError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => void;

function sendFailure(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  assets: PageAssets,
): void {
  for (const name of FILE_HEADERS) reply.removeHeader(name);
  // Also for addresses that are refused before any hook has run.
  reply.headers(SECURITY_HEADERS);
  if (isMcp(request.raw.url) && !isOpened(request)) sendMcpRefusal(error, request, reply);
  else if (isForReader(request)) respondToReader(error, request, reply, assets);
  else handleError(error, request, reply);
}

/** Programs read files, and send requests that are not for pages. */
const isForReader = ({ method, raw }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && raw.url?.startsWith('/files/') !== true;

/** Whether a person opens the address in a browser. */
const isOpened = (request: FastifyRequest): boolean =>
  isForReader(request) && request.headers.accept?.includes('text/html') === true;

const TITLES: Record<number, string> = { 401: 'Please sign in', 404: 'Page not found' };

function respondToReader(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  assets: PageAssets,
): void {
  const { status, message, headers } = explainFailure(error, request);
  for (const name of ['etag', 'content-length', 'set-cookie', 'vary']) reply.removeHeader(name);
  if (headers) reply.headers(headers);
  const isFault = status >= 500;
  sendPlainPage(reply, {
    status,
    title: TITLES[status] ?? (isFault ? 'Something went wrong' : 'Request refused'),
    message: status === 404 ? 'There is no page at this address.' : message,
    assets,
    ...(isFault ? { requestId: request.id } : {}),
  });
}
