import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { SpaceParams } from '../../../domains/review/change-requests/change-requests.schemas.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import { sendPage } from '../../parts/page-shell.ts';
import type { PeoplePages } from '../../parts/people-pages.ts';
import { STATUSES } from './change-request-statuses.ts';
import { readChangeRequests, renderChangeRequests } from './change-requests-page.ts';

/** The pages that show the change requests of a space. */
export const changeRequestPageRoutes =
  ({ context, addresses, readToken }: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/s/:spaceId/change-requests',
      config: { access: 'space:read', readToken },
      schema: {
        hide: true,
        params: SpaceParams,
        querystring: Type.Object({
          status: Type.Optional(Type.Enum([...STATUSES])),
          page: Type.Optional(Type.String()),
        }),
      },
      handler: async (request, reply) => {
        const { status, page } = request.query;
        const space = grantedSpace(request);
        const caller = await findCaller(context, grantedTo(request).actor, space.organizationId);
        const list = await readChangeRequests(context, addresses, { caller, space, status, page });
        const { crumbs, tabs } = list;
        const body = renderChangeRequests(list);
        return sendPage(reply, addresses, {
          title: 'Change requests',
          crumbs,
          tabs,
          isSignedIn: true,
          body,
        });
      },
    });
  };
