import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addUser, addUserToken } from '../../../../../test/factories.ts';
import { createGate } from '../../../../../test/gate.ts';
import { countWaiting } from '../../../../../test/locks.ts';
import { inviteMember } from '../../../../../test/permissions/people.ts';
import {
  EMAIL_FORMAT,
  type Fields,
  honestResponse,
  PERSISTENT_FORMAT,
  TRANSIENT_FORMAT,
} from '../../../../../test/saml-forger.ts';
import {
  addSsoProvider,
  answerTo,
  begin,
  bring,
  reasonOn,
  SsoBrowser,
  type SsoProvider,
  signInBySso,
} from '../../../../../test/sso-browser.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import { removeMember } from '../../identity/members/members.service.ts';
import { resumeOrganization, suspendOrganization } from '../../identity/organizations/suspension.service.ts';

let app: TestApp;
let provider: SsoProvider;
beforeAll(async () => {
  app = await buildTestApp();
  provider = await addSsoProvider(app, { defaultRole: 'edit' });
});
afterAll(() => app?.close());

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

interface User {
  id: string;
  displayName: string;
  email: string;
}

const userOf = async (browser: SsoBrowser): Promise<User> => (await browser.get('/v1/user')).json();

async function signIn(fields: Partial<Fields>, by = provider): Promise<User> {
  const browser = new SsoBrowser(app);
  const finished = await signInBySso(app, browser, by, fields);
  expect(reasonOn(finished)).toBeUndefined();
  expect(finished.statusCode).toBe(303);
  return userOf(browser);
}

const refuse = async (fields: Partial<Fields>, by = provider): Promise<string | undefined> => {
  const browser = new SsoBrowser(app);
  const refused = await signInBySso(app, browser, by, fields);
  expect(refused.statusCode).toBe(403);
  expect(browser.cookies.has('lectern')).toBe(false);
  return reasonOn(refused);
};

