import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, callByCookie, openBrowser } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, joinOrganization } from '../../../../../test/factories.ts';
import { openSession } from '../sessions/sessions.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Shown {
  id: string;
  method: string;
  organization?: string;
  address?: string;
}

const addressOf = (userId: string): string => `/v1/orgs/${app.organizationId}/members/${userId}/sessions`;

/** Opens a session in a browser; with an organization, as its single sign-on does. */
async function openFor(userId: string, organizationId?: string): Promise<string> {
  const { secret } = await app.context.transact(({ trx }) =>
    openSession(app.context, trx, {
      userId,
      ...(organizationId === undefined ? {} : { organizationId }),
      method: organizationId === undefined ? 'password' : 'saml',
      address: '192.0.2.7',
      userAgent: 'Browser/1.0',
    }),
  );
  return `lectern=${secret}`;
}

const list = async (userId: string): Promise<Shown[]> =>
  (await app.request('GET', addressOf(userId))).json().items;

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await callByCookie(app, cookie, 'GET', '/v1/session')).statusCode === 200;

const eventsOn = async (userId: string): Promise<{ action: string; payload?: object }[]> =>
  (
    await app.request(
      'GET',
      `/v1/orgs/${app.organizationId}/audit-events?target=${userId}&action=member.signed-out`,
    )
  ).json().items;

describe('the sessions of a member', () => {
  test('are those that can act in the organization; only its own have a network address', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const elsewhere = await addOrganization(app, { creatorId: userId });
    await openFor(userId);
    await openFor(userId, app.organizationId);
    await openFor(userId, elsewhere.organizationId);
    const shown = await list(userId);
    expect(shown.map(({ method, organization, address }) => ({ method, organization, address }))).toEqual([
      { method: 'saml', organization: app.organizationId, address: '192.0.2.7' },
      { method: 'password', organization: undefined, address: undefined },
    ]);
  });

  test('are ended one by one or all, and both are recorded', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const [first, second, third] = [await openFor(userId), await openFor(userId), await openFor(userId)];
    const [newest] = await list(userId);
    expect((await app.request('DELETE', `${addressOf(userId)}/${newest?.id}`)).statusCode).toBe(204);
    expect(await Promise.all([first, second, third].map(isSignedIn))).toEqual([true, true, false]);
    expect((await app.request('DELETE', addressOf(userId))).statusCode).toBe(204);
    expect(await Promise.all([first, second].map(isSignedIn))).toEqual([false, false]);
    expect(await eventsOn(userId)).toHaveLength(2);
    // Nothing is left to end, so nothing is recorded.
    expect((await app.request('DELETE', addressOf(userId))).statusCode).toBe(204);
    expect(await eventsOn(userId)).toHaveLength(2);
  });

  test('of another organization’s single sign-on stay', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const { organizationId } = await addOrganization(app, { creatorId: userId });
    const cookie = await openFor(userId, organizationId);
    await app.request('DELETE', addressOf(userId));
    expect(await isSignedIn(cookie)).toBe(true);
    const { id } = (await callByCookie(app, cookie, 'GET', '/v1/session')).json();
    const response = await app.request('DELETE', `${addressOf(userId)}/${id}`);
    expect([response.statusCode, response.json().error.reason]).toEqual([404, 'session-not-found']);
  });

  test('of somebody else are not found', async () => {
    const [{ userId }, other] = [
      await addMember(app, { role: 'read' }),
      await addMember(app, { role: 'read' }),
    ];
    await openFor(other.userId);
    const [session] = await list(other.userId);
    const response = await app.request('DELETE', `${addressOf(userId)}/${session?.id}`);
    expect(response.json().error.reason).toBe('session-not-found');
  });

  test('are hidden until the member has accepted the invitation', async () => {
    const { userId } = await addAccount(app);
    await openFor(userId);
    await joinOrganization(app, { userId, role: 'read' });
    await app.context.db
      .updateTable('member')
      .set({ disabled: true })
      .where('user_id', '=', userId)
      .execute();
    for (const method of ['GET', 'DELETE'] as const) {
      const response = await app.request(method, addressOf(userId));
      expect([response.statusCode, response.json().error.reason]).toEqual([404, 'member-not-found']);
    }
  });

  test('of the administrator who ends all stay signed in where they ask', async () => {
    const { email, userId } = await addAccount(app);
    await joinOrganization(app, { userId, role: 'admin' });
    const cookie = await openBrowser(app, email);
    const other = await openFor(userId);
    expect((await callByCookie(app, cookie, 'DELETE', addressOf('me'))).statusCode).toBe(204);
    expect(await Promise.all([cookie, other].map(isSignedIn))).toEqual([true, false]);
  });
});
