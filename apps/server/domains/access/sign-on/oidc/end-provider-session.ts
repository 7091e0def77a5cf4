import { openSecret } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { DiscoveryProblem } from './discovery.ts';
import { findInstanceProvider } from './instance-providers.ts';
import { connectedProviderOf } from './oidc.service.ts';
import type { OidcClients } from './oidc-clients.ts';
import { findOidcProviderRow } from './oidc-providers.queries.ts';
import { findOidcSession } from './oidc-sessions.queries.ts';
import { afterLogoutUrl } from './oidc-urls.ts';
import { loadOpenidClient } from './openid-client.ts';

/**
 * Where the browser goes to be signed out at the provider, too (OpenID Connect RP-Initiated Logout 1.0). Undefined: it
 * stays signed in there.
 */
export async function findProviderLogout(
  context: Pick<Context, 'db' | 'keyRing' | 'config' | 'log'>,
  clients: OidcClients,
  sessionId: string,
): Promise<URL | undefined> {
  const session = await findOidcSession(context.db, sessionId);
  const provider = session && (await findProvider(context, session.provider));
  if (!session || !provider?.endsProviderSession || session.idToken === null) return undefined;
  try {
    const { config } = await clients.get(provider);
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const library = await loadOpenidClient();
    return library.buildEndSessionUrl(config, {
      id_token_hint: openSecret(context.keyRing, session.idToken),
      post_logout_redirect_uri: afterLogoutUrl(context.config.baseUrl),
    });
  } catch (error) {
    if (!(error instanceof DiscoveryProblem)) throw error;
    // Signing out here must work even if the provider does not respond.
    context.log.warn({ code: error.code }, 'identity provider not reached to sign out');
    return undefined;
  }
}

async function findProvider(
  { db, keyRing, config }: Pick<Context, 'db' | 'keyRing' | 'config'>,
  key: string,
): Promise<ConnectedProvider | undefined> {
  const ofInstance = findInstanceProvider(config, { key });
  if (ofInstance) return ofInstance;
  const [organizationId, providerId] = key.split('/') as [string, string];
  if (organizationId === 'instance') return undefined;
  const row = await findOidcProviderRow(db, { organizationId, providerId });
  return row && connectedProviderOf({ keyRing }, row);
}
