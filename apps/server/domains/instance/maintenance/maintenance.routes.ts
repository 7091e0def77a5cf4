import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { grantedUserId } from '../../../platform/access/authorize.ts';
import { findMaintenance } from '../../../platform/access/maintenance.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { BeginMaintenanceBody, MaintenanceSchema } from './maintenance.schemas.ts';
import { beginMaintenance, endMaintenance } from './maintenance.service.ts';

const tags = ['Instance'];
const URL = '/v1/instance/maintenance';
const CHANGES = {
  access: 'instance:administer',
  audit: { none: 'It concerns no organization. The log names who began and ended it.' },
  inMaintenance: 'administers',
} as const;

/** The maintenance of the instance: everybody can see it, and its administrators begin and end it. */
export const maintenanceRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(MaintenanceSchema);

    const present = async (): Promise<Static<typeof MaintenanceSchema>> => {
      const maintenance = await findMaintenance(context);
      if (!maintenance) return { object: 'maintenance', active: false };
      const { until, message } = maintenance;
      return {
        object: 'maintenance',
        active: true,
        until: until.toISOString(),
        ...(message === null ? {} : { message }),
      };
    };

    app.route({
      method: 'GET',
      url: '/v1/maintenance',
      config: { access: 'public' },
      schema: {
        operationId: 'getMaintenance',
        tags,
        summary: 'Get the maintenance of the instance',
        description:
          'During maintenance, everything can be read, and whatever would change something is refused with 503, the reason `maintenance` and `Retry-After`.',
        response: { 200: refTo(MaintenanceSchema) },
      },
      handler: present,
    });

    app.route({
      method: 'PUT',
      url: URL,
      config: CHANGES,
      schema: {
        operationId: 'beginMaintenance',
        tags,
        summary: 'Begin or change the maintenance of the instance',
        description:
          'From now on, nothing can be changed: requests that would change something are refused, and jobs wait. Published sites are served, and people can sign in. The maintenance ends by itself at `until`.',
        body: BeginMaintenanceBody,
        response: { 200: refTo(MaintenanceSchema) },
      },
      handler: async (request) => {
        const { until, message = null } = request.body;
        await beginMaintenance(context, { until: new Date(until), message }, grantedUserId(request));
        return present();
      },
    });

    app.route({
      method: 'DELETE',
      url: URL,
      config: CHANGES,
      schema: {
        operationId: 'endMaintenance',
        tags,
        summary: 'End the maintenance of the instance',
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await endMaintenance(context, grantedUserId(request));
        return sendNothing(reply, 204);
      },
    });
  };
