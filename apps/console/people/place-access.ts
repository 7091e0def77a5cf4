import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { listAll, queries } from '../api/queries.ts';
import type { PlaceRole, Role, RoleSource } from './roles.tsx';

/** A space, a collection or a site, on which people and teams can have roles. */
export interface AccessPlace {
  kind: 'space' | 'collection' | 'site';
  id: string;
  organizationId: string;
}

/** Somebody with a role on a place. */
export interface Grantee {
  kind: 'user' | 'team';
  id: string;
  name: string;
  /** The email address of a person, if it may be seen; the number of people in a team. */
  email?: string | undefined;
  members?: number | undefined;
}

export interface Granted extends Grantee {
  role: PlaceRole;
}

/** A person with the role that counts on a place, and where it comes from. */
export interface PersonWithAccess {
  id: string;
  name: string;
  email: string | undefined;
  role: PlaceRole;
  source: RoleSource;
}

/** The levels that a place can have by default; null: nobody. */
export type DefaultLevel = Role | 'inherit';

interface Permissions {
  users: () => Promise<
    { permission: PlaceRole; user: { id: string; displayName: string; email?: string } }[]
  >;
  teams: () => Promise<{ permission: PlaceRole; team: { id: string; title: string; members: number } }[]>;
  give: (role: PlaceRole, to: { users: string[]; teams: string[] }) => Promise<unknown>;
  take: (grantee: Grantee) => Promise<unknown>;
  setDefault: (level: DefaultLevel) => Promise<unknown>;
}

function permissionsOf({ kind, id, organizationId }: AccessPlace): Permissions {
  const query = { limit: 200 };
  if (kind === 'space') {
    const path = { spaceId: id };
    return {
      users: () => listAll(api.list('/v1/spaces/{spaceId}/permissions/users', { path, query })),
      teams: () => listAll(api.list('/v1/spaces/{spaceId}/permissions/teams', { path, query })),
      give: (role, to) => api.post('/v1/spaces/{spaceId}/permissions', { path, body: { role, ...to } }),
      take: ({ kind: what, id: whom }) =>
        what === 'team'
          ? api.delete('/v1/spaces/{spaceId}/permissions/teams/{teamId}', { path: { ...path, teamId: whom } })
          : api.delete('/v1/spaces/{spaceId}/permissions/users/{userId}', {
              path: { ...path, userId: whom },
            }),
      setDefault: (defaultLevel) => api.patch('/v1/spaces/{spaceId}', { path, body: { defaultLevel } }),
    };
  }
  if (kind === 'collection') {
    const path = { collectionId: id };
    return {
      users: () => listAll(api.list('/v1/collections/{collectionId}/permissions/users', { path, query })),
      teams: () => listAll(api.list('/v1/collections/{collectionId}/permissions/teams', { path, query })),
      give: (role, to) =>
        api.post('/v1/collections/{collectionId}/permissions', { path, body: { role, ...to } }),
      take: ({ kind: what, id: whom }) =>
        what === 'team'
          ? api.delete('/v1/collections/{collectionId}/permissions/teams/{teamId}', {
              path: { ...path, teamId: whom },
            })
          : api.delete('/v1/collections/{collectionId}/permissions/users/{userId}', {
              path: { ...path, userId: whom },
            }),
      setDefault: (defaultLevel) =>
        api.patch('/v1/collections/{collectionId}', { path, body: { defaultLevel } }),
    };
  }
  const path = { organizationId, siteId: id };
  return {
    users: () =>
      listAll(api.list('/v1/orgs/{organizationId}/sites/{siteId}/permissions/users', { path, query })),
    teams: () =>
      listAll(api.list('/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams', { path, query })),
    give: (role, to) =>
      api.post('/v1/orgs/{organizationId}/sites/{siteId}/permissions', { path, body: { role, ...to } }),
    take: ({ kind: what, id: whom }) =>
      what === 'team'
        ? api.delete('/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}', {
            path: { ...path, teamId: whom },
          })
        : api.delete('/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}', {
            path: { ...path, userId: whom },
          }),
    setDefault: (defaultLevel) =>
      api.patch('/v1/orgs/{organizationId}/sites/{siteId}', { path, body: { defaultLevel } }),
  };
}

