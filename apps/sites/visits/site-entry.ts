import type { FastifyReply } from 'fastify';
import {
  findSiteOfReader,
  type SiteEntrance,
} from '../../server/domains/publishing/published-content/find-site.ts';
import {
  contentNotFound,
  membershipRequired,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import { isForAccounts } from '../../server/domains/publishing/site-visitors/admission.ts';
import {
  isBrowserSecret,
  nameBrowser,
  newBrowserSecret,
  redeemEntryCode,
} from '../../server/domains/publishing/site-visitors/site-entry/entry-codes.ts';
import type { SiteReaders } from '../../server/domains/publishing/site-visitors/site-readers.ts';
import type { SitePointer } from '../../server/platform/access/pointers.ts';
import type { Context } from '../../server/platform/context.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { signInFailed } from './entry-errors.ts';
import { createSiteCookie } from './site-cookie.ts';
import { resolveLocation } from './site-location.ts';
import type { SiteRequest } from './site-request.ts';

export interface EntryParts {
  context: Pick<Context, 'db' | 'config' | 'clock' | 'pointers'>;
  readers: SiteReaders;
}

/** The time that somebody has to sign in. */
const AWAY_MS = 15 * 60_000;

/** The addresses of a site at which members enter it. */
type Entry = 'sign-in' | 'enter';

/** Whether an address is one at which members enter a site. */
export function findEntry({ segments }: SiteRequest): Entry | undefined {
  const name = segments.at(-2) === '~' ? segments.at(-1) : undefined;
  return name === 'sign-in' || name === 'enter' ? name : undefined;
}

/**
 * Sends readers to sign in on the API origin, and lets them in when they come back from there with a code. The site
 * recognizes the browser by a secret that it gave to it, so that nobody can be signed in as somebody else by a link.
 */
export async function handleEntry(
  parts: EntryParts,
  entry: Entry,
  asked: SiteRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pointers, config } = parts.context;
  const entrance = await findSiteOfReader(pointers, config, asked.host, asked.segments);
  if (entrance?.rest.length !== 2 || !entrance.site.isPublished) throw contentNotFound();
  const location = asked.query.get('location');
  reply.header('cache-control', 'no-store');
  if (!isForAccounts(entrance.site)) return reply.redirect(resolveLocation(entrance.base, location), 303);
  if (new URL(siteUrl(config, entrance.site)).host !== asked.host) throw contentNotFound();
  return entry === 'sign-in' ? sendAway(parts, entrance, asked, reply) : letIn(parts, entrance, asked, reply);
}

async function sendAway(
  { context: { config, clock } }: EntryParts,
  { site }: SiteEntrance,
  { cookies, query }: SiteRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cookie = createSiteCookie(config, 'enter');
  const held = cookie.read(cookies, site.siteId);
  // Several tabs sign in with one secret.
  const secret = isBrowserSecret(held) ? held : newBrowserSecret();
  const until = new Date(clock().getTime() + AWAY_MS);
  const address = new URL(`${config.baseUrl}/app/enter/${site.siteId}`);
  address.search = String(
    new URLSearchParams({
      location: query.get('location') ?? '/',
      browser: nameBrowser(secret),
      from: 'site',
    }),
  );
  return reply
    .header('set-cookie', cookie.issue({ siteId: site.siteId, path: pathOf(config, site) }, secret, until))
    .redirect(address.href, 303);
}

async function letIn(
  parts: EntryParts,
  { site, base }: SiteEntrance,
  { host, cookies, query }: SiteRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config } = parts.context;
  if (query.has('refused')) throw membershipRequired();
  const cookie = createSiteCookie(config, 'enter');
  const secret = cookie.read(cookies, site.siteId);
  const code = query.get('code');
  const sessionId =
    isBrowserSecret(secret) && code
      ? await redeemEntryCode(parts.context, site, { code, host, secret })
      : undefined;
  if (sessionId === undefined) throw signInFailed();
  const setCookie = await remember(parts, { site, cookies }, { enteredBy: sessionId });
  if (setCookie === undefined) throw membershipRequired();
  return reply
    .header('set-cookie', [setCookie, cookie.clear({ siteId: site.siteId, path: pathOf(config, site) })])
    .redirect(resolveLocation(base, query.get('location')), 303);
}

/** The header that lets the browser keep what it has proven; undefined if the site does not open to its visitor even so. */
export async function remember(
  { context: { config }, readers }: EntryParts,
  { site, cookies }: { site: SitePointer; cookies: string | undefined },
  proven: { enteredBy: string } | { knowsPassword: true },
): Promise<string | undefined> {
  const cookie = createSiteCookie(config);
  const session = cookie.read(cookies, site.siteId);
  const open = await readers.openSites.open(site);
  const { visitor } = await readers.admit(open, { session, ...proven, asSession: true });
  if (!visitor) return undefined;
  const token = await readers.tokens.sign('session', visitor);
  return cookie.issue({ siteId: site.siteId, path: pathOf(config, site) }, token, visitor.expiresAt);
}

/** The path of the cookies of a site, without a slash at the end. */
const pathOf = (config: EntryParts['context']['config'], site: SitePointer): string =>
  new URL(siteUrl(config, site)).pathname.slice(0, -1);
