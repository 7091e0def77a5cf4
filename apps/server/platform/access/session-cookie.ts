import type { FastifyRequest } from 'fastify';
import { readCookies } from '../http/cookies.ts';
import { isSessionSecret } from './token.ts';

/** The cookie of a signed-in browser: the secret of its session, without any information of its own. */
export interface SessionCookie {
  /** The header that sets it. */
  issue(secret: string, expiresAt: Date): string;
  /** The header that makes the browser forget it. */
  clear(): string;
  /** Whether the browser sent one at all, good or not. */
  isSent(request: FastifyRequest): boolean;
  /** Reads the secret of a session; undefined without a cookie that looks like one. */
  read(request: FastifyRequest): string | undefined;
}

const isOverTls = (baseUrl: string): boolean => new URL(baseUrl).protocol === 'https:';

/** The prefix keeps other hosts below the same domain from setting it; a browser refuses it without TLS. */
export const sessionCookieName = (baseUrl: string): string =>
  isOverTls(baseUrl) ? '__Host-lectern' : 'lectern';

export function createSessionCookie({ baseUrl }: { baseUrl: string }): SessionCookie {
  const isSecure = isOverTls(baseUrl);
  const name = sessionCookieName(baseUrl);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const sent = ({ headers }: FastifyRequest): string[] => readCookies(headers.cookie, name);

  return {
    issue: (secret, expiresAt) => `${name}=${secret}; Expires=${expiresAt.toUTCString()}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    isSent: (request) => sent(request).length > 0,
    read: (request) => sent(request).find(isSessionSecret),
  };
}
