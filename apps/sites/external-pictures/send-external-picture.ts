import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  contentNotFound,
  type ResolvedContent,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { Context } from '../../server/platform/context.ts';
import { FILE_POLICY } from '../files/delivery.ts';
import { matchesEntityTag } from '../responses/entity-tag.ts';
import type { FindLook } from '../site-looks.ts';
import { isGenuine } from './external-picture-address.ts';
import type { ExternalPicture, ExternalPictures } from './external-pictures.ts';

/** The picture at an address on another host; throws a 404 for one that the site does not show, or that is not there. */
export type ReadExternalPicture = (
  place: ResolvedContent,
  asked: { mac: string; url: string },
) => Promise<ExternalPicture>;

export function createReadExternalPicture(
  { keyRing }: Pick<Context, 'keyRing'>,
  { lookOf, pictures }: { lookOf: FindLook; pictures: ExternalPictures },
): ReadExternalPicture {
  return async ({ open: { site }, siteSpaceId }, { mac, url }) => {
    const { siteId, organizationId } = site;
    if (!isGenuine(keyRing.keys('pictures'), mac, { siteId, url })) throw contentNotFound();
    const { customization } = await lookOf(site, siteSpaceId);
    const isProxied = customization.externalPictures.mode === 'proxy';
    const picture = isProxied ? await pictures.find({ organizationId, url }) : undefined;
    if (!picture) throw contentNotFound();
    return picture;
  };
}

const MAX_AGE_SECONDS = 3600;

/** Sends a picture of another host as files of users are sent: nothing in it may run or load anything. */
export function sendExternalPicture(
  reply: FastifyReply,
  { bytes, contentType, entityTag }: ExternalPicture,
  { headers, isShared }: { headers: FastifyRequest['headers']; isShared: boolean },
): FastifyReply {
  reply.headers({
    'content-security-policy': FILE_POLICY,
    'cache-control': `${isShared ? 'public' : 'private'}, max-age=${MAX_AGE_SECONDS}`,
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    etag: entityTag,
  });
  if (matchesEntityTag(headers['if-none-match'], entityTag)) return reply.code(304).send();
  return reply.type(contentType).send(bytes);
}
