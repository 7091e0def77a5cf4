import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEntityTag } from '../responses/entity-tag.ts';
import { type Sharing, tagHeaders } from '../responses/sharing.ts';
import { joinPath, type SiteRequest } from '../visits/site-request.ts';
import type { DrawnPreview } from './social-previews.ts';

/** The picture with which a link to a page is shown elsewhere, and the place of its space. */
export function findSocialPreview(asked: SiteRequest): { pageId: string; from: SiteRequest } | undefined {
  const { segments } = asked;
  const [, pageId] = /^([\w-]{1,64})\.png$/.exec(segments.at(-1) ?? '') ?? [];
  if (pageId === undefined || segments.at(-2) !== 'social' || segments.at(-3) !== '~') return undefined;
  const above = segments.slice(0, -3);
  return { pageId, from: { ...asked, segments: above, pathname: joinPath(above, true) } };
}

/** Sends the picture, for programs that show a link to the page. */
export function sendSocialPreview(
  reply: FastifyReply,
  { bytes, entityTag }: DrawnPreview,
  { headers, sharing }: { headers: FastifyRequest['headers']; sharing: Sharing },
): FastifyReply {
  // Its address names what it shows; a page that is no longer for everybody must not stay in caches for long.
  reply.headers({
    'cache-control': `${sharing.isShared ? 'public' : 'private'}, max-age=3600`,
    ...tagHeaders(sharing),
    etag: entityTag,
    'x-robots-tag': 'noindex',
  });
  reply.header('cross-origin-resource-policy', 'cross-origin');
  if (matchesEntityTag(headers['if-none-match'], entityTag)) return reply.code(304).send();
  return reply.type('image/png').send(bytes);
}
