import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import { causeBy } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { concurrentChange } from '../../../platform/http/request-errors.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { outlivesToken } from '../tokens/token-maker.ts';
import { emailTaken } from '../users/users.queries.ts';
import type { AccountRow } from './account.queries.ts';
import {
  ChangeEmailBody,
  ChangePasswordBody,
  CredentialsSchema,
  RequestResetBody,
  ResetPasswordBody,
  TicketParams,
} from './account.schemas.ts';
import { readCredentials } from './account.service.ts';
import { accountDeleted, incorrectPasskey, incorrectPassword, passwordNotSet } from './assert-owner.ts';
import { changeEmail, emailAlreadyVerified, mailEmailProof, proveEmail } from './email.service.ts';
import { type Owner, ownerOf } from './owner.ts';
import { changePassword, resetPassword } from './password.service.ts';
import { emailNotConfigured, requestPasswordReset } from './reset-link.ts';
import { signInBusy } from './turnstile.ts';
import { linkExpired } from './used-link.ts';

/** The Credentials object: how a user signs in, without anything secret. */
const presentCredentials = (
  account: AccountRow,
  recoveryCodesLeft: number,
): Static<typeof CredentialsSchema> => ({
  object: 'credentials' as const,
  email: account.email,
  isEmailVerified: account.email_verified_at !== null,
  hasPassword: account.password_hash !== null,
  ...(account.password_changed_at ? { passwordChangedAt: account.password_changed_at.toISOString() } : {}),
  hasSecondFactor: account.totp_confirmed_at !== null,
  recoveryCodesLeft,
});

const Credentials = refTo(CredentialsSchema);
const Mailed = Type.Null({ description: 'The request was accepted. The email is sent shortly afterwards.' });

const limitedTries = limitedByAddress(10);
const limitedMails = limitedByAddress(5);

/** Password and email address of an account, by whom it belongs to or by a link that was mailed. */
export const accountRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(CredentialsSchema);
    await app.register(credentialsRoutes(context));
    await app.register(emailRoutes(context));
    await app.register(passwordResetRoutes(context));
  };

async function showCredentials(context: Context, owner: Owner): Promise<Static<typeof CredentialsSchema>> {
  const { account, recoveryCodesLeft } = await readCredentials(context, owner);
  return presentCredentials(account, recoveryCodesLeft);
}

/** Shows how a user signs in, and changes the password. */
const credentialsRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/user/credentials',
      config: { access: 'person:read', errors: [accountDeleted, passwordSignInRequired] },
      schema: {
        operationId: 'getCredentials',
        tags: ['Account'],
        summary: 'Get your sign-in settings',
        description:
          'Returns your email address, whether it is verified, and whether a password and a second factor are set.',
        response: { 200: Credentials },
      },
      handler: (request) => showCredentials(context, ownerOf(request)),
    });

    app.route({
      method: 'PUT',
      url: '/v1/user/password',
      config: {
        access: 'person:administer',
        audit: 'user.updated',
        errors: [
          accountDeleted,
          concurrentChange,
          incorrectPasskey,
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
        summary: 'Change or set your password',
        description:
          'Signs you out of every other browser. API tokens keep working. If the account has no password yet, this sets the first one.',
        body: ChangePasswordBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await changePassword(context, ownerOf(request), request.body);
        return sendNothing(reply, 204);
      },
    });
  };

/** Changes the address, and verifies it. */
const emailRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'PUT',
      url: '/v1/user/email',
      config: {
        access: 'person:administer',
        audit: ['user.updated', 'member.removed', 'member.updated'],
        errors: [
          accountDeleted,
          emailTaken,
          incorrectPasskey,
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
        summary: 'Change your email address',
        description:
          'If this instance sends email, a link is mailed to the new address, which replaces the old one when you open the link (202). Otherwise the address changes immediately and counts as unverified (200).',
        body: ChangeEmailBody,
        response: { 200: Credentials, 202: Credentials },
      },
      handler: async (request, reply) => {
        const owner = ownerOf(request);
        const outcome = await changeEmail(context, owner, request.body);
        reply.code(outcome === 'mailed' ? 202 : 200);
        return showCredentials(context, owner);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/user/email/verification',
      config: {
        access: 'person:administer',
        audit: { none: 'It only sends an email.' },
        errors: [accountDeleted, emailAlreadyVerified, emailNotConfigured, passwordSignInRequired],
        rateLimit: limitedMails,
      },
      schema: {
        operationId: 'requestEmailVerification',
        tags: ['Account'],
        summary: 'Request an email verification link',
        description: 'Mails a link to your current address. Opening it verifies the address.',
        response: { 202: Mailed },
      },
      handler: async (request, reply) => {
        await mailEmailProof(context, ownerOf(request));
        return sendNothing(reply, 202);
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/email-verifications/:ticket',
      config: {
        access: 'public',
        audit: ['user.updated', 'member.removed', 'member.updated'],
        errors: [emailTaken, linkExpired],
        rateLimit: limitedTries,
      },
      schema: {
        operationId: 'verifyEmail',
        tags: ['Account'],
        summary: 'Verify an email address',
        description: 'Uses the ticket of a mailed link. A ticket works once.',
        params: TicketParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await proveEmail(context, request.params.ticket, (userId) =>
          causeBy(request, { kind: 'user', userId }),
        );
        return sendNothing(reply, 204);
      },
    });
  };

const passwordResetRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'POST',
      url: '/v1/password-resets',
      config: {
        access: 'public',
        audit: { none: 'It only sends an email.' },
        errors: [emailNotConfigured],
        rateLimit: limitedMails,
      },
      schema: {
        operationId: 'requestPasswordReset',
        tags: ['Account'],
        summary: 'Request a password reset link',
        description:
          'The response is the same whether or not the address has an account. If this instance does not send email, an operator can create a link on the command line.',
        body: RequestResetBody,
        response: { 202: Mailed },
      },
      handler: async (request, reply) => {
        await requestPasswordReset(context, request.body.email);
        return sendNothing(reply, 202);
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/password-resets/:ticket',
      config: {
        access: 'public',
        audit: 'user.updated',
        errors: [linkExpired, signInBusy],
        rateLimit: limitedTries,
      },
      schema: {
        operationId: 'resetPassword',
        tags: ['Account'],
        summary: 'Set a password with a reset link',
        description:
          'Signs the user out of every browser. The second factor and API tokens are kept, unless the account already had a password and the link verifies a previously unverified address: then both are removed. A link works once.',
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
        return sendNothing(reply, 204);
      },
    });
  };
