import { openSecret } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { DiscoveryProblem } from './discovery.ts';
import type { OidcClients } from './oidc-clients.ts';
import { findOidcSession } from './oidc-sessions.queries.ts';
import { afterLogoutUrl } from './oidc-urls.ts';
import { loadOpenidClient } from './openid-client.ts';

/**
 * Where the browser goes to be signed out at the provider, too (OpenID Connect RP-Initiated Logout 1.0); ask before the
 * session ends here. Undefined: it stays signed in there.
 */
export async function findProviderLogout(
  context: Pick<Context, 'db' | 'keyRing' | 'config' | 'log'>,
  clients: OidcClients,
  {
    sessionId,
    find,
  }: {
    sessionId: string;
    find: (key: string) => Promise<ConnectedProvider | undefined>;
  },
): Promise<{ url: URL; label: string } | undefined> {
  const session = await findOidcSession(context.db, sessionId);
  const provider = session && (await find(session.provider));
  if (!session || !provider?.endsProviderSession || session.idToken === null) return undefined;
  try {
    const { config } = await clients.get(provider);
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const library = await loadOpenidClient();
    const url = library.buildEndSessionUrl(config, {
      id_token_hint: openSecret(context.keyRing, session.idToken),
      post_logout_redirect_uri: afterLogoutUrl(context.config.baseUrl),
    });
    return { url, label: provider.label };
  } catch (error) {
    if (!(error instanceof DiscoveryProblem)) throw error;
    context.log.warn({ code: error.code }, 'identity provider not reached to sign out');
    return undefined;
  }
}