const keyOf = ({ kind, id }: AccessPlace): string[] => ['access', kind, id];

/** Who has a role of their own on the place: teams first. */
export const grantedQuery = (place: AccessPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'granted'],
    queryFn: async (): Promise<Granted[]> => {
      const { users, teams } = permissionsOf(place);
      const [people, groups] = await Promise.all([users(), teams()]);
      return [
        ...groups.map(
          ({ permission: role, team }): Granted => ({
            kind: 'team',
            id: team.id,
            name: team.title,
            members: team.members,
            role,
          }),
        ),
        ...people.map(
          ({ permission: role, user }): Granted => ({
            kind: 'user',
            id: user.id,
            name: user.displayName,
            email: user.email,
            role,
          }),
        ),
      ];
    },
    staleTime: 0,
  });

interface PeoplePage {
  next?: { page: string };
  count?: number;
  items: PersonWithAccess[];
}

async function readPeople(
  { kind, id, organizationId }: AccessPlace,
  { person, ...asked }: { limit: number; page?: string; role?: PlaceRole; person?: Grantee },
): Promise<PeoplePage> {
  if (kind === 'site') {
    const query = person ? { ...asked, search: person.email ?? person.name } : asked;
    const path = { organizationId, siteId: id };
    const found = await api.get('/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate', {
      path,
      query: { ...query, sort: 'name', order: 'asc' },
    });
    return {
      ...found,
      items: found.items.map(({ user, permission: role, origin }) => ({
        id: user.id,
        name: user.displayName,
        email: user.email,
        role,
        source:
          origin.type === 'organization'
            ? { type: 'organization' }
            : {
                type: origin.reason === 'member' ? 'user' : origin.reason,
                ...(origin.team === undefined ? {} : { team: origin.team }),
              },
      })),
    };
  }
  const query = person ? { ...asked, user: person.id } : asked;
  const found =
    kind === 'space'
      ? await api.get('/v1/spaces/{spaceId}/permissions/aggregate', { path: { spaceId: id }, query })
      : await api.get('/v1/collections/{collectionId}/permissions/aggregate', {
          path: { collectionId: id },
          query,
        });
  return {
    ...found,
    items: found.items.map(({ user, permission: role, source }) => ({
      id: user.id,
      name: user.displayName,
      email: user.email,
      role,
      source,
    })),
  };
}

/** Everybody with access to the place, or with exactly this role. */
export const peopleWithAccessQuery = (place: AccessPlace, role: PlaceRole | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(place), 'people', role ?? ''],
    queryFn: ({ pageParam }) =>
      readPeople(place, {
        limit: 50,
        ...(pageParam === undefined ? {} : { page: pageParam }),
        ...(role === undefined ? {} : { role }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: PeoplePage) => last.next?.page,
    staleTime: 0,
  });

/** The access of one person to the place; null: none. */
export const accessOfPersonQuery = (place: AccessPlace, person: Grantee) =>
  queryOptions({
    queryKey: [...keyOf(place), 'person', person.id],
    queryFn: async (): Promise<PersonWithAccess | null> => {
      const { items } = await readPeople(place, { limit: 100, person });
      return items.find(({ id }) => id === person.id) ?? null;
    },
    staleTime: 0,
  });

/** Reads again who has access, after a change. */
const refreshAccess = (place: AccessPlace): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(place) });

/** Gives a role, or another one, to people and teams. */
export async function giveRole(place: AccessPlace, grantees: Grantee[], role: PlaceRole): Promise<void> {
  const idsOf = (kind: Grantee['kind']): string[] =>
    grantees.filter((one) => one.kind === kind).map(({ id }) => id);
  await permissionsOf(place).give(role, { users: idsOf('user'), teams: idsOf('team') });
  await refreshAccess(place);
}

export async function removeRole(place: AccessPlace, grantee: Grantee): Promise<void> {
  await permissionsOf(place).take(grantee);
  await refreshAccess(place);
}

export async function setDefaultLevel(place: AccessPlace, level: DefaultLevel): Promise<void> {
  await permissionsOf(place).setDefault(level);
  await refreshAccess(place);
}
