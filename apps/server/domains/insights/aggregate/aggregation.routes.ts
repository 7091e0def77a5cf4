import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSite } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { ListQuery, listOf, mapOf, refTo } from '../../../platform/http/schemas.ts';
import { findTimeZoneOf } from '../../identity/organizations/time-zone.queries.ts';
import { SiteParams } from '../../publishing/sites/sites.schemas.ts';
import { INSIGHTS_ERRORS, type TakeInsightsTurn } from '../insights-turns.ts';
import { aggregateEvents } from './aggregate-events.ts';
import { AggregationBody, AggregationSchema } from './aggregation.schemas.ts';
import { listVisitorSegments, type SegmentPosition } from './visitor-segments.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId/insights';
const tags = ['Insights'];

const VisitorSegmentSchema = Type.Object(
  {
    title: Type.String(),
    claims: mapOf(Type.Unknown()),
    events: Type.Integer(),
    visitors: Type.Integer(),
    sessions: Type.Integer(),
  },
  { $id: 'VisitorSegment' },
);

/** Aggregates the events of a site. */
export const aggregationRoutes =
  (context: Context, takeTurn: TakeInsightsTurn): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors } = context;
    app.addSchema(AggregationSchema);
    app.addSchema(VisitorSegmentSchema);

    app.route({
      method: 'POST',
      url: `${SITE}/events/aggregate`,
      config: {
        access: 'site:read-insights',
        audit: { none: 'It changes nothing.' },
        inMaintenance: 'reads',
        errors: [...INSIGHTS_ERRORS],
      },
      schema: {
        operationId: 'aggregateSiteEvents',
        tags,
        summary: 'Aggregate the events of a site',
        description:
          'Counts the events, sessions and visitors of a site by any of their columns. Each column of the response has a value for each row. `select` defaults to the columns of `groupBy` and the number of events. `groupBy` defaults to the selected columns. If no count is selected, each event is a row. Days and hours are those of the time zone of the organization; `datetime` with an interval has its offset.',
        params: SiteParams,
        body: AggregationBody,
        response: { 200: refTo(AggregationSchema) },
      },
      handler: (request) => {
        const site = grantedSite(request);
        return takeTurn(site.organizationId, async () => {
          const timeZone = await findTimeZoneOf(context.db, site.organizationId);
          return aggregateEvents(context, site, request.body, { timeZone });
        });
      },
    });

    app.route({
      method: 'GET',
      url: `${SITE}/visitor-segments`,
      config: { access: 'site:read-insights', errors: [...INSIGHTS_ERRORS] },
      schema: {
        operationId: 'listSiteVisitorSegments',
        tags,
        summary: 'List the visitor segments of a site',
        description:
          'Lists the combinations of claims that visitors had in the last 30 days, most frequent first.',
        params: SiteParams,
        querystring: Type.Object(ListQuery),
        response: { 200: listOf(refTo(VisitorSegmentSchema)) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const list = openList<SegmentPosition>(cursors, `visitor-segments:${site.siteId}`, request.query);
        const segments = await takeTurn(site.organizationId, () =>
          listVisitorSegments(context, site, list.asked),
        );
        return list.answer(segments, segments.rows);
      },
    });
  };
