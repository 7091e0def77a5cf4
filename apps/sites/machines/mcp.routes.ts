import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { contentNotFound } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { explainFailure } from '../../server/platform/http/error-handler.ts';
import { ApiError, defineError } from '../../server/platform/http/errors.ts';
import { unsupportedMediaType } from '../../server/platform/http/request-errors.ts';
import type { ProgramReads } from '../insights/program-reads.ts';
import type { SiteTraffic } from '../site-traffic.ts';
import { readSiteRequest } from '../visits/site-request.ts';
import { readAcceptedTypes, weighType } from './accepted-types.ts';
import type { EnterAsProgram } from './enter-as-program.ts';
import { failWith, idOf, presentRefusal, RPC_CODES, RpcFailure, type RpcResponse } from './json-rpc.ts';
import { checkBatch, checkVersion, handleBatch, handleMessage } from './mcp-server.ts';
import type { CreateSiteTools } from './site-tools.ts';

export interface McpDeps {
  enterAsProgram: EnterAsProgram;
  createSiteTools: CreateSiteTools;
  traffic: SiteTraffic;
  programReads: ProgramReads;
}

const notAcceptable = defineError(
  { status: 406, reason: 'not-acceptable' },
  'The endpoint of the Model Context Protocol responds with application/json or text/event-stream. Accept one of them.',
);

/** The endpoint of the Model Context Protocol that each site has. `countPost` counts a message of an address. */
export function createMcpHandler(
  { enterAsProgram, createSiteTools, traffic, programReads }: McpDeps,
  countPost: (address: string) => void,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(FOR_EVERY_ORIGIN);
    const { headers, body, ip } = request;
    const asked = readSiteRequest({ host: request.host, url: request.raw.url as string, cookies: undefined });
    if (!asked) throw contentNotFound();
    const format = chooseFormat(headers.accept);
    if (!format) throw notAcceptable();
    if (!isJson(headers['content-type'])) throw unsupportedMediaType();
    const { host } = asked;
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    const enter = (segments: readonly string[]) => enterAsProgram({ host, segments, token });
    const resolved = await enter(asked.segments.slice(0, -2)).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) reply.header('www-authenticate', 'Bearer');
      throw error;
    });
    traffic.count(resolved.open.site.siteId, 'mcp');
    programReads.record(resolved, { type: 'mcp_request' }, { headers, pathname: asked.pathname });
    const named = headers['mcp-protocol-version'];
    const version = typeof named === 'string' && named !== '' ? named : undefined;
    try {
      checkVersion(version, body);
      if (Array.isArray(body)) checkBatch(version, body);
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      return sendMessage(reply, 400, failWith(idOf(body), error), 'json');
    }
    const tools = await createSiteTools(resolved, enter);
    if (!Array.isArray(body)) {
      const response = await handleMessage(tools, body);
      if (!response) return sendNothing(reply);
      return isInvalid(response)
        ? sendMessage(reply, 400, response, 'json')
        : sendMessage(reply, 200, response, format);
    }
    // The request itself is counted.
    for (let at = 1; at < body.length; at += 1) countPost(ip);
    const responses = await handleBatch(tools, body);
    return responses.length === 0 ? sendNothing(reply) : sendMessage(reply, 200, responses, format);
  };
}

/** Other types of a simple form would let a page send messages without a preflight request. */
const isJson = (type = ''): boolean =>
  (type.split(';', 1)[0] as string).trim().toLowerCase() === 'application/json';

/** A message that is none is a bad request; all other errors are those of a method, and a response like any other. */
const isInvalid = (response: RpcResponse): boolean =>
  'error' in response && response.error.code === RPC_CODES.invalidRequest;

/** How a client wants the response: undefined if it understands neither JSON nor a stream of events. */
type MessageFormat = 'json' | 'events';

/** JSON is preferred. A client without an `Accept` header, or with an empty one, takes everything. */
function chooseFormat(accepted: string | undefined): MessageFormat | undefined {
  const weights = readAcceptedTypes(accepted || '*/*');
  if (weighType(weights, 'application/json') > 0) return 'json';
  return weighType(weights, 'text/event-stream') > 0 ? 'events' : undefined;
}

/** Sends a response as JSON, or as the only event of a stream. */
function sendMessage(
  reply: FastifyReply,
  status: number,
  message: RpcResponse | readonly RpcResponse[],
  format: MessageFormat,
): FastifyReply {
  const body = JSON.stringify(message);
  return reply
    .code(status)
    .headers(UNKEPT)
    .header('content-type', format === 'events' ? 'text/event-stream' : JSON_TYPE)
    .send(format === 'events' ? `event: message\ndata: ${body}\n\n` : body);
}

/** Accepts messages that have no response. */
const sendNothing = (reply: FastifyReply): FastifyReply => reply.code(202).headers(UNKEPT).send();

const UNKEPT = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends an error of any kind to a client of the endpoint: it reads nothing but messages. */
export function sendMcpRefusal(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = explainFailure(error, request);
  const isNotJson = request.body === undefined && NOT_JSON_CODES.has((error as FastifyError).code);
  const message = presentRefusal(refusal, { requestId: request.id, body: request.body, isNotJson });
  for (const name of ['etag', 'content-length']) reply.removeHeader(name);
  reply.headers(FOR_EVERY_ORIGIN);
  if (refusal.headers) reply.headers(refusal.headers);
  return sendMessage(reply.serializer(String), refusal.status, message, 'json');
}

/** The errors of the framework for a body that is no JSON. */
const NOT_JSON_CODES = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

/** Every origin may use the endpoint: it ignores cookies, and a token is always sent on purpose. */
const FOR_EVERY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Allow, Retry-After, WWW-Authenticate',
};

/** Answers the preflight request of a browser. */
export const sendMcpPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .headers({
      ...FOR_EVERY_ORIGIN,
      allow: MCP_METHODS,
      'access-control-allow-methods': 'POST',
      // The asterisk stands for all headers but the first; some browsers do not know it.
      'access-control-allow-headers':
        'Authorization, *, Accept, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id',
      'access-control-max-age': '86400',
      'cache-control': 'no-store',
    })
    .send();

/** The methods of the endpoint. It offers no stream of messages (GET) and has no sessions (DELETE). */
export const MCP_METHODS = 'POST, OPTIONS';

/** Whether an address is the endpoint of a site. */
export const isMcp = (url = ''): boolean => /\/~\/mcp\/?$/.test(url.split('?', 1)[0] as string);
