import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { errorsOfRule, siteNotFound } from '../../../platform/access/access-errors.ts';
import { RULES } from '../../../platform/access/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';
import type { SiteReaders } from '../../publishing/site-visitors/site-readers.ts';
import { eventsBudgetExceeded } from './client-budget.ts';
import { eventsOverload } from './event-writer.ts';
import { EVENT_PARTS, MAX_EVENTS_BYTES, SiteParams, TrackEventsBody } from './events.schemas.ts';
import { identifySender } from './identify-sender.ts';
import { eventsQuotaExceeded } from './site-quota.ts';
import { type TrackingParts, trackEvents } from './track-events.ts';

/** A server that draws a site sends for all its readers. */
const CALLS_PER_MINUTE = 6000;

/** Receives the events of published sites from renderers. */
export const eventRoutes =
  (
    { pointers, clock }: Pick<Context, 'pointers' | 'clock'>,
    tracking: TrackingParts,
    readers: SiteReaders,
  ): FastifyPluginAsyncTypebox =>
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
        errors: [
          siteNotFound,
          rateLimited,
          eventsBudgetExceeded,
          eventsOverload,
          eventsQuotaExceeded,
          ...errorsOfRule(RULES['account:read'], { isChange: false }),
        ],
      },
      schema: {
        operationId: 'trackEventsInSiteById',
        tags: ['Insights'],
        summary: 'Record events of a site',
        description:
          'Records what readers of a site did. No token is required. Without a token that can change the site, URLs must be on the site, and visitor facts are recorded only if `visitorAuthToken` proves them. All events are stored before the response is sent; if the request fails, none is stored. Addresses, user agents, cookies and the queries of URLs are not stored.',
        params: SiteParams,
        body: TrackEventsBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId, siteId } = request.params;
        const site = await pointers.sites.find(siteId);
        if (site?.organizationId !== organizationId) throw siteNotFound();
        const { events } = request.body;
        const sender = await identifySender({ pointers, clock, readers }, request, { site, events });
        await trackEvents(tracking, site, events, sender);
        return sendNothing(reply, 204);
      },
    });
  };
