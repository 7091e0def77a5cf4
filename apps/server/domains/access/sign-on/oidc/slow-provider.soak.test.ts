import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addOidcProvider, beginOidc } from '../../../../../../test/oidc-browser.ts';
import { type Forger, startForger } from '../../../../../../test/oidc-forger.ts';
import { reasonOn, SsoBrowser } from '../../../../../../test/sso-browser.ts';

let app: TestApp;
let forger: Forger;
let quick: Forger;

beforeAll(async () => {
  forger = await startForger();
  quick = await startForger();
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
});
afterAll(async () => {
  await app?.close();
  await forger?.close();
  await quick?.close();
});

const add = (of: Forger) =>
  addOidcProvider(app, { issuer: of.issuer, addClient: async () => ({ clientId: '', clientSecret: '' }) });

test('a provider that never responds ends in time, and holds up no other one', async () => {
  const [slow, other] = [await add(forger), await add(quick)];
  const browser = new SsoBrowser(app);
  const { searchParams } = await beginOidc(browser, slow.service.startURL);
  forger.instead.set('/token', null);
  const query = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') as string });
  const order: string[] = [];
  const waiting = browser.get(`${slow.service.redirectURL}?${query}`).then((response) => {
    order.push('slow');
    return response;
  });
  await beginOidc(new SsoBrowser(app), other.service.startURL);
  order.push('other');
  const response = await waiting;
  expect([response.statusCode, reasonOn(response)]).toEqual([503, 'oidc-unreachable']);
  expect(order).toEqual(['other', 'slow']);
  // What the provider says about itself is kept, so that it can begin again at once.
  forger.instead.clear();
  await beginOidc(browser, slow.service.startURL);
}, 60_000);
