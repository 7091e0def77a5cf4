import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { EditingParts } from '../../../domains/content/editing/editing-parts.ts';
import {
  ChangeRequestParams,
  SpaceParams,
} from '../../../domains/review/change-requests/change-requests.schemas.ts';
import { createReadChecks } from '../../../domains/review/change-requests/merging/read-checks.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import { sendPage } from '../../parts/page-shell.ts';
import type { PeoplePages } from '../../parts/people-pages.ts';
import { readChangeRequest, renderChangeRequest } from './change-request-page.ts';
import { STATUSES } from './change-request-statuses.ts';
import { readChangeRequests, renderChangeRequests } from './change-requests-page.ts';

/** The pages that show the change requests of a space. */
export const changeRequestPageRoutes =
  ({ context, addresses, readToken }: PeoplePages, editing: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { readQuota } = context;
    const readChecks = createReadChecks(editing);

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

    app.route({
      method: 'GET',
      url: '/s/:spaceId/change-requests/:changeRequestId',
      config: { access: 'space:read', readToken },
      schema: { hide: true, params: ChangeRequestParams },
      handler: async (request, reply) => {
        const { actor, role } = grantedTo(request);
        const space = grantedSpace(request);
        const { changeRequestId: named } = request.params;
        const changeRequest = await readQuota.measure(request, () =>
          readChangeRequest(editing, readChecks, addresses, { actor, role, space, named }),
        );
        const { title, crumbs } = changeRequest;
        const body = renderChangeRequest(changeRequest);
        return sendPage(reply, addresses, { title, crumbs, isSignedIn: true, body });
      },
    });
  };
