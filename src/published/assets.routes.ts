import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooseEncoding } from '../http/compression.ts';
import { routeNotFound } from '../http/request-errors.ts';
import { ASSETS_PATH, type Asset, type Assets } from './assets.ts';

/** Style sheets and scripts. A name holds the hash of its content: browsers and proxies keep them for good. */
export function assetRoutes(server: FastifyInstance, assets: Assets): void {
  server.route<{ Params: { fileName: string } }>({
    method: ['GET', 'HEAD'],
    url: `${ASSETS_PATH}:fileName`,
    exposeHeadRoute: false,
    handler({ params, headers }, reply) {
      const asset = assets.find(params.fileName);
      if (!asset) throw routeNotFound();
      return sendAsset(reply, asset, headers['accept-encoding']);
    },
  });
}

function sendAsset(reply: FastifyReply, asset: Asset, accepted: string | undefined): FastifyReply {
  const encoding = chooseEncoding(accepted);
  reply.headers({
    'content-type': asset.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  if (encoding === undefined) return reply.send(asset.body);
  return reply.header('content-encoding', encoding).send(asset[encoding]);
}
