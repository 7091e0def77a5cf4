/**
 * An attacker registers an account under another person's address and, once that person is invited, tries to move the
 * invited account to an address of their own.
 */

import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, PASSWORD } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type AddedUser, addOrganization, joinOrganization } from '../../../../../test/factories.ts';
import {
  accept,
  call,
  findMember,
  invite,
  inviteOne,
  listEvents,
  readOrganization,
} from '../../../../../test/fixtures/access/invites/invites.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const someAddress = (): string => `somebody-${newId()}@example.com`;

async function changeEmail({ token }: AddedUser, email: string): Promise<void> {
  const response = await call(app, 'PUT', '/v1/user/email', { token, body: { email, password: PASSWORD } });
  expect(response.statusCode).toBe(200);
}

const invitationOf = (userId: string) =>
  call(app, 'POST', `/v1/orgs/${app.organizationId}/members/${userId}/invitation`);

describe('an invitation that waits', () => {
  test('is not for who has another address now: there is nothing to accept, or to send again', async () => {
    const attacker = await addAccount(app);
    const { email, userId } = attacker;
    const { ticket } = await inviteOne(app, email);
    expect(await findMember(app, userId)).toMatchObject({ disabled: true });
    await changeEmail(attacker, someAddress());
    expect(await findMember(app, userId)).toBeUndefined();
    expect((await accept(app, ticket, { token: attacker.token })).statusCode).toBe(404);
    expect((await invitationOf(userId)).statusCode).toBe(404);
    expect((await listEvents(app, userId)).at(-1)).toMatchObject({
      action: 'member.removed',
      payload: { before: { disabled: true }, by: { email: 'changed' } },
    });
    // The owner of the address can now be invited as a new user.
    const { users } = await invite(app, { emails: [email] });
    expect(users).not.toContain(userId);
    expect(await findMember(app, users[0] as string)).toMatchObject({ disabled: false });
  });

  test('stays when only the case of the address changes', async () => {
    const user = await addAccount(app);
    const { ticket } = await inviteOne(app, user.email);
    await changeEmail(user, user.email.toUpperCase());
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(200);
    expect(await findMember(app, user.userId)).toMatchObject({ disabled: false });
  });
});

describe('where somebody is a member', () => {
  test('they stay one, and are vouched for no more by whoever named the address before', async () => {
    const { organizationId } = await addOrganization(app);
    const inviter = await addAccount(app, { role: 'admin' });
    await joinOrganization(app, { ...inviter, role: 'admin', organizationId });
    const user = await addAccount(app);
    const { ticket } = await inviteOne(app, user.email, inviter);
    await accept(app, ticket, { token: user.token });
    const target = someAddress();
    await changeEmail(user, target);
    expect(await readOrganization(app, user)).toBe(200);
    await invite(app, { emails: [target], role: 'admin' }, { organizationId, token: inviter.token });
    expect(await findMember(app, user.userId, organizationId)).toMatchObject({ disabled: true });
    expect(await readOrganization(app, user, organizationId)).toBe(404);
  });

  test('they are not of the single sign-on any more, which would take them for whose address they gave', async () => {
    const user = await addAccount(app, { role: 'read' });
    const member = `/v1/orgs/${app.organizationId}/members/${user.userId}`;
    expect((await call(app, 'POST', `${member}/sso`)).json()).toMatchObject({ sso: true });
    await changeEmail(user, someAddress());
    expect(await findMember(app, user.userId)).toMatchObject({ sso: false, disabled: false });
    expect(await listEvents(app, user.userId)).toContainEqual(
      expect.objectContaining({
        action: 'member.updated',
        payload: { before: { sso: true }, after: { sso: false }, by: { email: 'changed' } },
      }),
    );
  });
});
