import { randomBytes } from 'node:crypto';
import type { Context } from '../../../../platform/context.ts';
import { getActiveProvider } from '../known-provider.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { insertRequest } from '../requests.repository.ts';
import { digestSecret } from '../sign-on-tickets.ts';
import { loadNodeSaml } from './node-saml.ts';
import { serviceUrls } from './service-urls.ts';

/** Enough to find a second factor in a bag. */
const RESPONSE_MINUTES = 15;

/**
 * Returns the URL at which the provider signs the user in. `browser`: the secret in the browser's cookie; `returnPath`:
 * the path on our own origin to return to. It is stored here: the RelayState that comes back is never followed.
 */
export async function startSignOn(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  key: ProviderKey,
  { browser, returnPath }: { browser: string; returnPath: string },
): Promise<string> {
  const provider = await getActiveProvider(db, key);
  const requestId = `_${randomBytes(16).toString('hex')}`;
  const createdAt = clock();
  await insertRequest(db, key, {
    requestId,
    browser: digestSecret(browser),
    returnPath,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + RESPONSE_MINUTES * 60_000),
  });
  const { entityId, acs } = serviceUrls(config.baseUrl, key);
  const { SAML } = await loadNodeSaml();
  const saml = new SAML({
    issuer: entityId,
    callbackUrl: acs,
    entryPoint: provider.sso_url,
    idpCert: provider.certificate,
    generateUniqueId: () => requestId,
    // The provider decides how people are named and how they authenticate.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}
