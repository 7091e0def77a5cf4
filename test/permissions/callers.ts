import { newId } from '@lectern/std/ids';
import type { Scope } from '../../apps/server/platform/access/actor.ts';
import { LADDER, type Role, type RoleOrGuest } from '../../apps/server/platform/access/roles.ts';
import type { TestApp } from '../app.ts';
import type { TestClock } from '../clock.ts';
import { addMember, addServiceToken, addUser, addUserToken, joinOrganization } from '../factories.ts';
import type { Parts } from './expected-status.ts';
import { makeInstanceAdministrator } from './instance-calls.ts';
import {
  giveRole,
  insertSession,
  insertTeam,
  inviteMember,
  joinTeam,
  removeFromOrganization,
} from './people.ts';
import type { Named } from './resources.ts';

/** A caller, with the facts that the expectations use: stated here, never read back from the service. */
export interface Caller {
  name: string;
  /** The API token; undefined to send the browser's cookie, if there is one. */
  token?: string;
  /** The secret that the caller's browser keeps in its cookie. */
  session?: string;
  userId?: string;
  /** The role in the organization of the URL; undefined if they do not belong to it. */
  role?: RoleOrGuest;
  /** The role granted on the space, the collection and the site of the URL. */
  granted?: Role;
  /** The team that it was given to, where it was not given to them. */
  grantedTeamId?: string;
  /** Whether they own the team in the URL. */
  isTeamOwner?: true;
  scope: Scope;
  /** No token, or one that is not good anymore. */
  isUnknown?: true;
  isService?: true;
  /** Acts in one organization only. */
  isBound?: true;
  isInstanceAdministrator?: true;
}

/** An organization has members, guests, service accounts; and there is everybody else. */
export async function makeCallers(app: TestApp, foreignId: string, clock: TestClock): Promise<Caller[]> {
  return [
    ...(await makeMembers(app)),
    ...(await makeGuests(app)),
    ...(await makeTeamPeople(app)),
    ...(await makeNarrowed(app)),
    ...(await makeServices(app, foreignId)),
    ...(await makeBound(app, foreignId)),
    ...(await makeOutsiders(app, foreignId)),
    ...(await makeInstanceAdministrators(app)),
    ...(await makeUnknown(app, clock)),
  ];
}

const ALL = { scope: 'admin' } as const;

/** A caller with a token, and with a browser that signed in by it. */
export async function withToken(
  app: TestApp,
  token: string,
  facts: Omit<Caller, 'token' | 'session'>,
): Promise<Caller> {
  const { secret } = await insertSession(app, { token });
  return { ...facts, token, session: secret };
}

async function makeMembers(app: TestApp): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const role of [...LADDER].reverse()) {
    const { token, userId } = await addMember(app, { role });
    callers.push(await withToken(app, token, { name: role, userId, role, ...ALL }));
  }
  return callers;
}

async function makeGuests(app: TestApp): Promise<Caller[]> {
  const guest = async (name: string, more: Partial<Caller>): Promise<Caller> => {
    const { token, userId } = await addMember(app, { role: null });
    return withToken(app, token, { name, userId, role: null, ...ALL, ...more });
  };
  const callers = [await guest('guest without a grant', {})];
  for (const granted of LADDER) callers.push(await guest(`guest granted ${granted}`, { granted }));
  const { organizationId } = app;
  const grantedTeamId = await insertTeam(app, organizationId);
  const byTeam = await guest('guest granted create by a team', { granted: 'create', grantedTeamId });
  const userId = byTeam.userId as string;
  await joinTeam(app, { organizationId, teamId: grantedTeamId, userId, role: 'member' });
  return [...callers, byTeam];
}

/** Users whose role in the organization alone does not let them manage a team. */
async function makeTeamPeople(app: TestApp): Promise<Caller[]> {
  const person = async (name: string, role: 'read' | null, more: Partial<Caller>): Promise<Caller> => {
    const { token, userId } = await addMember(app, { role });
    return withToken(app, token, { name, userId, role, ...ALL, ...more });
  };
  const other = await person('owner of another team', 'read', {});
  const { organizationId } = app;
  const teamId = await insertTeam(app, organizationId);
  await joinTeam(app, { organizationId, teamId, userId: other.userId as string, role: 'owner' });
  return [
    await person('owner of the team', 'read', { isTeamOwner: true }),
    await person('guest who owns the team', null, { isTeamOwner: true }),
    other,
  ];
}

/** Tokens with fewer rights than the administrator who owns them. */
async function makeNarrowed(app: TestApp): Promise<Caller[]> {
  const { userId } = await addMember(app, { role: 'admin' });
  const callers: Caller[] = [];
  for (const scope of ['read', 'write'] as const) {
    const token = await addUserToken(app, userId, { scopes: [scope] });
    callers.push(
      await withToken(app, token, { name: `admin, scope ${scope}`, userId, role: 'admin', scope }),
    );
  }
  return callers;
}

async function makeServices(app: TestApp, foreignId: string): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const role of ['admin', 'read', null] as const) {
    const token = await addServiceToken(app, { role });
    const name = `service, ${role ?? 'guest'}`;
    callers.push(await withToken(app, token, { name, role, isService: true, ...ALL }));
  }
  const token = await addServiceToken(app, { role: 'admin', organizationId: foreignId });
  callers.push(
    await withToken(app, token, { name: 'service of another organization', isService: true, ...ALL }),
  );
  return callers;
}

