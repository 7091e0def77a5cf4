import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Configuration, CustomFetch } from 'openid-client';
import type { Context } from '../../../../platform/context.ts';
import { guardedFetch } from '../../../../platform/http/guarded-fetch.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { type Discovery, discover } from './discovery.ts';
import { loadOpenidClient } from './openid-client.ts';

const MAX_CLIENTS = 500;
/** Providers that moved an address are found again after that time. */
const KEPT_MS = 10 * 60_000;
const MAX_BYTES = 262_144;
const TIMEOUT_MS = 10_000;
/** Clocks may differ by that much. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** What signs people in with one provider: the library, set up with what the provider says about itself. */
export interface OidcClient {
  config: Configuration;
  discovery: Discovery;
  /** The keys of the provider, fetched when needed and again when it has others. */
  keys: JWTVerifyGetKey;
}

/** The clients of this process, which keep what providers say about themselves and their keys for a while. */
export interface OidcClients {
  /** @throws DiscoveryProblem */
  get(provider: ConnectedProvider): Promise<OidcClient>;
  /** The same without what is kept. */
  renew(provider: ConnectedProvider): Promise<OidcClient>;
}

export function createOidcClients({ config, clock }: Pick<Context, 'config' | 'clock'>): OidcClients {
  const allowPrivate = config.allowPrivateNetworks;
  const kept = new LRUCache<string, Promise<OidcClient>>({ max: MAX_CLIENTS, ttl: KEPT_MS });

  const fetchGuarded = async (
    address: string,
    {
      method,
      headers,
      body,
    }: { method: string; headers?: Record<string, string>; body?: string | undefined },
  ): Promise<Response> => {
    const response = await guardedFetch(address, {
      method,
      headers: headers ?? {},
      ...(body === undefined ? {} : { body }),
      allowPrivate,
      // Whoever answers at an address of the provider must not send us, or a code, elsewhere.
      returnsRedirects: true,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const hasBody = ![204, 205, 304].includes(response.status);
    return new Response(hasBody ? new Uint8Array(response.body) : null, {
      status: response.status,
      headers: response.headers,
    });
  };

  const connect = async (provider: ConnectedProvider): Promise<OidcClient> => {
    const library = await loadOpenidClient();
    const discovery = await discover(provider, (address) => fetchGuarded(address, { method: 'GET' }), {
      allowHttp: allowPrivate,
    });
    const { clientId, clientSecret } = provider;
    const authentication =
      clientSecret === undefined
        ? library.None()
        : discovery.authentication === 'client_secret_post'
          ? library.ClientSecretPost(clientSecret)
          : library.ClientSecretBasic(clientSecret);
    const skew = Math.round((clock().getTime() - Date.now()) / 1000);
    const configuration = new library.Configuration(
      discovery.metadata,
      clientId,
      { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS, [library.clockSkew]: skew },
      authentication,
    );
    // Otherwise the library trusts TLS alone for tokens that it fetched itself.
    library.enableNonRepudiationChecks(configuration);
    if (allowPrivate) library.allowInsecureRequests(configuration);
    const fetchForLibrary: CustomFetch = (address, { method, headers, body }) =>
      fetchGuarded(address, { method, headers, body: body == null ? undefined : String(body) });
    configuration[library.customFetch] = fetchForLibrary;
    const keys = createRemoteJWKSet(new URL(discovery.metadata.jwks_uri as string), {
      [joseFetch]: (address: string) => fetchGuarded(address, { method: 'GET' }),
    });
    return { config: configuration, discovery, keys };
  };

  const renew = (provider: ConnectedProvider): Promise<OidcClient> => {
    const client = connect(provider);
    const name = nameOf(provider);
    kept.set(name, client);
    client.catch(() => {
      if (kept.peek(name) === client) kept.delete(name);
    });
    return client;
  };

  return { get: (provider) => kept.get(nameOf(provider)) ?? renew(provider), renew };
}

/** Changed settings are another client. */
const nameOf = ({ key, issuer, clientId, clientSecret = '' }: ConnectedProvider): string =>
  createHash('sha256')
    .update(JSON.stringify([key, issuer, clientId, clientSecret]))
    .digest('base64url');
