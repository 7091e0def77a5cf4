import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addTeam,
  addUser,
  joinOrganization,
} from '../../../../../test/factories.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';
import { insertMember } from './insert-members.queries.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
let members: string;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  members = `/v1/orgs/${app.organizationId}/members`;
});
afterAll(() => app.close());

const eventsOn = (userId: string) =>
  app.database.sql`
    select action, actor_type, source, target_label, payload from audit_event
    where target_id = ${userId} order by event_id`;

describe('a member is shown', () => {
  test('with the user, the role and what is counted', async () => {
    const { userId, email } = await addMember(app, { role: 'edit', displayName: 'Ann' });
    await addSpace(app);
    const { count: spaces } = (await app.request('GET', `/v1/orgs/${app.organizationId}/spaces`)).json();
    expect((await app.request('GET', `${members}/${userId}`)).json()).toEqual({
      object: 'member',
      id: userId,
      role: 'edit',
      user: {
        object: 'user',
        id: userId,
        displayName: 'Ann',
        email,
        urls: { location: `http://127.0.0.1:3000/v1/users/${userId}` },
      },
      disabled: false,
      joinedAt: '2030-01-01T00:00:00.000Z',
      sso: false,
      spaces,
      teams: 0,
      sites: 0,
    });
  });

  test('to members; to a guest, only the guest', async () => {
    const { userId, token } = await addMember(app, { role: null });
    const reader = await addMember(app, { role: 'read' });
    for (const named of ['me', userId]) {
      const shown = (await app.request('GET', `${members}/${named}`, { token })).json();
      expect(shown).toMatchObject({ id: userId, role: null });
      expect(shown.user.email).toBeDefined();
    }
    expect((await app.request('GET', `${members}/${reader.userId}`, { token })).statusCode).toBe(403);
    const seen = (await app.request('GET', `${members}/${userId}`, { token: reader.token })).json();
    expect(seen.id).toBe(userId);
    expect(seen.user.email).toBeDefined();
  });

  test('with an address by the role in this organization, not in another', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const { token, userId: otherId } = await addMember(app, { role: null });
    const { organizationId } = await addOrganization(app, { creatorId: otherId });
    await joinOrganization(app, { userId, organizationId, role: 'read' });
    const teamId = await addTeam(app);
    for (const [member, role] of [
      [userId, 'member'],
      [otherId, 'owner'],
    ])
      await app.request('PUT', `/v1/orgs/${app.organizationId}/teams/${teamId}/members/${member}`, {
        body: { role },
      });
    const team = await app.request('GET', `/v1/orgs/${app.organizationId}/teams/${teamId}/members`, {
      token,
    });
    const here = team
      .json()
      .items.find((item: { organization: { id: string } }) => item.organization.id === userId);
    const there = await app.request('GET', `/v1/orgs/${organizationId}/members/${userId}`, { token });
    expect(here.organization.user).not.toHaveProperty('email');
    expect(there.json().user.email).toBeDefined();
  });

  test('as one whose invitation waits, who can read nothing yet', async () => {
    const { organizationId } = app;
    const { userId, token } = await addUser(app);
    await app.context.transact(({ trx }) =>
      insertMember(trx, { organizationId, userId, role: 'admin', disabled: true, joinedAt: clock.now() }),
    );
    expect((await app.request('GET', `${members}/${userId}`)).json()).toMatchObject({
      role: 'admin',
      disabled: true,
      spaces: 0,
    });
    expect((await app.request('GET', `${members}/me`, { token })).statusCode).toBe(404);
  });

  test.each(['nonsense', newId(), 'ME'])('but not %s', async (id) => {
    expect((await app.request('GET', `${members}/${id}`)).statusCode).toBe(404);
  });

  test('but not a user of another organization', async () => {
    const { creatorId } = await addOrganization(app);
    expect((await app.request('GET', `${members}/${creatorId}`)).statusCode).toBe(404);
  });

  test('but a service account is none', async () => {
    const token = await addServiceToken(app, { role: 'admin' });
    expect((await app.request('GET', `${members}/me`, { token })).statusCode).toBe(404);
  });
});

