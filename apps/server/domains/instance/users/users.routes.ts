import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import { cutPage } from '../../../platform/http/lists.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import {
  changeInstanceStanding,
  lastInstanceAdministrator,
  ownStanding,
} from '../../identity/accounts/operator.service.ts';
import { presentPictureUrl } from '../../identity/users/receive-picture.ts';
import { userNotFound } from '../../identity/users/users.service.ts';
import { getInstanceUserRow } from './get-user.ts';
import { countUsers, type InstanceUserRow, listUserRows, type UserPosition } from './users.repository.ts';
import {
  InstanceUserParams,
  InstanceUserSchema,
  ListInstanceUsersQuery,
  UpdateInstanceUserBody,
} from './users.schemas.ts';

const InstanceUser = refTo(InstanceUserSchema);
const USER = '/v1/instance/users/:userId';
const tags = ['Instance'];

/** The users of the instance, for its administrators. */
export const instanceUserRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, cursors, config } = context;
    app.addSchema(InstanceUserSchema);

    app.route({
      method: 'GET',
      url: '/v1/instance/users',
      config: { access: 'instance:administer' },
      schema: {
        operationId: 'listInstanceUsers',
        tags,
        summary: 'List the users of the instance',
        description: 'Lists the users of all organizations, newest first.',
        querystring: ListInstanceUsersQuery,
        response: { 200: listOf(InstanceUser) },
      },
      handler: async (request) => {
        const { search = '', state } = request.query;
        const filter = { search: foldName(search.trim()), state };
        const list = openList<UserPosition>(
          cursors,
          `instance-users:${JSON.stringify(filter)}`,
          request.query,
        );
        const { after, limit } = list.asked;
        const found = await listUserRows(db, filter, { after, limit: limit + 1 });
        const count = await countUsers(db, filter);
        const page = cutPage(found, limit, count, (row) => ({
          at: row.createdAt.toISOString(),
          userId: row.userId,
        }));
        return list.present(page, (row) => presentInstanceUser(row, config.baseUrl));
      },
    });

    app.route({
      method: 'GET',
      url: USER,
      config: { access: 'instance:administer', errors: [userNotFound] },
      schema: {
        operationId: 'getInstanceUser',
        tags,
        summary: 'Get a user of the instance',
        params: InstanceUserParams,
        response: { 200: InstanceUser },
      },
      handler: async (request) =>
        presentInstanceUser(await getInstanceUserRow(db, request.params.userId), config.baseUrl),
    });

    app.route({
      method: 'PATCH',
      url: USER,
      config: {
        access: 'instance:administer',
        audit: 'user.updated',
        errors: [userNotFound, lastInstanceAdministrator, ownStanding],
      },
      schema: {
        operationId: 'updateInstanceUser',
        tags,
        summary: 'Block a user, or make them an instance administrator',
        description:
          'A blocked user is signed out everywhere, and their tokens are refused until they are unblocked. Their content stays. The last instance administrator can be neither blocked nor demoted.',
        params: InstanceUserParams,
        body: UpdateInstanceUserBody,
        response: { 200: InstanceUser },
      },
      handler: async (request) => {
        const { userId } = await getInstanceUserRow(db, request.params.userId);
        const { blocked, instanceAdministrator } = request.body;
        await changeInstanceStanding(context, causeOf(request), {
          userId,
          ...(blocked === undefined ? {} : { isBlocked: blocked }),
          ...(instanceAdministrator === undefined ? {} : { isAdministrator: instanceAdministrator }),
        });
        return presentInstanceUser(await getInstanceUserRow(db, userId), config.baseUrl);
      },
    });
  };

function presentInstanceUser(row: InstanceUserRow, baseUrl: string): Static<typeof InstanceUserSchema> {
  return {
    object: 'instance-user' as const,
    id: row.userId,
    displayName: row.displayName,
    email: row.email,
    ...(row.photoURL ? { photoURL: presentPictureUrl(row.photoURL, baseUrl) } : {}),
    createdAt: row.createdAt.toISOString(),
    ...(row.lastSeenAt ? { lastSeenAt: row.lastSeenAt.toISOString() } : {}),
    blocked: row.blockedAt !== null,
    ...(row.blockedAt ? { blockedAt: row.blockedAt.toISOString() } : {}),
    instanceAdministrator: row.isInstanceAdministrator,
    invited: row.isInvited,
    verified: row.isVerified,
    password: row.hasPassword,
    secondFactor: row.hasSecondFactor,
    sessions: row.sessions,
    tokens: row.tokens,
    organizations: row.organizations,
    organizationCount: row.organizationCount,
  };
}
