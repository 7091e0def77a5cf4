import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSsoProvider, SsoBrowser } from '../../../../../test/sso-browser.ts';
import { bare } from '../../../../../test/x509.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

test('a private key that is entered by mistake is in no page, whatever else is wrong with the form', async () => {
  const { id, keys } = await addSsoProvider(app);
  const browser = new SsoBrowser(app);
  await browser.post('/app/sign-in', { token: app.adminToken });
  const url = `/app/o/${app.organizationId}/saml/${id}`;
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get(url)).body)?.[1] as string;
  for (const [label, certificate] of [
    ['Company', keys.key],
    ['Company', bare(keys.key)],
    ['x'.repeat(31), keys.key],
  ] as const) {
    const refused = await browser.post(url, { csrf, label, certificate, defaultRole: 'read' });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).not.toContain(bare(keys.key).slice(70, 110));
  }
});
