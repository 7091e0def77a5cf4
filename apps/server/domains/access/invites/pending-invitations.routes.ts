import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentPendingInvitation } from './invitations.present.ts';
import { ListInvitationsQuery, OrganizationParams, PendingInvitationSchema } from './invites.schemas.ts';
import { listPendingInvitations, type PendingPosition } from './pending-invitations.queries.ts';

/** The people who have not accepted their invitation yet. `invitations.routes.ts` has the invitation of one member. */
export const pendingInvitationRoutes =
  ({ db, cursors }: Pick<Context, 'db' | 'cursors'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(PendingInvitationSchema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/invitations',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listPendingInvitations',
        tags: ['Invites'],
        summary: 'List the pending invitations of an organization',
        description: 'Lists everyone who has been invited and has not accepted yet, newest first.',
        params: OrganizationParams,
        querystring: ListInvitationsQuery,
        response: { 200: listOf(refTo(PendingInvitationSchema)) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<PendingPosition>(cursors, `invitations:${organizationId}`, request.query);
        const rows = await listPendingInvitations(db, { organizationId, ...list.asked });
        return list.present(rows, presentPendingInvitation);
      },
    });
  };
