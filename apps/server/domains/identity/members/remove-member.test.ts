import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addUser,
  addUserToken,
  grantRole,
  joinOrganization,
} from '../../../../../test/factories.ts';
import { digestToken, newSessionSecret } from '../../../platform/access/token.ts';
import { issueTicket } from '../users/tickets.queries.ts';
import { insertMember } from './insert-members.queries.ts';

let app: TestApp;
let members: string;
/** A second process that hears of changes. */
let beside: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  beside = await buildTestApp({ beside: app, isListening: true });
  members = `/v1/orgs/${app.organizationId}/members`;
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

const HOUR_MS = 3_600_000;

const remove = (userId: string, token = app.adminToken, url = members) =>
  app.request('DELETE', `${url}/${userId}`, { token });

const removalsOf = (userId: string) =>
  app.database.sql`
    select action, actor_id, payload from audit_event where target_id = ${userId} and action = 'member.removed'`;

/** The secret of a browser that signed in; `organizationId`: through the single sign-on of it. */
async function addSession(userId: string, organizationId: string | null = null): Promise<string> {
  const secret = newSessionSecret();
  const at = app.context.clock();
  await app.context.db
    .insertInto('user_session')
    .values({
      digest: digestToken(secret),
      session_id: newId(),
      user_id: userId,
      organization_id: organizationId,
      method: organizationId ? 'saml' : 'password',
      created_at: at,
      expires_at: new Date(at.getTime() + HOUR_MS),
    })
    .execute();
  return secret;
}

/** A personal token that acts in the organization alone. */
async function addBoundToken(userId: string, organizationId: string): Promise<string> {
  const token = await addUserToken(app, userId);
  await app.context.db
    .updateTable('user_token')
    .set({ organization_id: organizationId })
    .where('token_id', '=', (eb) =>
      eb.selectFrom('token_directory').select('token_id').where('digest', '=', digestToken(token)),
    )
    .execute();
  return token;
}

/** Returns the names of the user's secrets that still work. */
async function findWorking(secrets: Record<string, string>): Promise<string[]> {
  const rows = await app.database.sql`
    select digest from token_directory union all select digest from user_session`;
  const left = new Set(rows.map((row) => row.digest.toString('hex')));
  return Object.keys(secrets).filter((name) =>
    left.has(digestToken(secrets[name] as string).toString('hex')),
  );
}

