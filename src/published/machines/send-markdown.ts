import type { FastifyReply } from 'fastify';
import { matchesEntityTag } from '../entity-tag.ts';
import { type Sharing, sharingHeaders } from '../sharing.ts';
import type { MarkdownPage } from './page-markdown.ts';

/** Sends a page as Markdown. `held`: the tags of what the client has. */
export function sendMarkdown(
  reply: FastifyReply,
  { body, entityTag, canonicalUrl, isIndexed }: MarkdownPage,
  { sharing, held }: { sharing: Sharing; held: string | undefined },
): FastifyReply {
  reply.headers({
    'content-type': 'text/markdown; charset=utf-8',
    ...sharingHeaders(sharing),
    vary: sharing.isShared ? 'accept' : 'accept, cookie',
    link: `<${canonicalUrl}>; rel="canonical"`,
    etag: entityTag,
  });
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  if (matchesEntityTag(held, entityTag)) return reply.code(304).send();
  return reply.send(body);
}

/** Whether Markdown is asked for by name, and HTML not more. Browsers never do. */
export function acceptsMarkdown(accepted = ''): boolean {
  let markdown = 0;
  let html = 0;
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.find((one) => one.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    if (name === 'text/markdown') markdown = value;
    if (name === 'text/html') html = value;
  }
  return markdown > 0 && markdown >= html;
}
