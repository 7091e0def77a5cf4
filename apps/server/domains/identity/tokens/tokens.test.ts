import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addUser,
  addUserToken,
} from '../../../../../test/factories.ts';

const HOUR_MS = 3_600_000;

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
let organizationTokens: string;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  organizationTokens = `/v1/orgs/${app.organizationId}/tokens`;
});
afterAll(() => app.close());

const detailPaths = (response: { json(): { error: { details?: { path: string }[] } } }) =>
  (response.json().error.details ?? []).map(({ path }) => path);

const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();

describe('personal tokens', () => {
  test('are shown once, act as their user, and are stored as a digest', async () => {
    const { token, userId } = await addMember(app, { role: 'edit' });
    const body = { title: 'Laptop', expiresAt: later(HOUR_MS), scopes: ['write', 'read'] };
    const response = await app.request('POST', '/v1/user/tokens', { token, body });
    expect(response.statusCode).toBe(201);
    const { token: secret, ...shown } = response.json();
    expect(secret).toMatch(/^lct_[\w-]{43}$/);
    expect(shown).toEqual({
      object: 'token',
      id: expect.any(String),
      title: 'Laptop',
      scopes: ['read', 'write'],
      createdAt: '2030-01-01T00:00:00.000Z',
      expiresAt: body.expiresAt,
      urls: { location: `http://127.0.0.1:3000/v1/user/tokens/${shown.id}` },
    });
    expect(response.headers.location).toBe(shown.urls.location);
    expect((await app.request('GET', `/v1/user/tokens/${shown.id}`, { token })).json()).toEqual(shown);
    expect((await app.request('GET', '/v1/user', { token: secret })).json().id).toBe(userId);
    const stored = await app.database.sql`
      select to_jsonb(d) as entry, to_jsonb(t) as token
      from token_directory d join user_token t using (token_id) where token_id = ${shown.id}`;
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test('have every scope and no end unless told', async () => {
    const response = await app.request('POST', '/v1/user/tokens', { body: { title: 'T', expiresAt: null } });
    expect(response.json().scopes).toEqual(['read', 'write', 'admin']);
    expect(response.json()).not.toHaveProperty('expiresAt');
  });

  test.each([
    ['title', {}],
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(101) }],
    ['title', { title: null }],
    ['scopes', { title: 'T', scopes: [] }],
    ['scopes', { title: 'T', scopes: ['read', 'read'] }],
    ['scopes.0', { title: 'T', scopes: ['root'] }],
    ['expiresAt', { title: 'T', expiresAt: 'tomorrow' }],
    ['expiresAt', { title: 'T', expiresAt: '2030-01-01T00:00:00.000Z' }],
    ['expiresAt', { title: 'T', expiresAt: '2029-12-31T23:59:59Z' }],
    ['expiresAt', { title: 'T', expiresAt: '2030-06-30T23:59:60Z' }],
  ])('refuse a wrong %s', async (path, body) => {
    const response = await app.request('POST', '/v1/user/tokens', { body });
    expect(response.statusCode).toBe(400);
    expect(detailPaths(response)).toContain(path);
  });

  test('refuse the character U+0000', async () => {
    const response = await app.request('POST', '/v1/user/tokens', { body: { title: '\0' } });
    expect(response.statusCode).toBe(400);
  });

  test('are listed for their user alone, page by page, without the secret', async () => {
    const { token, userId } = await addUser(app);
    for (let n = 0; n < 4; n++) await addUserToken(app, userId);
    await addUser(app);
    const seen: object[] = [];
    let page: string | undefined;
    do {
      const query = page ? `&page=${encodeURIComponent(page)}` : '';
      const list = (await app.request('GET', `/v1/user/tokens?limit=2${query}`, { token })).json();
      expect(list.count).toBe(5);
      seen.push(...list.items);
      page = list.next?.page;
    } while (page);
    expect(new Set(seen.map((item) => (item as { id: string }).id)).size).toBe(5);
    for (const item of seen) expect(item).not.toHaveProperty('token');
  });

  test('are made and revoked with the scope “admin” only, so that none makes a wider one', async () => {
    const { userId } = await addUser(app);
    for (const scopes of [['read'], ['read', 'write']] as const) {
      const token = await addUserToken(app, userId, { scopes: [...scopes] });
      for (const requested of [['admin'], ['read']]) {
        const body = { title: 'Wider', scopes: requested };
        expect((await app.request('POST', '/v1/user/tokens', { token, body })).statusCode).toBe(403);
      }
      const [own] = (await app.request('GET', '/v1/user/tokens', { token })).json().items;
      expect((await app.request('DELETE', `/v1/user/tokens/${own.id}`, { token })).statusCode).toBe(403);
    }
  });

  test('are not for service accounts, nor for nobody', async () => {
    const token = await addServiceToken(app, { role: 'admin' });
    const body = { title: 'T' };
    expect((await app.request('GET', '/v1/user/tokens', { token })).statusCode).toBe(403);
    expect((await app.request('POST', '/v1/user/tokens', { token, body })).statusCode).toBe(403);
    expect((await app.request('GET', '/v1/user/tokens', { token: null })).statusCode).toBe(401);
    expect((await app.request('POST', '/v1/user/tokens', { token: null, body })).statusCode).toBe(401);
    expect((await app.request('DELETE', `/v1/user/tokens/${newId()}`, { token: null })).statusCode).toBe(401);
  });

  test('of others, unknown and malformed ids are 404', async () => {
    const { token } = await addUser(app);
    const made = await app.request('POST', '/v1/user/tokens', { token, body: { title: 'Mine' } });
    const service = await app.request('POST', organizationTokens, { body: { title: 'S', role: 'read' } });
    for (const id of [made.json().id, service.json().id, newId(), 'mine']) {
      expect((await app.request('GET', `/v1/user/tokens/${id}`)).statusCode).toBe(404);
      expect((await app.request('DELETE', `/v1/user/tokens/${id}`)).statusCode).toBe(404);
    }
    expect((await app.request('GET', '/v1/user', { token: made.json().token })).statusCode).toBe(200);
  });
});

