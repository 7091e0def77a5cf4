import type { FastifyRequest } from 'fastify';
import { isSignOnSecret, newSignOnSecret } from '../../../domains/access/sign-on/sign-on-tickets.ts';
import { readCookies } from '../../../platform/http/cookies.ts';

/** Longer than any step of a sign-in may take. */
const MAX_AGE_SECONDS = 30 * 60;

/**
 * Identifies the browser that started the sign-in. The cookie is sent when a page of ours or a link leads here, but not
 * with the form that an identity provider sends.
 */
export interface BrowserCookie {
  read(request: FastifyRequest): string | undefined;
  /** The secret that the browser has, or a new one, with the header that sets it. One serves all its windows. */
  keep(request: FastifyRequest): { secret: string; header: string };
}

export function createBrowserCookie(baseUrl: string): BrowserCookie {
  const isSecure = new URL(baseUrl).protocol === 'https:';
  const name = `${isSecure ? '__Host-' : ''}lectern-sso`;
  const attributes = `Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  const read = (request: FastifyRequest): string | undefined =>
    readCookies(request.headers.cookie, name).find(isSignOnSecret);

  return {
    read,
    keep(request) {
      const secret = read(request) ?? newSignOnSecret();
      return { secret, header: `${name}=${secret}; ${attributes}` };
    },
  };
}
