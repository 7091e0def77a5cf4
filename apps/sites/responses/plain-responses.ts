import type { FastifyReply } from 'fastify';
import { PLAIN_THEME } from '../pages/document-head.ts';
import type { PageAssets } from '../pages/page-data.ts';
import { renderPlainPage } from '../pages/plain-page.ts';
import { styleSource } from '../pages/theme-style.ts';

const POLICY = `default-src 'none'; style-src 'self' ${styleSource(PLAIN_THEME)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Sends a page of no site. */
export const sendPlainPage = (
  reply: FastifyReply,
  {
    status,
    title,
    message,
    requestId,
    assets,
  }: { status: number; title: string; message: string; requestId?: string; assets: PageAssets },
): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(Buffer.from(String(renderPlainPage({ title, message, requestId, assets }))));
