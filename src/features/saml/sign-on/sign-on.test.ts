import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { type SamlIdp, startSamlIdp } from '../../../../test/saml-idp.ts';

let app: TestApp;
let idp: SamlIdp;
beforeAll(async () => {
  app = await buildTestApp();
  idp = await startSamlIdp();
});
afterAll(async () => {
  await idp?.close();
  await app?.close();
});

describe('a real identity provider', () => {
  test('signs in', async () => {
    const made = await app.request('POST', `/v1/orgs/${app.organizationId}/saml`, {
      body: {
        label: 'IdP',
        entityID: idp.entityId,
        ssoURL: idp.ssoUrl,
        certificate: idp.keys.certificate,
        defaultRole: 'edit',
      },
    });
    const provider = made.json();
    expect(provider.status).toBe('active');
    const start = await app.request('GET', new URL(provider.service.startURL).pathname, { token: null });
    expect(start.statusCode).toBe(303);
    const page = await (await fetch(start.headers.location as string)).text();
    console.log(start.headers, page.slice(0, 300));
    const field = /name="SAMLResponse"\s+value="([^"]+)"/.exec(page)?.[1] as string;
    console.log(Buffer.from(field, 'base64').toString());
    const acs = await app.server.inject({
      method: 'POST',
      url: new URL(provider.service.acsURL).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: idp.entityId },
      payload: new URLSearchParams({ SAMLResponse: field, RelayState: 'https://evil.example' }).toString(),
    });
    console.log(acs.statusCode, acs.headers, acs.body);
    const to = new URL(acs.headers.location as string);
    const finish = await app.server.inject({
      method: 'GET',
      url: to.pathname + to.search,
      headers: { cookie: String(start.headers['set-cookie']).split(';')[0] as string },
    });
    console.log(finish.statusCode, finish.headers, finish.body);
    const cookie = String(finish.headers['set-cookie']).split(';')[0] as string;
    const home = await app.server.inject({ method: 'GET', url: '/v1/user', headers: { cookie } });
    console.log(home.body);
  });
});
