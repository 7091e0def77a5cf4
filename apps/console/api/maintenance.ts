import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

const INTERVAL_MS = 60_000;

export const maintenanceQuery = queryOptions({
  queryKey: ['maintenance'],
  queryFn: () => api.get('/v1/maintenance'),
  staleTime: 0,
  refetchInterval: INTERVAL_MS,
});
