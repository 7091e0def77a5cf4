import type { ConnectedProvider } from './connected-provider.ts';

const baseOf = (baseUrl: string, { key }: Pick<ConnectedProvider, 'key'>): string =>
  `${baseUrl}/sso/oidc/${key}`;

type Provider = Pick<ConnectedProvider, 'key'>;

/** No two providers share the address to which responses go: none can use a response that is meant for another. */
export const callbackUrl = (baseUrl: string, provider: Provider): string =>
  `${baseOf(baseUrl, provider)}/callback`;

/** Where a sign-in starts, here or at the portal of the provider. */
export const startUrl = (baseUrl: string, provider: Provider): string => `${baseOf(baseUrl, provider)}/start`;

export const finishUrl = (baseUrl: string, provider: Provider): string =>
  `${baseOf(baseUrl, provider)}/finish`;

/** Where the provider says that a session has ended. */
export const backChannelLogoutUrl = (baseUrl: string, provider: Provider): string =>
  `${baseOf(baseUrl, provider)}/logout`;

/** Where the browser returns to after it was signed out at the provider. */
export const afterLogoutUrl = (baseUrl: string): string => `${baseUrl}/app/sign-in`;
