import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { isId } from '../../http/ids.ts';
import { insertRequest } from './requests.repository.ts';
import { loadNodeSaml } from './saml/node-saml.ts';
import { SignOnRefusal } from './saml/refusal.ts';
import { type ActiveProviderRow, isActive, type ProviderRow } from './saml/saml.queries.ts';
import { findProviderRow } from './saml/saml.repository.ts';
import { type ProviderKey, serviceUrls } from './saml/service-urls.ts';
import { digestSecret } from './sign-on-tickets.ts';

/** Enough to find a second factor in a bag. */
const ANSWER_MINUTES = 15;

/** Throws a refusal when nobody can sign in by the provider. */
export async function getActiveProvider(db: Context['db'], key: ProviderKey): Promise<ActiveProviderRow> {
  const row = await getKnownProvider(db, key);
  if (!isActive(row)) throw new SignOnRefusal('provider-gone', 'pending');
  return row;
}

/** Throws a refusal when there is no such provider. */
export async function getKnownProvider(db: Context['db'], key: ProviderKey): Promise<ProviderRow> {
  const isWellFormed = isId(key.organizationId) && isId(key.providerId);
  const row = isWellFormed ? await findProviderRow(db, key) : undefined;
  if (!row) throw new SignOnRefusal('provider-gone', 'unknown');
  return row;
}

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
