import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentNotFound } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { ApiError, defineError } from '../../server/platform/http/errors.ts';
import type { ProgramReads } from '../insights/program-reads.ts';
import type { SiteTraffic } from '../site-traffic.ts';
import { readSiteRequest } from '../visits/site-request.ts';
import { readAcceptedTypes } from './accepted-types.ts';
import type { EnterAsProgram } from './enter-as-program.ts';
import type { CreateSiteTools } from './site-tools.ts';

export interface McpDeps {
  enterAsProgram: EnterAsProgram;
  createSiteTools: CreateSiteTools;
  traffic: SiteTraffic;
  programReads: ProgramReads;
}

const notOneMessage = defineError(
  { status: 400, reason: 'not-one-message' },
  'Send one message of the Model Context Protocol as JSON, not a list of them.',
);

const notAcceptable = defineError(
  { status: 406, reason: 'not-acceptable' },
  'The endpoint of the Model Context Protocol responds with application/json or text/event-stream. Accept one of them.',
);

/** The endpoint of the Model Context Protocol that each site has. */
export function createMcpHandler({ enterAsProgram, createSiteTools, traffic, programReads }: McpDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(FOR_EVERY_ORIGIN);
    const asked = readSiteRequest({ host: request.host, url: request.raw.url as string, cookies: undefined });
    if (!asked) throw contentNotFound();
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
      throw notOneMessage();
    const format = chooseFormat(request.headers.accept);
    if (!format) throw notAcceptable();
    const { host } = asked;
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const enter = (segments: readonly string[]) => enterAsProgram({ host, segments, token });
    const resolved = await enter(asked.segments.slice(0, -2)).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) reply.header('www-authenticate', 'Bearer');
      throw error;
    });
    traffic.count(resolved.open.site.siteId, 'mcp');
    const { headers: from } = request;
    programReads.record(resolved, { type: 'mcp_request' }, { headers: from, pathname: asked.pathname });
    const tools = await createSiteTools(resolved, enter);
    const sent = new Request(`http://${host}${asked.pathname}`, {
      method: 'POST',
      headers: pickHeaders(from),
    });
    // Loaded for the first request: few instances get one, and it would slow down every start.
    const { handleMessage: answerMessage } = await import('./mcp-server.ts');
    const response = await answerMessage(tools, sent, request.body);
    return sendMessage(reply, response, format);
  };
}

/** How a client wants the response: undefined if it understands neither JSON nor a stream of events. */
type MessageFormat = 'json' | 'events';

/** JSON is preferred. A client without an `Accept` header takes everything. */
function chooseFormat(accepted = '*/*'): MessageFormat | undefined {
  const weights = readAcceptedTypes(accepted);
  const accepts = (...types: string[]): boolean => types.some((type) => (weights.get(type) ?? 0) > 0);
  if (accepts('application/json', 'application/*', '*/*')) return 'json';
  return accepts('text/event-stream', 'text/*') ? 'events' : undefined;
}

/** Only those that the protocol reads. The SDK refuses clients that do not ask for both formats. */
function pickHeaders(from: IncomingHttpHeaders): Headers {
  const picked = new Headers({ accept: 'application/json, text/event-stream' });
  for (const name of ['content-type', 'mcp-protocol-version']) {
    const value = from[name];
    if (typeof value === 'string') picked.set(name, value);
  }
  return picked;
}

/** Sends a response as JSON, or as the only event of a stream. */
async function sendMessage(
  reply: FastifyReply,
  response: Response,
  format: MessageFormat,
): Promise<FastifyReply> {
  const body = await response.text();
  const isEvent = format === 'events' && response.ok && body !== '';
  return reply
    .code(response.status)
    .headers({
      'content-type': isEvent
        ? 'text/event-stream'
        : (response.headers.get('content-type') ?? 'application/json'),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(isEvent ? `event: message\ndata: ${body}\n\n` : body);
}

/** Every origin may use the endpoint: it ignores cookies, and a token is always sent on purpose. */
export const FOR_EVERY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate',
};

/** Answers the preflight request of a browser. */
export const sendMcpPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .headers({
      ...FOR_EVERY_ORIGIN,
      allow: MCP_METHODS,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id',
      'access-control-max-age': '86400',
      'cache-control': 'no-store',
    })
    .send();

/** The methods of the endpoint. It offers no stream of messages (GET) and has no sessions (DELETE). */
export const MCP_METHODS = 'POST, OPTIONS';

/** Whether an address is the endpoint of a site. */
export const isMcp = (url = ''): boolean => (url.split('?', 1)[0] as string).endsWith('/~/mcp');
