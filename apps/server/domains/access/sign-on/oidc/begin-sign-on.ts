import type { Context } from '../../../../platform/context.ts';
import { SignOnRefusal } from '../refusal.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { DiscoveryProblem } from './discovery.ts';
import type { OidcClient, OidcClients } from './oidc-clients.ts';
import { callbackUrl } from './oidc-urls.ts';
import { loadOpenidClient } from './openid-client.ts';
import { newRequestId, sealState, secretsOf } from './sign-on-state.ts';

const MAX_HINT_LENGTH = 320;

interface Beginning {
  /** The secret in the browser's cookie. */
  browser: string;
  /** The path on our own origin to return to. */
  returnPath: string;
  /** Who is likely to sign in, as the page that leads here says. */
  loginHint: string | undefined;
  /** The issuer that the page names that leads here; must be that of the provider. */
  issuer: string | undefined;
}

/** Returns the URL at which the provider signs the user in. */
export async function beginSignOn(
  context: Pick<Context, 'config' | 'clock' | 'keyRing'>,
  clients: OidcClients,
  provider: ConnectedProvider,
  { browser, returnPath, loginHint, issuer }: Beginning,
): Promise<URL> {
  if (issuer !== undefined && issuer !== provider.issuer) throw new SignOnRefusal('issuer', 'initiated');
  const { config } = await getClient(clients, provider);
  const library = await loadOpenidClient();
  const requestId = newRequestId();
  const { verifier, nonce } = secretsOf(browser, requestId);
  const hint = loginHint?.replaceAll(/\p{C}/gu, '').trim();
  return library.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(context.config.baseUrl, provider),
    scope: ['openid', ...provider.scopes.filter((scope) => scope !== 'openid')].join(' '),
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state: sealState(context, provider, { requestId, browser, returnPath }),
    ...(hint && hint.length <= MAX_HINT_LENGTH ? { login_hint: hint } : {}),
  });
}

/** Throws a refusal if the provider cannot be used at the moment. */
export async function getClient(clients: OidcClients, provider: ConnectedProvider): Promise<OidcClient> {
  try {
    return await clients.get(provider);
  } catch (error) {
    if (error instanceof DiscoveryProblem) {
      const reason = error.code === 'unreachable' ? 'oidc-unreachable' : 'oidc-discovery';
      throw new SignOnRefusal(reason, `${error.code}: ${error.message}`);
    }
    throw error;
  }
}
