import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addUser,
  addUserToken,
} from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ config: { adminEmail: 'Ada@example.com' } });
});
afterAll(() => app.close());

describe('GET /v1/user', () => {
  test('returns the owner of the token', async () => {
    const response = await app.request('GET', '/v1/user');
    expect(response.statusCode).toBe(200);
    const user = response.json();
    expect(user).toEqual({
      object: 'user',
      id: expect.any(String),
      displayName: 'Ada',
      email: 'Ada@example.com',
      // Of the first account.
      instanceAdministrator: true,
      urls: { location: `http://127.0.0.1:3000/v1/users/${user.id}` },
    });
    expect(violationsOfClientSchema('User', user)).toEqual([]);
  });

  test('needs a token that is known', async () => {
    const without = await app.request('GET', '/v1/user', { token: null });
    expect(without.statusCode).toBe(401);
    expect(without.headers['www-authenticate']).toContain('Bearer');
    expect((await app.request('GET', '/v1/user', { token: 'lct_unknown' })).statusCode).toBe(401);
  });

  test('tells a service account that it is no user', async () => {
    const token = await addServiceToken(app, { role: 'admin' });
    for (const url of ['/v1/user', '/v1/users/me']) {
      const response = await app.request('GET', url, { token });
      expect(response.statusCode).toBe(404);
      expect(response.json().error.message).toContain('service account');
    }
  });
});

describe('GET /v1/users/{userId}', () => {
  test('shows fellow members with their address, but to guests without', async () => {
    const reader = await addMember(app, { role: 'read' });
    const editor = await addMember(app, { role: 'edit', displayName: 'Erik' });
    const url = `/v1/users/${editor.userId}`;

    const seen = (await app.request('GET', url, { token: reader.token })).json();
    expect(seen).toMatchObject({ id: editor.userId, displayName: 'Erik', email: editor.email });
    const guest = await addMember(app, { role: null });
    const byGuest = (await app.request('GET', url, { token: guest.token })).json();
    expect(byGuest.displayName).toBe('Erik');
    expect(byGuest).not.toHaveProperty('email');
    expect((await app.request('GET', url)).json().email).toBe(editor.email);
    expect((await app.request('GET', url, { token: editor.token })).json().email).toBe(editor.email);
  });

  test('shows members to service accounts of their organization', async () => {
    const { userId, email } = await addMember(app, { role: null });
    const guestToken = await addServiceToken(app, { role: null });
    const readToken = await addServiceToken(app, { role: 'read' });
    const seen = await app.request('GET', `/v1/users/${userId}`, { token: guestToken });
    expect(seen.statusCode).toBe(200);
    expect(seen.json()).not.toHaveProperty('email');
    expect((await app.request('GET', `/v1/users/${userId}`, { token: readToken })).json().email).toBe(email);
  });

  test('is 404 for strangers, unknown and malformed ids', async () => {
    const stranger = await addUser(app);
    const { organizationId, creatorId } = await addOrganization(app);
    const foreignToken = await addServiceToken(app, { role: 'admin', organizationId });
    expect((await app.request('GET', `/v1/users/${stranger.userId}`)).statusCode).toBe(404);
    expect((await app.request('GET', `/v1/users/${creatorId}`)).statusCode).toBe(404);
    expect((await app.request('GET', `/v1/users/${newId()}`)).statusCode).toBe(404);
    expect((await app.request('GET', '/v1/users/nobody')).statusCode).toBe(404);
    const admin = (await app.request('GET', '/v1/user')).json();
    for (const token of [stranger.token, foreignToken]) {
      expect((await app.request('GET', `/v1/users/${admin.id}`, { token })).statusCode).toBe(404);
    }
  });

  test('a disabled membership shows no users', async () => {
    const { userId, token } = await addMember(app, { role: 'admin' });
    const { userId: other } = await addMember(app, { role: 'read' });
    await app.context.db
      .updateTable('member')
      .set({ disabled: true })
      .where('user_id', '=', userId)
      .execute();
    expect((await app.request('GET', `/v1/users/${other}`, { token })).statusCode).toBe(404);
    expect((await app.request('GET', '/v1/users/me', { token })).statusCode).toBe(200);
  });
});

describe('PATCH /v1/users/{userId}', () => {
  test('changes only the given fields; null removes the photo and resets the name to its default', async () => {
    const { token, userId } = await addMember(app, { role: 'read', email: 'grace@example.com' });
    const patch = async (body: object) => {
      const response = await app.request('PATCH', '/v1/users/me', { token, body });
      expect(response.statusCode).toBe(200);
      return response.json();
    };
    const changed = await patch({
      displayName: 'Grace',
      photoURL: 'https://example.com/g.png',
      email: 'x@y.z',
    });
    expect(changed).toMatchObject({
      id: userId,
      displayName: 'Grace',
      photoURL: 'https://example.com/g.png',
      email: 'grace@example.com',
    });
    expect(violationsOfClientSchema('User', changed)).toEqual([]);
    expect(await patch({ displayName: 'G' })).toMatchObject({ displayName: 'G', photoURL: changed.photoURL });
    expect(await patch({})).toMatchObject({ displayName: 'G', photoURL: changed.photoURL });
    const cleared = await patch({ displayName: null, photoURL: null });
    expect(cleared.displayName).toBe('grace');
    expect(cleared).not.toHaveProperty('photoURL');
    expect((await app.request('GET', `/v1/users/${userId}`)).json()).toEqual(cleared);
  });

  test.each([
    ['displayName', { displayName: '' }],
    ['displayName', { displayName: 'x'.repeat(65) }],
    ['displayName', { displayName: 7 }],
    ['photoURL', { photoURL: 'not a url' }],
    ['photoURL', { photoURL: 'javascript:alert(1)' }],
  ])('refuses a wrong %s', async (path, body) => {
    const response = await app.request('PATCH', '/v1/users/me', { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test('refuses the character U+0000', async () => {
    const response = await app.request('PATCH', '/v1/users/me', { body: { displayName: 'a\0b' } });
    expect(response.statusCode).toBe(400);
  });

  test('is refused to everybody else: 403 to those who see the user, 404 to strangers', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const { token: strange } = await addUser(app);
    const body = { displayName: 'Mallory' };
    expect((await app.request('PATCH', `/v1/users/${userId}`, { body })).statusCode).toBe(403);
    expect((await app.request('PATCH', `/v1/users/${userId}`, { body, token: strange })).statusCode).toBe(
      404,
    );
    expect((await app.request('PATCH', `/v1/users/${newId()}`, { body })).statusCode).toBe(404);
    expect((await app.request('PATCH', '/v1/users/me', { body, token: null })).statusCode).toBe(401);
    expect((await app.request('GET', `/v1/users/${userId}`)).json().displayName).toBe('Somebody');
  });

  test('needs the scope “write”', async () => {
    const { userId } = await addUser(app);
    const token = await addUserToken(app, userId, { scopes: ['read'] });
    const response = await app.request('PATCH', '/v1/users/me', { token, body: { displayName: 'Me' } });
    expect(response.statusCode).toBe(403);
    expect(response.json().error.message).toContain('write');
  });
});
