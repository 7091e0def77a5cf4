import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { siteNotFound } from '../../../access/access-errors.ts';
import type { Context } from '../../../context.ts';
import { sendNothing } from '../../../http/no-content.ts';
import { limitedByAddress } from '../../../http/rate-limit.ts';
import { rateLimited } from '../../../http/request-errors.ts';
import { eventsOverload } from './event-writer.ts';
import { EVENT_PARTS, MAX_EVENTS_BYTES, SiteParams, TrackEventsBody } from './events.schemas.ts';
import { eventsQuotaExceeded } from './site-quota.ts';
import { type TrackingParts, trackEvents } from './track-events.ts';

/** A server that draws a site sends for all its readers. */
const CALLS_PER_MINUTE = 6000;

/** Receives the events of published sites from renderers. */
export const eventRoutes =
  ({ pointers }: Pick<Context, 'pointers'>, tracking: TrackingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of Object.values(EVENT_PARTS)) app.addSchema(schema);
    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/insights/events',
      bodyLimit: MAX_EVENTS_BYTES,
      config: {
        access: 'public',
        rateLimit: limitedByAddress(CALLS_PER_MINUTE),
        audit: { none: 'Events have their own table.' },
        errors: [siteNotFound, rateLimited, eventsOverload, eventsQuotaExceeded],
      },
      schema: {
        operationId: 'trackEventsInSiteById',
        tags: ['Insights'],
        summary: 'Record events of a site',
        description:
          'Records what readers of a site did. No token is needed. The response is sent when all events are stored; if it is an error, no event is stored. Addresses, user agents, cookies and the queries of URLs are not stored.',
        params: SiteParams,
        body: TrackEventsBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId, siteId } = request.params;
        const site = await pointers.sites.find(siteId);
        if (site?.organizationId !== organizationId) throw siteNotFound();
        const sender = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
        await trackEvents(tracking, site, request.body.events, sender);
        sendNothing(reply, 204);
      },
    });
  };
