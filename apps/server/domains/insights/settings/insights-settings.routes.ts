import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { grantedSite } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { insightsUnavailable } from '../../../platform/clickhouse/clickhouse.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { OrganizationParams } from '../../identity/organizations/organizations.schemas.ts';
import { SiteParams } from '../../publishing/sites/sites.schemas.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import type { TrackingParts } from '../events/track-events.ts';
import { findRetentionDays } from './insights-settings.repository.ts';
import {
  DeletedVisitorSchema,
  DeleteVisitorBody,
  OrganizationInsightsSchema,
  SiteInsightsSchema,
  UpdateOrganizationInsightsBody,
  UpdateSiteInsightsBody,
} from './insights-settings.schemas.ts';
import {
  deleteVisitor,
  getSiteInsights,
  setRecording,
  setRetentionDays,
} from './insights-settings.service.ts';

const ORGANIZATION = '/v1/orgs/:organizationId/insights';
const SITE = '/v1/orgs/:organizationId/sites/:siteId/insights';
const tags = ['Insights'];

/** Whether events are recorded, how long they are kept, and the removal of a visitor's. */
export const insightsSettingsRoutes =
  (context: Context, tracking: TrackingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(SiteInsightsSchema);
    app.addSchema(OrganizationInsightsSchema);

    const present = async (site: SiteKey): Promise<Static<typeof SiteInsightsSchema>> => {
      const { isRecording, today, stored, retentionDays } = await getSiteInsights(context, site);
      const perDay = tracking.quota.eventsPerDay;
      return {
        object: 'site-insights',
        recording: isRecording,
        usage: { today, perDay, stored },
        retentionDays,
      };
    };

    app.route({
      method: 'GET',
      url: SITE,
      config: { access: 'site:read-insights' },
      schema: {
        operationId: 'getSiteInsights',
        tags,
        summary: 'Get the insights settings of a site',
        description: 'Returns whether events are recorded, the number of events, and the quota.',
        params: SiteParams,
        response: { 200: refTo(SiteInsightsSchema) },
      },
      handler: (request) => present(grantedSite(request)),
    });

    app.route({
      method: 'PATCH',
      url: SITE,
      config: { access: 'site:edit', audit: 'site.insights-changed' },
      schema: {
        operationId: 'updateSiteInsights',
        tags,
        summary: 'Update the insights settings of a site',
        description: 'Turns the recording of events on or off. Recorded events are kept.',
        params: SiteParams,
        body: UpdateSiteInsightsBody,
        response: { 200: refTo(SiteInsightsSchema) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { recording } = request.body;
        if (recording !== undefined)
          await setRecording({ context, tracking }, causeOf(request), site, recording);
        return present(site);
      },
    });

    app.route({
      method: 'POST',
      url: `${SITE}/visitors/delete`,
      config: {
        access: 'site:administer',
        audit: 'site.visitor-deleted',
        errors: [insightsUnavailable],
      },
      schema: {
        operationId: 'deleteSiteVisitor',
        tags,
        summary: 'Delete the events of a visitor',
        description:
          'Deletes every event that was sent with this visitor id. Events of visitors without an id cannot be found, because they are distinguished for one day only.',
        params: SiteParams,
        body: DeleteVisitorBody,
        response: { 200: DeletedVisitorSchema },
      },
      handler: async (request) => {
        const { visitorId } = request.body;
        const deleted = await deleteVisitor(
          { context, tracking },
          causeOf(request),
          grantedSite(request),
          visitorId,
        );
        return { deleted };
      },
    });

    app.route({
      method: 'GET',
      url: ORGANIZATION,
      config: { access: 'organization:list-people' },
      schema: {
        operationId: 'getOrganizationInsights',
        tags,
        summary: 'Get the insights settings of an organization',
        description: 'Returns the retention period of the events of its sites.',
        params: OrganizationParams,
        response: { 200: refTo(OrganizationInsightsSchema) },
      },
      handler: async ({ params: { organizationId } }) => ({
        object: 'organization-insights' as const,
        retentionDays: await findRetentionDays(context.db, organizationId),
      }),
    });

    app.route({
      method: 'PATCH',
      url: ORGANIZATION,
      config: { access: 'organization:administer', audit: 'organization.insights-changed' },
      schema: {
        operationId: 'updateOrganizationInsights',
        tags,
        summary: 'Update the insights settings of an organization',
        description: 'Older events are deleted within a day.',
        params: OrganizationParams,
        body: UpdateOrganizationInsightsBody,
        response: { 200: refTo(OrganizationInsightsSchema) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { retentionDays } = request.body;
        if (retentionDays !== undefined)
          await setRetentionDays(context, causeOf(request), organizationId, retentionDays);
        return {
          object: 'organization-insights' as const,
          retentionDays: await findRetentionDays(context.db, organizationId),
        };
      },
    });
  };
