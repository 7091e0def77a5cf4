import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addUser,
  addUserToken,
  joinOrganization,
} from '../../../../../test/factories.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import { hashPassword } from '../../identity/accounts/passwords.ts';
import { issueTicket } from '../../identity/users/tickets.queries.ts';
import { deleteUser } from './delete-user.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const remove = (token: string | null, userId = 'me') =>
  app.request('DELETE', `/v1/users/${userId}`, { token });
const membersOf = async (organizationId: string): Promise<string[]> => {
  const query = app.context.db
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', organizationId);
  return (await query.execute()).map((row) => row.user_id);
};

/** Every row that contains a text, by table. */
async function findText(text: string): Promise<Record<string, number>> {
  const { db } = app.context;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(name)} t where to_jsonb(t)::text ilike ${`%${text}%`}`.execute(db);
    if (Number(rows[0]?.count) > 0) found[name] = Number(rows[0]?.count);
  }
  return found;
}

/** Creates a user with every kind of data, in two organizations. */
async function addPerson() {
  const mark = newId().slice(-12);
  const name = `Zaphod ${mark}`;
  const email = `zaphod-${mark}@example.com`;
  const person = await addMember(app, { role: 'admin', email, displayName: name });
  const { userId, token } = person;
  const { organizationId: otherId } = await addOrganization(app);
  await joinOrganization(app, { userId, role: 'read', organizationId: otherId });
  await app.request('PATCH', '/v1/users/me', {
    token,
    body: { photoURL: `https://example.com/${mark}.png` },
  });
  await app.request('POST', '/v1/user/tokens', { token, body: { title: `Laptop of ${email}` } });
  const body = { title: 'A service', role: 'read' };
  const service = (
    await app.request('POST', `/v1/orgs/${app.organizationId}/tokens`, { token, body })
  ).json();
  const { db, transact } = app.context;
  await transact(({ trx }) =>
    issueTicket(trx, {
      userId,
      purpose: 'email',
      email: `new-${email}`,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    }),
  );
  const browser = await openBrowser(app, { userId });
  // Other users' events that name this person: their grants, also under an earlier name.
  const given = { body: { role: 'edit' } };
  await app.request('PATCH', `/v1/spaces/${await addSpace(app)}/permissions/users/${userId}`, given);
  await app.request('PATCH', '/v1/users/me', { token, body: { displayName: `Now ${mark}` } });
  await app.request('PATCH', `/v1/spaces/${await addSpace(app)}/permissions/users/${userId}`, given);
  await db
    .insertInto('user_totp')
    .values({ user_id: userId, secret: Buffer.from('sealed') })
    .execute();
  await db
    .insertInto('user_recovery_code')
    .values({ user_id: userId, digest: Buffer.from('d') })
    .execute();
  return { ...person, mark, name, email, otherId, serviceId: service.id as string, browser };
}

