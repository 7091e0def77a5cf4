import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSiteOfReader } from '../../server/domains/publishing/published-content/find-site.ts';
import { contentNotFound } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { proveSitePassword } from '../../server/domains/publishing/site-visitors/site-entry/prove-site-password.ts';
import { networkOf } from '../../server/platform/http/client-network.ts';
import { assertOwnPage } from './enter-from-page.ts';
import { wrongPassword } from './entry-errors.ts';
import { type EntryParts, remember } from './site-entry.ts';
import { resolveLocation } from './site-location.ts';
import { readSiteRequest } from './site-request.ts';

/** Whether an address takes the password of a site. */
export const isPasswordPost = (url = ''): boolean => (url.split('?', 1)[0] as string).endsWith('/~/password');

/** Lets a visitor into a site who enters its password on its page. */
export async function handlePasswordPost(
  parts: EntryParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  assertOwnPage(request);
  const { host, raw, headers, body, ip } = request;
  const asked = readSiteRequest({ host, url: raw.url as string, cookies: headers.cookie });
  const entrance =
    asked &&
    (await findSiteOfReader(parts.context.pointers, parts.context.config, asked.host, asked.segments));
  const isAsked = entrance?.rest.length === 2 && entrance.site.isPublished;
  if (!asked || !isAsked || entrance.site.visibility !== 'password') throw contentNotFound();
  const { site, base } = entrance;
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const { passwordHash } = await parts.readers.openSites.open(site);
  const isRight = await proveSitePassword(site, {
    stored: passwordHash,
    password: form.get('password') ?? '',
    network: networkOf(ip),
    now: parts.context.clock(),
  });
  if (!isRight) throw wrongPassword();
  const setCookie = await remember(parts, { site, cookies: asked.cookies }, { knowsPassword: true });
  if (setCookie === undefined) throw wrongPassword();
  return reply
    .headers({ 'set-cookie': setCookie, 'cache-control': 'no-store' })
    .redirect(resolveLocation(base, form.get('location')), 303);
}
