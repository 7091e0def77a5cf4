import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import { addMember, addOrganization, addServiceToken, addUser } from '../../../../../../test/factories.ts';

const KEY = 'the-key-of-a-site-0123456789-abcdef';
const now = new Date('2030-01-01T00:00:00.500Z');
const clock = createTestClock(now);
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

async function newOrganization() {
  const { userId, token } = await addUser(app, {
    email: `${clock.now().getTime()}-${Math.random()}@e.example`,
  });
  const { organizationId } = await addOrganization(app, { creatorId: userId });
  const url = `/v1/orgs/${organizationId}`;
  const put = (body: object) => app.request('PUT', `${url}/visitor-claims`, { token, body });
  return { organizationId, userId, token, url, put };
}

const ping = async (url: string, token: string) => {
  const response = await app.request('POST', `${url}/ping`, { token });
  expect(response.statusCode).toBe(200);
  return response.json() as { serviceVisitorClaims?: string; gitbookVisitorClaims?: string };
};

const verify = async (jwt: string | undefined, key: string) =>
  jwtVerify(jwt as string, new TextEncoder().encode(key), {
    algorithms: ['HS256'],
    currentDate: clock.now(),
  });

describe('a ping', () => {
  test('tells nothing until an administrator says what', async () => {
    const { url, token, put } = await newOrganization();
    expect(await ping(url, token)).toEqual({});
    await put({ claims: ['email'], key: KEY });
    expect(Object.keys(await ping(url, token))).toEqual(['serviceVisitorClaims', 'gitbookVisitorClaims']);
    expect((await app.request('DELETE', `${url}/visitor-claims`, { token })).statusCode).toBe(204);
    expect(await ping(url, token)).toEqual({});
  });

  test('answers with a token of an hour about the caller, signed with the key', async () => {
    const { url, put, organizationId } = await newOrganization();
    await put({ claims: ['teamTitles', 'email', 'role', 'displayName', 'teams'], key: KEY });
    const { userId, token, email } = await addMember(app, {
      role: 'edit',
      organizationId,
      displayName: 'Ann',
    });
    const admin = await addServiceToken(app, { role: 'admin', organizationId });
    const body = { title: 'Partners', members: [userId] };
    const { id: teamId } = (await app.request('PUT', `${url}/teams`, { token: admin, body })).json();
    const { serviceVisitorClaims, gitbookVisitorClaims } = await ping(url, token);
    expect(gitbookVisitorClaims).toBe(serviceVisitorClaims);
    const { payload, protectedHeader } = await verify(serviceVisitorClaims, KEY);
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    expect(payload).toEqual({
      sub: userId,
      iat: issuedAt,
      exp: issuedAt + 3600,
      email,
      emailVerified: false,
      displayName: 'Ann',
      role: 'edit',
      teams: [teamId],
      teamTitles: ['Partners'],
    });
  });

  test('says no more than was chosen', async () => {
    const { url, put, userId, organizationId } = await newOrganization();
    await put({ claims: ['role'], key: KEY });
    const { token, userId: guestId } = await addMember(app, { role: null, organizationId });
    const { payload } = await verify((await ping(url, token)).serviceVisitorClaims, KEY);
    expect(payload).toEqual({ sub: guestId, iat: expect.any(Number), exp: expect.any(Number), role: null });
    expect(guestId).not.toBe(userId);
  });
});

