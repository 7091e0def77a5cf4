import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';

const clock = createTestClock();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const list = async (query: string) =>
  (await app.request('GET', `/v1/instance/organizations?${query}`)).json();
const restore = (organizationId: string) =>
  app.request('POST', `/v1/instance/organizations/${organizationId}/restore`);

test('an instance administrator creates an organization for a user, and deletes it', async () => {
  const { creatorId } = await addOrganization(app);
  const made = await app.request('POST', '/v1/instance/organizations', {
    body: { title: 'Made for you', administrator: creatorId },
  });
  expect(made.statusCode).toBe(201);
  const { id, administrators } = made.json();
  expect(administrators).toMatchObject([{ id: creatorId }]);
  const token = await addUserToken(app, creatorId);
  expect((await app.request('GET', `/v1/orgs/${id}`, { token })).statusCode).toBe(200);
  expect((await app.request('GET', `/v1/orgs/${id}`)).statusCode).toBe(404);
  const remove = () => app.request('DELETE', `/v1/instance/organizations/${id}`);
  expect((await remove()).statusCode).toBe(204);
  expect((await app.request('GET', `/v1/orgs/${id}`, { token })).statusCode).toBe(404);
  expect((await remove()).statusCode).toBe(404);
  expect((await restore(id)).statusCode).toBe(204);
  const nobody = { title: 'For nobody', administrator: app.organizationId };
  expect((await app.request('POST', '/v1/instance/organizations', { body: nobody })).statusCode).toBe(404);
});

test('organizations are listed with counts and administrators, and restored for seven days', async () => {
  const { organizationId, creatorId } = await addOrganization(app, { title: 'Acme Documentation' });
  await addSpace(app, { organizationId });
  const { items } = await list('search=acme');
  expect(items).toMatchObject([
    { id: organizationId, members: 1, spaces: 1, sites: 0, administrators: [{ id: creatorId }] },
  ]);
  const token = await addUserToken(app, creatorId);
  await app.request('DELETE', `/v1/orgs/${organizationId}`, { token });
  expect((await list('search=acme')).items).toEqual([]);
  const until = new Date(clock.now().getTime() + 7 * 24 * 3_600_000).toISOString();
  expect((await list('deleted=true')).items).toMatchObject([{ id: organizationId, restorableUntil: until }]);

  expect((await restore(organizationId)).statusCode).toBe(204);
  expect((await app.request('GET', `/v1/orgs/${organizationId}`, { token })).statusCode).toBe(200);
  expect((await restore(organizationId)).json().error.reason).toBe('organization-not-deleted');
  expect((await restore('not-an-id')).statusCode).toBe(404);
});
