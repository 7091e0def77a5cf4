import type { FastifyInstance } from 'fastify';
import { FRAME_PATH } from '../../server/domains/publishing/published-content/previews/page-frames.ts';
import { contentNotFound } from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { Config } from '../../server/platform/config.ts';
import { createCallCounter } from '../../server/platform/http/call-counter.ts';
import { chooseEncoding } from '../../server/platform/http/compression.ts';
import { writeFramedPagePolicy } from '../responses/page-policy.ts';
import { encodeKept } from '../responses/send-compressed.ts';
import type { DrawFramedPage } from './framed-pages.ts';

export interface FramedPagesDeps {
  config: Pick<Config, 'baseUrl' | 'sitesUrl'>;
  drawFramedPage: DrawFramedPage;
}

/** A customization of the largest size, in characters of several bytes, signed. */
const MAX_BYTES = 600_000;
const DRAWN_PER_MINUTE = 300;

/** Draws pages of sites for frames of the console: of customizations that are not stored, and as visitors see them. */
export function framedPageRoutes(server: FastifyInstance, { config, drawFramedPage }: FramedPagesDeps): void {
  const countDrawn = createCallCounter('framed-pages', DRAWN_PER_MINUTE);
  const filesOrigin = new URL(config.sitesUrl).origin;
  const consoleOrigin = new URL(config.baseUrl).origin;

  server.route({
    method: 'POST',
    url: FRAME_PATH,
    bodyLimit: MAX_BYTES,
    onRequest: async ({ ip }) => countDrawn(ip),
    handler: async ({ body, headers }, reply) => {
      const token = body instanceof URLSearchParams ? body.get('token') : null;
      if (token === null) throw contentNotFound();
      const { page, siteUrl } = await drawFramedPage(token);
      const encoding = chooseEncoding(headers['accept-encoding']);
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': writeFramedPagePolicy({
          siteUrl,
          consoleOrigin,
          filesOrigin,
          styleSource: page.styleSource,
          loadsExternalPictures: page.loadsExternalPictures,
        }),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      });
      if (!encoding) return reply.send(page.body);
      return reply.header('content-encoding', encoding).send(await encodeKept(page, encoding));
    },
  });
}