describe('a deleted user', () => {
  test('is nobody any more, and leaves no name, address or photo anywhere', async () => {
    const { userId, token, mark, browser, otherId } = await addPerson();
    const before = await findText(mark);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['user_account', 'audit_event', 'user_ticket']),
    );
    expect((await browser.request('GET', '/v1/user')).statusCode).toBe(200);
    const response = await remove(token);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await findText(mark)).toEqual({});
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);
    expect((await browser.request('GET', '/v1/user')).statusCode).toBe(401);
    for (const organizationId of [app.organizationId, otherId])
      expect(await membersOf(organizationId)).not.toContain(userId);
    for (const table of ['token_directory', 'user_token', 'user_session', 'user_ticket', 'user_totp'])
      expect(
        await app.database.sql`select 1 from ${app.database.sql(table)} where user_id = ${userId}`,
      ).toHaveLength(0);
  });

  test('is shown as such to those who shared an organization with them, and to nobody else', async () => {
    const { userId, token, otherId } = await addPerson();
    const fellow = await addMember(app, { role: null, organizationId: otherId });
    const service = await addServiceToken(app, { role: 'read' });
    const stranger = await addUser(app);
    await remove(token);
    for (const viewer of [app.adminToken, fellow.token, service]) {
      const shown = await app.request('GET', `/v1/users/${userId}`, { token: viewer });
      expect(shown.json()).toEqual({
        object: 'user',
        id: userId,
        displayName: 'Deleted user',
        urls: { location: `http://127.0.0.1:3000/v1/users/${userId}` },
      });
    }
    const { token: later } = await addUser(app);
    for (const viewer of [stranger.token, later])
      expect((await app.request('GET', `/v1/users/${userId}`, { token: viewer })).statusCode).toBe(404);
  });

  test('stays the author of what they did', async () => {
    const { userId, token, serviceId } = await addPerson();
    const spaceId = (
      await app.request('POST', `/v1/orgs/${app.organizationId}/spaces`, { token, body: { title: 'Theirs' } })
    ).json().id;
    await putContent(app, spaceId, { 'README.md': '# Kept\n' });
    await remove(token);
    const authors = await app.context.db
      .selectFrom('revision')
      .select('author_id')
      .where('space_id', '=', spaceId)
      .execute();
    expect(authors.map((row) => row.author_id)).toContain(userId);
    expect((await app.request('GET', `/v1/spaces/${spaceId}/content`)).statusCode).toBe(200);
    const service = `/v1/orgs/${app.organizationId}/tokens/${serviceId}`;
    expect((await app.request('GET', service)).json().createdBy).toBe(userId);
    const audit = `/v1/orgs/${app.organizationId}/audit-events?actor=${userId}`;
    const { items } = (await app.request('GET', audit)).json();
    expect(items.length).toBeGreaterThan(3);
    for (const { actor, urls } of items) {
      expect(actor).toEqual({ type: 'user', id: userId, label: 'Deleted user' });
      const { payload } = (await app.request('GET', new URL(urls.location).pathname)).json();
      expect(payload).not.toHaveProperty('address');
    }
  });

  test('is told of in every organization that they belonged to', async () => {
    const { userId, token, otherId } = await addPerson();
    await remove(token);
    for (const organizationId of [app.organizationId, otherId]) {
      const events = await app.context.db
        .selectFrom('audit_event')
        .select(['action', 'actor_id'])
        .where('organization_id', '=', organizationId)
        .where('target_id', '=', userId)
        .where('action', 'in', ['member.removed', 'user.deleted'])
        .orderBy('event_id')
        .execute();
      expect(events).toEqual([
        { action: 'member.removed', actor_id: userId },
        { action: 'user.deleted', actor_id: userId },
      ]);
    }
  });

  test('frees the address for somebody new, who is another user', async () => {
    const { userId, token, email } = await addPerson();
    await remove(token);
    const again = await addUser(app, { email });
    expect(again.userId).not.toBe(userId);
    expect((await app.request('GET', '/v1/user', { token: again.token })).json().email).toBe(email);
    expect((await app.request('GET', `/v1/users/${userId}`, { token: again.token })).statusCode).toBe(404);
  });

  test('is forgotten by other processes too', async () => {
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const { token } = await addMember(app, { role: 'read' });
      expect((await other.request('GET', '/v1/user', { token })).statusCode).toBe(200);
      await remove(token);
      await expect.poll(async () => (await other.request('GET', '/v1/user', { token })).statusCode).toBe(401);
    } finally {
      await other.close();
    }
  });
});