describe('service accounts', () => {
  test('act in their organization with their role', async () => {
    const body = { title: 'CI', role: 'create', expiresAt: later(HOUR_MS) };
    const response = await app.request('POST', organizationTokens, { body });
    expect(response.statusCode).toBe(201);
    const { token, ...shown } = response.json();
    expect(shown).toEqual({
      object: 'token',
      id: expect.any(String),
      title: 'CI',
      scopes: ['read', 'write', 'admin'],
      role: 'create',
      organization: app.organizationId,
      createdBy: (await app.request('GET', '/v1/user')).json().id,
      createdAt: expect.any(String),
      expiresAt: body.expiresAt,
      urls: { location: `http://127.0.0.1:3000${organizationTokens}/${shown.id}` },
    });
    expect(response.headers.location).toBe(shown.urls.location);
    expect((await app.request('GET', `${organizationTokens}/${shown.id}`)).json()).toEqual(shown);
    const organization = await app.request('GET', `/v1/orgs/${app.organizationId}`, { token });
    expect(organization.json().permissions).toMatchObject({ admin: false, createOpenAPISpec: true });
    const { organizationId } = await addOrganization(app);
    expect((await app.request('GET', `/v1/orgs/${organizationId}`, { token })).statusCode).toBe(404);
  });

  test('may be guests', async () => {
    const response = await app.request('POST', organizationTokens, { body: { title: 'Guest', role: null } });
    expect(response.statusCode).toBe(201);
    expect(response.json().role).toBeNull();
  });

  test.each([
    ['title', { role: 'read' }],
    ['role', { title: 'T' }],
    ['role', { title: 'T', role: 'owner' }],
    ['scopes', { title: 'T', role: 'read', scopes: 'read' }],
    ['expiresAt', { title: 'T', role: 'read', expiresAt: '2000-01-01T00:00:00Z' }],
  ])('refuse a wrong %s', async (path, body) => {
    const response = await app.request('POST', organizationTokens, { body });
    expect(response.statusCode).toBe(400);
    expect(detailPaths(response)).toContain(path);
  });

  test('are administered by administrators with the scope “admin” only, so that none grants more', async () => {
    const { token: creator } = await addMember(app, { role: 'create' });
    const { userId } = await addMember(app, { role: 'admin' });
    const narrow = await addUserToken(app, userId, { scopes: ['read', 'write'] });
    const serviceCreator = await addServiceToken(app, { role: 'create' });
    const { token: stranger } = await addUser(app);
    const tokenId = (
      await app.request('POST', organizationTokens, { body: { title: 'S', role: 'read' } })
    ).json().id;
    const body = { title: 'T', role: 'admin' };
    const refusals = [
      [creator, 403],
      [narrow, 403],
      [serviceCreator, 403],
      [stranger, 404],
      [null, 401],
    ] as const;
    for (const [token, status] of refusals) {
      expect((await app.request('GET', organizationTokens, { token })).statusCode).toBe(status);
      expect((await app.request('POST', organizationTokens, { token, body })).statusCode).toBe(status);
      expect((await app.request('GET', `${organizationTokens}/${tokenId}`, { token })).statusCode).toBe(
        status,
      );
      expect((await app.request('DELETE', `${organizationTokens}/${tokenId}`, { token })).statusCode).toBe(
        status,
      );
    }
    expect((await app.request('GET', `${organizationTokens}/${tokenId}`)).statusCode).toBe(200);
  });

  test('of another organization, unknown and malformed ids are 404', async () => {
    const { organizationId } = await addOrganization(app);
    await addServiceToken(app, { role: 'read', organizationId });
    const [foreign] = await app.context.db
      .selectFrom('organization_token')
      .select('token_id')
      .where('organization_id', '=', organizationId)
      .execute();
    const personal = (await app.request('GET', '/v1/user/tokens')).json().items[0].id;
    for (const id of [foreign?.token_id, personal, newId(), 'x']) {
      expect((await app.request('GET', `${organizationTokens}/${id}`)).statusCode).toBe(404);
      expect((await app.request('DELETE', `${organizationTokens}/${id}`)).statusCode).toBe(404);
    }
  });

  test('are listed page by page', async () => {
    const { userId, token } = await addUser(app);
    const { organizationId } = await addOrganization(app, { creatorId: userId });
    for (let n = 0; n < 3; n++) await addServiceToken(app, { role: 'read', organizationId });
    const url = `/v1/orgs/${organizationId}/tokens?limit=2`;
    const first = (await app.request('GET', url, { token })).json();
    const second = (
      await app.request('GET', `${url}&page=${encodeURIComponent(first.next.page)}`, { token })
    ).json();
    expect([first.count, first.items.length, second.items.length, second.next]).toEqual([3, 2, 1, undefined]);
    const foreign = await app.request(
      'GET',
      `${organizationTokens}?page=${encodeURIComponent(first.next.page)}`,
    );
    expect(foreign.statusCode).toBe(400);
  });
});

