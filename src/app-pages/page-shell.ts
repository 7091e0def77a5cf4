import type { FastifyReply } from 'fastify';
import type { Addresses } from './addresses.ts';
import { type PageFrame, renderFrame } from './layout.ts';
import { ASSETS_VERSION } from './styles.ts';

/** Sends a page, which a browser may keep, but asks for anew each time; a refusal is nothing to keep. */
export function sendPage(reply: FastifyReply, addresses: Addresses, frame: PageFrame): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', reply.statusCode < 400 ? 'private, no-cache' : 'no-store')
    .send(String(renderFrame(addresses, ASSETS_VERSION, frame)));
}
