import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addUserToken } from '../../../../../test/factories.ts';
import { browsePages, type PageBrowser } from '../../../../../test/page-browser.ts';
import { postForm } from '../../../../../test/session.ts';

let app: TestApp;
let userId: string;
let browser: PageBrowser;
beforeAll(async () => {
  app = await buildTestApp();
  ({ userId } = await addMember(app, { role: 'admin' }));
  browser = await browsePages(app, { userId });
});
afterAll(() => app?.close());

const secretIn = (source: string): string => /<code>(lct_[\w-]+)<\/code>/.exec(source)?.[1] ?? '';

describe('tokens of one’s own', () => {
  const here = '/app/account/tokens';

  test('are made with what was asked for, shown once, and revoked', async () => {
    await browser.open(here);
    const made = await browser.send(here, { title: 'Laptop <1>', scope: 'read', expiresAt: '30' });
    expect(made.status).toBe(200);
    expect(made.headers['cache-control']).toBe('no-store');
    const token = secretIn(made.source);
    const [listed] = (await app.request('GET', '/v1/user/tokens', { token })).json().items.slice(-1);
    expect(listed).toMatchObject({ title: 'Laptop <1>', scopes: ['read'] });
    const days = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(30);

    const again = await browser.open(here);
    expect(again.source).not.toContain(token);
    expect(again.text).toContain('Laptop <1>');
    const revoked = await browser.send(`${here}/${listed.id}/revoke`);
    expect(revoked.url).toBe(`${here}?done=token-revoked`);
    expect(revoked.text).toContain('The token was revoked');
    expect(revoked.text).not.toContain('Laptop');
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);
  });

  test('without a title are refused beside the field, and what was chosen stays', async () => {
    await browser.open(here);
    const page = await browser.send(here, { title: ' ', scope: 'admin', expiresAt: '365' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('Correct the fields marked below.');
    expect(page.source).toContain(
      'aria-invalid="true" aria-describedby="create-title-problem create-title-hint"',
    );
    expect(page.text).toContain('Must not be empty.');
    expect(page.forms.find(({ action }) => action === here)?.fields).toMatchObject({
      scope: 'admin',
      expiresAt: '365',
    });
    expect((await browser.send(here, { title: 'A', expiresAt: 'soon' })).text).toContain('Must be a time');
    expect((await browser.send(here, { title: 'A', scope: 'all' })).status).toBe(400);
  });

  test('of somebody else are not found', async () => {
    const other = await addMember(app, { role: 'read' });
    const [theirs] = (await app.request('GET', '/v1/user/tokens', { token: other.token })).json().items;
    expect((await browser.open(here)).source).not.toContain(theirs.id);
    const headers = { cookie: browser.cookie };
    const forged = await postForm(app, `${here}/${theirs.id}/revoke`, {}, { headers });
    expect(forged.statusCode).toBe(404);
    expect((await app.request('GET', '/v1/user', { token: other.token })).statusCode).toBe(200);
  });
});

describe('service accounts', () => {
  test('are made with a role, and revoked', async () => {
    const here = `/app/o/${app.organizationId}/tokens`;
    await browser.open(here);
    const made = await browser.send(here, { title: 'CI', role: 'guest', scope: 'write', expiresAt: 'never' });
    const token = secretIn(made.source);
    const { items } = (await app.request('GET', `/v1/orgs/${app.organizationId}/tokens`)).json();
    expect(items).toEqual([expect.objectContaining({ title: 'CI', role: null })]);
    expect((await app.request('GET', `/v1/orgs/${app.organizationId}`, { token })).statusCode).toBe(200);
    await browser.open(here);
    expect((await browser.send(`${here}/${items[0].id}/revoke`)).status).toBe(200);
    expect((await app.request('GET', '/v1/orgs', { token })).statusCode).toBe(401);
    const events = await app.request('GET', `/v1/orgs/${app.organizationId}/audit-events`);
    expect(events.json().items[0]).toMatchObject({ action: 'token.revoked', source: 'ui' });
  });
});

test('who came in by a token that may not administer sees no form that makes one', async () => {
  const token = await addUserToken(app, userId, { scopes: ['write'] });
  const page = await (await browsePages(app, { token })).open('/app/account/tokens');
  expect(page.text).toContain('Token of a test');
  expect(page.forms.map(({ action }) => action)).toEqual(['/app/sign-out']);
});
