import type { FastifyReply } from 'fastify';
import type { SiteFile } from './site-files.ts';

/** Sends a file of the site. One that is written while it is sent ends when its reader goes. */
export function sendSiteFile(
  reply: FastifyReply,
  { body, contentType, isShared, isIndexed }: SiteFile,
): FastifyReply {
  reply.headers({
    'content-type': contentType,
    'cache-control':
      isShared && !reply.hasHeader('set-cookie') ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
  });
  if (!isShared) reply.header('vary', 'cookie');
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  return reply.send(body);
}
