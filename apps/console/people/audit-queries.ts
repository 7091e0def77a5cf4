import type { ItemOf } from '@lectern/client/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export type AuditEvent = ItemOf<'/v1/orgs/{organizationId}/audit-events'>;

/** What is shown of the audit log. Days as in `2026-05-03`, in the time zone of the user. */
export interface AuditFilter {
  action?: string;
  actor?: string;
  target?: string;
  from?: string;
  to?: string;
}

const MOST = 100;

/** The beginning of a day, and its end, for the user. */
const startOf = (day: string): string | undefined => timeOf(`${day}T00:00:00.000`);
const endOf = (day: string): string | undefined => timeOf(`${day}T23:59:59.999`);

function timeOf(text: string): string | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function queryOf({ action, actor, target, from, to }: AuditFilter) {
  const [start, end] = [from && startOf(from), to && endOf(to)];
  return {
    ...(action ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(target ? { target } : {}),
    ...(start ? { from: start } : {}),
    ...(end ? { to: end } : {}),
  };
}

export const auditQuery = (organizationId: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['people', organizationId, 'audit', filter],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/audit-events', {
        path: { organizationId },
        query: { limit: 50, ...queryOf(filter), ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

/** All events that a filter selects, newest first. */
export const listAuditEvents = (organizationId: string, filter: AuditFilter, signal: AbortSignal) =>
  api.list('/v1/orgs/{organizationId}/audit-events', {
    path: { organizationId },
    query: { limit: MOST, ...queryOf(filter) },
    signal,
  });

export const auditEventQuery = (organizationId: string, auditEventId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'audit-event', auditEventId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/audit-events/{auditEventId}', {
        path: { organizationId, auditEventId },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditActionsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['people', organizationId, 'audit-actions'],
    queryFn: async () =>
      (await api.get('/v1/orgs/{organizationId}/audit-event-actions', { path: { organizationId } })).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
