import { inflateRawSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';
import { encode, type Fields, type Honest, honest, honestResponse } from './saml-forger.ts';
import { type KeyAndCertificate, makeCertificate } from './x509.ts';

/** A provider of an organization, with the keys of the identity provider behind it. */
export interface SsoProvider {
  organizationId: string;
  id: string;
  keys: KeyAndCertificate;
  issuer: string;
  service: { entityID: string; acsURL: string; startURL: string };
}

const KEYS = makeCertificate();

/** An active provider; with keys that all of them share unless told. */
export async function addSsoProvider(
  app: Pick<TestApp, 'request' | 'organizationId'>,
  options: {
    organizationId?: string;
    token?: string;
    keys?: KeyAndCertificate;
    [setting: string]: unknown;
  } = {},
): Promise<SsoProvider> {
  const { organizationId = app.organizationId, token, keys = KEYS, ...settings } = options;
  const issuer = 'https://idp.example/metadata';
  const response = await app.request('POST', `/v1/orgs/${organizationId}/saml`, {
    ...(token ? { token } : {}),
    body: {
      label: 'Company',
      entityID: issuer,
      ssoURL: 'https://idp.example/sso?tenant=1',
      certificate: keys.certificate,
      ...settings,
    },
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  const { id, service } = response.json();
  return { organizationId, id, keys, issuer: (settings.entityID as string) ?? issuer, service };
}

let lastAddress = 0;

/** A browser with its cookies, at an address that nobody else has. */
export class SsoBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: Pick<TestApp, 'server' | 'context'>;
  readonly #address: string;

  constructor(app: Pick<TestApp, 'server' | 'context'>) {
    this.#app = app;
    lastAddress += 1;
    this.#address = `10.1.${lastAddress >> 8}.${lastAddress & 255}`;
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'GET', url: pathOf(url), headers: this.#cookieHeader() });
  }

  /** A form of a page of ours. */
  post(url: string, fields: Record<string, string>): Promise<LightMyRequestResponse> {
    const { origin } = new URL(this.#app.context.config.baseUrl);
    return this.#form(url, fields, { ...this.#cookieHeader(), origin });
  }

  /** A form of a page of another site: cookies that are Lax stay behind. */
  postFromElsewhere(url: string, fields: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.#form(url, fields, { origin: 'https://idp.example' });
  }

  #form(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    return this.#send({
      method: 'POST',
      url: pathOf(url),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  }

  async #send(request: object): Promise<LightMyRequestResponse> {
    const response = await this.#app.server.inject({ remoteAddress: this.#address, ...request });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = cookie.split(';', 1);
      const at = pair.indexOf('=');
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  #cookieHeader(): Record<string, string> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
  }
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://app.invalid');
  return pathname + search;
};

/** Begins to sign in; returns the id of the request that the identity provider gets. */
export async function begin(browser: SsoBrowser, provider: SsoProvider, to?: string): Promise<string> {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`;
  const response = await browser.get(`${provider.service.startURL}${query}`);
  if (response.statusCode !== 303) throw new Error(response.body);
  return readRequest(response.headers.location as string).id;
}

/** Reads the request in the address to which the browser is redirected, as the identity provider does. */
export function readRequest(location: string): { id: string; xml: string; url: URL } {
  const url = new URL(location);
  const deflated = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = inflateRawSync(deflated).toString();
  return { id: / ID="([^"]+)"/.exec(xml)?.[1] as string, xml, url };
}

/** Returns the response of an honest identity provider to a request. */
export function answerTo(
  { context }: Pick<TestApp, 'context'>,
  provider: SsoProvider,
  requestId: string,
  fields: Partial<Fields> = {},
): Honest {
  const { issuer, keys, service } = provider;
  const now = context.clock();
  return honest(keys, { issuer, audience: service.entityID, acs: service.acsURL, requestId, now }, fields);
}

/** Brings an answer, as a page of the identity provider does. */
export const bring = (
  browser: SsoBrowser,
  provider: SsoProvider,
  xml: string,
): Promise<LightMyRequestResponse> =>
  browser.postFromElsewhere(provider.service.acsURL, {
    SAMLResponse: encode(xml),
    RelayState: 'https://evil.example/',
  });

/** Signs in from the beginning to the last redirect, or as far as it goes. */
export async function signInBySso(
  app: Pick<TestApp, 'context'>,
  browser: SsoBrowser,
  provider: SsoProvider,
  fields: Partial<Fields> & { returnTo?: string } = {},
): Promise<LightMyRequestResponse> {
  const { returnTo, ...said } = fields;
  const requestId = await begin(browser, provider, returnTo);
  const brought = await bring(browser, provider, honestResponse(answerTo(app, provider, requestId, said)));
  return brought.statusCode === 303 ? browser.get(brought.headers.location as string) : brought;
}

/** The reason that a page gives; undefined: none. */
export const reasonOn = (response: LightMyRequestResponse): string | undefined =>
  /Reason <code>([\w-]+)<\/code>/.exec(response.body)?.[1];
