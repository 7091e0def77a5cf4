import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addUserToken,
  joinOrganization,
} from '../../../../../test/factories.ts';
import { signIn } from '../../../../../test/session.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';
import { CSRF_HEADER } from '../../../platform/access/browser-sessions.ts';

const HOUR_MS = 3_600_000;
const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const make = (token: string, body: object = {}) =>
  app.request('POST', '/v1/user/tokens', { token, body: { title: 'Made', ...body } });

describe('a token that ends', () => {
  test('makes none that ends later, and by default one that ends with it', async () => {
    const { userId } = await addMember(app, { role: 'admin' });
    const token = await addUserToken(app, userId, { expiresAt: later(HOUR_MS) });
    expect((await make(token)).json().expiresAt).toBe(later(HOUR_MS).toISOString());
    expect((await make(token, { expiresAt: null })).json().expiresAt).toBe(later(HOUR_MS).toISOString());
    const earlier = later(HOUR_MS / 2).toISOString();
    expect((await make(token, { expiresAt: earlier })).json().expiresAt).toBe(earlier);
    const refused = await make(token, { expiresAt: later(HOUR_MS + 1).toISOString() });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error.message).toContain(later(HOUR_MS).toISOString());
  });

  test('makes no service account that ends later, be it a person’s or another service account’s', async () => {
    const { userId } = await addMember(app, { role: 'admin' });
    const expiresAt = later(HOUR_MS);
    for (const token of [
      await addUserToken(app, userId, { expiresAt }),
      await addServiceToken(app, { role: 'admin', expiresAt }),
    ]) {
      const body = { title: 'S', role: 'read' };
      const url = `/v1/orgs/${app.organizationId}/tokens`;
      expect((await app.request('POST', url, { token, body })).json().expiresAt).toBe(
        expiresAt.toISOString(),
      );
      const refused = await app.request('POST', url, {
        token,
        body: { ...body, expiresAt: later(2 * HOUR_MS).toISOString() },
      });
      expect(refused.statusCode).toBe(403);
    }
  });

  test('limits what a browser makes that it signed in, and one that does not end does not', async () => {
    const { userId } = await addMember(app, { role: 'admin' });
    const ends = [later(HOUR_MS), undefined];
    const made = [];
    for (const expiresAt of ends) {
      const token = await addUserToken(app, userId, expiresAt ? { expiresAt } : {});
      const cookie = await signIn(app, token);
      const { origin, csrfToken } = app.server.sessions;
      const headers = { cookie, origin, [CSRF_HEADER]: csrfToken(cookie.split('=')[1] as string) };
      const response = await app.request('POST', '/v1/user/tokens', {
        token: null,
        headers,
        body: { title: 'Made' },
      });
      expect(response.statusCode).toBe(201);
      made.push(response.json().expiresAt);
    }
    expect(made).toEqual([later(HOUR_MS).toISOString(), undefined]);
  });

  test('is no limit for who signed in by themself', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const browser = await openBrowser(app, { userId });
    const response = await browser.request('POST', '/v1/user/tokens', { title: 'Made' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).not.toHaveProperty('expiresAt');
    expect(response.json()).not.toHaveProperty('organization');
  });
});

describe('who an organization’s single sign-on let in', () => {
  async function prepare() {
    const { userId, token } = await addMember(app, { role: 'admin' });
    const other = await addOrganization(app);
    await joinOrganization(app, { userId, role: 'admin', organizationId: other.organizationId });
    const browser = await openBrowser(app, { userId, organizationId: app.organizationId });
    return { userId, token, otherId: other.organizationId, browser };
  }

  test('makes tokens that act in that organization alone', async () => {
    const { browser, otherId } = await prepare();
    const made = await browser.request('POST', '/v1/user/tokens', { title: 'Bound' });
    expect(made.json()).toMatchObject({ title: 'Bound', organization: app.organizationId });
    const { token } = made.json();
    expect((await app.request('GET', `/v1/orgs/${app.organizationId}`, { token })).statusCode).toBe(200);
    expect((await app.request('GET', `/v1/orgs/${otherId}`, { token })).statusCode).toBe(404);
    // And so do the tokens that these make.
    expect((await make(token)).json().organization).toBe(app.organizationId);
  });

  test('sees, changes and revokes those tokens, and no others', async () => {
    const { browser, token, userId } = await prepare();
    const free = (await make(token)).json();
    const elsewhere = await openBrowser(app, { userId, organizationId: (await prepare()).otherId });
    const own = (await browser.request('POST', '/v1/user/tokens', { title: 'Bound' })).json();
    const list = (await browser.request('GET', '/v1/user/tokens')).json();
    expect([list.count, list.items.map(({ id }: { id: string }) => id)]).toEqual([1, [own.id]]);
    expect((await elsewhere.request('GET', `/v1/user/tokens/${own.id}`)).statusCode).toBe(404);
    const url = `/v1/user/tokens/${free.id}`;
    expect((await browser.request('GET', url)).statusCode).toBe(404);
    expect((await browser.request('PATCH', url, { title: 'Taken' })).statusCode).toBe(404);
    expect((await browser.request('DELETE', url)).statusCode).toBe(404);
    expect((await browser.request('DELETE', `/v1/user/tokens/${own.id}`)).statusCode).toBe(204);
    // A user who signed in personally sees all of them.
    expect((await app.request('GET', '/v1/user/tokens', { token })).json().count).toBe(2);
  });

  test('loses them with the membership', async () => {
    const { browser, userId, token } = await prepare();
    const made = (await browser.request('POST', '/v1/user/tokens', { title: 'Bound' })).json();
    expect((await app.request('GET', '/v1/user', { token: made.token })).statusCode).toBe(200);
    const url = `/v1/orgs/${app.organizationId}/members/${userId}`;
    expect((await app.request('DELETE', url)).statusCode).toBe(204);
    expect((await app.request('GET', '/v1/user', { token: made.token })).statusCode).toBe(401);
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
  });
});

