import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addUser,
  addUserToken,
  joinOrganization,
} from '../../../../../test/factories.ts';
import {
  accept,
  call,
  findMember,
  type Invited,
  invite,
  listEvents,
  ticketOf,
} from '../../../../../test/fixtures/access/invites/invites.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const someAddress = (): string => `new-${newId()}@example.com`;
const url = (organizationId = app.organizationId): string => `/v1/orgs/${organizationId}/invites`;

const verify = (userId: string) =>
  app.context.db
    .updateTable('user_account')
    .set({ email_verified_at: new Date() })
    .where('user_id', '=', userId)
    .execute();

describe('somebody new', () => {
  test('is a user without a password and a member at once, with a link for who invited', async () => {
    const email = someAddress();
    const before = Date.now();
    const invited = await invite(app, { emails: [email], role: 'review' });
    const userId = invited.users[0] as string;
    expect(invited).toEqual({
      users: [userId],
      invited: 1,
      invitations: [
        {
          user: userId,
          email,
          url: expect.stringMatching(
            /^http:\/\/127\.0\.0\.1:3000\/app\/invitation\/[0-9a-f-]{36}\.[\w-]{43}$/,
          ),
          expiresAt: expect.any(String),
        },
      ],
    });
    const days = (Date.parse(invited.invitations?.[0]?.expiresAt as string) - before) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    expect(await findMember(app, userId)).toMatchObject({ role: 'review', sso: false, disabled: false });
    const user = await app.context.db
      .selectFrom('user_account')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ email, password_hash: null, email_verified_at: null });
    expect(await listEvents(app, userId)).toMatchObject([
      {
        action: 'member.invited',
        actor_type: 'user',
        target_label: user.display_name,
        payload: { after: { role: 'review', sso: false, disabled: true } },
      },
    ]);
  });

  test('has the role that is named for them, the one that is named for all, or the default one', async () => {
    await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { defaultRole: 'comment' } });
    const own = await invite(app, {
      emails: [someAddress(), { email: someAddress(), role: null }, { email: someAddress() }],
      role: 'edit',
    });
    const roles = await Promise.all(own.users.map(async (userId) => (await findMember(app, userId))?.role));
    expect(roles).toEqual(['edit', null, 'edit']);
    const { users } = await invite(app, { emails: [someAddress()] });
    expect((await findMember(app, users[0] as string))?.role).toBe('comment');
    const guests = await invite(app, { emails: [someAddress()], role: null });
    expect((await findMember(app, guests.users[0] as string))?.role).toBeNull();
  });

  test('may be invited by a service account', async () => {
    const token = await addServiceToken(app, { role: 'admin' });
    const { users } = await invite(app, { emails: [someAddress()] }, { token });
    expect(await listEvents(app, users[0] as string)).toMatchObject([{ actor_type: 'service' }]);
  });
});