/** They belong to no organization: that they administer the instance gives them nothing in one. */
async function makeInstanceAdministrators(app: TestApp): Promise<Caller[]> {
  const { userId } = await addUser(app);
  await makeInstanceAdministrator(app, userId);
  const callers: Caller[] = [];
  for (const scope of ['write', 'admin'] as const) {
    const token = await addUserToken(app, userId, { scopes: [scope] });
    const name = `instance administrator, scope ${scope}`;
    callers.push(await withToken(app, token, { name, userId, isInstanceAdministrator: true, scope }));
  }
  return callers;
}

/** An administrator of both organizations and of the instance, whom the single sign-on of one organization let in. */
async function makeBound(app: TestApp, foreignId: string): Promise<Caller[]> {
  const { userId } = await addMember(app, { role: 'admin' });
  await joinOrganization(app, { userId, role: 'admin', organizationId: foreignId });
  await makeInstanceAdministrator(app, userId);
  const callers: Caller[] = [];
  for (const [name, organizationId] of [
    ['admin by this organization’s sign-on', app.organizationId],
    ['admin by another organization’s sign-on', foreignId],
  ] as const) {
    const { secret } = await insertSession(app, { userId, organizationId });
    callers.push({
      name,
      session: secret,
      userId,
      isBound: true,
      isInstanceAdministrator: true,
      ...(organizationId === app.organizationId ? { role: 'admin' } : {}),
      ...ALL,
    });
  }
  return callers;
}

async function makeOutsiders(app: TestApp, foreignId: string): Promise<Caller[]> {
  const { token: adminToken, userId: adminId } = await addMember(app, {
    role: 'admin',
    organizationId: foreignId,
  });
  const { token: loneToken, userId: loneId } = await addUser(app);
  const { token: invitedToken, userId: invitedId } = await addUser(app);
  await inviteMember(app, { userId: invitedId, role: 'admin' });
  const { token: removedToken, userId: removedId } = await addMember(app, { role: 'admin' });
  await joinOrganization(app, { userId: removedId, role: 'admin', organizationId: foreignId });
  await assertTokenWorks(app, removedToken);
  const removed = await withToken(app, removedToken, {
    name: 'removed, but elsewhere',
    userId: removedId,
    ...ALL,
  });
  await removeFromOrganization(app, removedId);
  return [
    await withToken(app, adminToken, { name: 'admin of another organization', userId: adminId, ...ALL }),
    await withToken(app, loneToken, { name: 'user of no organization', userId: loneId, ...ALL }),
    await withToken(app, invitedToken, { name: 'invited, not accepted', userId: invitedId, ...ALL }),
    removed,
  ];
}

/** Were good once, were used and are therefore in memory. */
async function makeUnknown(app: TestApp, clock: TestClock): Promise<Caller[]> {
  const unknown = { isUnknown: true, ...ALL } as const;
  const { token: other, userId } = await addMember(app, { role: 'admin' });
  const body = { title: 'To be revoked', scopes: ['admin'] };
  const made = (await app.request('POST', '/v1/user/tokens', { token: other, body })).json();
  await assertTokenWorks(app, made.token);
  const revoked = await withToken(app, made.token, { name: 'revoked token', ...unknown });
  await app.request('DELETE', `/v1/user/tokens/${made.id}`, { token: other });

  const expiresAt = new Date(clock.now().getTime() + 1000);
  const token = await addUserToken(app, userId, { expiresAt });
  await assertTokenWorks(app, token);
  const expired = await withToken(app, token, { name: 'expired token', ...unknown });
  clock.advance(1001);

  const { token: removedToken, userId: removedId } = await addMember(app, { role: 'admin' });
  await assertTokenWorks(app, removedToken);
  const removed = await withToken(app, removedToken, { name: 'removed member', ...unknown });
  await removeFromOrganization(app, removedId);

  return [
    revoked,
    expired,
    removed,
    { name: 'token that never was', token: `lct_${newId()}`, session: `lcs_${newId()}`, ...unknown },
    { name: 'nobody', ...unknown },
  ];
}

async function assertTokenWorks(app: TestApp, token: string): Promise<void> {
  const { statusCode } = await app.request('GET', `/v1/orgs/${app.organizationId}`, { token });
  if (statusCode !== 200) throw new Error('The token was never good.');
}

const settled = new Set<string>();

/** Makes true of what the URL names what is said of the caller, where the route asks about it. */
export async function settle(
  app: TestApp,
  caller: Caller,
  named: Named,
  { also }: Pick<Parts, 'also'>,
): Promise<void> {
  const { organizationId } = app;
  const { userId, granted: role, grantedTeamId } = caller;
  if (userId === undefined) return;
  const once = async (id: string | undefined, give: (id: string) => Promise<void>): Promise<void> => {
    if (id === undefined || settled.has(`${userId} ${id}`)) return;
    await give(id);
    settled.add(`${userId} ${id}`);
  };
  if (role) {
    const whom = grantedTeamId === undefined ? { userId } : { teamId: grantedTeamId };
    await once(named.spaceId, (spaceId) => giveRole(app, { organizationId, role, ...whom, spaceId }));
    await once(named.collectionId, (collectionId) =>
      giveRole(app, { organizationId, role, ...whom, collectionId }),
    );
    await once(named.siteId, (siteId) => giveRole(app, { organizationId, role, ...whom, siteId }));
  }
  if (caller.isTeamOwner && also === 'team owner')
    await once(named.teamId, (teamId) => joinTeam(app, { organizationId, teamId, userId, role: 'owner' }));
}
