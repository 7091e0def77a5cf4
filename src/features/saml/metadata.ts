import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import { type ProviderKey, serviceUrls } from './service-urls.ts';

/** What an identity provider may read about this service, as it is to that provider alone. */
export function describeService(baseUrl: string, key: ProviderKey): string {
  const { entityId, acs } = serviceUrls(baseUrl, key);
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acs,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${key.providerId}`,
  });
}
