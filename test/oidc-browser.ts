import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';
import type { OidcIdp } from './oidc-idp.ts';
import type { SsoBrowser } from './sso-browser.ts';

/** A provider of OpenID Connect of an organization. */
export interface OidcTestProvider {
  organizationId: string;
  id: string;
  issuer: string;
  service: {
    redirectURL: string;
    startURL: string;
    backChannelLogoutURL: string;
    postLogoutRedirectURL: string;
  };
}

/** A provider of the organization whose client the identity provider knows. */
export async function addOidcProvider(
  app: Pick<TestApp, 'request' | 'organizationId'>,
  idp: Pick<OidcIdp, 'issuer' | 'addClient'>,
  settings: { organizationId?: string; token?: string; [setting: string]: unknown } = {},
): Promise<OidcTestProvider> {
  const { organizationId = app.organizationId, token, ...given } = settings;
  const response = await app.request('POST', `/v1/orgs/${organizationId}/oidc`, {
    ...(token === undefined ? {} : { token }),
    body: {
      label: 'Company',
      issuer: idp.issuer,
      clientId: 'lectern',
      clientSecret: 'a-secret-of-the-client',
      ...given,
    },
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  const { id, issuer, service } = response.json();
  await idp.addClient(service.redirectURL, {
    backchannel_logout_uri: service.backChannelLogoutURL,
    post_logout_redirect_uris: [service.postLogoutRedirectURL],
  });
  return { organizationId, id, issuer, service };
}

/** Begins to sign in; returns the address of the identity provider. */
export async function beginOidc(
  browser: SsoBrowser,
  startUrl: string,
  query: Record<string, string> = {},
): Promise<URL> {
  const response = await browser.get(`${startUrl}?${new URLSearchParams(query)}`);
  if (response.statusCode !== 303) throw new Error(response.body);
  return new URL(response.headers.location as string);
}

/** Follows redirects at the identity provider, as a browser with its cookies, until it leads to our address. */
async function followAtProvider(url: URL, isOurs: (url: string) => boolean): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = url.href;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
    address = new URL(location, address).href;
    if (isOurs(address)) return new URL(address);
  }
  throw new Error('The identity provider redirects without end.');
}

/** Signs in from the beginning to the last redirect, or as far as it goes. */
export async function signInByOidc(
  browser: SsoBrowser,
  { service: { startURL, redirectURL } }: Pick<OidcTestProvider, 'service'>,
  query: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const at = await beginOidc(browser, startURL, query);
  const back = await followAtProvider(at, (url) => url.startsWith(redirectURL));
  const called = await browser.get(back.href);
  return called.statusCode === 303 && called.headers.location?.includes('/finish')
    ? browser.get(called.headers.location)
    : called;
}
