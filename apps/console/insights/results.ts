import type { PathsOf, RequestOf, ResponseOf } from '@lectern/client/client';
import { queryOptions } from '@tanstack/react-query';
import { api, PREFIX } from '../api/client.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import type { Question } from './insights-filter.tsx';

type QuestionPath = Extract<
  PathsOf<'get'>,
  `/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/${string}`
>;
export type QuestionName = QuestionPath extends `${string}/answers/${infer Name}` ? Name : never;
type PathOf<Name extends QuestionName> = `/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/${Name}`;
type QueryOf<Name extends QuestionName> =
  RequestOf<PathOf<Name>, 'get'> extends { query?: infer Query } ? NonNullable<Query> : never;
export type Result<Name extends QuestionName> = ResponseOf<PathOf<Name>, 'get'>;

/** A page that readers saw. */
export type ReadPage = Result<'top-pages'>['items'][number]['page'];

/** The answer to a question about a site. */
export const resultQuery = <Name extends QuestionName>(site: SiteKey, name: Name, query: QueryOf<Name>) =>
  queryOptions({
    queryKey: ['organization', site.organizationId, 'site', site.siteId, 'insights', name, query],
    queryFn: () =>
      api.get(
        `/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/${name}` as PathOf<Name>,
        { path: site, query } as never,
      ) as Promise<Result<Name>>,
    staleTime: 60_000,
  });

/** As many rows as an answer can have. */
const MAX_ROWS = 1000;

/** The address of all rows of an answer, for a spreadsheet or a program. */
export const exportHref = (
  site: SiteKey,
  name: QuestionName,
  query: Record<string, unknown>,
  format: 'csv' | 'ndjson',
): string => insightsHref(site, `answers/${name}`, { ...query, limit: MAX_ROWS, format });

/** The address of the events of a period, as they were recorded. */
export const eventsHref = (site: SiteKey, { from, to, range }: Question): string =>
  insightsHref(site, 'events/export', { from, to, range });

function insightsHref(
  { organizationId, siteId }: SiteKey,
  path: string,
  query: Record<string, unknown>,
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return `${PREFIX}/v1/orgs/${organizationId}/sites/${siteId}/insights/${path}?${search}`;
}
