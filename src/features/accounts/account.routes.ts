import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { passwordSignInRequired } from '../../access/access-errors.ts';
import { causeBy } from '../../access/cause.ts';
import type { Context } from '../../context.ts';
import { sendNothing } from '../../http/no-content.ts';
import { limitedByAddress } from '../../http/rate-limit.ts';
import { concurrentChange } from '../../http/request-errors.ts';
import { outlivesToken } from '../tokens/token-maker.ts';
import { emailTaken } from '../users/users.repository.ts';
import { presentCredentials } from './account.present.ts';
import {
  ChangeEmailBody,
  ChangePasswordBody,
  CredentialsSchema,
  RequestResetBody,
  ResetPasswordBody,
  TicketParams,
} from './account.schemas.ts';
import { readCredentials } from './account.service.ts';
import { accountDeleted, incorrectPassword, passwordNotSet } from './assert-password.ts';
import { changeEmail, emailAlreadyVerified, mailEmailProof, proveEmail } from './email.service.ts';
import { type Owner, ownerOf } from './owner.ts';
import { changePassword, resetPassword } from './password.service.ts';
import { emailNotConfigured, requestPasswordReset } from './reset-link.ts';
import { signInBusy } from './turnstile.ts';
import { linkExpired } from './used-link.ts';

const Credentials = Type.Ref('Credentials');
const Mailed = Type.Null({ description: 'A mail is on its way.' });

const ATTEMPTS_PER_MINUTE = 10;
const MAILS_PER_MINUTE = 5;

/** Password and email address of an account, by whom it belongs to or by a link that was mailed. */
export const accountRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(CredentialsSchema);
    const limitedTries = limitedByAddress(ATTEMPTS_PER_MINUTE);
    const limitedMails = limitedByAddress(MAILS_PER_MINUTE);

    async function answerCredentials(owner: Owner): Promise<object> {
      const { account, recoveryCodesLeft } = await readCredentials(context, owner);
      return presentCredentials(account, recoveryCodesLeft);
    }

    app.route({
      method: 'GET',
      url: '/v1/user/credentials',
      config: { access: 'person:read', errors: [accountDeleted, passwordSignInRequired] },
      schema: {
        operationId: 'getCredentials',
        tags: ['Account'],
        summary: 'Get what one signs in by',
        response: { 200: Credentials },
      },
      handler: (request) => answerCredentials(ownerOf(request)),
    });

    app.route({
      method: 'PUT',
      url: '/v1/user/password',
      config: {
        access: 'person:administer',
        errors: [
          accountDeleted,
          concurrentChange,
          incorrectPassword,
          outlivesToken,
          passwordNotSet,
          passwordSignInRequired,
          signInBusy,
        ],
      },
      schema: {
        operationId: 'changePassword',
        tags: ['Account'],
        summary: 'Change one’s own password, or set the first one',
        description: 'Signs out every other browser of the user. API tokens stay good.',
        body: ChangePasswordBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await changePassword(context, ownerOf(request), request.body);
        sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/user/email',
      config: {
        access: 'person:administer',
        errors: [
          accountDeleted,
          emailTaken,
          incorrectPassword,
          passwordNotSet,
          passwordSignInRequired,
          signInBusy,
        ],
        rateLimit: limitedMails,
      },
      schema: {
        operationId: 'changeEmail',
        tags: ['Account'],
        summary: 'Change one’s own email address',
        description:
          'Where the instance sends mail, the new address gets a link and becomes the user’s when it is used (202). Else it changes at once, unproven (200).',
        body: ChangeEmailBody,
        response: { 200: Credentials, 202: Credentials },
      },
      handler: async (request, reply) => {
        const owner = ownerOf(request);
        const outcome = await changeEmail(context, owner, request.body);
        reply.code(outcome === 'mailed' ? 202 : 200);
        return answerCredentials(owner);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/user/email/verification',
      config: {
        access: 'person:administer',
        errors: [accountDeleted, emailAlreadyVerified, emailNotConfigured, passwordSignInRequired],
        rateLimit: limitedMails,
      },
      schema: {
        operationId: 'requestEmailVerification',
        tags: ['Account'],
        summary: 'Have a link mailed that proves one’s own email address',
        response: { 202: Mailed },
      },
      handler: async (request, reply) => {
        await mailEmailProof(context, ownerOf(request));
        sendNothing(reply, 202);
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/email-verifications/:ticket',
      config: { access: 'public', errors: [emailTaken, linkExpired], rateLimit: limitedTries },
      schema: {
        operationId: 'verifyEmail',
        tags: ['Account'],
        summary: 'Prove an email address by the link that was mailed to it',
        params: TicketParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await proveEmail(context, request.params.ticket, (userId) =>
          causeBy(request, { kind: 'user', userId }),
        );
        sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/password-resets',
      config: { access: 'public', errors: [emailNotConfigured], rateLimit: limitedMails },
      schema: {
        operationId: 'requestPasswordReset',
        tags: ['Account'],
        summary: 'Have a link mailed that sets a password',
        description:
          'The answer does not tell whether somebody has the address. Where the instance sends no mail it is 409, and the operator makes a link at the command line.',
        body: RequestResetBody,
        response: { 202: Mailed },
      },
      handler: async (request, reply) => {
        await requestPasswordReset(context, request.body.email);
        sendNothing(reply, 202);
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/password-resets/:ticket',
      config: { access: 'public', errors: [linkExpired, signInBusy], rateLimit: limitedTries },
      schema: {
        operationId: 'resetPassword',
        tags: ['Account'],
        summary: 'Set a password by a link',
        description:
          'Signs out every browser of the user. The second factor and API tokens stay, unless the link proves an address that was not proven before, and there was a password: then they go.',
        params: TicketParams,
        body: ResetPasswordBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { ticket } = request.params;
        const { password } = request.body;
        await resetPassword(context, { ticket, password }, (userId) =>
          causeBy(request, { kind: 'user', userId }),
        );
        sendNothing(reply, 204);
      },
    });
  };
