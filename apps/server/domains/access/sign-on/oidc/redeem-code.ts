import { createHash } from 'node:crypto';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { sealSecret } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';
import type { AssertedPerson } from '../asserted-person.ts';
import { SignOnRefusal } from '../refusal.ts';
import { getClient } from './begin-sign-on.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import type { OidcClients } from './oidc-clients.ts';
import { callbackUrl } from './oidc-urls.ts';
import { insertUse } from './oidc-uses.repository.ts';
import { loadOpenidClient } from './openid-client.ts';
import { readClaims } from './read-claims.ts';
import { openState, type SignOnState, secretsOf } from './sign-on-state.ts';

const MAX_QUERY_LENGTH = 16_384;
const MAX_ID_TOKEN_LENGTH = 32_768;

/**
 * Accepts what the provider sent the browser back with: exchanges the code for tokens, which the library verifies.
 * Throws a refusal; nobody is signed in by this alone.
 */
export async function redeemCode(
  context: Pick<Context, 'config' | 'clock' | 'keyRing' | 'db'>,
  clients: OidcClients,
  provider: ConnectedProvider,
  { query, browser }: { query: URLSearchParams; browser: string | undefined },
): Promise<{ state: SignOnState; person: AssertedPerson }> {
  const states = query.getAll('state');
  if (states.length !== 1 || String(query).length > MAX_QUERY_LENGTH)
    throw new SignOnRefusal('oidc-state', 'not one state');
  const sealed = states[0] as string;
  const state = openState(context, provider, { state: sealed, browser });
  const client = await getClient(clients, provider);
  // Before the code is sent anywhere: the same response counts only once, in whatever order two of them come.
  const use = { provider: provider.key, useId: state.requestId, expiresAt: state.expiresAt };
  if (!(await insertUse(context.db, use))) throw new SignOnRefusal('request-used');
  const { verifier, nonce } = secretsOf(browser as string, state.requestId);
  const library = await loadOpenidClient();
  const url = new URL(callbackUrl(context.config.baseUrl, provider));
  url.search = String(query);
  try {
    const tokens = await library.authorizationCodeGrant(client.config, url, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: sealed,
      idTokenExpected: true,
    });
    const claims = tokens.claims() as IDToken;
    assertAccessToken(claims, tokens.id_token as string, tokens.access_token);
    const userInfo = await fetchMissing(provider, claims, async () =>
      client.config.serverMetadata().userinfo_endpoint === undefined
        ? undefined
        : library.fetchUserInfo(client.config, tokens.access_token, claims.sub),
    );
    const idToken = provider.endsProviderSession ? (tokens.id_token as string) : undefined;
    if (idToken !== undefined && idToken.length > MAX_ID_TOKEN_LENGTH)
      throw new SignOnRefusal('too-large', 'ID token');
    const sealedToken = idToken === undefined ? undefined : sealSecret(context.keyRing, idToken);
    return { state, person: readClaims(provider, { claims, userInfo, idToken: sealedToken }) };
  } catch (error) {
    throw explain(error);
  }
}

/** The provider's own addresses for claims are asked only if the token lacks something that is needed. */
async function fetchMissing(
  { groupsClaim }: ConnectedProvider,
  claims: IDToken,
  fetch: () => Promise<UserInfoResponse | undefined>,
): Promise<UserInfoResponse | undefined> {
  const isComplete =
    claims.email !== undefined &&
    claims.name !== undefined &&
    (groupsClaim === null || claims[groupsClaim] !== undefined);
  return isComplete ? undefined : fetch();
}

/** `at_hash` binds the access token, with which claims are fetched, to the ID token. */
function assertAccessToken(claims: IDToken, idToken: string, accessToken: string): void {
  if (claims.at_hash === undefined) return;
  const header = JSON.parse(Buffer.from(idToken.split('.')[0] as string, 'base64url').toString()) as {
    alg: string;
  };
  const name = /(256|384|512)$/.exec(header.alg)?.[1] ?? '512';
  const digest = createHash(`sha${name}`).update(accessToken).digest();
  if (digest.subarray(0, digest.length / 2).toString('base64url') !== claims.at_hash)
    throw new SignOnRefusal('oidc-token', 'at_hash');
}

/** The names of errors go into the log, never what a provider or a stranger wrote into them. */
function explain(error: unknown): unknown {
  if (error instanceof SignOnRefusal) return error;
  const chain = causesOf(error);
  if (chain.some((cause) => cause instanceof NetworkError || cause.name === 'TimeoutError'))
    return new SignOnRefusal('oidc-unreachable', chain.map(({ name }) => name).join(' < '));
  const codes = chain.flatMap(({ code }) => (typeof code === 'string' ? code : []));
  const known = chain.find(({ error: name }) => typeof name === 'string');
  const named = typeof known?.error === 'string' ? known.error.replaceAll(/[^\w-]/g, '').slice(0, 60) : '';
  const claim = chain.flatMap(({ cause }) => readClaimName(cause))[0];
  const detail = [...codes, named, claim].filter(Boolean).join(' ');
  if (codes.includes('OAUTH_AUTHORIZATION_RESPONSE_ERROR')) return new SignOnRefusal('status', detail);
  if (codes.includes('OAUTH_RESPONSE_BODY_ERROR') || codes.includes('OAUTH_WWW_AUTHENTICATE_CHALLENGE'))
    return new SignOnRefusal('oidc-code', detail);
  if (codes.includes('OAUTH_JWT_TIMESTAMP_CHECK_FAILED')) return new SignOnRefusal('oidc-expired', detail);
  if (codes.some((code) => code.startsWith('OAUTH_')) || codes.includes('ERR_JWKS_NO_MATCHING_KEY'))
    return new SignOnRefusal('oidc-token', detail);
  return chain.some(({ name }) => name === 'ClientError' || name === 'OperationProcessingError')
    ? new SignOnRefusal('oidc-token', detail)
    : error;
}

interface Cause {
  name: string;
  code?: unknown;
  error?: unknown;
  cause?: unknown;
}

const causesOf = (error: unknown): Cause[] =>
  error instanceof Error ? [error as Cause, ...causesOf(error.cause)].slice(0, 8) : [];

const readClaimName = (cause: unknown): string[] =>
  typeof cause === 'object' && cause !== null && 'claim' in cause && typeof cause.claim === 'string'
    ? [cause.claim.replaceAll(/[^\w-]/g, '').slice(0, 60)]
    : [];