describe('the key', () => {
  test('that is made is shown once, and signs', async () => {
    const { url, put, token } = await newOrganization();
    const made = (await put({ claims: ['email'] })).json();
    expect(made).toEqual({ object: 'visitor-claims', claims: ['email'], key: expect.any(String) });
    expect(Buffer.from(made.key, 'base64url')).toHaveLength(32);
    await verify((await ping(url, token)).serviceVisitorClaims, made.key);
    const again = (await put({ claims: ['role'] })).json();
    expect(again).toEqual({ object: 'visitor-claims', claims: ['role'] });
    expect((await app.request('GET', `${url}/visitor-claims`, { token })).json()).toEqual(again);
    await verify((await ping(url, token)).serviceVisitorClaims, made.key);
  });

  test('that is given replaces it, and is not shown', async () => {
    const { url, put, token } = await newOrganization();
    const { key } = (await put({ claims: ['email'] })).json();
    expect((await put({ claims: ['email'], key: KEY })).json()).not.toHaveProperty('key');
    const { serviceVisitorClaims } = await ping(url, token);
    await verify(serviceVisitorClaims, KEY);
    await expect(verify(serviceVisitorClaims, key)).rejects.toThrow('signature');
  });

  test('is gone when no more is said: the next is another one', async () => {
    const { url, put, token } = await newOrganization();
    const { key } = (await put({ claims: ['email'] })).json();
    await app.request('DELETE', `${url}/visitor-claims`, { token });
    expect((await put({ claims: ['email'] })).json().key).not.toBe(key);
  });

  test('is neither stored nor told to the audit as it is', async () => {
    const { put, organizationId } = await newOrganization();
    const { key } = (await put({ claims: ['email'] })).json();
    await put({ claims: ['email', 'role'], key: KEY });
    const [row] = await app.database.sql`
      select to_jsonb(o) as row from organization o where organization_id = ${organizationId}`;
    const events = await app.database.sql`
      select * from audit_event where organization_id = ${organizationId} order by event_id`;
    for (const secret of [key, KEY]) {
      expect(JSON.stringify([row, events])).not.toContain(secret);
      expect(JSON.stringify(row)).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(events.map(({ action, payload }) => [action, payload])).toEqual([
      [
        'organization.updated',
        { before: { visitorClaims: null }, after: { visitorClaims: ['email'] }, isNewKey: true },
      ],
      [
        'organization.updated',
        { before: { visitorClaims: ['email'] }, after: { visitorClaims: ['email', 'role'] }, isNewKey: true },
      ],
    ]);
  });
});

describe('what is said', () => {
  test('leaves no event when it stays', async () => {
    const { put, organizationId } = await newOrganization();
    for (let n = 0; n < 2; n += 1) await put({ claims: ['role', 'email'], key: KEY });
    await put({ claims: ['email', 'role'] });
    const events = await app.database.sql`
      select 1 from audit_event where organization_id = ${organizationId} and action = 'organization.updated'`;
    expect(events).toHaveLength(1);
  });

  test('is nothing at first, and nothing once it is deleted', async () => {
    const { url, token, put, organizationId } = await newOrganization();
    const nothing = { object: 'visitor-claims', claims: [] };
    const read = async () => (await app.request('GET', `${url}/visitor-claims`, { token })).json();
    expect(await read()).toEqual(nothing);
    await put({ claims: ['role'] });
    for (let n = 0; n < 2; n += 1) {
      expect((await app.request('DELETE', `${url}/visitor-claims`, { token })).statusCode).toBe(204);
      expect(await read()).toEqual(nothing);
    }
    const [, deletion, ...more] = await app.database.sql`
      select payload from audit_event
      where organization_id = ${organizationId} and action = 'organization.updated' order by event_id`;
    expect(deletion?.payload).toEqual({
      before: { visitorClaims: ['role'] },
      after: { visitorClaims: null },
    });
    expect(more).toEqual([]);
  });

  test.each([
    ['claims', {}],
    ['claims', { claims: [] }],
    ['claims', { claims: ['role', 'role'] }],
    ['claims.0', { claims: ['password'] }],
    ['key', { claims: ['role'], key: 'short' }],
    ['key', { claims: ['role'], key: 'x'.repeat(513) }],
    ['key', { claims: ['role'], key: 'ü'.repeat(40) }],
    ['key', { claims: ['role'], key: null }],
  ])('is refused with a wrong %s', async (path, body) => {
    const { put } = await newOrganization();
    const response = await put(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test('is for administrators to decide', async () => {
    const { url, organizationId } = await newOrganization();
    const { token } = await addMember(app, { role: 'create', organizationId });
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { body: { claims: ['role'] } } : {};
      const response = await app.request(method, `${url}/visitor-claims`, { token, ...body });
      expect(response.statusCode).toBe(403);
    }
  });
});
