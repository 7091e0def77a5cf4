import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { addMember, addSite, addSpace } from '../../../../test/factories.ts';
import { signIn } from '../../../../test/session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
});
afterAll(() => app.close());

const open = (url: string, cookie: string | undefined) =>
  app.server.inject({ method: 'GET', url: new URL(url).pathname, headers: cookie ? { cookie } : {} });

test('the preview of a site leads a signed-in member to the site as it would be', async () => {
  const siteId = await addSite(app, { spaceIds: [await addSpace(app)] });
  const { urls } = (await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${siteId}`)).json();
  const { token } = await addMember(app, { role: 'read' });
  const response = await open(urls.preview, await signIn(app, token));
  expect([response.statusCode, response.headers['cache-control']]).toEqual([303, 'no-store']);
  const address = new URL(response.headers.location as string);
  expect(address.origin).toBe('https://sites.example.com');
  const resolved = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: {
      url: `${address.origin}${address.pathname}`,
      visitor: { jwtToken: address.searchParams.get('jwt_token') },
    },
  });
  expect(resolved.json()).toMatchObject({ site: siteId, preview: true });
});

test('the preview of a site is for members only, and needs a space', async () => {
  const siteId = await addSite(app, { spaceIds: [] });
  const { urls } = (await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${siteId}`)).json();
  expect((await open(urls.preview, await signIn(app, app.adminToken))).statusCode).toBe(404);
  expect((await open(urls.preview, undefined)).headers.location).toContain('/app/sign-in');
  const { token } = await addMember(app, { role: null });
  expect((await open(urls.preview, await signIn(app, token))).statusCode).toBe(404);
});
