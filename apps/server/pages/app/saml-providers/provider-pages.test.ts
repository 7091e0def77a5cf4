import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser } from '../../../../../test/page-browser.ts';

let app: TestApp;
let browser: PageBrowser;
let here: string;
beforeAll(async () => {
  app = await buildTestApp();
  here = `/app/o/${app.organizationId}/saml`;
  browser = await browsePages(app, await addMember(app, { role: 'admin' }));
});
afterAll(() => app?.close());

test('a provider is added, says what the identity provider must know, is set up and deleted', async () => {
  const body = { title: 'Newcomers' };
  const { id: team } = (await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, { body })).json();
  await browser.open(here);
  const added = await browser.send(here, { label: 'Company <1>' });
  const address = added.url.split('?')[0] as string;
  const providerId = address.split('/').at(-1);
  const service = `${app.context.config.baseUrl}/sso/saml/${app.organizationId}/${providerId}`;
  for (const url of [service, `${service}/acs`, `${service}/start`])
    expect(added.source).toContain(`<code>${url}</code>`);
  expect(added.source).toContain('<h1>Company &lt;1&gt;</h1>');
  const saved = await browser.send(address, {
    entityID: 'https://idp.example/meta',
    ssoURL: 'https://idp.example/sso',
    defaultRole: 'comment',
    defaultTeam: team,
  });
  expect(saved.text).toContain('Saved.');
  const provider = (await app.request('GET', `/v1/orgs/${app.organizationId}/saml/${providerId}`)).json();
  expect(provider).toMatchObject({
    label: 'Company <1>',
    entityID: 'https://idp.example/meta',
    ssoURL: 'https://idp.example/sso',
    defaultRole: 'comment',
    defaultTeam: { id: team },
    status: 'pending',
  });
  expect((await browser.open(here)).text).toContain('Company <1> not set up comment, in “Newcomers”');
  await browser.open(address);
  expect((await browser.send(`${address}/delete`)).text).toContain('There are no providers yet.');
});

test('a certificate that is none is refused beside the field, and everything that was typed stays', async () => {
  await browser.open(here);
  const added = await browser.send(here, { label: 'Company' });
  const address = added.url.split('?')[0] as string;
  const refused = await browser.send(address, { certificate: 'no\ncertificate', entityID: 'urn:x' });
  expect(refused.status).toBe(400);
  expect(refused.source).toContain(
    'aria-describedby="settings-certificate-problem settings-certificate-hint"',
  );
  expect(refused.forms.find(({ action }) => action === address)?.fields).toMatchObject({
    certificate: 'no\ncertificate',
    entityID: 'urn:x',
  });
});

test('a label is needed', async () => {
  await browser.open(here);
  const refused = await browser.send(here, { label: ' ' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Must not be empty.');
});
