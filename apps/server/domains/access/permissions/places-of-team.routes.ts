import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf } from '../../../platform/http/schemas.ts';
import { teamNotFound } from '../../identity/teams/change-team.ts';
import { TeamParams } from '../../identity/teams/teams.schemas.ts';
import { getTeamRow } from '../../identity/teams/teams.service.ts';
import { ListPermissionsQuery, PlaceOfTeamSchema } from './permissions.schemas.ts';
import { listPlacesOfTeam, type PlaceOfTeamPosition } from './places-of-team.repository.ts';

/** The direct roles of a team, from its side. `permissions.routes.ts` lists them by the place. */
export const placesOfTeamRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db } = context;

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/teams/:teamId/permissions',
      config: { access: 'organization:administer', errors: [teamNotFound] },
      schema: {
        operationId: 'listPermissionsOfTeam',
        tags: ['Teams'],
        summary: 'List the direct roles of a team',
        description:
          'Lists the collections, spaces and sites on which the team has a direct role, each with the role. A role on a collection also applies to everything in it, which is not listed.',
        params: TeamParams,
        querystring: ListPermissionsQuery,
        response: { 200: listOf(PlaceOfTeamSchema) },
      },
      handler: async (request) => {
        const { organizationId, teamId } = request.params;
        await getTeamRow(context, { organizationId, teamId });
        const list = openList<PlaceOfTeamPosition>(
          cursors,
          `team-permissions:${organizationId}:${teamId}`,
          request.query,
        );
        const rows = await listPlacesOfTeam(db, { organizationId, teamId }, list.asked);
        return list.present(rows, ({ kind: type, id, title, role }) => ({
          permission: role,
          place: { type, id, title },
        }));
      },
    });
  };
