import { newId } from '@lectern/std/ids';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { assertUnbound } from '../../../../platform/access/unbound.ts';
import type { Context } from '../../../../platform/context.ts';
import { AUTHENTICATE, defineError, defineNotFound } from '../../../../platform/http/errors.ts';
import { endSession, type OpenedSession, openSession } from '../../sessions/sessions.service.ts';
import { lockAccountRow } from '../account.queries.ts';
import { recordAccountChange } from '../account-events.ts';
import { sendNotice } from '../account-notices.ts';
import { accountDeleted, assertPassword } from '../assert-password.ts';
import type { Owner } from '../owner.ts';
import type { SignInPlace } from '../sign-in.service.ts';
import { beginCeremony, type Ceremony, digestOf, findCeremony } from './ceremony.ts';
import {
  advancePasskey,
  deletePasskeyRow,
  findPasskeyRow,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  renamePasskeyRow,
  takeChallenge,
} from './passkeys.repository.ts';

export const passkeyNotFound = defineNotFound('passkey-not-found', 'passkey');
export const passkeyRefused = defineError({ status: 400, reason: 'passkey-refused' }, (why: string) => ({
  message: `The passkey was not accepted: ${why} Begin again.`,
}));
export const passkeyNotAccepted = defineError({ status: 401, reason: 'passkey-not-accepted' }, () => ({
  message: 'The passkey was not accepted. Try again, or sign in with your password.',
  headers: AUTHENTICATE,
}));
export const tooManyPasskeys = defineError(
  { status: 409, reason: 'too-many-passkeys' },
  'This account has 20 passkeys, as many as it can have. Remove one first.',
);

const MAX_PASSKEYS = 20;

/** The party that passkeys are for: the host and the origin of the public address. */
const partyOf = ({ config }: Pick<Context, 'config'>) => {
  const { origin, hostname } = new URL(config.baseUrl);
  return { origin, rpID: hostname };
};

/** The library is loaded for the first passkey. */
const webAuthn = () => import('@simplewebauthn/server');

/** Returns what the browser asks an authenticator to make. Requires the password, as every change of how to sign in. */
export async function beginAddingPasskey(
  context: Context,
  { actor }: Pick<Owner, 'actor'>,
  password: string,
): Promise<{ ceremony: string; options: object }> {
  assertUnbound(actor);
  const { userId } = actor;
  const { email, display_name } = await assertPassword(context, userId, { password });
  const rows = await listPasskeyRows(context.db, userId);
  if (rows.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const { ceremony, challenge } = beginCeremony(context, { purpose: 'add', userId });
  const { rpID } = partyOf(context);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: `Lectern (${rpID})`,
    rpID,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    userDisplayName: display_name,
    challenge,
    attestationType: 'none',
    excludeCredentials: rows.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ceremony, options };
}

const describe = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  transports: transports as AuthenticatorTransport[],
});

