import { newId } from '@lectern/std/ids';
import { setPermission } from '../apps/server/domains/access/permissions/permissions.service.ts';
import {
  createCollection,
  updateCollection,
} from '../apps/server/domains/content/collections/collections.service.ts';
import { createSpace } from '../apps/server/domains/content/spaces/spaces.service.ts';
import { insertMember } from '../apps/server/domains/identity/members/insert-members.queries.ts';
import { insertOrganization } from '../apps/server/domains/identity/organizations/organizations.queries.ts';
import { createTeam } from '../apps/server/domains/identity/teams/teams.service.ts';
import {
  createOrganizationToken,
  createPersonalToken,
} from '../apps/server/domains/identity/tokens/tokens.service.ts';
import { insertUser } from '../apps/server/domains/identity/users/users.queries.ts';
import { insertSiteWithSpaces } from '../apps/server/domains/publishing/sites/create-site.ts';
import type { Scope } from '../apps/server/platform/access/actor.ts';
import { BY_OPERATOR } from '../apps/server/platform/access/cause.ts';
import type { DefaultLevel, SiteVisibility } from '../apps/server/platform/access/pointers.ts';
import type { Role, RoleOrGuest } from '../apps/server/platform/access/roles.ts';
import type { TestApp } from './app.ts';

/** The parts of a test app that the factories use. */
type Setup = Pick<TestApp, 'context' | 'organizationId'>;

interface TokenOptions {
  scopes?: Scope[];
  expiresAt?: Date;
}

export interface AddedUser {
  userId: string;
  email: string;
  displayName: string;
  /** A personal token with every scope. */
  token: string;
}

/** A user who belongs to no organization. */
export async function addUser(
  setup: Setup,
  options: { email?: string; displayName?: string } = {},
): Promise<AddedUser> {
  const { transact, clock } = setup.context;
  const userId = newId();
  const email = options.email ?? `user-${userId}@example.com`;
  const displayName = options.displayName ?? 'Somebody';
  await transact(({ trx }) => insertUser(trx, { userId, email, displayName, createdAt: clock() }));
  return { userId, email, displayName, token: await addUserToken(setup, userId) };
}

/** A user with a role (null: a guest) in the organization: the first one unless told. */
export async function addMember(
  setup: Setup,
  options: { role: RoleOrGuest; organizationId?: string; email?: string; displayName?: string },
): Promise<AddedUser> {
  const user = await addUser(setup, options);
  await joinOrganization(setup, { ...options, userId: user.userId });
  return user;
}

/** Makes an existing user a member, or changes the role of one. */
export async function joinOrganization(
  setup: Setup,
  options: { userId: string; role: RoleOrGuest; organizationId?: string },
): Promise<void> {
  const { transact, clock } = setup.context;
  const { userId, role, organizationId = setup.organizationId } = options;
  await transact(async ({ trx, announce }) => {
    if (!(await insertMember(trx, { organizationId, userId, role, joinedAt: clock() }))) {
      const key = { organization_id: organizationId, user_id: userId };
      await trx
        .updateTable('member')
        .set({ role })
        .where((eb) => eb.and(key))
        .execute();
    }
    announce({ kind: 'member', organizationId, userId });
  });
}

/** A personal token of an existing user, with every scope unless told. */
export async function addUserToken(
  { context }: Setup,
  userId: string,
  options: TokenOptions = {},
): Promise<string> {
  return (await createPersonalToken(context, BY_OPERATOR, { userId }, toTokenInput(options))).token;
}

/** The token of a service account with a role (null: a guest) in the organization: the first one unless told. */
export async function addServiceToken(
  { context, organizationId: first }: Setup,
  options: TokenOptions & { role: RoleOrGuest; organizationId?: string },
): Promise<string> {
  const { role, organizationId = first } = options;
  const input = { ...toTokenInput(options), role };
  return (await createOrganizationToken(context, BY_OPERATOR, organizationId, input)).token;
}

