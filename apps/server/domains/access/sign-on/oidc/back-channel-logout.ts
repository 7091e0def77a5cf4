import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Context } from '../../../../platform/context.ts';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { ALGORITHMS, DiscoveryProblem } from './discovery.ts';
import { CLOCK_TOLERANCE_SECONDS, type OidcClients } from './oidc-clients.ts';
import { deleteOidcSessions } from './oidc-sessions.queries.ts';
import { insertUse } from './oidc-uses.repository.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MAX_TOKEN_LENGTH = 32_768;
const MAX_AGE_SECONDS = 300;
const MAX_ID_LENGTH = 255;

/** Why a logout token ended nothing: a sentence for the provider, without anything of the token. */
export class LogoutRefusal extends Error {}

/**
 * Ends the sessions that a provider says have ended (OpenID Connect Back-Channel Logout 1.0), in this moment and in
 * all processes. Returns how many there were. Throws a refusal for a token that is not from the provider, not meant
 * for us, or was used before.
 */
export async function logOutByToken(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  clients: OidcClients,
  provider: ConnectedProvider,
  token: string,
): Promise<number> {
  const { subject, sid, tokenId } = readClaims(await verify({ clock }, clients, provider, token));
  return transact(async ({ trx, announce }) => {
    const expiresAt = new Date(clock().getTime() + 2 * (MAX_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1000);
    const use = { provider: provider.key, useId: `logout:${tokenId}`, expiresAt };
    if (!(await insertUse(trx, use))) throw new LogoutRefusal('The logout token was used before.');
    const ended = await deleteOidcSessions(trx, { provider: provider.key, subject, sid });
    for (const sessionId of ended) announce({ kind: 'session', sessionId });
    return ended.length;
  });
}

async function verify(
  { clock }: Pick<Context, 'clock'>,
  clients: OidcClients,
  provider: ConnectedProvider,
  token: string,
): Promise<JWTPayload> {
  if (token === '' || token.length > MAX_TOKEN_LENGTH) throw new LogoutRefusal('There is no logout token.');
  try {
    const { keys } = await clients.get(provider);
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: provider.issuer,
      audience: provider.clientId,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      currentDate: clock(),
      requiredClaims: ['iat', 'jti', 'events'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError)
      throw new LogoutRefusal(`The logout token cannot be verified (${error.code}).`);
    if (error instanceof NetworkError || error instanceof DiscoveryProblem)
      throw new LogoutRefusal('The keys of the identity provider cannot be fetched.');
    throw error;
  }
}

function readClaims({ sub, sid, jti, events, nonce }: JWTPayload): {
  subject: string | undefined;
  sid: string | undefined;
  tokenId: string;
} {
  const isLogout = typeof events === 'object' && events !== null && EVENT in events;
  // An ID token has a nonce: nobody can use one to sign its owner out.
  if (!isLogout || nonce !== undefined) throw new LogoutRefusal('The token is not a logout token.');
  const isId = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH;
  if (!isId(jti) || ![sub, sid].every((value) => value === undefined || isId(value)))
    throw new LogoutRefusal('The logout token has unusable claims.');
  if (sub === undefined && sid === undefined)
    throw new LogoutRefusal('The logout token names neither a person nor a session.');
  return { subject: sub, sid: sid as string | undefined, tokenId: jti as string };
}
