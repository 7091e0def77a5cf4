import type { ProviderKey } from '../providers.queries.ts';
import { loadNodeSaml } from './node-saml.ts';
import { serviceUrls } from './service-urls.ts';

/** What an identity provider may read about this service, as it is to that provider alone. */
export async function describeService(baseUrl: string, key: ProviderKey): Promise<string> {
  const { generateServiceProviderMetadata } = await loadNodeSaml();
  const { entityId, acs } = serviceUrls(baseUrl, key);
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acs,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${key.providerId}`,
  });
}
