import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { contentNotFound } from '../../features/published-content/resolve-url.ts';
import { networkOf } from '../../http/client-network.ts';
import { ApiError, defineError } from '../../http/errors.ts';
import { methodNotAllowed, rateLimited } from '../../http/request-errors.ts';
import { readSiteRequest } from '../site-request.ts';
import type { SiteTraffic } from '../site-traffic.ts';
import type { EnterAsProgram } from './enter-as-program.ts';
import { answerMessage } from './mcp-server.ts';
import type { CreateSiteTools } from './site-tools.ts';

export interface McpDeps {
  enterAsProgram: EnterAsProgram;
  createSiteTools: CreateSiteTools;
  traffic: SiteTraffic;
}

const notOneMessage = defineError(
  { status: 400, reason: 'not-one-message' },
  'Send one message of the Model Context Protocol as JSON, not a list of them.',
);

const MAX_BODY_BYTES = 64_000;
const CALLS_PER_MINUTE = 300;
const MAX_COUNTED = 20_000;

/** The endpoint of the Model Context Protocol that each site has. */
export function mcpRoutes(
  server: FastifyInstance,
  { enterAsProgram, createSiteTools, traffic }: McpDeps,
): void {
  const count = createCallCounter();

  server.route({
    method: 'POST',
    url: '*',
    bodyLimit: MAX_BODY_BYTES,
    onRequest: async (request) => {
      if (!isMcp(request.raw.url)) throw methodNotAllowed(request.method, 'GET, HEAD');
      count(request.ip);
    },
    handler: (request, reply) => answer(request, reply),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readSiteRequest({ host: request.host, url: request.raw.url as string, cookies: undefined });
    if (!asked) throw contentNotFound();
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
      throw notOneMessage();
    const { host } = asked;
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const enter = (segments: readonly string[]) => enterAsProgram({ host, segments, token });
    const resolved = await enter(asked.segments.slice(0, -2)).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) reply.header('www-authenticate', 'Bearer');
      throw error;
    });
    traffic.count(resolved.open.site.siteId, 'mcp');
    const tools = await createSiteTools(resolved, enter);
    const headers = pickHeaders(request);
    const sent = new Request(`http://${host}${asked.pathname}`, { method: 'POST', headers });
    const response = await answerMessage(tools, sent, request.body);
    return reply
      .code(response.status)
      .headers({
        'content-type': response.headers.get('content-type') ?? 'application/json',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(await response.text());
  }
}

/** Only those that the protocol reads. */
function pickHeaders({ headers }: FastifyRequest): Headers {
  const picked = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = headers[name];
    if (typeof value === 'string') picked.set(name, value);
  }
  return picked;
}

/** Whether an address is the endpoint of a site. */
export const isMcp = (url = ''): boolean => (url.split('?', 1)[0] as string).endsWith('/~/mcp');

/** Counts the calls of each address in each minute, and refuses more. */
function createCallCounter(): (address: string) => void {
  const counts = new LRUCache<string, { calls: number }>({ max: MAX_COUNTED, ttl: 60_000 });
  return (address) => {
    const network = networkOf(address);
    const counted = counts.get(network) ?? { calls: 0 };
    if (counted.calls === 0) counts.set(network, counted);
    counted.calls += 1;
    if (counted.calls > CALLS_PER_MINUTE) throw rateLimited('Too many requests. Try again in a minute.');
  };
}