describe('the answer', () => {
  test('has the ids in the order asked, each person once whatever the case of the address', async () => {
    const member = await addMember(app, { role: 'edit' });
    const [first, second] = [someAddress(), someAddress()];
    const invited = await invite(app, {
      emails: [
        second,
        member.email.toUpperCase(),
        first,
        second.toUpperCase(),
        { email: first, role: 'admin' },
      ],
      role: 'read',
    });
    expect(invited.users).toHaveLength(3);
    expect(invited.users[1]).toBe(member.userId);
    expect(invited.invited).toBe(2);
    expect(invited.invitations?.map(({ user }) => user)).toEqual([invited.users[0], invited.users[2]]);
    // The first entry for an address counts.
    expect((await findMember(app, invited.users[2] as string))?.role).toBe('read');
  });

  test('is for a thousand addresses at most', async () => {
    const emails = Array.from({ length: 1000 }, () => someAddress());
    const invited = await invite(app, { emails });
    expect(invited.invited).toBe(1000);
    expect(new Set(invited.invitations?.map((invitation) => ticketOf(invitation.url))).size).toBe(1000);
    const rows = await app.context.db
      .selectFrom('user_account')
      .select(['user_id', 'email'])
      .where('email', 'in', emails)
      .execute();
    const byId = new Map(rows.map((row) => [row.user_id, row.email]));
    expect(invited.users.map((userId) => byId.get(userId))).toEqual(emails);
    const more = await call(app, 'POST', url(), { body: { emails: [...emails, someAddress()] } });
    expect(more.statusCode).toBe(400);
  });

  test('names every address that is none, and then nobody was invited', async () => {
    const email = someAddress();
    const emails = [email, 'nobody', { email: 'ada@localhost' }, 'a@b.example, c@d.example'];
    const response = await call(app, 'POST', url(), { body: { emails } });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({
      message: 'emails.1 must be an email address (and 2 more).',
      details: [
        { path: 'emails.1', message: 'must be an email address' },
        { path: 'emails.2.email', message: expect.stringContaining('with an invite link') },
        { path: 'emails.3', message: 'must be an email address' },
      ],
    });
    expect((await invite(app, { emails: [email] })).invited).toBe(1);
  });

  test.each([
    ['nobody', {}],
    ['an empty list', { emails: [] }],
    ['a role that is none', { emails: ['a@example.com'], role: 'owner' }],
    ['a role of one that is none', { emails: [{ email: 'a@example.com', role: 'owner' }] }],
    ['a text for sso', { emails: ['a@example.com'], sso: 'yes' }],
  ])('is 400 for %s', async (_what, body) => {
    expect((await call(app, 'POST', url(), { body })).statusCode).toBe(400);
  });
});

describe('who is a member already', () => {
  test('stays as they are, without an event', async () => {
    const member = await addMember(app, { role: 'edit' });
    const invited = await invite(app, { emails: [member.email], role: 'admin', sso: true });
    expect(invited).toEqual({
      users: [member.userId],
      invited: 0,
      known: [{ email: member.email, outcome: 'already-joined' }],
      invitations: [],
    });
    expect(await findMember(app, member.userId)).toMatchObject({ role: 'edit', sso: false, disabled: false });
    expect(await listEvents(app, member.userId)).toEqual([]);
  });

  test('and has not come in yet gets a new link; the earlier one is worth nothing', async () => {
    const email = someAddress();
    const first = await invite(app, { emails: [email] });
    const second = await invite(app, { emails: [email.toUpperCase()] });
    expect(second).toMatchObject({ users: first.users, invited: 0 });
    const body = { password: 'a good long password' };
    const [old, current] = [first, second].map(({ invitations }) => ticketOf(invitations?.[0]?.url));
    expect((await call(app, 'POST', `/v1/invitations/${old}`, { token: null, body })).statusCode).toBe(404);
    expect((await call(app, 'POST', `/v1/invitations/${current}`, { token: null, body })).statusCode).toBe(
      200,
    );
  });
});

