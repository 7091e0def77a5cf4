import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { type Static, Type } from 'typebox';
import { crossSiteRequest, passwordSignInRequired } from '../../../../platform/access/access-errors.ts';
import { assertUnbound } from '../../../../platform/access/unbound.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { limitedByAddress } from '../../../../platform/http/rate-limit.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { signInRevoked } from '../../sessions/sessions.service.ts';
import { ProofFields } from '../account.schemas.ts';
import { accountDeleted, incorrectPasskey, incorrectPassword, passwordNotSet } from '../assert-owner.ts';
import { ownerOf } from '../owner.ts';
import { notFromHere } from '../sign-in.routes.ts';
import { signInBusy } from '../turnstile.ts';
import { listPasskeyRows, type PasskeyRow } from './passkeys.repository.ts';
import {
  AddPasskeyBody,
  PasskeyOptionsSchema,
  PasskeyParams,
  PasskeySchema,
  PasskeysSchema,
  RenamePasskeyBody,
  UsePasskeyBody,
} from './passkeys.schemas.ts';
import {
  addPasskey,
  beginAddingPasskey,
  beginConfirmation,
  beginPasskeySignIn,
  noPasskeys,
  passkeyNotAccepted,
  passkeyNotFound,
  passkeyRefused,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  tooManyPasskeys,
} from './passkeys.service.ts';

const PASSKEYS = '/v1/user/passkeys';
const tags = ['Account'];
const ProofBody = Type.Object(ProofFields);
const ATTEMPTS_PER_MINUTE = 10;
const OPTIONS_PER_MINUTE = 60;
const PROOF_ERRORS = [
  accountDeleted,
  incorrectPasskey,
  incorrectPassword,
  passwordNotSet,
  passwordSignInRequired,
  signInBusy,
];

/** Passkeys: signing in without a password and a code. */
export const passkeyRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(PasskeySchema);
    await app.register(managePasskeyRoutes(context));
    await app.register(passkeySignInRoutes(context));
  };

const managePasskeyRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: PASSKEYS,
      config: { access: 'person:read', errors: [passwordSignInRequired] },
      schema: {
        operationId: 'listPasskeys',
        tags,
        summary: 'List your passkeys',
        response: { 200: PasskeysSchema },
      },
      handler: async (request) => {
        const { actor } = ownerOf(request);
        assertUnbound(actor);
        return { items: (await listPasskeyRows(context.db, actor.userId)).map(presentPasskey) };
      },
    });

    app.route({
      method: 'POST',
      url: `${PASSKEYS}/options`,
      config: {
        access: 'person:administer',
        audit: { none: 'A passkey is added by the request that follows.' },
        errors: [...PROOF_ERRORS, tooManyPasskeys],
      },
      schema: {
        operationId: 'beginPasskey',
        tags,
        summary: 'Start adding a passkey',
        description: 'Returns the options for `navigator.credentials.create` in a browser of this service.',
        body: ProofBody,
        response: { 200: PasskeyOptionsSchema },
      },
      handler: async (request) => {
        const begun = await beginAddingPasskey(context, ownerOf(request), request.body);
        return { ...begun, options: begun.options as Record<string, unknown> };
      },
    });

    app.route({
      method: 'POST',
      url: PASSKEYS,
      config: {
        access: 'person:administer',
        audit: 'user.updated',
        errors: [accountDeleted, passkeyRefused, passwordSignInRequired, tooManyPasskeys],
      },
      schema: {
        operationId: 'addPasskey',
        tags,
        summary: 'Add a passkey',
        description: 'Adds the passkey that an authenticator has made for the options.',
        body: AddPasskeyBody,
        response: { 201: refTo(PasskeySchema) },
      },
      handler: async (request, reply) => {
        const row = await addPasskey(context, ownerOf(request), request.body);
        reply.code(201);
        return presentPasskey(row);
      },
    });

    app.route({
      method: 'POST',
      url: `${PASSKEYS}/confirmation-options`,
      config: {
        access: 'person:administer',
        audit: { none: 'It changes nothing.' },
        errors: [noPasskeys, passwordSignInRequired],
      },
      schema: {
        operationId: 'beginPasskeyConfirmation',
        tags,
        summary: 'Start confirming a change with a passkey',
        description:
          'Returns the options for `navigator.credentials.get` in a browser of this service. Requests that ask for your password accept the answer as `passkey` instead, once.',
        response: { 200: PasskeyOptionsSchema },
      },
      handler: async (request) => {
        const begun = await beginConfirmation(context, ownerOf(request));
        return { ...begun, options: begun.options as Record<string, unknown> };
      },
    });

    app.route({
      method: 'PATCH',
      url: `${PASSKEYS}/:passkeyId`,
      config: {
        access: 'person:administer',
        audit: 'user.updated',
        errors: [accountDeleted, passkeyNotFound, passwordSignInRequired],
      },
      schema: {
        operationId: 'renamePasskey',
        tags,
        summary: 'Rename a passkey',
        params: PasskeyParams,
        body: RenamePasskeyBody,
        response: { 200: refTo(PasskeySchema) },
      },
      handler: async (request) => {
        const { passkeyId } = request.params;
        if (!isId(passkeyId)) throw passkeyNotFound();
        const { title } = request.body;
        return presentPasskey(await renamePasskey(context, ownerOf(request), { passkeyId, title }));
      },
    });

    app.route({
      method: 'DELETE',
      url: `${PASSKEYS}/:passkeyId`,
      config: {
        access: 'person:administer',
        audit: 'user.updated',
        errors: [...PROOF_ERRORS, passkeyNotFound],
      },
      schema: {
        operationId: 'deletePasskey',
        tags,
        summary: 'Remove a passkey',
        params: PasskeyParams,
        body: ProofBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { passkeyId } = request.params;
        if (!isId(passkeyId)) throw passkeyNotFound();
        await removePasskey(context, ownerOf(request), { ...request.body, passkeyId });
        return sendNothing(reply, 204);
      },
    });
  };

