import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { saySize } from '../app/size.ts';
import { currentLocale } from '../messages/messages.ts';
import { api } from './client.ts';

export type Quota = Schemas['Quota'];

export const ownQuotasQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'quotas'],
    queryFn: async () =>
      (await api.get('/v1/orgs/{organizationId}/quotas', { path: { organizationId } })).items,
    staleTime: 0,
  });

export const instanceQuotasQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['instance', 'quotas', organizationId],
    queryFn: async () =>
      (await api.get('/v1/instance/organizations/{organizationId}/quotas', { path: { organizationId } }))
        .items,
    staleTime: 0,
  });

/** An amount as people read it: bytes with their unit. */
export const sayAmount = (quota: Quota['quota'], amount: number): string =>
  quota === 'storage' ? saySize(amount) : amount.toLocaleString(currentLocale());
