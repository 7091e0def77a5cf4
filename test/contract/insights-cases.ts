import { randomUUID } from 'node:crypto';
import { addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Client, Setup } from './setup.ts';

interface Prepared {
  siteId: string;
  spaceId: string;
}

async function prepare({ app }: Setup): Promise<Prepared> {
  const spaceId = await addSpace(app);
  return { siteId: await addSite(app, { spaceIds: [spaceId], isPublished: true }), spaceId };
}

const session = {
  visitorId: 'visitor',
  sessionId: 'session',
  cookies: {},
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  language: 'en',
  referrer: 'https://search.example.com/',
  visitorAuthClaims: { plan: 'pro' },
};
const OPERATION = { path: '/pets', method: 'GET' };
const AD = { domain: 'ads.example.com', zoneId: 'zone', placement: 'aside' };

/** An event of each type that both clients know. */
const EVENTS = [
  { type: 'page_view' },
  { type: 'search_open' },
  { type: 'search_type_query', query: 'install' },
  { type: 'search_open_result', query: 'install', result: { recordId: 'record' } },
  { type: 'page_post_feedback', feedback: { rating: 'good' } },
  { type: 'page_post_feedback_comment', feedback: { rating: 'good', comment: 'Thanks' } },
  { type: 'ask_question', query: 'How?' },
  { type: 'ask_view' },
  { type: 'ask_rate_response', query: 'How?', rating: 1, responseId: 'response' },
  {
    type: 'link_click',
    link: { target: { kind: 'url', url: 'https://example.com/' }, position: 'footer' },
  },
  { type: 'api_client_open', operation: OPERATION },
  { type: 'api_client_request', operation: OPERATION },
  { type: 'ad_click', ad: AD },
  { type: 'ad_display', ad: AD },
  { type: 'trademark_click', placement: 'sidebar' },
];

async function track({ orgs }: Client, { app }: Setup, { siteId, spaceId }: Prepared) {
  const location = {
    url: 'https://docs.example.com/guide?utm_source=news',
    siteSection: null,
    siteSpace: null,
    siteShareKey: null,
    page: randomUUID(),
    space: spaceId,
    revision: null,
  };
  const events = EVENTS.map((event) => ({ ...event, session, location }));
  return orgs.trackEventsInSiteById(app.organizationId, siteId, { events });
}

const COLUMNS = [
  ...['datetime', 'url', 'eventType', 'siteSection', 'siteSpace', 'siteShareKey', 'displayContext', 'page'],
  ...['visitorGeoCountry', 'visitorDevice', 'visitorBrowser', 'visitorOS', 'visitorBot', 'visitorLanguage'],
  ...['eventLinkTargetDomain', 'eventAPIOperationPath', 'eventAPIOperationMethod', 'referrer'],
  ...['referrerDomain', 'utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'],
];
/** Columns that only some events have: an answer leaves out events without them. */
const RARE_COLUMNS = [
  ['eventLinkTargetValue', 'eventLinkTargetKind', 'eventLinkPosition'],
  ['eventSearchQuery'],
  ['eventPageFeedbackRating', 'eventPageFeedbackComment'],
  ['eventAskResponseRating'],
  ['eventAdDomain', 'eventAdPlacement'],
  ['eventTrademarkPlacement'],
  ['visitorClaimProperty'],
];
const MEASURES = ['eventsCount', 'sessionsCount', 'visitorsCount', 'pageFeedbackRating', 'askResponseRating'];

const named = (columns: string[]) => columns.map((column) => ({ column }));

export const INSIGHTS_CASES: Case[] = [
  {
    operation: 'trackEventsInSiteById',
    status: 204,
    call: async (client, setup) => track(client, setup, await prepare(setup)),
  },
  {
    operation: 'aggregateSiteEvents',
    status: 200,
    call: async (client, setup) => {
      const prepared = await prepare(setup);
      await track(client, setup, prepared);
      const aggregate = (body: object) =>
        client.orgs.aggregateSiteEvents(setup.organizationId, prepared.siteId, {
          range: 'last7Days',
          ...body,
        });
      const claim = { column: 'visitorClaim', claim: 'plan' };
      const responses = [
        await aggregate({ select: named(MEASURES) }),
        await aggregate({ select: named(COLUMNS) }),
        await aggregate({ groupBy: named(COLUMNS), select: named([...COLUMNS, ...MEASURES]) }),
        await aggregate({ groupBy: [claim], select: [claim, ...named(MEASURES)], limit: 5 }),
        await aggregate({
          groupBy: [{ column: 'datetime', interval: 'week' }],
          where: [
            { column: 'eventType', values: ['page_view', 'search_open'], operator: 'in' },
            { column: 'eventsCount', values: [0], operator: 'greaterThan' },
          ],
          order: { by: { column: 'eventsCount' }, direction: 'desc' },
          range: { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' },
        }),
      ];
      for (const columns of RARE_COLUMNS)
        responses.push(await aggregate({ select: named(columns), groupBy: named(columns) }));
      return responses;
    },
  },
  {
    operation: 'listSiteVisitorSegments',
    status: 200,
    call: async (client, setup) => {
      const prepared = await prepare(setup);
      await track(client, setup, prepared);
      return client.orgs.listSiteVisitorSegments(setup.organizationId, prepared.siteId);
    },
  },
];
