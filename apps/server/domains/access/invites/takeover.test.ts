/** Attempts to impersonate another user where administrators hand out the links and no mail is sent. */

import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addMember,
  addOrganization,
  addUser,
  addUserToken,
  joinOrganization,
} from '../../../../../test/factories.ts';
import {
  accept,
  call,
  findMember,
  inviteOne,
  listEvents,
  PASSWORD,
  readOrganization,
  signInWith,
} from '../../../../../test/fixtures/access/invites/invites.ts';
import { digestToken, newSessionSecret } from '../../../platform/access/token.ts';

const EVIL_PASSWORD = 'the password of the attacker';

let app: TestApp;
/** The attacker's organization, of which they are an administrator. */
let evil: { organizationId: string; token: string };
let email: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  const { organizationId, creatorId } = await addOrganization(app);
  evil = { organizationId, token: await addUserToken(app, creatorId) };
  email = `victim-${newId()}@example.com`;
});

describe('the attacker’s organization invites the address first, and the attacker sets the password by its link', () => {
  let cookie: string;
  beforeEach(async () => {
    const { ticket } = await inviteOne(app, email, evil);
    expect((await accept(app, ticket, { password: EVIL_PASSWORD })).statusCode).toBe(200);
    cookie = (await signInWith(app, email, EVIL_PASSWORD)) as string;
  });

  test('then nothing of the organization that invites the address later is theirs', async () => {
    const { userId } = await inviteOne(app, email);
    expect(await readOrganization(app, { cookie })).toBe(404);
    expect(
      (await call(app, 'GET', '/v1/orgs', { cookie })).json().items.map(({ id }: { id: string }) => id),
    ).toEqual([evil.organizationId]);
    expect(await findMember(app, userId)).toMatchObject({ disabled: true });
  });

  test('then who has the later link can neither sign in by it nor change the account', async () => {
    const { ticket } = await inviteOne(app, email);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(401);
    expect(await signInWith(app, email, PASSWORD)).toBeUndefined();
    expect(await signInWith(app, email, EVIL_PASSWORD)).toBeDefined();
  });

  test('then their administrator cannot make a link that lets in elsewhere', async () => {
    const { userId } = await inviteOne(app, email);
    const url = `/v1/orgs/${evil.organizationId}/members/${userId}/invitation`;
    expect((await call(app, 'POST', url, evil)).statusCode).toBe(409);
    const foreign = `/v1/orgs/${app.organizationId}/members/${userId}/invitation`;
    expect((await call(app, 'GET', foreign, evil)).statusCode).toBe(404);
  });
});

describe('the attacker’s organization invites an address first, and keeps the link', () => {
  test('it is worth nothing once the link of the other organization set the password', async () => {
    const { userId, ticket: evilTicket } = await inviteOne(app, email, evil);
    const { ticket } = await inviteOne(app, email);
    expect(await findMember(app, userId)).toMatchObject({ disabled: true });
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
    expect(await findMember(app, userId)).toMatchObject({ disabled: false });
    expect((await accept(app, evilTicket, { password: EVIL_PASSWORD })).statusCode).toBe(401);
    expect(await signInWith(app, email, EVIL_PASSWORD)).toBeUndefined();
    // Membership of the attacker's own organization must be accepted too: it did not invite the present owner of the
    // account.
    expect(await findMember(app, userId, evil.organizationId)).toMatchObject({ disabled: true });
  });
});

