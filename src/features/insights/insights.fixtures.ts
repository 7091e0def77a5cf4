import type { TestApp } from '../../../test/app.ts';
import { addSite, addSpace } from '../../../test/factories.ts';

export interface TrackedSiteOfTest {
  siteId: string;
  spaceId: string;
  siteSpaceId: string;
  /** The URL of the insights of the site. */
  url: string;
}

export async function addTrackedSite(
  app: TestApp,
  options: { visibility?: 'public' | 'visitor-auth' } = {},
): Promise<TrackedSiteOfTest> {
  const spaceId = await addSpace(app, { title: 'Guide' });
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true, ...options });
  const { site_space_id: siteSpaceId } = await app.context.db
    .selectFrom('site_space')
    .select('site_space_id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return { siteId, spaceId, siteSpaceId, url: `/v1/orgs/${app.organizationId}/sites/${siteId}/insights` };
}

export const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** An event of a visitor with ids, on a page without an id; `fields` replace these defaults. */
export function eventOf(fields: {
  type?: string;
  session?: object;
  location?: object;
  [field: string]: unknown;
}): Record<string, unknown> {
  const { type = 'page_view', session, location, ...rest } = fields;
  return {
    type,
    session: {
      visitorId: 'visitor-1',
      sessionId: 'session-1',
      cookies: {},
      userAgent: CHROME,
      language: 'en-US',
      referrer: null,
      ...session,
    },
    location: {
      url: 'https://docs.example.com/guide',
      siteSection: null,
      siteSpace: null,
      siteShareKey: null,
      space: null,
      revision: null,
      page: null,
      ...location,
    },
    ...rest,
  };
}

/** Sends events with a token that may change the site, whose events are believed. */
export const track = (app: TestApp, { url }: { url: string }, events: unknown[], headers = {}) =>
  app.request('POST', `${url}/events`, { body: { events }, headers });

/** Returns the rows of the answer, as lists of values in the order of its columns. Throws for an error. */
export async function aggregate(app: TestApp, { url }: { url: string }, body: object): Promise<unknown[][]> {
  const response = await app.request('POST', `${url}/events/aggregate`, {
    body: { range: 'last30Days', ...body },
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  const { columns } = response.json() as { columns: { values: unknown[] }[] };
  return (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]));
}