describe('a change of a token', () => {
  test('gives it another title', async () => {
    const made = (await make(app.adminToken)).json();
    const url = `/v1/user/tokens/${made.id}`;
    const body = { title: 'Renamed', scopes: ['read'], organization_id: app.organizationId };
    const response = await app.request('PATCH', url, { body });
    const { token: _, ...shown } = made;
    expect([response.statusCode, response.json()]).toEqual([200, { ...shown, title: 'Renamed' }]);
    expect((await app.request('GET', url)).json()).toEqual({ ...shown, title: 'Renamed' });
    expect((await app.request('PATCH', url, { body: { title: '' } })).statusCode).toBe(400);
  });

  test('gives a service account another role from that moment on, here and in other processes', async () => {
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const tokens = `/v1/orgs/${app.organizationId}/tokens`;
      const body = { title: 'S', role: 'admin' };
      const { id, token } = (await app.request('POST', tokens, { body })).json();
      const asAdmin = async (here: TestApp) => (await here.request('GET', tokens, { token })).statusCode;
      expect([await asAdmin(app), await asAdmin(other)]).toEqual([200, 200]);
      const changed = await app.request('PATCH', `${tokens}/${id}`, { body: { role: null } });
      expect(changed.json()).toMatchObject({ title: 'S', role: null });
      expect(await asAdmin(app)).toBe(403);
      await expect.poll(() => asAdmin(other)).toBe(403);
    } finally {
      await other.close();
    }
  });
});

describe('what becomes of a token is told', () => {
  const eventsOf = async (tokenId: string) => {
    const rows = await app.context.db
      .selectFrom('audit_event')
      .select(['organization_id', 'action', 'target_label', 'payload'])
      .where('target_id', '=', tokenId)
      .orderBy('event_id')
      .execute();
    return rows.map(({ organization_id, ...event }) => ({ organizationId: organization_id, ...event }));
  };

  test('in every organization of its user, without the secret', async () => {
    const { userId, token } = await addMember(app, { role: 'read' });
    const { organizationId: otherId } = await addOrganization(app);
    await joinOrganization(app, { userId, role: null, organizationId: otherId });
    const expiresAt = later(HOUR_MS).toISOString();
    const made = (await make(token, { scopes: ['read'], expiresAt })).json();
    const facts = { title: 'Made', scopes: ['read'], expiresAt };
    const told = { action: 'token.created', target_label: 'Made', payload: { after: facts, user: userId } };
    const events = await eventsOf(made.id);
    expect(events.map(({ organizationId }) => organizationId).sort()).toEqual(
      [app.organizationId, otherId].sort(),
    );
    for (const { organizationId: _, ...event } of events) expect(event).toEqual(told);

    await app.request('DELETE', `/v1/user/tokens/${made.id}`, { token });
    const revoked = (await eventsOf(made.id)).slice(2);
    expect(revoked.map(({ payload }) => payload)).toEqual(Array(2).fill({ before: facts, user: userId }));
    const [{ count } = { count: 0 }] = await app.database.sql<{ count: number }[]>`
      select count(*)::int as count from audit_event where to_jsonb(audit_event)::text like ${`%${made.token}%`}`;
    expect(count).toBe(0);
  });

  test('in the one organization alone that it acts in', async () => {
    const { userId } = await addMember(app, { role: 'admin' });
    const { organizationId: otherId } = await addOrganization(app);
    await joinOrganization(app, { userId, role: 'admin', organizationId: otherId });
    const browser = await openBrowser(app, { userId, organizationId: otherId });
    const made = (await browser.request('POST', '/v1/user/tokens', { title: 'Bound' })).json();
    expect(await eventsOf(made.id)).toMatchObject([{ organizationId: otherId, action: 'token.created' }]);
  });

  test('of a service account with what changed, and not when nothing did', async () => {
    const tokens = `/v1/orgs/${app.organizationId}/tokens`;
    const body = { title: 'S', role: 'read' };
    const { id } = (await app.request('POST', tokens, { body })).json();
    await app.request('PATCH', `${tokens}/${id}`, { body });
    await app.request('PATCH', `${tokens}/${id}`, { body: { ...body, role: null } });
    const [, changed, ...more] = await eventsOf(id);
    expect(changed).toMatchObject({
      action: 'token.updated',
      payload: { before: { role: 'read' }, after: { role: null } },
    });
    expect(more).toEqual([]);
  });
});
