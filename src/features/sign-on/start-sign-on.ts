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

/** Throws a refusal if the provider cannot be used to sign in. */
export async function getActiveProvider(db: Context['db'], key: ProviderKey): Promise<ActiveProviderRow> {
  const row = await getKnownProvider(db, key);
  if (!isActive(row)) throw new SignOnRefusal('provider-gone', 'pending');
  return row;
}

/** Throws a refusal if the provider does not exist. */
export async function getKnownProvider(db: Context['db'], key: ProviderKey): Promise<ProviderRow> {
  const isWellFormed = isId(key.organizationId) && isId(key.providerId);
  const row = isWellFormed ? await findProviderRow(db, key) : undefined;
  if (!row) throw new SignOnRefusal('provider-gone', 'unknown');
  return row;
}

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
    // The provider decides how people are named and how they authenticate.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}
