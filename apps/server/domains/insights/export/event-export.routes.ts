import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSite } from '../../../platform/access/authorize.ts';
import { insightsUnavailable } from '../../../platform/clickhouse/clickhouse.ts';
import type { Context } from '../../../platform/context.ts';
import { StreamedFile } from '../../../platform/http/schemas.ts';
import { findTimeZoneOf } from '../../identity/organizations/time-zone.queries.ts';
import { SiteParams } from '../../publishing/sites/sites.schemas.ts';
import { RangeQuery } from '../answers/answer-query.schemas.ts';
import { FORMATS } from '../answers/formats.ts';
import { readPeriod } from '../answers/question.ts';
import { writeNdjson } from '../answers/write-rows.ts';
import { openEvents } from '../open-events.ts';
import type { ExportedEvent } from './event-export.queries.ts';

/** All events of a site, for stores and tools of one's own. */
export const eventExportRoutes =
  (context: Pick<Context, 'db' | 'clickHouse' | 'clock'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/insights/events/export',
      config: { access: 'site:read-insights', errors: [insightsUnavailable] },
      schema: {
        operationId: 'exportSiteEvents',
        tags: ['Insights'],
        summary: 'Export the events of a site',
        description:
          'Returns the events of a range as NDJSON, in chronological order: one object per line, with the columns of the aggregation. Columns without a value are omitted. Visitors and sessions are hashes that have no meaning outside the site.',
        params: SiteParams,
        querystring: Type.Object(RangeQuery),
        produces: [FORMATS.ndjson],
        response: {
          200: { description: 'The events.', content: { [FORMATS.ndjson]: { schema: StreamedFile } } },
        },
      },
      handler: async (request, reply) => {
        const site = grantedSite(request);
        const zone = await findTimeZoneOf(context.db, site.organizationId);
        const range = readPeriod(request.query, context.clock(), zone);
        const batches = openEvents(context).readEvents(site, range);
        // Read before anything is sent: later the status could no longer tell that the database is away.
        const first = await batches.next();
        reply
          .type(`${FORMATS.ndjson}; charset=utf-8`)
          .header('content-disposition', 'attachment; filename="events.ndjson"');
        return Readable.from(writeAll(first.value ?? [], batches));
      },
    });
  };

async function* writeAll(
  first: readonly ExportedEvent[],
  rest: AsyncGenerator<ExportedEvent[]>,
): AsyncGenerator<string> {
  yield writeNdjson(first);
  for await (const events of rest) yield writeNdjson(events);
}
