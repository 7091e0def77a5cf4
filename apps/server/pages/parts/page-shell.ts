import type { FastifyReply } from 'fastify';
import { textsFor } from '../messages/messages.ts';
import type { Addresses } from './addresses.ts';
import { csrfField } from './forms.ts';
import { type PageFrame, renderFrame } from './layout.ts';
import { ASSETS_VERSION } from './styles.ts';

/**
 * Sends a page. Browsers may store it, but must check each time whether it has changed, unless the route says
 * otherwise. Error pages are not stored.
 */
export function sendPage(reply: FastifyReply, addresses: Addresses, frame: PageFrame): FastifyReply {
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', reply.statusCode < 400 ? 'private, no-cache' : 'no-store');
  }
  const { viewer } = reply.request;
  const csrf = csrfField(reply.request);
  const texts = textsFor(reply.request);
  return reply
    .type('text/html; charset=utf-8')
    .send(String(renderFrame(addresses, { stylesVersion: ASSETS_VERSION, csrf, viewer, texts }, frame)));
}
