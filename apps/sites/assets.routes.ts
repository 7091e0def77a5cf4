import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendBuiltFile } from '../server/platform/http/built-files.ts';
import { routeNotFound } from '../server/platform/http/request-errors.ts';
import { ASSETS_PATH, type Assets } from './assets.ts';
import { writeFramePolicy } from './responses/page-policy.ts';

/** Style sheets and scripts. A name holds the hash of its content: browsers and proxies keep them for good. */
export function assetRoutes(server: FastifyInstance, assets: Assets): void {
  server.route<{ Params: { fileName: string } }>({
    method: ['GET', 'HEAD'],
    url: `${ASSETS_PATH}:fileName`,
    exposeHeadRoute: false,
    handler({ params, headers, host }, reply) {
      const asset = assets.find(params.fileName);
      if (!asset) throw routeNotFound();
      if (asset.contentType.startsWith('text/html')) giveFramePolicy(reply, host);
      return sendBuiltFile(reply, asset, headers['accept-encoding']);
    },
  });
}

function giveFramePolicy(reply: FastifyReply, host: string): void {
  reply.header('content-security-policy', writeFramePolicy(host));
  // It has no origin that could have a process of its own; browsers warn of one that asks for it.
  reply.removeHeader('origin-agent-cluster');
}
