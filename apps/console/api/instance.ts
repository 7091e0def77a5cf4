import type { ResponseOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { pagedQuery } from './paged-query.ts';

export type Instance = Schemas['Instance'];
export type Health = Schemas['InstanceHealth'];
export type HealthStatus = Health['status'];
export type InstanceUser = Schemas['InstanceUser'];
export type InstanceOrganization = Schemas['InstanceOrganization'];
export type InstanceJob = Schemas['InstanceJob'];
export type JobState = InstanceJob['state'];
export type SettingInForce = ResponseOf<'/v1/instance/settings', 'get'>['items'][number];
export type TestMail = ResponseOf<'/v1/instance/test-mail', 'post'>;
export type UserState = 'active' | 'blocked' | 'invited' | 'administrator';

export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  queryFn: () => api.get('/v1/instance'),
});

export const healthQuery = queryOptions({
  queryKey: ['instance', 'health'],
  queryFn: () => api.get('/v1/instance/health'),
  staleTime: 0,
});

export const storageQuery = queryOptions({
  queryKey: ['instance', 'storage'],
  queryFn: () => api.get('/v1/instance/storage'),
});

export const settingsInForceQuery = queryOptions({
  queryKey: ['instance', 'settings'],
  queryFn: () => api.get('/v1/instance/settings'),
});

export const identityProvidersQuery = queryOptions({
  queryKey: ['instance', 'oidc'],
  queryFn: () => api.get('/v1/instance/oidc'),
  staleTime: 0,
});

export const directoriesQuery = queryOptions({
  queryKey: ['instance', 'ldap'],
  queryFn: () => api.get('/v1/instance/ldap'),
  staleTime: 0,
});

export const jobKindsQuery = queryOptions({
  queryKey: ['instance', 'job-kinds'],
  queryFn: () => api.get('/v1/instance/job-kinds'),
  staleTime: 0,
});

/** `search`: part of a name or an address. */
export const instanceUsersQuery = ({ search, state }: { search: string; state: UserState | 'all' }) =>
  pagedQuery(['instance', 'users', search, state], (cursor) =>
    api.get('/v1/instance/users', {
      query: { limit: 50, ...(search ? { search } : {}), ...(state === 'all' ? {} : { state }), ...cursor },
    }),
  );

export const instanceUserQuery = (userId: string) =>
  queryOptions({
    queryKey: ['instance', 'user', userId],
    queryFn: () => api.get('/v1/instance/users/{userId}', { path: { userId } }),
  });

export const instanceOrganizationsQuery = ({ search, isDeleted }: { search: string; isDeleted: boolean }) =>
  pagedQuery(['instance', 'organizations', search, isDeleted], (cursor) =>
    api.get('/v1/instance/organizations', {
      query: { limit: 50, deleted: isDeleted, ...(search ? { search } : {}), ...cursor },
    }),
  );

export const instanceJobsQuery = ({ state, kind }: { state: JobState; kind: string }) =>
  pagedQuery(['instance', 'jobs', state, kind], (cursor) =>
    api.get('/v1/instance/jobs', {
      query: { limit: 50, state, ...(kind ? { kind } : {}), ...cursor },
    }),
  );