describe('a removed member', () => {
  test('loses what the membership gave, and everything where there is no other', async () => {
    const { organizationId } = app;
    const { userId, token } = await addMember(app, { role: 'edit', displayName: 'Ann' });
    const [spaceId, collectionId] = [await addSpace(app), await addCollection(app)];
    await grantRole(app, { userId, role: 'create', spaceId });
    await grantRole(app, { userId, role: 'review', collectionId });
    const teamId = newId();
    const at = app.context.clock();
    const { sql } = app.database;
    await sql`insert into team values (${organizationId}, ${teamId}, 'T', 't', ${at})`;
    await sql`insert into team_member values (${organizationId}, ${teamId}, ${userId}, 'owner', ${at})`;
    await app.context.transact(({ trx }) =>
      issueTicket(trx, {
        userId,
        purpose: 'invitation',
        organizationId,
        createdAt: at,
        expiresAt: new Date(at.getTime() + HOUR_MS),
      }),
    );
    const secrets = {
      token,
      session: await addSession(userId),
      ssoSession: await addSession(userId, organizationId),
      boundToken: await addBoundToken(userId, organizationId),
    };
    expect(await findWorking(secrets)).toEqual(Object.keys(secrets));

    const response = await remove(userId);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await findWorking(secrets)).toEqual([]);
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);
    expect((await app.request('GET', `${members}/${userId}`)).statusCode).toBe(404);
    const left = await sql`
      select 'grant' from space_user_grant where user_id = ${userId}
      union all select 'grant' from collection_user_grant where user_id = ${userId}
      union all select 'team' from team_member where user_id = ${userId}
      union all select 'ticket' from user_ticket where user_id = ${userId}
      union all select 'token' from user_token where user_id = ${userId}`;
    expect(left).toEqual([]);
    expect(await removalsOf(userId)).toMatchObject([
      {
        payload: {
          before: {
            role: 'edit',
            disabled: false,
            teams: [{ team: teamId, role: 'owner' }],
            permissions: [
              { space: spaceId, role: 'create' },
              { collection: collectionId, role: 'review' },
            ],
          },
          ended: { tokens: 2, sessions: 2 },
        },
      },
    ]);
  });

  test('keeps what acts in another organization', async () => {
    const { organizationId } = app;
    const { userId, token } = await addMember(app, { role: 'edit' });
    const other = await addOrganization(app);
    await joinOrganization(app, { userId, role: 'read', organizationId: other.organizationId });
    const secrets = {
      token,
      session: await addSession(userId),
      otherToken: await addBoundToken(userId, other.organizationId),
      otherSession: await addSession(userId, other.organizationId),
      boundToken: await addBoundToken(userId, organizationId),
      boundSession: await addSession(userId, organizationId),
    };
    expect((await remove(userId)).statusCode).toBe(204);
    expect(await findWorking(secrets)).toEqual(['token', 'session', 'otherToken', 'otherSession']);
    expect((await app.request('GET', `/v1/orgs/${organizationId}`, { token })).statusCode).toBe(404);
    expect((await app.request('GET', `/v1/orgs/${other.organizationId}`, { token })).statusCode).toBe(200);
  });

  test('does not keep it for an invitation that waits, or an organization that was deleted', async () => {
    const { userId, token } = await addMember(app, { role: 'edit' });
    const [inviting, deleted] = [await addOrganization(app), await addOrganization(app)];
    await app.context.transact(async ({ trx }) => {
      const invited = { organizationId: inviting.organizationId, userId, role: 'read' as const };
      await insertMember(trx, { ...invited, disabled: true, joinedAt: app.context.clock() });
    });
    await joinOrganization(app, { userId, role: 'read', organizationId: deleted.organizationId });
    await app.database.sql`
      update organization set deleted_at = now() where organization_id = ${deleted.organizationId}`;
    expect((await remove(userId)).statusCode).toBe(204);
    expect(await findWorking({ token })).toEqual([]);
  });

  test('is forgotten by every process within a second', async () => {
    const { userId, token } = await addMember(app, { role: 'edit' });
    const other = await addMember(app, { role: 'edit' });
    const { organizationId } = await addOrganization(app);
    await joinOrganization(app, { userId: other.userId, role: 'read', organizationId });
    const ask = async (secret: string) =>
      (await beside.request('GET', `/v1/orgs/${app.organizationId}`, { token: secret })).statusCode;
    expect([await ask(token), await ask(other.token)]).toEqual([200, 200]);
    await remove(userId);
    await remove(other.userId);
    const deadline = Date.now() + 1000;
    let seen = [200, 200];
    while (Date.now() < deadline && seen.join() !== '401,404') {
      seen = [await ask(token), await ask(other.token)];
      await sleep(10);
    }
    expect(seen).toEqual([401, 404]);
  });

  test('can be made a member again, with nothing of what was', async () => {
    const { userId } = await addMember(app, { role: 'edit' });
    const spaceId = await addSpace(app);
    await grantRole(app, { userId, role: 'admin', spaceId });
    await remove(userId);
    await joinOrganization(app, { userId, role: null });
    expect((await app.request('GET', `${members}/${userId}`)).json()).toMatchObject({
      role: null,
      spaces: 0,
    });
  });
});

describe('who may remove', () => {
  test.each(['me', 'id'])('oneself: by %s', async (name) => {
    const { userId, token } = await addMember(app, { role: null });
    expect((await remove(name === 'me' ? 'me' : userId, token)).statusCode).toBe(204);
    expect(await removalsOf(userId)).toMatchObject([{ actor_id: userId }]);
  });

  test('others: administrators alone', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const { token } = await addMember(app, { role: 'create' });
    expect((await remove(userId, token)).statusCode).toBe(403);
    const { token: outsider } = await addUser(app);
    expect((await remove(userId, outsider)).statusCode).toBe(404);
    const service = await addServiceToken(app, { role: 'admin' });
    expect((await remove(userId, service)).statusCode).toBe(204);
  });

  test.each(['nonsense', newId()])('nobody: %s', async (id) => {
    expect((await remove(id)).statusCode).toBe(404);
  });

  test('nobody: a user of another organization, or one who is gone already', async () => {
    const { creatorId } = await addOrganization(app);
    expect((await remove(creatorId)).statusCode).toBe(404);
    const { userId } = await addMember(app, { role: 'read' });
    expect((await remove(userId)).statusCode).toBe(204);
    expect((await remove(userId)).statusCode).toBe(404);
    expect(await removalsOf(userId)).toHaveLength(1);
  });

  test('nobody: the last administrator, who keeps everything', async () => {
    const { userId, token } = await addUser(app);
    const { organizationId } = await addOrganization(app, { creatorId: userId });
    const url = `/v1/orgs/${organizationId}/members`;
    const invited = await addUser(app);
    await app.context.transact(({ trx }) =>
      insertMember(trx, {
        organizationId,
        userId: invited.userId,
        role: 'admin',
        disabled: true,
        joinedAt: app.context.clock(),
      }),
    );
    const refused = await remove('me', token, url);
    expect(refused.statusCode).toBe(409);
    expect((await app.request('GET', url, { token })).statusCode).toBe(200);
    // Revoking an invitation takes nothing away.
    expect((await remove(invited.userId, token, url)).statusCode).toBe(204);
    const other = await addMember(app, { role: 'admin', organizationId });
    expect((await remove('me', token, url)).statusCode).toBe(204);
    expect((await remove('me', other.token, url)).statusCode).toBe(409);
  });
});
