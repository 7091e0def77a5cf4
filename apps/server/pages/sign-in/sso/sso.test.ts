import { newId } from '@lectern/std/ids';
import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addOrganization, addUserToken } from '../../../../../test/factories.ts';
import { addSsoProvider, SsoBrowser, type SsoProvider } from '../../../../../test/sso-browser.ts';

let app: TestApp;
let provider: SsoProvider;
beforeAll(async () => {
  app = await buildTestApp();
  provider = await addSsoProvider(app, { label: 'Company <b>&' });
  await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { hostname: 'acme' } });
  await app.context.db
    .insertInto('organization_domain')
    .values([
      {
        organization_id: app.organizationId,
        domain: 'acme.example',
        challenge: 'x',
        verified_at: new Date(),
      },
      { organization_id: app.organizationId, domain: 'listed.example', challenge: 'x' },
    ])
    .execute();
});
afterAll(() => app?.close());

const open = (query: Record<string, string> = {}) =>
  new SsoBrowser(app).get(`/app/sign-in/sso?${new URLSearchParams(query)}`);

describe('the page where a provider is chosen', () => {
  test('is reached from the one where passwords are entered, and leads back', async () => {
    const signIn = await new SsoBrowser(app).get('/app/sign-in?to=%2Fapp%2Fs%2F1');
    expect(signIn.body).toContain('href="/app/sign-in/sso?to=%2Fapp%2Fs%2F1"');
    const page = await open({ to: '/app/s/1' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('href="/app/sign-in?to=%2Fapp%2Fs%2F1"');
    expect(page.body).toContain('name="to" value="/app/s/1"');
    expect(page.body).not.toMatch(/<script|Company/);
  });

  test.each([
    ['the id', () => app.organizationId],
    ['the subdomain', () => ' ACME '],
    ['an address at a domain that is proven', () => 'Somebody@Acme.Example'],
  ])('finds the providers of an organization by %s', async (_what, name) => {
    const page = await open({ organization: name(), to: '/app/s/1' });
    expect(page.body).toContain('Sign in with Company &lt;b&gt;&amp;');
    expect(page.body).toContain(`href="${provider.service.startURL}?to=%2Fapp%2Fs%2F1"`);
  });

  test('says the same of what is not there, what has no provider, and what is not proven', async () => {
    const without = await addOrganization(app);
    const pending = await addOrganization(app);
    const token = await addUserToken(app, pending.creatorId);
    await app.request('POST', `/v1/orgs/${pending.organizationId}/saml`, {
      token,
      body: { label: 'Pending' },
    });
    const deleted = await addOrganization(app);
    const { organizationId } = deleted;
    await addSsoProvider(app, { organizationId, token: await addUserToken(app, deleted.creatorId) });
    await app.context.db
      .updateTable('organization')
      .set({ deleted_at: new Date() })
      .where('organization_id', '=', organizationId)
      .execute();
    const names = [
      without.organizationId,
      pending.organizationId,
      organizationId,
      newId(),
      'nothing',
      'somebody@listed.example',
      'somebody@elsewhere.example',
      '@',
      'acme.example',
      '\0',
      "' or 1=1",
    ];
    for (const name of names) {
      const page = await open({ organization: name });
      expect(page.statusCode, name).toBe(name === '\0' ? 400 : 200);
      if (name === '\0') continue;
      expect(page.body).toContain('No single sign-on was found for');
      expect(page.body).not.toContain('/start');
    }
  });

  test('leads nowhere but here afterwards', async () => {
    const page = await open({ organization: 'acme', to: 'https://evil.example/' });
    expect(page.body).toContain('/start?to=%2Fapp"');
    expect(page.body).not.toContain('evil');
  });
});

describe('the metadata', () => {
  const get = (url: string) => app.request('GET', new URL(url).pathname, { token: null });

  test('is at the entity id, also while the provider is pending, and may be kept', async () => {
    const made = await app.request('POST', `/v1/orgs/${app.organizationId}/saml`, { body: { label: 'P' } });
    const { service, id } = made.json();
    const response = await get(service.entityID);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/samlmetadata+xml; charset=utf-8');
    expect(response.headers['cache-control']).toBe('public, max-age=3600');
    expect(response.body).toBe(
      generateServiceProviderMetadata({
        issuer: service.entityID,
        callbackUrl: service.acsURL,
        identifierFormat: null,
        wantAssertionsSigned: true,
        generateUniqueId: () => `_${id}`,
      }),
    );
    expect(response.body).toContain(`entityID="${service.entityID}"`);
    expect(response.body).toContain('WantAssertionsSigned="true"');
    expect(response.body).toContain(`Location="${service.acsURL}"`);
    expect((await get(service.entityID)).body).toBe(response.body);
  });

  test('is 404 for what is no provider of the organization', async () => {
    const { organizationId } = await addOrganization(app);
    const base = `${app.context.config.baseUrl}/sso/saml`;
    for (const path of [
      `${app.organizationId}/${newId()}`,
      `${organizationId}/${provider.id}`,
      `${app.organizationId}/nonsense`,
      `nonsense/${provider.id}`,
    ]) {
      expect((await get(`${base}/${path}`)).statusCode, path).toBe(404);
      const start = await get(`${base}/${path}/start`);
      expect(start.statusCode, path).toBe(404);
      expect(start.headers['set-cookie']).toBeUndefined();
    }
  });
});

test('pages on the way run nothing and load nothing from elsewhere', async () => {
  const page = await new SsoBrowser(app).get(`${provider.service.entityID}/finish`);
  expect(page.statusCode).toBe(403);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).toContain(`href="/app/sign-in/sso?organization=${app.organizationId}"`);
});