const memberOf = async (userId: string) =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`)).json();

const accountOf = (email: string) =>
  app.context.db
    .selectFrom('user_account')
    .selectAll()
    .where('email_folded', '=', email.toLowerCase())
    .executeTakeFirst();

const named = (name: string, attributes: Fields['attributes']): Partial<Fields> => ({
  nameId: name,
  nameFormat: PERSISTENT_FORMAT,
  attributes,
});

describe('somebody new', () => {
  test('becomes a member by the single sign-on, with the role of the provider', async () => {
    const { id } = await signIn({ nameId: 'new@example.com' });
    expect(await memberOf(id)).toMatchObject({ role: 'edit', sso: true, disabled: false, teams: 0 });
  });

  test('is not admitted while the organization is suspended; members can sign in to export it', async () => {
    const { organizationId } = app;
    const { id } = await signIn({ nameId: 'before@example.com' });
    await suspendOrganization(app.context, BY_OPERATOR, { organizationId, reason: 'Unpaid' });
    expect(await refuse({ nameId: 'during@example.com' })).toBe('organization-suspended');
    expect(await accountOf('during@example.com')).toBeUndefined();
    const browser = new SsoBrowser(app);
    await signInBySso(app, browser, provider, { nameId: 'before@example.com' });
    expect((await userOf(browser)).id).toBe(id);
    expect((await browser.get(`/v1/orgs/${organizationId}/spaces`)).statusCode).toBe(403);
    await resumeOrganization(app.context, BY_OPERATOR, organizationId);
    await signIn({ nameId: 'during@example.com' });
  });

  test('may become a guest', async () => {
    const guests = await addSsoProvider(app);
    const { id } = await signIn({ nameId: 'guest@example.com' }, guests);
    expect(await memberOf(id)).toMatchObject({ role: null, sso: true });
  });

  test('joins no team that was deleted since', async () => {
    const url = `/v1/orgs/${app.organizationId}/teams`;
    const { id: team } = (await app.request('PUT', url, { body: { title: 'Gone' } })).json();
    const own = await addSsoProvider(app, { defaultTeam: team, defaultRole: 'read' });
    await app.request('DELETE', `${url}/${team}`);
    const { id } = await signIn({ nameId: 'teamless@example.com' }, own);
    expect(await memberOf(id)).toMatchObject({ teams: 0 });
  });

  test.each([
    ['the name identifier', { nameId: 'by-name@example.com', nameFormat: EMAIL_FORMAT }],
    ['email', named('1', { email: 'by-email@example.com' })],
    ['mail', named('2', { mail: ['by-mail@example.com', 'second@example.com'] })],
    ['its object id', named('3', { 'urn:oid:0.9.2342.19200300.100.1.3': 'by-oid@example.com' })],
    ['its claim', named('4', { [`${CLAIMS}/emailaddress`]: 'by-claim@example.com' })],
  ])('is known by the address in %s', async (_what, fields) => {
    expect((await signIn(fields)).email).toMatch(/^by-/);
  });

  test.each([
    ['a display name', { displayName: ' Ada\n  Lovelace ', givenName: 'A', sn: 'B' }, 'Ada Lovelace'],
    ['two names', { [`${CLAIMS}/givenname`]: 'Grace', [`${CLAIMS}/surname`]: 'Hopper' }, 'Grace Hopper'],
    ['one name', { cn: 'Alan Turing' }, 'Alan Turing'],
    ['a name that is an address', { [`${CLAIMS}/name`]: 'x@example.com' }, undefined],
    ['a long name', { displayName: 'x'.repeat(100) }, 'x'.repeat(64)],
    ['no name', {}, undefined],
  ])('is called by %s', async (what, attributes, expected) => {
    const localPart = what.replaceAll(' ', '-');
    const user = await signIn({ nameId: `${localPart}@example.com`, attributes } as Partial<Fields>);
    expect(user.displayName).toBe(expected ?? localPart);
  });

  test('has an address that is proven where the organization proved its domain, and nowhere else', async () => {
    await app.context.db
      .insertInto('organization_domain')
      .values([
        {
          organization_id: app.organizationId,
          domain: 'proven.example',
          challenge: 'x',
          verified_at: new Date(),
        },
        { organization_id: app.organizationId, domain: 'listed.example', challenge: 'x' },
      ])
      .execute();
    const { organizationId } = await addOrganization(app);
    await app.context.db
      .insertInto('organization_domain')
      .values({
        organization_id: organizationId,
        domain: 'theirs.example',
        challenge: 'x',
        verified_at: new Date(),
      })
      .execute();
    for (const domain of ['proven.example', 'listed.example', 'theirs.example', 'sub.proven.example']) {
      await signIn({ nameId: `Somebody@${domain}` });
      const account = await accountOf(`somebody@${domain}`);
      expect(account?.email_verified_at !== null, domain).toBe(domain === 'proven.example');
    }
  });

  test.each([
    ['no address', named('5', {}), 'no-email'],
    ['an address that is none', named('6', { email: 'ada' }), 'no-email'],
    ['two addresses in one', named('7', { email: 'a@example.com, b@example.com' }), 'no-email'],
    ['an empty address', named('8', { email: '' }), 'no-email'],
    [
      'a name that is another one each time',
      { nameFormat: TRANSIENT_FORMAT, nameId: '9', attributes: { email: 'transient@example.com' } },
      'transient-name',
    ],
  ])('with %s stays out', async (_what, fields, reason) => {
    const browser = new SsoBrowser(app);
    expect(reasonOn(await signInBySso(app, browser, provider, fields))).toBe(reason);
    expect(await accountOf('transient@example.com')).toBeUndefined();
  });
});

describe('somebody whom the provider named before', () => {
  test('is who they were, whatever their address is now', async () => {
    const { id } = await signIn(named('person-1', { email: 'old@example.com' }));
    expect((await signIn(named('person-1', { email: 'new-address@example.com' }))).id).toBe(id);
    expect((await signIn(named('person-1', {}))).id).toBe(id);
    expect(await accountOf('new-address@example.com')).toBeUndefined();
  });

  test('is nobody else, whoever has their address now', async () => {
    const one = await signIn(named('person-2', { email: 'shared@example.com' }));
    expect((await signIn(named('PERSON-2', { email: 'other@example.com' }))).id).not.toBe(one.id);
    const other = await addSsoProvider(app, { defaultRole: 'read' });
    const { id } = await signIn(named('person-2', { email: 'third@example.com' }), other);
    expect(id).not.toBe(one.id);
  });

  test('stays out while the membership is not active', async () => {
    const { id } = await signIn(named('person-3', { email: 'paused@example.com' }));
    await app.context.db.updateTable('member').set({ disabled: true }).where('user_id', '=', id).execute();
    expect(await refuse(named('person-3', { email: 'paused@example.com' }))).toBe('member-disabled');
  });
});

describe('an account that has the address already', () => {
  test('of somebody who does not belong to the organization is not touched', async () => {
    const { email, userId } = await addUser(app);
    expect(await refuse({ nameId: email })).toBe('no-member');
    expect((await memberOf(userId)).error.code).toBe(404);
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const elsewhere = await addSsoProvider(app, { organizationId, token, defaultRole: 'admin' });
    const admin = await addMember(app, { role: 'admin' });
    expect(await refuse({ nameId: admin.email.toUpperCase() }, elsewhere)).toBe('no-member');
  });

  test('of a member whom an administrator gave to the single sign-on is theirs', async () => {
    const { email, userId } = await addAccount(app, { role: 'read' });
    const url = `/v1/orgs/${app.organizationId}/members/${userId}`;
    expect((await app.request('POST', `${url}/sso`)).statusCode).toBe(200);
    expect((await signIn({ nameId: email.toUpperCase() })).id).toBe(userId);
    expect(await memberOf(userId)).toMatchObject({ role: 'read', sso: true });
  });

  test('of a member who has a password and no single sign-on is not opened', async () => {
    const { email, userId } = await addAccount(app, { role: 'admin' });
    const browser = new SsoBrowser(app);
    const offered = await signInBySso(app, browser, provider, { nameId: email });
    expect(offered.statusCode).toBe(200);
    expect(offered.body).toContain('Is this account yours?');
    expect(browser.cookies.has('lectern')).toBe(false);
    expect(await memberOf(userId)).toMatchObject({ sso: false });
  });

  test('of somebody who is invited and has not accepted waits for that', async () => {
    const { email, userId } = await addAccount(app);
    await inviteMember(app, { userId, role: 'edit' });
    expect(await refuse({ nameId: email })).toBe('invitation-waits');
    await app.context.db.updateTable('member').set({ sso: true }).where('user_id', '=', userId).execute();
    expect(await refuse({ nameId: email })).toBe('invitation-waits');
    expect(await memberOf(userId)).toMatchObject({ disabled: true });
  });

  test.each([true, false])(
    'that an invitation made, and nobody came in as yet, is theirs; its link opens it no more (sso: %s)',
    async (sso) => {
      const email = `invited-${sso}@example.com`;
      const own = await addSsoProvider(app);
      const response = await app.request('POST', `/v1/orgs/${app.organizationId}/invites`, {
        body: { emails: [email], role: 'review', sso },
      });
      expect(response.statusCode).toBe(200);
      const { users, invitations } = response.json();
      expect((await signIn({ nameId: email }, own)).id).toBe(users[0]);
      expect(await memberOf(users[0])).toMatchObject({ role: 'review', sso: true, disabled: false });
      // Deleting the provider deletes its name for the user, but the account stays claimed.
      await app.request('DELETE', `/v1/orgs/${app.organizationId}/saml/${own.id}`);
      const ticket = new URL(invitations[0].url).pathname.split('/').at(-1);
      const claimed = await app.request('POST', `/v1/invitations/${ticket}`, {
        token: null,
        body: { password: 'a password that is good enough' },
      });
      expect(claimed.statusCode).toBe(401);
      expect((await accountOf(email))?.password_hash).toBeNull();
    },
  );

  test('of somebody who was deleted is nobody’s', async () => {
    const { userId, token, email } = await addMember(app, { role: 'read' });
    expect((await app.request('DELETE', '/v1/users/me', { token, body: {} })).statusCode).toBeLessThan(300);
    expect((await signIn({ nameId: email })).id).not.toBe(userId);
  });
});

describe('at once', () => {
  const finishAll = async (by: SsoProvider[], fields: Partial<Fields>) => {
    const steps = await Promise.all(
      by.map(async (one) => {
        const browser = new SsoBrowser(app);
        const requestId = await begin(browser, one);
        const brought = await bring(browser, one, honestResponse(answerTo(app, one, requestId, fields)));
        return { browser, url: brought.headers.location as string };
      }),
    );
    return Promise.all(steps.map(({ browser, url }) => browser.get(url)));
  };

  test('the same new person comes in as one user and one member', async () => {
    const responses = await finishAll(
      Array.from({ length: 6 }, () => provider),
      { nameId: 'twice@example.com' },
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 303));
    const account = await accountOf('twice@example.com');
    const members = await app.context.db
      .selectFrom('member')
      .select('user_id')
      .where('user_id', '=', account?.user_id as string)
      .execute();
    expect(members).toHaveLength(1);
    const { items } = (
      await app.request('GET', `/v1/orgs/${app.organizationId}/audit-events?target=${account?.user_id}`)
    ).json();
    expect(items.filter((event: { action: string }) => event.action === 'member.joined')).toHaveLength(1);
  });

  test('who is removed while they sign in stays out, without a session', async () => {
    const { id } = await signIn({ nameId: 'removed-meanwhile@example.com' });
    const browser = new SsoBrowser(app);
    const requestId = await begin(browser, provider);
    const xml = honestResponse(
      answerTo(app, provider, requestId, { nameId: 'removed-meanwhile@example.com' }),
    );
    const brought = await bring(browser, provider, xml);
    const key = { organizationId: app.organizationId, userId: id };
    const [isRemoved, isTime] = [createGate(), createGate()];
    const removal = app.context.transact(async (unit) => {
      await removeMember(unit, BY_OPERATOR, key, new Date());
      isRemoved.open();
      await isTime.passed;
    });
    await isRemoved.passed;
    const finishing = browser.get(brought.headers.location as string);
    await expect.poll(() => countWaiting(app)).toBe(1);
    isTime.open();
    await removal;
    expect(reasonOn(await finishing)).toBe('no-member');
    const sessions = app.context.db.selectFrom('user_session').select('session_id').where('user_id', '=', id);
    expect(await sessions.execute()).toEqual([]);
  });

  test('two organizations that let in the same new address: one makes the account, the other finds it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organizationId, creatorId } = await addOrganization(app);
      const token = await addUserToken(app, creatorId);
      const other = await addSsoProvider(app, { organizationId, token, defaultRole: 'read' });
      const responses = await finishAll([provider, other], { nameId: `both-${round}@example.com` });
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403]);
      expect(responses.map(reasonOn)).toContain('no-member');
    }
  });
});
