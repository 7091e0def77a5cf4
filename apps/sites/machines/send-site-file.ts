import type { FastifyReply } from 'fastify';
import { sendCompressed } from '../responses/send-compressed.ts';
import { type Sharing, sharingHeaders } from '../responses/sharing.ts';
import type { SiteFile } from './site-files.ts';

/** Sends a file of the site. One that is written while it is sent ends when its reader goes. */
export function sendSiteFile(
  reply: FastifyReply,
  { body, contentType, isIndexed }: SiteFile,
  { sharing, accepted }: { sharing: Sharing; accepted: string | undefined },
): Promise<FastifyReply> {
  reply.headers({
    'content-type': contentType,
    ...sharingHeaders(sharing),
    vary: sharing.isShared ? 'accept-encoding' : 'accept-encoding, cookie',
  });
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  return sendCompressed(reply, body, accepted);
}
