import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSite, grantedUser } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { SiteParams } from '../../publishing/sites/sites.schemas.ts';
import { getsWeeklyMail, setWeeklyMail } from './weekly-mail.service.ts';

const url = '/v1/orgs/:organizationId/sites/:siteId/insights/weekly-mail';

const WeeklyMail = Type.Object({
  subscribed: Type.Boolean({ description: 'Whether you get an email every Monday about the previous week.' }),
});

/** The caller's weekly mail about a site. */
export const weeklyMailRoutes =
  (context: Pick<Context, 'db' | 'transact' | 'clock'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url,
      config: { access: 'site:read-own-mail' },
      schema: {
        operationId: 'getSiteWeeklyMail',
        tags: ['Insights'],
        summary: 'Get your subscription to the weekly email about a site',
        params: SiteParams,
        response: { 200: WeeklyMail },
      },
      handler: async (request) => ({
        subscribed: await getsWeeklyMail(context, grantedSite(request), grantedUser(request)),
      }),
    });

    app.route({
      method: 'PUT',
      url,
      config: { access: 'site:follow-insights', audit: { none: 'It concerns only the caller.' } },
      schema: {
        operationId: 'updateSiteWeeklyMail',
        tags: ['Insights'],
        summary: 'Change your subscription to the weekly email about a site',
        description:
          'The email is sent on Mondays, in the time zone of the organization, if this instance sends email, as long as you can see the insights of the site. Each email has a link to unsubscribe.',
        params: SiteParams,
        body: WeeklyMail,
        response: { 200: WeeklyMail },
      },
      handler: async (request) => {
        const { subscribed } = request.body;
        const { userId } = grantedUser(request);
        await setWeeklyMail(context, grantedSite(request), { userId, isWanted: subscribed });
        return { subscribed };
      },
    });
  };