describe('somebody who has an account', () => {
  test.each([true, false])(
    'waits for the link, whether the address is proven or not: %s',
    async (isProven) => {
      const user = await addUser(app);
      if (isProven) await verify(user.userId);
      const invited = await invite(app, { emails: [user.email], role: 'admin' });
      expect(invited.invitations?.map((invitation) => invitation.user)).toEqual([user.userId]);
      expect(await findMember(app, user.userId)).toMatchObject({ disabled: true, role: 'admin' });
      expect(
        (await call(app, 'GET', `/v1/orgs/${app.organizationId}`, { token: user.token })).statusCode,
      ).toBe(404);
      expect(await listEvents(app, user.userId)).toMatchObject([{ payload: { after: { disabled: true } } }]);
    },
  );

  describe('and takes part in another organization', () => {
    /** A colleague whom the administrator of both organizations invited to the other one. */
    async function addColleague(): Promise<{ email: string; userId: string; otherId: string }> {
      const me = (await app.request('GET', '/v1/user')).json();
      const { organizationId: otherId } = await addOrganization(app, { creatorId: me.id });
      const user = await addUser(app);
      await joinOrganization(app, { userId: user.userId, role: 'read', organizationId: otherId });
      await app.context.db
        .updateTable('member')
        .set({ is_invited: true })
        .where('organization_id', '=', otherId)
        .where('user_id', '=', user.userId)
        .execute();
      return { email: user.email, userId: user.userId, otherId };
    }

    test('is a member at once when the inviter is its administrator, and an administrator invited them there', async () => {
      const { email, userId } = await addColleague();
      expect((await invite(app, { emails: [email] })).invitations).toEqual([]);
      expect(await findMember(app, userId)).toMatchObject({ disabled: false });
    });

    test('waits for the link when the inviter does not administer it', async () => {
      const { email, userId } = await addColleague();
      const { token } = await addMember(app, { role: 'admin' });
      await invite(app, { emails: [email] }, { token });
      expect(await findMember(app, userId)).toMatchObject({ disabled: true });
    });

    test('waits for the link when they let themselves in there', async () => {
      const { email, userId, otherId } = await addColleague();
      await app.context.db
        .updateTable('member')
        .set({ is_invited: false })
        .where('organization_id', '=', otherId)
        .where('user_id', '=', userId)
        .execute();
      await invite(app, { emails: [email] });
      expect(await findMember(app, userId)).toMatchObject({ disabled: true });
    });

    test('waits for the link when they have not accepted that one either', async () => {
      const { email, userId, otherId } = await addColleague();
      await app.context.db
        .updateTable('member')
        .set({ disabled: true })
        .where('organization_id', '=', otherId)
        .where('user_id', '=', userId)
        .execute();
      await invite(app, { emails: [email] });
      expect(await findMember(app, userId)).toMatchObject({ disabled: true });
    });
  });
});

describe('sso', () => {
  test('makes members of the single sign-on, but for whom the inviter knows from another organization', async () => {
    const me = (await app.request('GET', '/v1/user')).json();
    const { organizationId } = await addOrganization(app, { creatorId: me.id });
    const { userId, email } = await addUser(app);
    await joinOrganization(app, { userId, role: 'read', organizationId });
    await app.context.db
      .updateTable('member')
      .set({ is_invited: true })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
    const alone = await addUser(app);
    const invited = await invite(app, { emails: [email, someAddress(), alone.email], sso: true });
    expect(invited.failedSSOEmails).toEqual([email]);
    expect(invited.invited).toBe(3);
    const flags = await Promise.all(invited.users.map(async (id) => (await findMember(app, id))?.sso));
    expect(flags).toEqual([false, true, true]);
  });

  test('ends with accepting for who belongs to another organization', async () => {
    const { userId, email, token } = await addUser(app);
    const other = await addOrganization(app);
    await joinOrganization(app, { userId, role: 'read', organizationId: other.organizationId });
    const invited = await invite(app, { emails: [email], sso: true });
    expect(invited.failedSSOEmails).toBeUndefined();
    expect(await findMember(app, userId)).toMatchObject({ disabled: true, sso: true });
    expect((await accept(app, ticketOf(invited.invitations?.[0]?.url), { token })).statusCode).toBe(200);
    expect(await findMember(app, userId)).toMatchObject({ disabled: false, sso: false });
  });
});

