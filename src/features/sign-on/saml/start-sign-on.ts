import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { getActiveProvider } from '../known-provider.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { insertRequest } from '../requests.repository.ts';
import { digestSecret } from '../sign-on-tickets.ts';
import { loadNodeSaml } from './node-saml.ts';
import { serviceUrls } from './service-urls.ts';

/** Enough to find a second factor in a bag. */
const ANSWER_MINUTES = 15;

/**
 * Where to send a browser so that the provider signs somebody in. `browser`: the secret that it keeps in a cookie;
 * `returnPath`: where to go afterwards, on our own origin. It stays here: whatever comes back as RelayState leads nowhere.
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
    expiresAt: new Date(createdAt.getTime() + ANSWER_MINUTES * 60_000),
  });
  const { entityId, acs } = serviceUrls(config.baseUrl, key);
  const { SAML } = await loadNodeSaml();
  const saml = new SAML({
    issuer: entityId,
    callbackUrl: acs,
    entryPoint: provider.sso_url,
    idpCert: provider.certificate,
    generateUniqueId: () => requestId,
    // How people are named, and how they prove who they are, is for the provider to say.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}
