import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../http/errors.ts';
import { crossSiteRequest } from './access-errors.ts';
import type { KeyRing } from './keys.ts';
import { createSessionCookie, type SessionCookie } from './session-cookie.ts';

/** The header in which a script on our own pages sends the result of `csrfToken`. */
export const CSRF_HEADER = 'x-lectern-csrf';

declare module 'fastify' {
  interface FastifyInstance {
    sessions: BrowserSessions;
  }
}

/** Tells requests of our own pages from requests that another origin makes a signed-in browser send. */
export interface BrowserSessions {
  cookie: SessionCookie;
  /** The origin of the base URL. */
  origin: string;
  /** The start page of the app. */
  homeUrl: string;
  /** Returns the token that a changing request carries beside the cookie: only our own pages learn it. */
  csrfToken(secret: string): string;
  /** Whether the text is the CSRF token of the request's session. */
  isCsrfToken(secret: string, text: string | undefined): boolean;
  /** Whether the browser declares that the request comes from one of our pages; browsers declare it for every POST. */
  isFromHere(request: FastifyRequest): boolean;
  /** Returns why an API call with this session must be refused; undefined if it may proceed. */
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
