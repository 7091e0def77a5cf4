import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentNotFound } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { ApiError, defineError } from '../../server/platform/http/errors.ts';
import type { ProgramReads } from '../insights/program-reads.ts';
import type { SiteTraffic } from '../site-traffic.ts';
import { readSiteRequest } from '../visits/site-request.ts';
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

/** The endpoint of the Model Context Protocol that each site has. */
export function createMcpHandler({ enterAsProgram, createSiteTools, traffic, programReads }: McpDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
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
    const { headers: from } = request;
    programReads.record(resolved, { type: 'mcp_request' }, { headers: from, pathname: asked.pathname });
    const tools = await createSiteTools(resolved, enter);
    const headers = pickHeaders(request);
    const sent = new Request(`http://${host}${asked.pathname}`, { method: 'POST', headers });
    // Loaded for the first request: few instances get one, and it would slow down every start.
    const { handleMessage: answerMessage } = await import('./mcp-server.ts');
    const response = await answerMessage(tools, sent, request.body);
    return reply
      .code(response.status)
      .headers({
        'content-type': response.headers.get('content-type') ?? 'application/json',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(await response.text());
  };
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
