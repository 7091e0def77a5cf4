import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { removeSecondFactor, signOutUser } from '../../identity/accounts/operator.service.ts';
import { makeResetLink, RESET_LIFETIME_MS } from '../../identity/accounts/reset-link.ts';
import { secondFactorNotFound } from '../../identity/accounts/totp/totp.service.ts';
import { userNotFound } from '../../identity/users/users.service.ts';
import { getInstanceUserRow } from './get-user.ts';
import { InstanceUserParams, PasswordLinkSchema } from './users.schemas.ts';

const PasswordLink = refTo(PasswordLinkSchema);
const USER = '/v1/instance/users/:userId';
const tags = ['Instance'];

/** What helps users who cannot sign in. */
export const instanceUserSignInRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, clock } = context;
    app.addSchema(PasswordLinkSchema);

    app.route({
      method: 'POST',
      url: `${USER}/password-link`,
      config: { access: 'instance:administer', audit: 'user.updated', errors: [userNotFound] },
      schema: {
        operationId: 'createPasswordLinkForInstanceUser',
        tags,
        summary: 'Create a link to set a password',
        description:
          'Returns a link to set a password, which works once, within an hour. Send it only to that person. Earlier links stop working.',
        params: InstanceUserParams,
        response: { 201: PasswordLink },
      },
      handler: async (request, reply) => {
        const { email } = await getInstanceUserRow(db, request.params.userId);
        const url = await makeResetLink(context, email, causeOf(request));
        reply.code(201);
        return { url, expiresAt: new Date(clock().getTime() + RESET_LIFETIME_MS).toISOString() };
      },
    });

    app.route({
      method: 'DELETE',
      url: `${USER}/second-factor`,
      config: {
        access: 'instance:administer',
        audit: 'user.updated',
        errors: [userNotFound, secondFactorNotFound],
      },
      schema: {
        operationId: 'removeSecondFactorOfInstanceUser',
        tags,
        summary: 'Turn off a user’s second factor',
        description: 'For a user who has lost the authenticator app and the recovery codes.',
        params: InstanceUserParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { email } = await getInstanceUserRow(db, request.params.userId);
        await removeSecondFactor(context, email, causeOf(request));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'DELETE',
      url: `${USER}/sessions`,
      config: {
        access: 'instance:administer',
        audit: { none: 'Signing in and out of browsers is not recorded.' },
        inMaintenance: 'signs-in',
        errors: [userNotFound],
      },
      schema: {
        operationId: 'signOutInstanceUser',
        tags,
        summary: 'Sign a user out of all browsers',
        description: 'Personal tokens stay valid; block the user to refuse them, too.',
        params: InstanceUserParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { userId } = await getInstanceUserRow(db, request.params.userId);
        await signOutUser(context, userId);
        return sendNothing(reply, 204);
      },
    });
  };
