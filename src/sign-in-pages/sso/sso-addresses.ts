import type { ProviderKey } from '../../features/sign-on/providers.queries.ts';
import type { Addresses } from '../../page-parts/addresses.ts';

/** Where the providers of an organization are listed, with where to go afterwards. */
export const chooserAddress = (addresses: Addresses, organization: string): string =>
  `${addresses.singleSignOn()}?${new URLSearchParams({ organization })}`;

/** Where an account is connected. Without the prefix: as a path to return to. */
export const connectPath = ({ organizationId, providerId }: ProviderKey, ticket?: string): string =>
  `/app/connect/${organizationId}/${providerId}${ticket === undefined ? '' : `?${new URLSearchParams({ ticket })}`}`;