describe('the attacker’s organization invites an address that was invited before, and did not come in yet', () => {
  test('the password that its link sets opens that organization alone', async () => {
    const { userId, ticket } = await inviteOne(app, email);
    expect(await findMember(app, userId)).toMatchObject({ disabled: false });
    const { ticket: evilTicket } = await inviteOne(app, email, evil);
    expect((await accept(app, evilTicket, { password: EVIL_PASSWORD })).statusCode).toBe(200);
    const cookie = (await signInWith(app, email, EVIL_PASSWORD)) as string;
    expect(await readOrganization(app, { cookie })).toBe(404);
    expect(await readOrganization(app, { cookie }, evil.organizationId)).toBe(200);
    expect((await listEvents(app, userId)).at(-1)).toMatchObject({
      action: 'member.updated',
      payload: { before: { disabled: false }, after: { disabled: true } },
    });
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(401);
  });

  test('and leaves no organization without an administrator', async () => {
    const other = await addOrganization(app);
    const token = await addUserToken(app, other.creatorId);
    const { organizationId } = other;
    const { userId, ticket } = await inviteOne(app, email, { organizationId, token });
    const members = `/v1/orgs/${organizationId}/members`;
    await call(app, 'PATCH', `${members}/${userId}`, { token, body: { role: 'admin' } });
    expect((await call(app, 'DELETE', `${members}/me`, { token })).statusCode).toBe(204);
    const { ticket: evilTicket } = await inviteOne(app, email, evil);
    expect((await accept(app, evilTicket, { password: EVIL_PASSWORD })).statusCode).toBe(409);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
  });

  test('at the same time as whose address it is: one of the two passwords counts, for one of the organizations', async () => {
    const { userId, ticket } = await inviteOne(app, email);
    const { ticket: evilTicket } = await inviteOne(app, email, evil);
    const responses = await Promise.all([
      accept(app, ticket, { password: PASSWORD }),
      accept(app, evilTicket, { password: EVIL_PASSWORD }),
    ]);
    const [own, theirs] = responses.map((response) => response.statusCode === 200);
    expect(own).toBe(!theirs);
    const states = [await findMember(app, userId), await findMember(app, userId, evil.organizationId)];
    expect(states.map((member) => member?.disabled)).toEqual([!own, own]);
    expect((await signInWith(app, email, EVIL_PASSWORD)) !== undefined).toBe(theirs);
  });
});

describe('the attacker has an account under the address', () => {
  test('then neither a token of it nor another invitation lets them in', async () => {
    const attacker = await addUser(app, { email });
    await inviteOne(app, email);
    expect(await readOrganization(app, attacker)).toBe(404);
    const { ticket: evilTicket } = await inviteOne(app, email, evil);
    expect((await accept(app, evilTicket, { token: attacker.token })).statusCode).toBe(200);
    expect(await readOrganization(app, attacker)).toBe(404);
    expect(await readOrganization(app, attacker, evil.organizationId)).toBe(200);
  });

  test('then a session of their own single sign-on does not accept the invitation', async () => {
    const attacker = await addUser(app, { email });
    await joinOrganization(app, { ...attacker, role: 'read', organizationId: evil.organizationId });
    const { ticket } = await inviteOne(app, email);
    const secret = newSessionSecret();
    await app.context.db
      .insertInto('user_session')
      .values({
        digest: digestToken(secret),
        session_id: newId(),
        user_id: attacker.userId,
        organization_id: evil.organizationId,
        method: 'saml',
        created_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const actor = await app.context.pointers.tokens.find(secret);
    const { acceptInvitation } = await import('./accept-invitation.ts');
    const cause = { actor, source: 'ui' as const, address: null };
    await expect(
      acceptInvitation(app.context, { ticketText: ticket, actor }, () => cause),
    ).rejects.toMatchObject({
      status: 403,
    });
    expect(await findMember(app, attacker.userId)).toMatchObject({ disabled: true });
  });
});

describe('somebody acts by tokens alone, as the first administrator of an instance does', () => {
  test('then no link sets a password of theirs, and none of their organizations closes', async () => {
    const user = await addMember(app, { role: 'admin', email });
    const { ticket } = await inviteOne(app, email, evil);
    expect((await accept(app, ticket, { password: EVIL_PASSWORD })).statusCode).toBe(401);
    expect(await signInWith(app, email, EVIL_PASSWORD)).toBeUndefined();
    expect(await readOrganization(app, user)).toBe(200);
  });

  test('also when an invitation made the account: a token that was made for it is a way in', async () => {
    const { userId } = await inviteOne(app, email);
    const token = await addUserToken(app, userId);
    const { ticket } = await inviteOne(app, email, evil);
    expect((await accept(app, ticket, { password: EVIL_PASSWORD })).statusCode).toBe(401);
    expect(await readOrganization(app, { token })).toBe(200);
  });
});