describe('the end of a token', () => {
  test('a revoked personal token is worth nothing at once', async () => {
    const { token, id } = (await app.request('POST', '/v1/user/tokens', { body: { title: 'T' } })).json();
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
    const response = await app.request('DELETE', `/v1/user/tokens/${id}`);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);
    expect((await app.request('GET', `/v1/user/tokens/${id}`)).statusCode).toBe(404);
    expect((await app.request('DELETE', `/v1/user/tokens/${id}`)).statusCode).toBe(404);
  });

  test('a revoked service account is worth nothing at once', async () => {
    const body = { title: 'T', role: 'admin' };
    const { token, id } = (await app.request('POST', organizationTokens, { body })).json();
    expect((await app.request('GET', '/v1/orgs', { token })).statusCode).toBe(200);
    // It may even revoke itself.
    expect((await app.request('DELETE', `${organizationTokens}/${id}`, { token })).statusCode).toBe(204);
    expect((await app.request('GET', '/v1/orgs', { token })).statusCode).toBe(401);
  });

  test('of two that revoke one token at once, one is told that it is gone', async () => {
    const { id } = (await app.request('POST', '/v1/user/tokens', { body: { title: 'T' } })).json();
    const responses = await Promise.all([1, 2].map(() => app.request('DELETE', `/v1/user/tokens/${id}`)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
  });

  test('another process hears of a revocation', async () => {
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const { token, id } = (await app.request('POST', '/v1/user/tokens', { body: { title: 'T' } })).json();
      expect((await other.request('GET', '/v1/user', { token })).statusCode).toBe(200);
      await app.request('DELETE', `/v1/user/tokens/${id}`);
      await expect.poll(async () => (await other.request('GET', '/v1/user', { token })).statusCode).toBe(401);
    } finally {
      await other.close();
    }
  });

  test('a token works until the moment it expires', async () => {
    const { userId } = await addUser(app);
    const personal = await addUserToken(app, userId, { expiresAt: new Date(later(HOUR_MS)) });
    const service = await addServiceToken(app, { role: 'read', expiresAt: new Date(later(HOUR_MS)) });
    clock.advance(HOUR_MS - 1);
    for (const token of [personal, service]) {
      expect((await app.request('GET', '/v1/orgs', { token })).statusCode).toBe(200);
    }
    clock.advance(1);
    for (const token of [personal, service]) {
      const response = await app.request('GET', '/v1/orgs', { token });
      expect(response.statusCode).toBe(401);
      expect(response.json().error.message).toContain('expired');
    }
  });
});
