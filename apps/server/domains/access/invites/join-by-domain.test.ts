import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type DnsServer, startDnsServer } from '../../../../../test/dns-server.ts';
import {
  type AddedUser,
  addOrganization,
  addServiceToken,
  addUser,
  joinOrganization,
} from '../../../../../test/factories.ts';
import {
  call,
  findMember,
  invite,
  listEvents,
  readOrganization,
} from '../../../../../test/fixtures/access/invites/invites.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import { resumeOrganization, suspendOrganization } from '../../identity/organizations/suspension.service.ts';

let dns: DnsServer;
let app: TestApp;
beforeAll(async () => {
  dns = await startDnsServer();
  app = await buildTestApp({ config: { dnsServers: [dns.address] } });
  const emailDomains = ['acme.example', 'bücher.example', 'unproven.example'];
  await call(app, 'PATCH', `/v1/orgs/${app.organizationId}`, {
    body: { emailDomains, defaultRole: 'comment' },
  });
  for (const domain of ['acme.example', 'xn--bcher-kva.example']) await prove(domain);
});
afterAll(async () => {
  await app?.close();
  await dns?.close();
});

async function prove(domain: string): Promise<void> {
  const url = `/v1/orgs/${app.organizationId}/domains/${domain}`;
  const { record } = (await call(app, 'GET', url)).json();
  dns.answers.set(record.name, [[record.value]]);
  expect((await call(app, 'POST', `${url}/verification`)).json().state).toBe('verified');
}

async function addUserAt(domain: string, { isVerified = true } = {}): Promise<AddedUser> {
  const user = await addUser(app, { email: `somebody-${newId()}@${domain}` });
  if (isVerified) {
    await app.context.db
      .updateTable('user_account')
      .set({ email_verified_at: new Date() })
      .where('user_id', '=', user.userId)
      .execute();
  }
  return user;
}

const join = (token: string, organizationId = app.organizationId) =>
  call(app, 'POST', `/v1/orgs/${organizationId}/join`, { token });

describe('who has a verified address in a proven domain', () => {
  test.each(['acme.example', 'ACME.example', 'bücher.example', 'xn--bcher-kva.example'])(
    'joins with the default role: %s',
    async (domain) => {
      const user = await addUserAt(domain);
      const response = await join(user.token);
      expect([response.statusCode, response.body]).toEqual([204, '']);
      expect(await findMember(app, user.userId)).toMatchObject({
        role: 'comment',
        disabled: false,
        sso: false,
      });
      expect(await readOrganization(app, user)).toBe(200);
      expect(await listEvents(app, user.userId)).toMatchObject([
        { action: 'member.joined', payload: { after: { role: 'comment' } } },
      ]);
    },
  );

  test('joins only once the organization is no longer suspended, and others do not learn that it is', async () => {
    const user = await addUserAt('acme.example');
    const { organizationId } = app;
    await suspendOrganization(app.context, BY_OPERATOR, { organizationId, reason: 'Unpaid' });
    const refused = await join(user.token);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'organization-suspended']);
    expect(refused.body).not.toContain('Unpaid');
    expect((await join((await addUser(app)).token)).statusCode).toBe(400);
    await resumeOrganization(app.context, BY_OPERATOR, organizationId);
    expect((await join(user.token)).statusCode).toBe(204);
  });

  test('and is a member stays as they are', async () => {
    const user = await addUserAt('acme.example');
    await join(user.token);
    await call(app, 'PATCH', `/v1/orgs/${app.organizationId}/members/${user.userId}`, {
      body: { role: 'edit' },
    });
    expect((await join(user.token)).statusCode).toBe(204);
    expect(await findMember(app, user.userId)).toMatchObject({ role: 'edit' });
  });

  test('at once, several times, joins once', async () => {
    const user = await addUserAt('acme.example');
    const responses = await Promise.all([1, 2, 3, 4].map(() => join(user.token)));
    expect(responses.map((response) => response.statusCode)).toEqual([204, 204, 204, 204]);
    expect(await listEvents(app, user.userId)).toHaveLength(1);
  });

  test('and whose invitation waits comes in with the role that they were invited with', async () => {
    const user = await addUserAt('acme.example', { isVerified: false });
    await invite(app, { emails: [user.email], role: 'review' });
    expect((await join(user.token)).statusCode).toBe(400);
    await app.context.db
      .updateTable('user_account')
      .set({ email_verified_at: new Date() })
      .where('user_id', '=', user.userId)
      .execute();
    expect((await join(user.token)).statusCode).toBe(204);
    expect(await findMember(app, user.userId)).toMatchObject({ role: 'review', disabled: false });
    expect((await listEvents(app, user.userId)).at(-1)).toMatchObject({ action: 'member.accepted' });
  });
});

describe('nobody else joins, and all are told the same', () => {
  test.each([
    ['an address that is not verified', 'acme.example', false],
    ['another domain', 'other.example', true],
    ['a domain that is not proven', 'unproven.example', true],
    ['a domain below a proven one', 'mail.acme.example', true],
    ['a domain above a proven one', 'example', true],
    ['a domain that ends like a proven one', 'notacme.example', true],
  ])('%s', async (_what, domain, isVerified) => {
    const user = await addUserAt(domain, { isVerified });
    const response = await join(user.token);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toBe(
      'This requires a verified email address in a domain that the organization has verified.',
    );
    expect(await findMember(app, user.userId)).toBeUndefined();
  });

  test('a domain that the organization lists no more', async () => {
    const { organizationId } = app;
    const url = `/v1/orgs/${organizationId}`;
    const { emailDomains } = (await call(app, 'GET', url)).json();
    await call(app, 'PATCH', url, { body: { emailDomains: [] } });
    const user = await addUserAt('acme.example');
    expect((await join(user.token)).statusCode).toBe(400);
    await call(app, 'PATCH', url, { body: { emailDomains } });
    expect((await join(user.token)).statusCode).toBe(400);
    await prove('acme.example');
    expect((await join(user.token)).statusCode).toBe(204);
  });

  test('a domain that another organization proved', async () => {
    const { organizationId } = await addOrganization(app);
    const user = await addUserAt('acme.example');
    expect((await join(user.token, organizationId)).statusCode).toBe(400);
  });

  test('an organization that is unknown is 404', async () => {
    const user = await addUserAt('acme.example');
    for (const organizationId of [newId(), 'nonsense'])
      expect((await join(user.token, organizationId)).statusCode).toBe(404);
  });

  test('a service account', async () => {
    expect((await join(await addServiceToken(app, { role: 'admin' }))).statusCode).toBe(403);
  });
});

test('who was removed can join again: to keep somebody out, take the address or the domain from them', async () => {
  const user = await addUserAt('acme.example');
  await join(user.token);
  await addMembershipElsewhere(user.userId);
  await call(app, 'DELETE', `/v1/orgs/${app.organizationId}/members/${user.userId}`);
  expect(await findMember(app, user.userId)).toBeUndefined();
  expect((await join(user.token)).statusCode).toBe(204);
});

/** Keeps the user's token valid after they are removed here. */
async function addMembershipElsewhere(userId: string): Promise<void> {
  const { organizationId } = await addOrganization(app);
  await joinOrganization(app, { userId, role: 'read', organizationId });
}
