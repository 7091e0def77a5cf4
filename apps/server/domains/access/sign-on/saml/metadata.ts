import type { ProviderKey } from '../providers.queries.ts';
import { loadNodeSaml } from './node-saml.ts';
import { serviceUrls } from './service-urls.ts';

/** Returns the metadata of this service for one identity provider. */
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
