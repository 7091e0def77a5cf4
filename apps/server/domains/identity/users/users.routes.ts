import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { findAuthorsFor } from './authors-for.ts';
import { presentOwnUser, presentUser } from './users.present.ts';
import { UpdateUserBody, UserParams, UserSchema } from './users.schemas.ts';
import { getVisibleUser, notAUser, ownAccountOnly, updateUser, userNotFound } from './users.service.ts';

const User = refTo(UserSchema);

export const userRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.addSchema(UserSchema);

    app.route({
      method: 'GET',
      url: '/v1/user',
      config: { access: 'account:read', errors: [notAUser] },
      schema: {
        operationId: 'getAuthenticatedUser',
        tags: ['Users'],
        summary: 'Get the current user',
        description: 'Returns the user to whom the token belongs. Not available to service accounts.',
        response: { 200: User },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        return presentOwnUser(await getVisibleUser(db, actor, 'me'), { actor, baseUrl: config.baseUrl });
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/users/:userId',
      config: { access: 'account:read', visitors: true, errors: [notAUser, userNotFound] },
      schema: {
        operationId: 'getUserById',
        tags: ['Users'],
        summary: 'Get a user',
        description:
          'You can get yourself and the users who share an organization with you. If a site shows contributors, its tokens can get the names that members chose.',
        params: UserParams,
        response: { 200: User },
      },
      handler: async (request) => {
        const { userId } = request.params;
        if (!findVisitor(request))
          return presentUser(await getVisibleUser(db, grantedTo(request).actor, userId), config.baseUrl);
        const authors = await findAuthorsFor(context, grantedTo(request), isId(userId) ? [userId] : []);
        const row = authors.get(userId);
        if (!row) throw userNotFound();
        return presentUser(row, config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/users/:userId',
      config: {
        access: 'person:write',
        audit: 'user.updated',
        errors: [ownAccountOnly, passwordSignInRequired, userNotFound],
      },
      schema: {
        operationId: 'updateUserById',
        tags: ['Users'],
        summary: 'Update your profile',
        description: 'Changes your display name or photo.',
        params: UserParams,
        body: UpdateUserBody,
        response: { 200: User },
      },
      handler: async (request) => {
        const by = { actor: grantedTo(request).actor, cause: causeOf(request) };
        const row = await updateUser(context, by, request.params.userId, request.body);
        return presentUser(row, config.baseUrl);
      },
    });
  };
