import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../http/errors.ts';
import { crossSiteRequest } from './access-errors.ts';
import type { KeyRing } from './keys.ts';
import { createSessionCookie, type SessionCookie } from './session-cookie.ts';

/** Where a program on our own pages sends what `csrfToken` gives. */
export const CSRF_HEADER = 'x-lectern-csrf';

declare module 'fastify' {
  interface FastifyInstance {
    sessions: BrowserSessions;
  }
}

/** What tells a request of our own pages from one that another origin makes a signed-in browser send. */
export interface BrowserSessions {
  cookie: SessionCookie;
  /** Of the base URL. */
  origin: string;
  /** Where people begin. */
  homeUrl: string;
  /** What a request that changes something carries beside the cookie: only our own pages learn it. */
  csrfToken(secret: string): string;
  /** Whether the text is what `csrfToken` gives for the session of the request. */
  isCsrfToken(secret: string, text: string | undefined): boolean;
  /** Whether a browser says that the request comes from a page of ours; they say it of every POST. */
  isFromHere(request: FastifyRequest): boolean;
  /** Why a call of the API by this session must not be answered; undefined: it may. */
  refuseForgery(request: FastifyRequest, secret: string): ApiError | undefined;
}

export function createBrowserSessions({
  baseUrl,
  keyRing,
}: {
  baseUrl: string;
  keyRing: KeyRing;
}): BrowserSessions {
  const { origin } = new URL(baseUrl);
  const macOf = (key: Buffer, secret: string): Buffer => createHmac('sha256', key).update(secret).digest();
  const isFromHere = (request: FastifyRequest): boolean => request.headers.origin === origin;

  function isCsrfToken(secret: string, text: string | undefined): boolean {
    const given = Buffer.from(text ?? '', 'base64url');
    return keyRing.keys('csrf').some((key) => {
      const mac = macOf(key, secret);
      return mac.length === given.length && timingSafeEqual(mac, given);
    });
  }

  return {
    cookie: createSessionCookie({ baseUrl }),
    origin,
    homeUrl: `${baseUrl}/app`,
    csrfToken: (secret) => macOf(keyRing.keys('csrf')[0] as Buffer, secret).toString('base64url'),
    isCsrfToken,
    isFromHere,
    refuseForgery(request, secret) {
      if (isSafe(request.method)) return undefined;
      if (!isFromHere(request)) {
        return crossSiteRequest(
          `A request with a session cookie must come from a page of ${origin}. Send a token instead.`,
        );
      }
      const given = request.headers[CSRF_HEADER];
      if (typeof given === 'string' && isCsrfToken(secret, given)) return undefined;
      return crossSiteRequest(
        'A request with a session cookie requires the header X-Lectern-CSRF. Set it to the csrfToken that GET /v1/session returns.',
      );
    },
  };
}

/** They change nothing here. */
export const isSafe = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
