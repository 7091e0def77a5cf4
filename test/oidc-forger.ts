import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An identity provider that says whatever a test wants it to say. */
export interface Forger {
  issuer: string;
  key: CryptoKey;
  /** What differs from an honest configuration; undefined values are left out. */
  metadata: Record<string, unknown>;
  /** The response of the token endpoint, beside an access token. */
  tokens: Record<string, unknown>;
  userInfo: Record<string, unknown>;
  /** Answers instead, by path; null: never answers. */
  instead: Map<string, ((response: ServerResponse) => void) | null>;
  /** The paths that were asked for. */
  asked: string[];
  /** A token signed with the published key. */
  sign(claims: JWTPayload, header?: { kid?: string; alg?: string; key?: CryptoKey }): Promise<string>;
  /** Publishes another key from now on. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export async function startForger(): Promise<Forger> {
  let kid = 0;
  let { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const answers: Record<string, () => Promise<object> | object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: forger.issuer,
      authorization_endpoint: `${forger.issuer}/authorize`,
      token_endpoint: `${forger.issuer}/token`,
      userinfo_endpoint: `${forger.issuer}/userinfo`,
      jwks_uri: `${forger.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...forger.metadata,
    }),
    '/jwks': async () => ({
      keys: [{ ...(await exportJWK(publicKey)), kid: `key-${kid}`, alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({ access_token: 'an-access-token', token_type: 'Bearer', ...forger.tokens }),
    '/userinfo': () => forger.userInfo,
  };
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url as string, forger.issuer);
    forger.asked.push(pathname);
    if (forger.instead.has(pathname)) return forger.instead.get(pathname)?.(response);
    const body = await answers[pathname]?.();
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const forger: Forger = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: privateKey,
    metadata: {},
    tokens: {},
    userInfo: {},
    instead: new Map(),
    asked: [],
    sign: (claims, { kid: name = `key-${kid}`, alg = 'RS256', key = privateKey } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: name }).sign(key),
    rotate: async () => {
      kid += 1;
      ({ privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true }));
      forger.key = privateKey;
    },
    close: () => close(server),
  };
  return forger;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
