import type { FastifyReply } from 'fastify';
import type { Addresses } from './addresses.ts';
import { type PageFrame, renderFrame } from './layout.ts';
import { ASSETS_VERSION } from './styles.ts';

/** Sends a page; a browser may keep it, but asks each time whether it still holds. */
export function sendPage(reply: FastifyReply, addresses: Addresses, frame: PageFrame): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(String(renderFrame(addresses, ASSETS_VERSION, frame)));
}
