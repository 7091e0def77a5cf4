import diagnostics from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import {
  type AddedUser,
  addCollection,
  addMember,
  addSpace,
  addTeam,
  grantRole,
} from '../../../../../test/factories.ts';
import {
  addClosed,
  KINDS,
  roleOn,
  urlOf,
} from '../../../../../test/fixtures/access/permissions/permissions.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
  other = await buildTestApp({ beside: app, isListening: true });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Both have the member's role in memory before the change. */
async function expectRoleIn(
  where: { kind: 'space' | 'collection'; id: string },
  role: unknown,
  who: AddedUser,
) {
  expect(await roleOn(app, where.kind, where.id, who.token)).toBe(role);
  await expect.poll(() => roleOn(other, where.kind, where.id, who.token)).toBe(role);
}

describe.each(KINDS)('on a %s, another process hears of', (kind) => {
  test('what a member is given, and of what is taken', async () => {
    const where = { kind, id: await addClosed(app, kind) };
    const guest = await addMember(app, { role: null });
    await expectRoleIn(where, undefined, guest);
    const path = urlOf(kind, where.id, `/users/${guest.userId}`);
    await app.request('PATCH', path, { body: { role: 'read' } });
    await expectRoleIn(where, 'less', guest);
    await app.request('PATCH', path, { body: { role: 'admin' } });
    await expectRoleIn(where, 'admin', guest);
    await app.request('DELETE', path);
    await expectRoleIn(where, undefined, guest);
  });

  test('what a team is given, and of what is taken', async () => {
    const where = { kind, id: await addClosed(app, kind) };
    const guest = await addMember(app, { role: null });
    const teamId = await addTeam(app, { members: [guest.userId] });
    await expectRoleIn(where, undefined, guest);
    const path = urlOf(kind, where.id, `/teams/${teamId}`);
    await app.request('PATCH', path, { body: { role: 'admin' } });
    await expectRoleIn(where, 'admin', guest);
    await app.request('PATCH', path, { body: { role: null } });
    await expectRoleIn(where, undefined, guest);
  });

  test('an invitation of a team', async () => {
    const where = { kind, id: await addClosed(app, kind) };
    const guest = await addMember(app, { role: null });
    const teamId = await addTeam(app, { members: [guest.userId] });
    await expectRoleIn(where, undefined, guest);
    await app.request('POST', urlOf(kind, where.id), { body: { role: 'read', teams: [teamId] } });
    await expectRoleIn(where, 'less', guest);
  });
});

test('a role on a collection is one on the spaces in it, wherever it is heard of', async () => {
  const outer = await addClosed(app, 'collection');
  const inner = await addCollection(app, { parentId: outer });
  const where = { kind: 'space' as const, id: await addSpace(app, { parentId: inner }) };
  const guest = await addMember(app, { role: null });
  const teamId = await addTeam(app, { members: [guest.userId] });
  await expectRoleIn(where, undefined, guest);
  await grantRole(app, { teamId, collectionId: outer, role: 'read' });
  await expectRoleIn(where, 'less', guest);
  await app.request('DELETE', urlOf('collection', outer, `/teams/${teamId}`));
  await expectRoleIn(where, undefined, guest);
});

test('a read that is repeated is not answered once what allowed it was taken', async () => {
  const { port } = app.server.server.address() as AddressInfo;
  let handled = 0;
  const count = () => {
    handled += 1;
  };
  diagnostics.subscribe('tracing:fastify.request.handler:start', count);
  try {
    for (const grantee of ['user', 'team'] as const) {
      const spaceId = await addClosed(app, 'space');
      await putContent(app, spaceId, { 'README.md': '# Home\n' });
      const guest = await addMember(app, { role: null });
      const teamId = await addTeam(app, { members: [guest.userId] });
      const path = urlOf(
        'space',
        spaceId,
        grantee === 'user' ? `/users/${guest.userId}` : `/teams/${teamId}`,
      );
      await app.request('PATCH', path, { body: { role: 'read' } });
      const read = async () => {
        const response = await fetch(
          `http://127.0.0.1:${port}/v1/spaces/${spaceId}/content/path/readme?format=markdown`,
          { headers: { authorization: `Bearer ${guest.token}` } },
        );
        await response.arrayBuffer();
        return response.status;
      };
      expect([await read(), await read(), await read()]).toEqual([200, 200, 200]);
      // The news of what was just changed may still arrive, and is then a reason to look again.
      const readAgain = async () => {
        const before = handled;
        return [await read(), handled - before];
      };
      await expect.poll(readAgain).toEqual([200, 0]);
      await app.request('DELETE', path);
      expect(await read()).toBe(404);
    }
  } finally {
    diagnostics.unsubscribe('tracing:fastify.request.handler:start', count);
  }
});
