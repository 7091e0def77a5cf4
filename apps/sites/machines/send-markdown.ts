import type { FastifyReply } from 'fastify';
import { matchesEntityTag, tagOfEncoding } from '../responses/entity-tag.ts';
import { chooseBodyEncoding, encodeKept } from '../responses/send-compressed.ts';
import { type Sharing, sharingHeaders } from '../responses/sharing.ts';
import { readAcceptedTypes } from './accepted-types.ts';
import type { MarkdownPage } from './page-markdown.ts';

/** Sends a page as Markdown. `held`: the tags of what the client has; `accepted`: the encodings that it takes. */
export async function sendMarkdown(
  reply: FastifyReply,
  page: MarkdownPage,
  { sharing, held, accepted }: { sharing: Sharing; held: string | undefined; accepted: string | undefined },
): Promise<FastifyReply> {
  const { body, canonicalUrl, isIndexed } = page;
  const encoding = chooseBodyEncoding(body, accepted);
  const entityTag = tagOfEncoding(page.entityTag, encoding);
  reply.headers({
    'content-type': 'text/markdown; charset=utf-8',
    ...sharingHeaders(sharing),
    vary: sharing.isShared ? 'accept, accept-encoding' : 'accept, accept-encoding, cookie',
    link: `<${canonicalUrl}>; rel="canonical"`,
    etag: entityTag,
  });
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  if (matchesEntityTag(held, entityTag)) return reply.code(304).send();
  if (!encoding) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await encodeKept(page, encoding));
}

/** Whether Markdown is asked for by name, and HTML not more. Browsers never do. */
export function acceptsMarkdown(accepted = ''): boolean {
  const weights = readAcceptedTypes(accepted);
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}
