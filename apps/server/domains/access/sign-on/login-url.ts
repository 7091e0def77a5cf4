import { toProviderKey } from './oidc/connected-provider.ts';
import { startUrl } from './oidc/oidc-urls.ts';
import { keyOf, type ProviderRow } from './providers.queries.ts';
import { serviceUrls } from './saml/service-urls.ts';

/** The address where a sign-in with the provider starts. */
export const loginUrl = (baseUrl: string, row: ProviderRow): string =>
  row.protocol === 'oidc'
    ? startUrl(baseUrl, { key: toProviderKey(keyOf(row)) })
    : serviceUrls(baseUrl, keyOf(row)).start;
