import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { concurrentChange } from '../../../platform/http/request-errors.ts';
import { ProofFields } from '../../identity/accounts/account.schemas.ts';
import {
  accountDeleted,
  incorrectPasskey,
  incorrectPassword,
  passwordNotSet,
} from '../../identity/accounts/assert-owner.ts';
import { signInBusy } from '../../identity/accounts/turnstile.ts';
import { lastAdministrator } from '../../identity/members/members.service.ts';
import { UserParams } from '../../identity/users/users.schemas.ts';
import { ownAccountOnly, userNotFound } from '../../identity/users/users.service.ts';
import { deleteOwnAccount } from './delete-user.service.ts';

const DeleteUserBody = Type.Object(ProofFields);

export const deleteUserRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'DELETE',
      url: '/v1/users/:userId',
      config: {
        access: 'person:administer',
        audit: ['member.removed', 'user.deleted'],
        errors: [
          accountDeleted,
          concurrentChange,
          incorrectPasskey,
          incorrectPassword,
          lastAdministrator,
          ownAccountOnly,
          passwordNotSet,
          passwordSignInRequired,
          signInBusy,
          userNotFound,
        ],
      },
      schema: {
        operationId: 'deleteUser',
        tags: ['Users'],
        summary: 'Delete your account',
        description:
          'Permanently deletes your name, email address, memberships, tokens and sessions. Content that you wrote is kept and attributed to “Deleted user”. The only administrator of an organization cannot be deleted.',
        params: UserParams,
        body: DeleteUserBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const by = { actor: grantedTo(request).actor, cause: causeOf(request) };
        await deleteOwnAccount(context, by, request.params.userId, request.body);
        return sendNothing(reply, 204);
      },
    });
  };
