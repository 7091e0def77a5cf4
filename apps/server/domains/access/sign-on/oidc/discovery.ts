import { parseUrl } from '@lectern/std/parse-url';
import type { ServerMetadata } from 'openid-client';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** Signatures that can be verified with a key that is published. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];

/** Why a provider cannot be used: a stable code, and what is wrong, as the end of a sentence about the issuer. */
export class DiscoveryProblem extends Error {
  readonly code:
    | 'unreachable'
    | 'no-discovery'
    | 'issuer-differs'
    | 'missing-address'
    | 'insecure-address'
    | 'no-code-flow'
    | 'no-pkce'
    | 'no-algorithm'
    | 'no-authentication';

  constructor(code: DiscoveryProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What a provider says about itself, checked. */
export interface Discovery {
  metadata: ServerMetadata;
  authentication: 'client_secret_post' | 'client_secret_basic';
}

/** Reads what the provider publishes about itself. @throws DiscoveryProblem */
export async function discover(
  { issuer, clientSecret }: Pick<ConnectedProvider, 'issuer' | 'clientSecret'>,
  get: (address: string) => Promise<Response>,
  { allowHttp }: { allowHttp: boolean },
): Promise<Discovery> {
  assertSecure(issuer, 'issuer', allowHttp);
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = await fetchMetadata(address, get);
  if (metadata.issuer !== issuer) {
    throw new DiscoveryProblem(
      'issuer-differs',
      `differs from the one that the identity provider names, ${shorten(metadata.issuer)}. Both must be the same, to the last character.`,
    );
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const endpoint = metadata[name];
    if (typeof endpoint !== 'string' || !parseUrl(endpoint))
      throw new DiscoveryProblem('missing-address', `publishes no ${name} at ${address}.`);
    assertSecure(endpoint, name, allowHttp);
  }
  for (const name of ['userinfo_endpoint', 'end_session_endpoint'] as const) {
    if (metadata[name] !== undefined) assertSecure(String(metadata[name]), name, allowHttp);
  }
  if (!listOf(metadata.response_types_supported).includes('code'))
    throw new DiscoveryProblem('no-code-flow', 'does not support the authorization code flow.');
  const grants = metadata.grant_types_supported;
  if (grants !== undefined && !listOf(grants).includes('authorization_code'))
    throw new DiscoveryProblem('no-code-flow', 'does not support the authorization code flow.');
  // Some providers support PKCE without saying so, such as Entra ID: it is used in any case.
  const challenges = metadata.code_challenge_methods_supported;
  if (challenges !== undefined && !listOf(challenges).includes('S256'))
    throw new DiscoveryProblem('no-pkce', 'does not support PKCE with S256.');
  const algorithms = listOf(metadata.id_token_signing_alg_values_supported ?? ['RS256']);
  if (!algorithms.some((algorithm) => ALGORITHMS.includes(algorithm))) {
    throw new DiscoveryProblem(
      'no-algorithm',
      `signs ID tokens only with ${shorten(algorithms.join(', ') || 'unknown algorithms')}. A public-key algorithm such as RS256 or ES256 is required.`,
    );
  }
  return {
    metadata: metadata as unknown as ServerMetadata,
    authentication: authenticationOf(metadata, clientSecret),
  };
}

type Metadata = Record<string, unknown>;

async function fetchMetadata(
  address: string,
  get: (address: string) => Promise<Response>,
): Promise<Metadata> {
  let response: Response;
  try {
    response = await get(address);
  } catch (error) {
    if (error instanceof NetworkError)
      throw new DiscoveryProblem('unreachable', `cannot be reached: ${error.message}`);
    throw error;
  }
  if (response.status !== 200) {
    const redirects = response.status >= 300 && response.status < 400 ? ', which redirects elsewhere' : '';
    throw new DiscoveryProblem(
      'no-discovery',
      `has no configuration at ${address}${redirects}: the response has the status ${response.status}.`,
    );
  }
  const metadata: unknown = await response.json().catch(() => undefined);
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new DiscoveryProblem(
      'no-discovery',
      `has no configuration at ${address}: the response is not a JSON object.`,
    );
  return metadata as Metadata;
}

function authenticationOf(metadata: Metadata, clientSecret: string | undefined): Discovery['authentication'] {
  const methods = metadata.token_endpoint_auth_methods_supported;
  if (clientSecret === undefined || methods === undefined) return 'client_secret_basic';
  const method = (['client_secret_post', 'client_secret_basic'] as const).find((name) =>
    listOf(methods).includes(name),
  );
  if (method) return method;
  throw new DiscoveryProblem(
    'no-authentication',
    'accepts neither client_secret_basic nor client_secret_post, the ways in which a client secret is sent.',
  );
}

function assertSecure(address: string, what: string, allowHttp: boolean): void {
  const protocol = parseUrl(address)?.protocol;
  if (protocol === 'https:' || (protocol === 'http:' && allowHttp)) return;
  throw new DiscoveryProblem(
    'insecure-address',
    what === 'issuer'
      ? 'must begin with https://.'
      : `publishes a ${what} that does not begin with https://.`,
  );
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? value.replaceAll(/\p{C}/gu, '') : 'none';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};
