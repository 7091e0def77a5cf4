import type { ProviderKey } from '../providers.queries.ts';

/** The addresses of this service for one identity provider: no two providers share an address or a name. */
export interface ServiceUrls {
  /** The entity id, which must be the audience of assertions. It is also the address of the metadata. */
  entityId: string;
  /** The address that receives responses. */
  acs: string;
  /** The address where a sign-in starts. */
  start: string;
  /** The address where the browser continues after a response. */
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