test('whoever invites an address does not learn whether it has an account, nor whose it is', async () => {
  const unknown = someAddress();
  const [plain, proven, elsewhere] = [await addUser(app), await addUser(app), await addUser(app)];
  await verify(proven.userId);
  const other = await addOrganization(app);
  await joinOrganization(app, {
    userId: elsewhere.userId,
    role: 'read',
    organizationId: other.organizationId,
  });
  for (const { token } of [plain, proven, elsewhere]) {
    const body = { displayName: 'Somebody Known', photoURL: 'https://example.com/photo.png' };
    expect((await app.request('PATCH', '/v1/users/me', { token, body })).statusCode).toBe(200);
  }
  const emails = [unknown, plain.email, proven.email, elsewhere.email];
  const team = await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, {
    body: { title: 'A team' },
  });

  /** Everything that an administrator can read of an invited address, with its id and address left out. */
  const lookAt = async (email: string): Promise<string> => {
    const body = { emails: [email.toUpperCase()], role: 'read', sso: true };
    const invited = await call(app, 'POST', url(), { body });
    const id = invited.json().users[0];
    const organization = `/v1/orgs/${app.organizationId}`;
    const put = `${organization}/teams/${team.json().id}/members/${id}`;
    const read = async (path: string) => (await app.request('GET', path)).json();
    expect((await app.request('PUT', put, { body: {} })).statusCode).toBe(204);
    const shown = [
      invited.json(),
      await read(`${organization}/members/${id}`),
      await read(`${organization}/members?search=${encodeURIComponent(email)}`),
      await read(`${organization}/members/${id}/invitation`),
      await read(`${organization}/members/${id}/spaces`),
      await read(`${organization}/audit-events?target=${id}`),
      await read(`/v1/users/${id}`),
      (await read(`${organization}/members?search=somebody%20known`)).count,
      (await app.request('DELETE', `${organization}/members/${id}/invitation`)).statusCode,
      (await app.request('GET', `/v1/users/${id}`)).statusCode,
    ];
    const local = email.split('@')[0] as string;
    return JSON.stringify(shown, undefined, 1)
      .replaceAll(new RegExp(local, 'gi'), '<name>')
      .replaceAll(id, '<id>')
      .replaceAll(/audit-events\/[0-9a-f-]{36}/g, '<event>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/"(id|requestId)": "[^"<]*"/g, '"$1": "<id>"')
      .replaceAll(/app\/invitation\/[^"]*"/g, '<link>"');
  };
  const seen: string[] = [];
  for (const email of emails) seen.push(await lookAt(email));
  expect(seen[0]).not.toMatch(/Known|photo/);
  for (const one of seen.slice(1)) expect(one).toEqual(seen[0]);
});

test('an id of a user does not tell when the account was made', async () => {
  const { users } = await invite(app, { emails: [someAddress()] });
  // A UUIDv4 is random; a UUIDv7 begins with the time.
  for (const id of users) expect(id[14]).toBe('4');
});

test('who invites at the same time, also to another organization, makes one account and one membership', async () => {
  const other = await addOrganization(app);
  const otherToken = await addUserToken(app, other.creatorId);
  const emails = Array.from({ length: 20 }, () => someAddress());
  const reversed = [...emails].reverse();
  const post = (addresses: string[], organizationId: string, token: string) =>
    call(app, 'POST', url(organizationId), { token, body: { emails: addresses } });
  const responses = await Promise.all([
    post(emails, app.organizationId, app.adminToken),
    post(reversed, app.organizationId, app.adminToken),
    post(reversed, other.organizationId, otherToken),
    post(emails, other.organizationId, otherToken),
  ]);
  expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
  const [first, second, third, fourth] = responses.map((response) => response.json() as Invited);
  expect((first?.invited ?? 0) + (second?.invited ?? 0)).toBe(20);
  expect((third?.invited ?? 0) + (fourth?.invited ?? 0)).toBe(20);
  for (const list of [second?.users.toReversed(), third?.users.toReversed(), fourth?.users])
    expect(list).toEqual(first?.users);
  const rows = await app.context.db
    .selectFrom('user_account')
    .select('user_id')
    .where('email', 'in', emails)
    .execute();
  expect(rows).toHaveLength(20);
});

test('calls from one address are limited', async () => {
  const { token } = await addMember(app, { role: 'admin' });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    const response = await app.server.inject({
      method: 'POST',
      url: url(),
      remoteAddress: '10.200.0.1',
      headers: { authorization: `Bearer ${token}` },
      payload: { emails: ['nobody'] },
    });
    statuses.push(response.statusCode);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
  expect(statuses[30]).toBe(429);
});