describe('the role of a member', () => {
  test('is changed at once, and leaves an event', async () => {
    const { userId, token } = await addMember(app, { role: 'read', displayName: 'Ann' });
    expect((await app.request('PATCH', members.replace('/members', ''), { token })).statusCode).toBe(403);
    const response = await app.request('PATCH', `${members}/${userId}`, { body: { role: 'admin' } });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: userId, role: 'admin' });
    expect((await app.request('PATCH', members.replace('/members', ''), { token })).statusCode).toBe(200);
    expect(await eventsOn(userId)).toMatchObject([
      {
        action: 'member.updated',
        actor_type: 'user',
        source: 'api',
        target_label: 'Ann',
        payload: { before: { role: 'read' }, after: { role: 'admin' } },
      },
    ]);
  });

  test('is changed in a browser, which the event tells', async () => {
    const administrator = await addMember(app, { role: 'admin' });
    const { userId } = await addMember(app, { role: 'read' });
    const browser = await openBrowser(app, administrator);
    const response = await browser.request('PATCH', `${members}/${userId}`, { role: 'edit' });
    expect(response.statusCode).toBe(200);
    expect(await eventsOn(userId)).toMatchObject([{ action: 'member.updated', source: 'ui' }]);
  });

  test('is null for a guest', async () => {
    const { userId, token } = await addMember(app, { role: 'edit' });
    const response = await app.request('PATCH', `${members}/${userId}`, { body: { role: null } });
    expect(response.json()).toMatchObject({ role: null });
    expect((await app.request('GET', members, { token })).statusCode).toBe(403);
  });

  test.each([
    ['no role', {}],
    ['no body', undefined],
    ['the same role', { role: 'edit' }],
  ])('stays with %s, without an event', async (_name, body) => {
    const { userId } = await addMember(app, { role: 'edit' });
    const response = await app.request('PATCH', `${members}/${userId}`, body ? { body } : {});
    expect([response.statusCode, response.json().role]).toEqual([200, 'edit']);
    expect(await eventsOn(userId)).toEqual([]);
  });

  test('is one that there is', async () => {
    const { userId } = await addMember(app, { role: 'edit' });
    const response = await app.request('PATCH', `${members}/${userId}`, { body: { role: 'owner' } });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path: 'role' }]);
  });

  test('is changed by a service account too', async () => {
    const { userId } = await addMember(app, { role: 'edit' });
    const token = await addServiceToken(app, { role: 'admin' });
    const response = await app.request('PATCH', `${members}/${userId}`, { token, body: { role: 'create' } });
    expect(response.json().role).toBe('create');
    expect(await eventsOn(userId)).toMatchObject([{ actor_type: 'service' }]);
  });

  test('is not changed by who is no administrator, not even one’s own', async () => {
    const { userId, token } = await addMember(app, { role: 'create' });
    for (const named of ['me', userId]) {
      const response = await app.request('PATCH', `${members}/${named}`, { token, body: { role: 'read' } });
      expect(response.statusCode).toBe(403);
    }
  });

  test.each(['nonsense', newId()])('is that of a member, not of %s', async (id) => {
    const response = await app.request('PATCH', `${members}/${id}`, { body: { role: 'read' } });
    expect(response.statusCode).toBe(404);
  });

  test('of the last administrator stays; of one whose invitation waits it does not count', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addServiceToken(app, { role: 'admin', organizationId });
    const { userId } = await addUser(app);
    await app.context.transact(({ trx }) =>
      insertMember(trx, { organizationId, userId, role: 'admin', disabled: true, joinedAt: clock.now() }),
    );
    const url = `/v1/orgs/${organizationId}/members`;
    const refused = await app.request('PATCH', `${url}/${creatorId}`, { token, body: { role: 'create' } });
    expect(refused.statusCode).toBe(409);
    expect((await app.request('GET', `${url}/${creatorId}`, { token })).json().role).toBe('admin');
    // A person who has not accepted yet does not count as an administrator.
    const waiting = await app.request('PATCH', `${url}/${userId}`, { token, body: { role: 'read' } });
    expect(waiting.statusCode).toBe(200);
    await addMember(app, { role: 'admin', organizationId });
    const changed = await app.request('PATCH', `${url}/${creatorId}`, { token, body: { role: 'create' } });
    expect(changed.statusCode).toBe(200);
  });
});

describe('a member of the single sign-on', () => {
  test('is set once, with one event', async () => {
    const { userId } = await addMember(app, { role: 'edit' });
    for (let n = 0; n < 2; n += 1) {
      const response = await app.request('POST', `${members}/${userId}/sso`);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ id: userId, sso: true });
    }
    expect(await eventsOn(userId)).toMatchObject([
      { action: 'member.updated', payload: { before: { sso: false }, after: { sso: true } } },
    ]);
  });

  test('is set by administrators, of members', async () => {
    const { userId, token } = await addMember(app, { role: 'create' });
    expect((await app.request('POST', `${members}/${userId}/sso`, { token })).statusCode).toBe(403);
    expect((await app.request('POST', `${members}/${newId()}/sso`)).statusCode).toBe(404);
  });
});

describe('a ping', () => {
  test('tells when the member was last seen, once a minute', async () => {
    const { userId, token } = await addMember(app, { role: null });
    const ping = async () => {
      const response = await app.request('POST', `/v1/orgs/${app.organizationId}/ping`, { token });
      expect([response.statusCode, response.json()]).toEqual([200, {}]);
      return (await app.request('GET', `${members}/${userId}`)).json().lastSeenAt;
    };
    const first = clock.now().toISOString();
    expect(await ping()).toBe(first);
    clock.advance(59_999);
    expect(await ping()).toBe(first);
    clock.advance(1);
    expect(await ping()).toBe(clock.now().toISOString());
  });

  test('is of members alone', async () => {
    const url = `/v1/orgs/${app.organizationId}/ping`;
    const { token } = await addUser(app);
    expect((await app.request('POST', url, { token })).statusCode).toBe(404);
    const service = await addServiceToken(app, { role: 'admin' });
    expect((await app.request('POST', url, { token: service })).statusCode).toBe(403);
  });
});
