import type { FastifyRequest } from 'fastify';
import { type KeyRing, seal, unseal } from '../../access/keys.ts';

/** However long a browser stays open. */
const MAXIMUM_DAYS = 7;
const MAXIMUM_MILLISECONDS = MAXIMUM_DAYS * 24 * 60 * 60 * 1000;
/** What an opened cookie has before its content: nonce and tag. */
const SEAL_BYTES = 28;

/** The cookie of a browser that signed in: its API token, which only this instance can read out of it. */
export interface SessionCookie {
  /** The header that sets it. */
  issue(token: string): string;
  /** The header that makes the browser forget it. */
  clear(): string;
  /** Whether the browser sent one at all, good or not. */
  isSent(request: FastifyRequest): boolean;
  /** The token; undefined without a cookie that was issued here and is not too old. */
  read(request: FastifyRequest): string | undefined;
}

interface Session {
  token: string;
  issuedAt: number;
}

export function createSessionCookie(options: {
  baseUrl: string;
  keyRing: KeyRing;
  clock: () => Date;
}): SessionCookie {
  const isSecure = new URL(options.baseUrl).protocol === 'https:';
  // The prefix keeps other hosts below the same domain from setting it; a browser refuses it without TLS.
  const name = isSecure ? '__Host-lectern' : 'lectern';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const keys = options.keyRing.keys('sessions');

  function open(value: string): string | undefined {
    const sealed = Buffer.from(value, 'base64url');
    if (sealed.length <= SEAL_BYTES) return undefined;
    let session: Session;
    try {
      session = JSON.parse(unseal(keys, sealed)) as Session;
    } catch {
      // Made up, or from before a rotation of the secret: nobody is signed in.
      return undefined;
    }
    const age = options.clock().getTime() - session.issuedAt;
    return age < MAXIMUM_MILLISECONDS ? session.token : undefined;
  }

  const sent = (request: FastifyRequest): string[] =>
    (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1));

  return {
    issue(token) {
      const session: Session = { token, issuedAt: options.clock().getTime() };
      const sealed = seal(keys[0] as Buffer, JSON.stringify(session));
      return `${name}=${sealed.toString('base64url')}; ${attributes}`;
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    isSent: (request) => sent(request).length > 0,
    read(request) {
      for (const value of sent(request)) {
        const token = open(value);
        if (token !== undefined) return token;
      }
      return undefined;
    },
  };
}
