import type { ProviderKey } from '../../../domains/access/sign-on/providers.queries.ts';
import type { Addresses } from '../../parts/addresses.ts';

/** Returns the address of the list of an organization's providers, with the page to continue at. */
export const chooserAddress = (addresses: Addresses, organization: string): string =>
  `${addresses.singleSignOn()}?${new URLSearchParams({ organization })}`;

/** Returns the path where an account is connected, without the prefix: as a path to return to. */
export const connectPath = ({ organizationId, providerId }: ProviderKey, ticket?: string): string =>
  `/app/connect/${organizationId}/${providerId}${ticket === undefined ? '' : `?${new URLSearchParams({ ticket })}`}`;
