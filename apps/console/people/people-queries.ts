import type { Schemas } from '@lectern/client/schema';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { pagedQuery } from '../api/paged-query.ts';
import { listAll, queries } from '../api/queries.ts';

export type Member = Schemas['Member'];
export type Team = Schemas['Team'];
export type Token = Schemas['Token'];

/** A list that is read page by page, and again whenever it is shown. */
const freshList = <Page extends { next?: { page: string } }>(
  queryKey: QueryKey,
  read: (cursor: { limit: number; page?: string }) => Promise<Page>,
) => ({ ...pagedQuery(queryKey, (cursor) => read({ limit: 50, ...cursor })), staleTime: 0 });

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
  freshList(['people', organizationId, 'members', search, role ?? '', order], (cursor) =>
    api.get('/v1/orgs/{organizationId}/members', {
      path: { organizationId },
      query: {
        ...cursor,
        ...MEMBER_ORDERS[order],
        ...(role ? { role } : {}),
        ...(search === '' ? {} : { search }),
      },
    }),
  );

export const memberQuery = (organizationId: string, userId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'member', userId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/members/{userId}', { path: { organizationId, userId } }),
    staleTime: 0,
  });

export const memberSpacesQuery = (organizationId: string, userId: string, title: string) =>
  freshList(['people', organizationId, 'member', userId, 'spaces', title], (cursor) =>
    api.get('/v1/orgs/{organizationId}/members/{userId}/spaces', {
      path: { organizationId, userId },
      query: { ...cursor, ...(title === '' ? {} : { title }) },
    }),
  );

export const memberTeamsQuery = (organizationId: string, userId: string) =>
  freshList(['people', organizationId, 'member', userId, 'teams'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/members/{userId}/teams', {
      path: { organizationId, userId },
      query: cursor,
    }),
  );

export const memberSessionsQuery = (organizationId: string, userId: string) =>
  freshList(['people', organizationId, 'member', userId, 'sessions'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/members/{userId}/sessions', {
      path: { organizationId, userId },
      query: cursor,
    }),
  );

export const teamsQuery = (organizationId: string, title: string) =>
  freshList(['people', organizationId, 'teams', title], (cursor) =>
    api.get('/v1/orgs/{organizationId}/teams', {
      path: { organizationId },
      query: { ...cursor, ...(title === '' ? {} : { title }) },
    }),
  );

export const teamQuery = (organizationId: string, teamId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'team', teamId],
    queryFn: () => api.get('/v1/orgs/{organizationId}/teams/{teamId}', { path: { organizationId, teamId } }),
  });

export const teamMembersQuery = (organizationId: string, teamId: string) =>
  freshList(['people', organizationId, 'team', teamId, 'members'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/teams/{teamId}/members', {
      path: { organizationId, teamId },
      query: cursor,
    }),
  );

export const teamPlacesQuery = (organizationId: string, teamId: string) =>
  freshList(['people', organizationId, 'team', teamId, 'places'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/teams/{teamId}/permissions', {
      path: { organizationId, teamId },
      query: cursor,
    }),
  );

export const pendingInvitationsQuery = (organizationId: string) =>
  freshList(['people', organizationId, 'invitations'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/invitations', {
      path: { organizationId },
      query: cursor,
    }),
  );

export const inviteLinksQuery = (organizationId: string) =>
  freshList(['people', organizationId, 'invite-links'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/link-invites', {
      path: { organizationId },
      query: cursor,
    }),
  );

export const domainsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'domains'],
    queryFn: () => listAll(api.list('/v1/orgs/{organizationId}/domains', { path: { organizationId } })),
    staleTime: 0,
  });

/** The service accounts of an organization; without one, the tokens of the user. */
export const tokensQuery = (organizationId: string | undefined) =>
  freshList(['people', organizationId ?? 'account', 'tokens'], (cursor) =>
    organizationId === undefined
      ? api.get('/v1/user/tokens', { query: cursor })
      : api.get('/v1/orgs/{organizationId}/tokens', {
          path: { organizationId },
          query: cursor,
        }),
  );

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

export const oidcProvidersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'oidc-providers'],
    queryFn: () => listAll(api.list('/v1/orgs/{organizationId}/oidc', { path: { organizationId } })),
    staleTime: 0,
  });

export const oidcProviderQuery = (organizationId: string, oidcProviderId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'oidc-provider', oidcProviderId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/oidc/{oidcProviderId}', {
        path: { organizationId, oidcProviderId },
      }),
    staleTime: 0,
  });

export const allTeamsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'all-teams'],
    queryFn: () => listAll(api.list('/v1/orgs/{organizationId}/teams', { path: { organizationId } })),
    staleTime: 0,
  });

/** Reads everything about the people of an organization again, after a change. */
export const refreshPeople = (organizationId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['people', organizationId] });
