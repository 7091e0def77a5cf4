import type { Schemas } from '@lectern/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { listAll, queries } from '../api/queries.ts';

export type Member = Schemas['Member'];
export type Team = Schemas['Team'];
export type Token = Schemas['Token'];

/** The part of a list to read: `page` is the cursor of the one before. */
const pageOf = (page: string | undefined, limit = 50) => ({ limit, ...(page === undefined ? {} : { page }) });

/** What all lists that are read page by page have in common. */
const PAGED = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next?: { page: string } }) => last.next?.page,
  staleTime: 0,
};

export const MEMBER_ORDERS = {
  name: { sort: 'name', order: 'asc' },
  newest: { sort: 'joinedAt', order: 'desc' },
  seen: { sort: 'lastSeenAt', order: 'desc' },
} as const;
export type MemberOrder = keyof typeof MEMBER_ORDERS;

export interface MemberFilter {
  search: string;
  role: Schemas['Member']['role'] | 'guest' | undefined;
  order: MemberOrder;
}

export const membersQuery = (organizationId: string, { search, role, order }: MemberFilter) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'members', search, role ?? '', order],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/members', {
        path: { organizationId },
        query: {
          ...pageOf(pageParam),
          ...MEMBER_ORDERS[order],
          ...(role ? { role } : {}),
          ...(search === '' ? {} : { search }),
        },
      }),
    ...PAGED,
  });

export const memberQuery = (organizationId: string, userId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'member', userId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/members/{userId}', { path: { organizationId, userId } }),
    staleTime: 0,
  });

export const memberSpacesQuery = (organizationId: string, userId: string, title: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'member', userId, 'spaces', title],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/members/{userId}/spaces', {
        path: { organizationId, userId },
        query: { ...pageOf(pageParam), ...(title === '' ? {} : { title }) },
      }),
    ...PAGED,
  });

export const memberTeamsQuery = (organizationId: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'member', userId, 'teams'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/members/{userId}/teams', {
        path: { organizationId, userId },
        query: pageOf(pageParam),
      }),
    ...PAGED,
  });

export const memberSessionsQuery = (organizationId: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'member', userId, 'sessions'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/members/{userId}/sessions', {
        path: { organizationId, userId },
        query: pageOf(pageParam),
      }),
    ...PAGED,
  });

export const teamsQuery = (organizationId: string, title: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'teams', title],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/teams', {
        path: { organizationId },
        query: { ...pageOf(pageParam), ...(title === '' ? {} : { title }) },
      }),
    ...PAGED,
  });

export const teamQuery = (organizationId: string, teamId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'team', teamId],
    queryFn: () => api.get('/v1/orgs/{organizationId}/teams/{teamId}', { path: { organizationId, teamId } }),
  });

export const teamMembersQuery = (organizationId: string, teamId: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'team', teamId, 'members'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/teams/{teamId}/members', {
        path: { organizationId, teamId },
        query: pageOf(pageParam),
      }),
    ...PAGED,
  });

export const teamPlacesQuery = (organizationId: string, teamId: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'team', teamId, 'places'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/teams/{teamId}/permissions', {
        path: { organizationId, teamId },
        query: pageOf(pageParam),
      }),
    ...PAGED,
  });

export const pendingInvitationsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'invitations'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/invitations', {
        path: { organizationId },
        query: pageOf(pageParam),
      }),
    ...PAGED,
  });

export const inviteLinksQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'invite-links'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/link-invites', {
        path: { organizationId },
        query: pageOf(pageParam),
      }),
    ...PAGED,
  });

export const domainsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'domains'],
    queryFn: () => listAll(api.list('/v1/orgs/{organizationId}/domains', { path: { organizationId } })),
    staleTime: 0,
  });

/** The service accounts of an organization; without one, the tokens of the user. */
export const tokensQuery = (organizationId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId ?? 'account', 'tokens'],
    queryFn: ({ pageParam }) =>
      organizationId === undefined
        ? api.get('/v1/user/tokens', { query: pageOf(pageParam) })
        : api.get('/v1/orgs/{organizationId}/tokens', {
            path: { organizationId },
            query: pageOf(pageParam),
          }),
    ...PAGED,
  });

export const providersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'providers'],
    queryFn: () => listAll(api.list('/v1/orgs/{organizationId}/saml', { path: { organizationId } })),
    staleTime: 0,
  });

export const providerQuery = (organizationId: string, samlProviderId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'provider', samlProviderId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/saml/{samlProviderId}', {
        path: { organizationId, samlProviderId },
      }),
    staleTime: 0,
  });

/** Reads everything about the people of an organization again, after a change. */
export const refreshPeople = (organizationId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['people', organizationId] });
