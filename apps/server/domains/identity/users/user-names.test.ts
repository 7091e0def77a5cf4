import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, joinOrganization } from '../../../../../test/factories.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('a name', () => {
  test('is changed by an organization’s single sign-on while no other organization shows it', async () => {
    const { userId, token } = await addMember(app, { role: 'read' });
    const browser = await openBrowser(app, { userId, organizationId: app.organizationId });
    const rename = (displayName: string) => browser.request('PATCH', '/v1/users/me', { displayName });
    expect((await rename('One')).json().displayName).toBe('One');
    const { organizationId } = await addOrganization(app);
    await joinOrganization(app, { userId, role: null, organizationId });
    expect((await rename('Two')).statusCode).toBe(403);
    expect((await app.request('GET', '/v1/user', { token })).json().displayName).toBe('One');
    const own = await app.request('PATCH', '/v1/users/me', { token, body: { displayName: 'Two' } });
    expect(own.json().displayName).toBe('Two');
  });

  test('is told wherever its user belongs, and only when it changed', async () => {
    const { userId, token } = await addMember(app, { role: 'admin', displayName: 'Before' });
    const { organizationId } = await addOrganization(app);
    await joinOrganization(app, { userId, role: 'admin', organizationId });
    for (const displayName of ['After', 'After'])
      await app.request('PATCH', '/v1/users/me', { token, body: { displayName } });
    for (const id of [app.organizationId, organizationId]) {
      const path = `/v1/orgs/${id}/audit-events?target=${userId}&action=user.updated`;
      const { items } = (await app.request('GET', path, { token })).json();
      expect(items).toHaveLength(1);
      const { payload } = (
        await app.request('GET', new URL(items[0].urls.location).pathname, { token })
      ).json();
      expect(payload).toMatchObject({ before: { displayName: 'Before' }, after: { displayName: 'After' } });
    }
  });
});