export async function addPasskey(
  context: Context,
  { actor, cause }: Owner,
  { ceremony: sealed, response, title }: { ceremony: string; response: object; title: string },
): Promise<PasskeyRow> {
  assertUnbound(actor);
  const { userId } = actor;
  const ceremony = findCeremony(context, sealed, 'add');
  if (!ceremony || ceremony.userId !== userId) throw passkeyRefused('the question is too old.');
  const { credential, credentialBackedUp } = await verifyNew(context, ceremony, response);
  const at = context.clock();
  const row: PasskeyRow = {
    user_id: userId,
    passkey_id: newId(),
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    title,
    is_backed_up: credentialBackedUp,
    created_at: at,
    last_used_at: null,
  };
  await context.transact(async (unit) => {
    const account = await lockAccountRow(unit.trx, userId, 'no key update');
    if (!account) throw accountDeleted();
    await assertFirstResponse(context, unit, ceremony, () =>
      passkeyRefused('the question was answered before.'),
    );
    if ((await listPasskeyRows(unit.trx, userId)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
    if (!(await insertPasskey(unit.trx, row))) throw passkeyRefused('an account has it already.');
    await recordAccountChange(unit.trx, cause, { account, payload: { after: { passkey: title } }, at });
    await sendNotice(context.config, unit, { to: account.email, template: 'passkey-added', at });
  });
  return row;
}

async function verifyNew(context: Context, ceremony: Ceremony, response: object) {
  const { origin, rpID } = partyOf(context);
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const verified = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    if (verified.verified) return verified.registrationInfo;
  } catch (error) {
    // The library says what does not fit, in words for developers.
    context.log.info({ reason: (error as Error).message }, 'a new passkey was refused');
  }
  throw passkeyRefused('the answer of the authenticator does not fit.');
}

/** A step of a transaction: no challenge is answered twice. */
async function assertFirstResponse(
  { clock }: Pick<Context, 'clock'>,
  { trx }: Parameters<Parameters<Context['transact']>[0]>[0],
  ceremony: Ceremony,
  refuse: () => Error,
): Promise<void> {
  const expiresAt = new Date(ceremony.until);
  if (!(await takeChallenge(trx, { digest: digestOf(ceremony), expiresAt, now: clock() }))) throw refuse();
}

export async function renamePasskey(
  context: Context,
  { actor, cause }: Owner,
  { passkeyId, title }: { passkeyId: string; title: string },
): Promise<PasskeyRow> {
  assertUnbound(actor);
  const { userId } = actor;
  return context.transact(async ({ trx }) => {
    const account = await lockAccountRow(trx, userId, 'no key update');
    if (!account) throw accountDeleted();
    const row = await renamePasskeyRow(trx, { userId, passkeyId, title });
    if (!row) throw passkeyNotFound();
    const payload = { after: { passkey: title } };
    await recordAccountChange(trx, cause, { account, payload, at: context.clock() });
    return row;
  });
}

export async function removePasskey(
  context: Context,
  { actor, cause }: Owner,
  { passkeyId, password }: { passkeyId: string; password: string },
): Promise<void> {
  assertUnbound(actor);
  const { userId } = actor;
  await assertPassword(context, userId, { password });
  await context.transact(async (unit) => {
    const at = context.clock();
    const account = await lockAccountRow(unit.trx, userId, 'no key update');
    if (!account) throw accountDeleted();
    const row = await deletePasskeyRow(unit.trx, { userId, passkeyId });
    if (!row) throw passkeyNotFound();
    await recordAccountChange(unit.trx, cause, { account, payload: { before: { passkey: row.title } }, at });
    await sendNotice(context.config, unit, { to: account.email, template: 'passkey-removed', at });
  });
}

/** Returns what the browser asks any authenticator that has a passkey for this service. Says nothing of accounts. */
export async function beginPasskeySignIn(context: Context): Promise<{ ceremony: string; options: object }> {
  const { ceremony, challenge } = beginCeremony(context, { purpose: 'sign-in' });
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: partyOf(context).rpID,
    challenge,
    userVerification: 'required',
  });
  return { ceremony, options };
}

/**
 * Opens a session for the owner of the passkey. The authenticator has verified the user, so that neither a password nor
 * a code is needed. Throws the same 401 for everything that does not fit.
 */
export async function signInByPasskey(
  context: Context,
  { ceremony: sealed, response }: { ceremony: string; response: object },
  { address, userAgent, previous }: SignInPlace,
): Promise<OpenedSession> {
  const ceremony = findCeremony(context, sealed, 'sign-in');
  const assertion = response as unknown as AuthenticationResponseJSON;
  const row =
    typeof assertion.id === 'string'
      ? await findPasskeyRow(context.db, Buffer.from(assertion.id, 'base64url'))
      : undefined;
  if (!ceremony || !row) throw passkeyNotAccepted();
  const counter = await verifyResponse(context, { ceremony, row, assertion });
  return context.transact(async (unit) => {
    const { trx } = unit;
    const account = await lockAccountRow(trx, row.user_id, 'share');
    if (!account) throw passkeyNotAccepted();
    await assertFirstResponse(context, unit, ceremony, passkeyNotAccepted);
    if (!(await advancePasskey(trx, { row, counter, at: context.clock() }))) throw passkeyNotAccepted();
    if (previous !== undefined) await endSession(unit, previous);
    return openSession(context, trx, { userId: row.user_id, method: 'passkey', address, userAgent });
  });
}

/** Returns the new counter. */
async function verifyResponse(
  context: Context,
  {
    ceremony,
    row,
    assertion,
  }: { ceremony: Ceremony; row: PasskeyRow; assertion: AuthenticationResponseJSON },
): Promise<number> {
  const { origin, rpID } = partyOf(context);
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    // The account of the passkey, as the authenticator stored it.
    const { userHandle } = assertion.response;
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== row.user_id)
      throw new Error('The user handle is that of another account.');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: row.credential_id.toString('base64url'),
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
        transports: row.transports as AuthenticatorTransport[],
      },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    // A counter that went back may mean that the authenticator was copied.
    context.log.warn(
      { reason: (error as Error).message, passkeyId: row.passkey_id },
      'a passkey was not accepted',
    );
  }
  throw passkeyNotAccepted();
}
