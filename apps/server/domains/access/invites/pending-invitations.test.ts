import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember } from '../../../../../test/factories.ts';
import { accept, invite, PASSWORD, ticketOf } from '../../../../../test/fixtures/access/invites/invites.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const list = async () =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/invitations`)).json() as {
    count: number;
    items: { user: string; email: string; role: string | null; expiresAt?: string }[];
  };

test('people who have not accepted yet are listed with their role, until they accept or lose the invitation', async () => {
  await addMember(app, { role: 'read' });
  const first = await invite(app, { emails: ['ann@example.com'], role: 'review' });
  const second = await invite(app, { emails: ['ben@example.com'], role: null });
  const shown = await list();
  expect(shown.count).toBe(2);
  expect(shown.items).toHaveLength(2);
  expect(shown.items).toEqual(
    expect.arrayContaining([
      {
        object: 'pending-invitation',
        user: second.users[0],
        email: 'ben@example.com',
        role: null,
        expiresAt: expect.any(String),
      },
      {
        object: 'pending-invitation',
        user: first.users[0],
        email: 'ann@example.com',
        role: 'review',
        expiresAt: expect.any(String),
      },
    ]),
  );
  await accept(app, ticketOf(first.invitations?.[0]?.url), { password: PASSWORD });
  expect((await list()).items.map(({ email }) => email)).toEqual(['ben@example.com']);
  await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${second.users[0]}/invitation`);
  expect(await list()).toEqual({ count: 0, items: [] });
});
