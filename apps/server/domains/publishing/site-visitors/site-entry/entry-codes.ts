/**
 * Hands a browser that has signed in on the API origin over to the host of a site, which never sees the cookie of the
 * session. The site first gives the browser a secret of its own; the code is then good for the browser that has it, once.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import { type SitesOrigin, siteUrl } from '../../../../platform/http/site-url.ts';
import { insertEntryCode, takeEntryCode } from './entry-codes.repository.ts';

const SECRET_BYTES = 32;
/** The time for one redirect. */
const LIFETIME_MS = 60_000;

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A secret by which a site recognizes the browser that it sent away to sign in. */
export const newBrowserSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const isBrowserSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text);

/** How the API origin is told of that secret: it learns only the digest. */
export const nameBrowser = (secret: string): string => digestOf(secret).toString('base64url');

/** The host at which readers reach a site. */
const hostOf = (origin: SitesOrigin, site: SitePointer): string => new URL(siteUrl(origin, site)).host;

/** `browser`: as `nameBrowser` names it. */
export async function createEntryCode(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  site: SitePointer,
  { sessionId, browser }: { sessionId: string; browser: string },
): Promise<string> {
  const code = randomBytes(SECRET_BYTES).toString('base64url');
  const now = clock();
  const { organizationId, siteId } = site;
  await insertEntryCode(
    db,
    {
      organizationId,
      siteId,
      digest: digestOf(code),
      sessionId,
      host: hostOf(config, site),
      browserDigest: Buffer.from(browser, 'base64url'),
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    },
    now,
  );
  return code;
}

/** Returns the session for which the code was made; undefined unless it is for this site, host and browser. */
export async function redeemEntryCode(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  site: SitePointer,
  { code, host, secret }: { code: string; host: string; secret: string },
): Promise<string | undefined> {
  const stored = await takeEntryCode(db, digestOf(code));
  if (!stored || stored.expiresAt <= clock()) return undefined;
  const browser = digestOf(secret);
  const isFor =
    stored.siteId === site.siteId &&
    stored.organizationId === site.organizationId &&
    stored.host === host &&
    host === hostOf(config, site) &&
    stored.browserDigest.length === browser.length &&
    timingSafeEqual(stored.browserDigest, browser);
  return isFor ? stored.sessionId : undefined;
}
