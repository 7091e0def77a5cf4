import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { passwordSignInRequired } from '../../../../platform/access/access-errors.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { accountDeleted, incorrectPasskey, incorrectPassword, passwordNotSet } from '../assert-owner.ts';
import { ownerOf } from '../owner.ts';
import { signInBusy } from '../turnstile.ts';
import { renderQrCode } from './qr-code.ts';
import {
  BeginTotpBody,
  BegunTotpSchema,
  ConfirmTotpBody,
  EndTotpBody,
  RecoveryCodesSchema,
  RenewRecoveryCodesBody,
} from './totp.schemas.ts';
import {
  beginTotp,
  confirmTotp,
  emailNotVerified,
  endTotp,
  renewRecoveryCodes,
  secondFactorAlreadyOn,
  secondFactorNotFound,
  secondFactorNotStarted,
} from './totp.service.ts';

/** The second factor of signing in by password: codes that an authenticator app shows. */
export const totpRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'POST',
      url: '/v1/user/totp',
      config: {
        access: 'person:administer',
        audit: { none: 'The second factor is off until it is confirmed.' },
        errors: [
          accountDeleted,
          emailNotVerified,
          incorrectPasskey,
          incorrectPassword,
          passwordNotSet,
          passwordSignInRequired,
          secondFactorAlreadyOn,
          signInBusy,
        ],
      },
      schema: {
        operationId: 'beginTotp',
        tags: ['Account'],
        summary: 'Start setting up a second factor',
        description:
          'Returns the key for an authenticator app; it is shown only once. The second factor is not required until you confirm it with `PUT`.',
        body: BeginTotpBody,
        response: { 201: BegunTotpSchema },
      },
      handler: async (request, reply) => {
        const { secret, url } = await beginTotp(context, ownerOf(request), request.body);
        reply.code(201);
        return { object: 'totp' as const, secret, url, qrCode: renderQrCode(url) };
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/user/totp',
      config: {
        access: 'person:administer',
        audit: 'user.updated',
        errors: [accountDeleted, passwordSignInRequired, secondFactorAlreadyOn, secondFactorNotStarted],
      },
      schema: {
        operationId: 'confirmTotp',
        tags: ['Account'],
        summary: 'Turn on the second factor',
        description:
          'Confirms the setup with a code from the authenticator app and returns the recovery codes, which are shown only once.',
        body: ConfirmTotpBody,
        response: { 200: RecoveryCodesSchema },
      },
      handler: async (request) => ({
        object: 'recovery-codes' as const,
        codes: await confirmTotp(context, ownerOf(request), request.body.code),
      }),
    });

    app.route({
      method: 'POST',
      url: '/v1/user/totp/recovery-codes',
      config: {
        access: 'person:administer',
        audit: 'user.updated',
        errors: [
          accountDeleted,
          incorrectPasskey,
          incorrectPassword,
          passwordNotSet,
          passwordSignInRequired,
          secondFactorNotFound,
          signInBusy,
        ],
      },
      schema: {
        operationId: 'renewRecoveryCodes',
        tags: ['Account'],
        summary: 'Replace the recovery codes',
        description: 'Returns new recovery codes, which are shown only once. All earlier codes stop working.',
        body: RenewRecoveryCodesBody,
        response: { 200: RecoveryCodesSchema },
      },
      handler: async (request) => ({
        object: 'recovery-codes' as const,
        codes: await renewRecoveryCodes(context, ownerOf(request), request.body),
      }),
    });

    app.route({
      method: 'DELETE',
      url: '/v1/user/totp',
      config: {
        access: 'person:administer',
        audit: 'user.updated',
        errors: [
          accountDeleted,
          incorrectPasskey,
          incorrectPassword,
          passwordNotSet,
          passwordSignInRequired,
          secondFactorNotFound,
          signInBusy,
        ],
      },
      schema: {
        operationId: 'deleteTotp',
        tags: ['Account'],
        summary: 'Turn off the second factor',
        description: 'Also deletes the recovery codes.',
        body: EndTotpBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await endTotp(context, ownerOf(request), request.body);
        return sendNothing(reply, 204);
      },
    });
  };