describe('an account can be deleted', () => {
  test('by its user alone, with the scope “admin”', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const narrow = await addUserToken(app, userId, { scopes: ['read', 'write'] });
    const service = await addServiceToken(app, { role: 'admin' });
    expect((await remove(narrow)).statusCode).toBe(403);
    expect((await remove(service)).statusCode).toBe(403);
    expect((await remove(app.adminToken, userId)).statusCode).toBe(403);
    expect((await remove(null)).statusCode).toBe(401);
    const stranger = await addUser(app);
    for (const id of [userId, newId(), 'x']) expect((await remove(stranger.token, id)).statusCode).toBe(404);
    expect((await remove(await addUserToken(app, userId), userId)).statusCode).toBe(204);
  });

  test('not by who acts in one organization only', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const browser = await openBrowser(app, { userId, organizationId: app.organizationId });
    expect((await browser.request('DELETE', '/v1/users/me')).statusCode).toBe(403);
    const made = await browser.request('POST', '/v1/user/tokens', { title: 'Bound' });
    expect((await remove(made.json().token)).statusCode).toBe(403);
  });

  test('in a browser with the password alone, when there is one', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const passwordHash = await hashPassword('a long enough secret');
    await app.context.db
      .updateTable('user_account')
      .set({ password_hash: passwordHash })
      .where('user_id', '=', userId)
      .execute();
    const browser = await openBrowser(app, { userId });
    const missing = await browser.request('DELETE', '/v1/users/me');
    expect([missing.statusCode, missing.json().error.details[0].path]).toEqual([400, 'password']);
    const wrong = await browser.request('DELETE', '/v1/users/me', { password: 'another long secret' });
    expect(wrong.statusCode).toBe(403);
    const right = await browser.request('DELETE', '/v1/users/me', { password: 'a long enough secret' });
    expect(right.statusCode).toBe(204);

    const { userId: without } = await addMember(app, { role: 'read' });
    const other = await openBrowser(app, { userId: without });
    expect((await other.request('DELETE', '/v1/users/me')).statusCode).toBe(204);
  });

  test('not while it alone administers an organization, be there other members or not', async () => {
    const { userId, token } = await addUser(app);
    const [one, two] = [
      await addOrganization(app, { creatorId: userId, title: 'Beta' }),
      await addOrganization(app, { creatorId: userId, title: 'Alpha' }),
    ];
    await addMember(app, { role: 'create', organizationId: one.organizationId });
    const invited = await addMember(app, { role: 'admin', organizationId: two.organizationId });
    const disable = (isDisabled: boolean) =>
      app.context.db
        .updateTable('member')
        .set({ disabled: isDisabled })
        .where('user_id', '=', invited.userId)
        .execute();
    await disable(true);
    const refused = await remove(token);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error.message).toContain('“Alpha”, “Beta”');
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);

    await disable(false);
    const body = { role: 'admin' };
    const [other] = (await membersOf(one.organizationId)).filter((id) => id !== userId);
    const promoted = await app.request('PATCH', `/v1/orgs/${one.organizationId}/members/${other}`, {
      token,
      body,
    });
    expect(promoted.statusCode).toBe(200);
    expect((await remove(token)).statusCode).toBe(204);
    expect(await membersOf(one.organizationId)).toEqual([other]);
  });

  test('of two administrators who delete their accounts at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { organizationId, creatorId } = await addOrganization(app);
      const tokens = [
        await addUserToken(app, creatorId),
        (await addMember(app, { role: 'admin', organizationId })).token,
      ];
      const responses = await Promise.all(tokens.map((token) => remove(token)));
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
      expect(await membersOf(organizationId)).toHaveLength(1);
    }
  });

  test('also while it is made a member, or makes a token: nothing of either is left', async () => {
    for (let round = 0; round < 5; round++) {
      const { userId, token } = await addMember(app, { role: 'read' });
      const { organizationId } = await addOrganization(app);
      const responses = await Promise.allSettled([
        remove(token),
        joinOrganization(app, { userId, role: 'read', organizationId }),
        app.request('POST', '/v1/user/tokens', { token, body: { title: 'Late' } }),
        app.request('POST', '/v1/orgs', { token, body: { title: 'Late organization' } }),
      ]);
      const [removed] = responses;
      const status = removed?.status === 'fulfilled' ? removed.value?.statusCode : undefined;
      expect([204, 409]).toContain(status);
      if (status === 409) continue;
      for (const table of ['member', 'user_token'])
        expect(
          await app.database.sql`select 1 from ${app.database.sql(table)} where user_id = ${userId}`,
        ).toHaveLength(0);
    }
  });

  test('by the operator, and only once', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    await deleteUser(app.context, BY_OPERATOR, userId);
    await expect(deleteUser(app.context, BY_OPERATOR, userId)).rejects.toMatchObject({ status: 404 });
    const [event] = await app.context.db
      .selectFrom('audit_event')
      .select(['actor_type', 'source'])
      .where('target_id', '=', userId)
      .where('action', '=', 'user.deleted')
      .execute();
    expect(event).toEqual({ actor_type: 'system', source: 'script' });
  });
});
