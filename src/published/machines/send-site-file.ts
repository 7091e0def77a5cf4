import type { FastifyReply } from 'fastify';
import { type Sharing, sharingHeaders } from '../sharing.ts';
import type { SiteFile } from './site-files.ts';

/** Sends a file of the site. One that is written while it is sent ends when its reader goes. */
export function sendSiteFile(
  reply: FastifyReply,
  { body, contentType, isIndexed }: SiteFile,
  sharing: Sharing,
): FastifyReply {
  reply.headers({
    'content-type': contentType,
    ...sharingHeaders(sharing),
  });
  if (!sharing.isShared) reply.header('vary', 'cookie');
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  return reply.send(body);
}