/** An organization with an administrator, who is a new user unless told. */
export async function addOrganization(
  setup: Setup,
  options: { title?: string; creatorId?: string } = {},
): Promise<{ organizationId: string; creatorId: string }> {
  const { transact, clock } = setup.context;
  const creatorId = options.creatorId ?? (await addUser(setup)).userId;
  const organizationId = newId();
  await transact(({ trx }) =>
    insertOrganization(trx, {
      organizationId,
      title: options.title ?? 'Another organization',
      type: 'business',
      useCase: null,
      emailDomains: [],
      defaultRole: 'read',
      creatorId,
      createdAt: clock(),
    }),
  );
  return { organizationId, creatorId };
}

/** An empty space in the organization: the first one unless told; at the top unless told. Returns its id. */
export async function addSpace(
  { context, organizationId: first }: Setup,
  options: { organizationId?: string; title?: string; parentId?: string } = {},
): Promise<string> {
  const { organizationId = first, title = 'A space', parentId: parent = null } = options;
  const actor = {
    kind: 'service' as const,
    organizationId,
    role: 'admin' as const,
    tokenId: newId(),
    scopes: ['admin' as const],
    expiresAt: null,
  };
  return (await createSpace(context, actor, organizationId, { title, parent })).space_id;
}

/** A site of the organization with these spaces at its root; public and not published unless told. Returns its id. */
export async function addSite(
  { context, organizationId: first }: Setup,
  options: {
    organizationId?: string;
    title?: string;
    visibility?: SiteVisibility;
    spaceIds?: readonly string[];
    isPublished?: boolean;
  } = {},
): Promise<string> {
  const { organizationId = first, title = 'A site', visibility = 'public', spaceIds = [] } = options;
  const { siteId } = await context.transact((unit) =>
    insertSiteWithSpaces(unit, {
      organizationId,
      title,
      visibility,
      spaces: spaceIds.map((spaceId, at) => ({ spaceId, path: `variant-${at + 1}` })),
      createdAt: context.clock(),
    }),
  );
  if (options.isPublished) {
    await context.transact(async ({ trx, announce }) => {
      const published_at = context.clock();
      await trx.updateTable('site').set({ published_at }).where('site_id', '=', siteId).execute();
      announce({ kind: 'site', siteId });
    });
  }
  return siteId;
}

/** An empty collection in the organization: the first one unless told; at the top unless told. Returns its id. */
export async function addCollection(
  { context, organizationId: first }: Setup,
  options: { organizationId?: string; title?: string; parentId?: string; defaultLevel?: DefaultLevel } = {},
): Promise<string> {
  const { organizationId = first, title = 'A collection', parentId: parent = null, defaultLevel } = options;
  const { collection_id: collectionId } = await createCollection(context, organizationId, { title, parent });
  if (defaultLevel !== undefined) {
    await updateCollection(context, BY_OPERATOR, { organizationId, collectionId }, { defaultLevel });
  }
  return collectionId;
}

/** A team of the organization, with these members in it: the first one unless told. Returns its id. */
export async function addTeam(
  { context, organizationId: first }: Setup,
  options: { organizationId?: string; title?: string; members?: readonly string[] } = {},
): Promise<string> {
  const { organizationId = first, title = 'A team', members } = options;
  const body = { title, ...(members ? { members: [...members] } : {}) };
  return (await createTeam(context, BY_OPERATOR, organizationId, body)).team_id;
}

/** Gives a member or a team a role on a place of the organization: the first one unless told. */
export async function grantRole(
  { context, organizationId: first }: Setup,
  grant: { role: Role; organizationId?: string } & ({ userId: string } | { teamId: string }) &
    ({ spaceId: string } | { collectionId: string } | { siteId: string }),
): Promise<void> {
  const { role, organizationId = first } = grant;
  const place =
    'spaceId' in grant
      ? { kind: 'space' as const, organizationId, id: grant.spaceId }
      : 'siteId' in grant
        ? { kind: 'site' as const, organizationId, id: grant.siteId }
        : { kind: 'collection' as const, organizationId, id: grant.collectionId };
  const grantee =
    'userId' in grant
      ? { grantee: 'user' as const, id: grant.userId }
      : { grantee: 'team' as const, id: grant.teamId };
  await setPermission(context, BY_OPERATOR, place, { ...grantee, role });
}

const toTokenInput = ({ scopes, expiresAt }: TokenOptions) => ({
  title: 'Token of a test',
  ...(scopes ? { scopes } : {}),
  ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
});
