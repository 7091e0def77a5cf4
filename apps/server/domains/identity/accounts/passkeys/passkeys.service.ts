import { newId } from '@lectern/std/ids';
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import { assertUnbound } from '../../../../platform/access/unbound.ts';
import type { Context } from '../../../../platform/context.ts';
import { AUTHENTICATE, defineError, defineNotFound } from '../../../../platform/http/errors.ts';
import { endSession, type OpenedSession, openSession } from '../../sessions/sessions.service.ts';
import { lockAccountRow } from '../account.queries.ts';
import { recordAccountChange } from '../account-events.ts';
import { sendNotice } from '../account-notices.ts';
import { accountDeleted, assertOwner, type Proof } from '../assert-owner.ts';
import type { Owner } from '../owner.ts';
import type { SignInPlace } from '../sign-in.service.ts';
import { beginCeremony, type Ceremony, findCeremony } from './ceremony.ts';
import {
  deletePasskeyRow,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  renamePasskeyRow,
} from './passkeys.repository.ts';
import {
  isFirstResponse,
  type PasskeyResponse,
  partyOf,
  useResponse,
  verifyResponse,
  webAuthn,
} from './verify-passkey.ts';

export const passkeyNotFound = defineNotFound('passkey-not-found', 'passkey');
export const passkeyRefused = defineError({ status: 400, reason: 'passkey-refused' }, (why: string) => ({
  message: `The passkey was not accepted: ${why} Begin again.`,
}));
export const passkeyNotAccepted = defineError({ status: 401, reason: 'passkey-not-accepted' }, () => ({
  message: 'The passkey was not accepted. Try again, or sign in with your password.',
  headers: AUTHENTICATE,
}));
export const noPasskeys = defineError(
  { status: 409, reason: 'no-passkeys' },
  'This account has no passkeys. Confirm with the password.',
);
export const tooManyPasskeys = defineError(
  { status: 409, reason: 'too-many-passkeys' },
  'This account has 20 passkeys, as many as it can have. Remove one first.',
);

const MAX_PASSKEYS = 20;

/** Returns what the browser asks an authenticator to make. Requires a proof, as every change of how to sign in. */
export async function beginAddingPasskey(
  context: Context,
  { actor }: Pick<Owner, 'actor'>,
  proof: Proof,
): Promise<{ ceremony: string; options: object }> {
  assertUnbound(actor);
  const { userId } = actor;
  const { email, display_name } = await assertOwner(context, userId, proof);
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
    if (!(await isFirstResponse(context, unit, ceremony)))
      throw passkeyRefused('the question was answered before.');
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
  { passkeyId, ...proof }: Proof & { passkeyId: string },
): Promise<void> {
  assertUnbound(actor);
  const { userId } = actor;
  await assertOwner(context, userId, proof);
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
  answer: PasskeyResponse,
  { address, userAgent, previous }: SignInPlace,
): Promise<OpenedSession> {
  const verified = await verifyResponse(context, answer, { purpose: 'sign-in' });
  if (!verified) throw passkeyNotAccepted();
  const { user_id: userId } = verified.row;
  return context.transact(async (unit) => {
    const account = await lockAccountRow(unit.trx, userId, 'share');
    if (!account || !(await useResponse(context, unit, verified))) throw passkeyNotAccepted();
    if (previous !== undefined) await endSession(unit, previous);
    return openSession(context, unit.trx, { userId, method: 'passkey', address, userAgent });
  });
}

/** Returns what the browser asks an authenticator with a passkey of the user, in place of the password. */
export async function beginConfirmation(
  context: Context,
  { actor }: Pick<Owner, 'actor'>,
): Promise<{ ceremony: string; options: object }> {
  assertUnbound(actor);
  const { userId } = actor;
  const rows = await listPasskeyRows(context.db, userId);
  if (rows.length === 0) throw noPasskeys();
  const { ceremony, challenge } = beginCeremony(context, { purpose: 'confirm', userId });
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: partyOf(context).rpID,
    challenge,
    userVerification: 'required',
    allowCredentials: rows.map(describe),
  });
  return { ceremony, options };
}
