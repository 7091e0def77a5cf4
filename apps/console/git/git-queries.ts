import { ApiError } from '@lectern/client/api-error';
import type { ResponseOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';

export type GitConnection = Schemas['GitConnection'];
export type GitOperation = Schemas['GitOperation'];
export type GitPreview = Schemas['GitPreview'];
export type GitCheck = ResponseOf<'/v1/spaces/{spaceId}/git/check', 'post'>;
export type GitChange = NonNullable<GitPreview['result']>['changes'][number];

/** How often a running sync is looked at. */
export const WATCH_MS = 1500;
const REST_MS = 15_000;
const FIRST_WATCH_MS = 300;
const FIRST_LOOKS = 5;

export const isRunning = (operation: Pick<GitOperation | GitPreview, 'state'> | undefined): boolean =>
  operation?.state === 'running';

/** The connection of a space; null if it has none. */
export const connectionQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'git'],
    queryFn: async (): Promise<GitConnection | null> => {
      try {
        return await api.get('/v1/spaces/{spaceId}/git', { path: { spaceId } });
      } catch (error) {
        if (error instanceof ApiError && error.reason === 'git-not-connected') return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data ? (isRunning(data.lastOperation) ? WATCH_MS : REST_MS) : false,
    staleTime: 0,
  });

export const operationsQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: ['space', spaceId, 'git', 'operations'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/spaces/{spaceId}/git/operations', {
        path: { spaceId },
        query: { limit: 10, ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

export const operationQuery = (spaceId: string, gitOperationId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'git', 'operation', gitOperationId],
    queryFn: () =>
      api.get('/v1/spaces/{spaceId}/git/operations/{gitOperationId}', { path: { spaceId, gitOperationId } }),
  });

/** A preview; read again and again until it ends, at first soon: most take a moment. */
export const previewQuery = (spaceId: string, gitPreviewId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'git', 'preview', gitPreviewId],
    queryFn: () =>
      api.get('/v1/spaces/{spaceId}/git/previews/{gitPreviewId}', { path: { spaceId, gitPreviewId } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isRunning(data) ? (dataUpdateCount < FIRST_LOOKS ? FIRST_WATCH_MS : WATCH_MS) : false,
    retry: false,
  });

export const branchesQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: ['space', spaceId, 'git', 'branches'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/spaces/{spaceId}/git/branches', {
        path: { spaceId },
        query: { limit: 20, ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

/** Reads again what a sync or a change of the connection can have changed. */
export async function refreshGit(spaceId: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['space', spaceId] });
}

export const branchName = (ref: string): string => ref.replace(/^refs\/heads\//, '');
