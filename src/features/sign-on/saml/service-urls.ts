import type { ProviderKey } from '../providers.queries.ts';

/** Where this service meets one identity provider: none of them shares an address or a name with another. */
export interface ServiceUrls {
  /** Whom answers must be for; it serves the metadata too. */
  entityId: string;
  /** Where answers must be sent. */
  acs: string;
  /** Where signing in begins. */
  start: string;
  /** Where a browser goes on that brought an answer. */
  finish: string;
}

export function serviceUrls(baseUrl: string, { organizationId, providerId }: ProviderKey): ServiceUrls {
  const entityId = `${baseUrl}/sso/saml/${organizationId}/${providerId}`;
  return {
    entityId,
    acs: `${entityId}/acs`,
    start: `${entityId}/start`,
    finish: `${entityId}/finish`,
  };
}