/** For the script of the sign-in page: only pages of this service can ask an authenticator. */
const passkeySignInRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cookie, isFromHere, origin } = app.sessions;

    app.route({
      method: 'POST',
      url: '/v1/session/passkey-options',
      config: {
        access: 'public',
        audit: { none: 'It changes nothing.' },
        inMaintenance: 'signs-in',
        rateLimit: limitedByAddress(OPTIONS_PER_MINUTE),
      },
      schema: {
        operationId: 'beginPasskeySignIn',
        tags,
        summary: 'Start signing in with a passkey',
        description: 'Returns the options for `navigator.credentials.get` in a browser of this service.',
        response: { 200: PasskeyOptionsSchema },
      },
      handler: async () => {
        const begun = await beginPasskeySignIn(context);
        return { ...begun, options: begun.options as Record<string, unknown> };
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/session/passkey',
      config: {
        access: 'public',
        audit: { none: 'Signing in is not a change.' },
        inMaintenance: 'signs-in',
        errors: [crossSiteRequest, passkeyNotAccepted, signInRevoked],
        rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE),
      },
      schema: {
        operationId: 'signInByPasskey',
        tags,
        summary: 'Sign in with a passkey',
        description: 'Signs in with the response of an authenticator and sets the session cookie.',
        body: UsePasskeyBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        if (request.headers.origin !== undefined && !isFromHere(request)) throw notFromHere(origin);
        const { secret, expiresAt } = await signInByPasskey(context, request.body, {
          address: request.ip,
          userAgent: request.headers['user-agent'],
          previous: cookie.read(request),
        });
        reply.header('set-cookie', cookie.issue(secret, expiresAt));
        return sendNothing(reply, 204);
      },
    });
  };

const presentPasskey = (row: PasskeyRow): Static<typeof PasskeySchema> => ({
  object: 'passkey',
  id: row.passkey_id,
  title: row.title,
  backedUp: row.is_backed_up,
  createdAt: row.created_at.toISOString(),
  ...(row.last_used_at ? { lastUsedAt: row.last_used_at.toISOString() } : {}),
});
