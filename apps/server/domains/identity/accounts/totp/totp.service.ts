import type { Transaction } from 'kysely';
import { openSecret, sealSecret } from '../../../../platform/access/secrets.ts';
import { assertUnbound } from '../../../../platform/access/unbound.ts';
import type { Context } from '../../../../platform/context.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { type ApiError, defineError, invalidRequest } from '../../../../platform/http/errors.ts';
import { type AccountRow, lockAccountRow } from '../account.queries.ts';
import { recordAccountChange } from '../account-events.ts';
import { accountDeleted, assertOwner, type Proof } from '../assert-owner.ts';
import type { Owner } from '../owner.ts';
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  deleteTotp,
  findTotpRow,
  putUnconfirmed,
  replaceRecoveryCodes,
  setConfirmed,
} from './totp.repository.ts';
import { findStep, newTotpSecret, totpUrl } from './totp.ts';

export const secondFactorAlreadyOn = defineError(
  { status: 409, reason: 'second-factor-already-on' },
  'Two-factor authentication is already on. Turn it off first to use another app.',
);
export const emailNotVerified = defineError(
  { status: 409, reason: 'email-not-verified' },
  'Verify your email address first. Until then, a password reset by email would turn off two-factor authentication.',
);
export const secondFactorNotStarted = defineError(
  { status: 409, reason: 'second-factor-not-started' },
  'There is nothing to confirm. Start with POST /v1/user/totp.',
);
export const secondFactorNotFound = defineError(
  { status: 404, reason: 'second-factor-not-found' },
  'Two-factor authentication is off.',
);
const INCORRECT_CODE = 'Incorrect code. Check your device’s clock.';
const incorrectCode = (): ApiError =>
  invalidRequest(INCORRECT_CODE, [{ path: 'code', message: INCORRECT_CODE }]);

interface BegunTotp {
  /** To be typed into the app. */
  secret: string;
  /** To be scanned by the app. */
  url: string;
}

/**
 * Sign-in does not require it before it is confirmed. Starting it requires a proof, because it could lock the
 * owner out.
 */
export async function beginTotp(
  context: Context,
  { actor }: Pick<Owner, 'actor'>,
  proof: Proof,
): Promise<BegunTotp> {
  assertUnbound(actor);
  const { userId } = actor;
  const { email } = await assertOwner(context, userId, proof);
  const secret = newTotpSecret();
  const sealed = sealSecret(context.keyRing, secret);
  await context.transact(async ({ trx }) => {
    const account = await lockAccount(trx, userId);
    if (account.totp_confirmed_at !== null) throw secondFactorAlreadyOn();
    // A reset by mail removes the second factor of an account with an unverified address.
    if (context.config.smtpUrl !== undefined && account.email_verified_at === null) throw emailNotVerified();
    await putUnconfirmed(trx, { userId, secret: sealed });
  });
  return present(context, secret, email);
}

const present = ({ config }: Pick<Context, 'config'>, secret: string, email: string): BegunTotp => ({
  secret,
  url: totpUrl(secret, { email, host: new URL(config.baseUrl).hostname }),
});

/** Makes sign-in require it. Returns the recovery codes, which are shown only once. */
export async function confirmTotp(
  context: Context,
  { actor, cause }: Owner,
  code: string,
): Promise<string[]> {
  assertUnbound(actor);
  const { userId } = actor;
  const codes = newRecoveryCodes();
  await context.transact(async ({ trx }) => {
    const at = context.clock();
    const account = await lockAccount(trx, userId);
    const row = await findTotpRow(trx, userId);
    if (row?.confirmed_at) throw secondFactorAlreadyOn();
    if (!row) throw secondFactorNotStarted();
    const secret = openSecret(context.keyRing, row.secret);
    const step = findStep(secret, code.replace(/\s/g, ''), at);
    if (step === undefined) throw incorrectCode();
    await setConfirmed(trx, { userId, step, at });
    await replaceRecoveryCodes(trx, userId, codes.map(toDigest));
    await recordAccountChange(trx, cause, { account, payload: TURNED_ON, at });
  });
  return codes;
}

export async function endTotp(context: Context, { actor, cause }: Owner, proof: Proof): Promise<void> {
  assertUnbound(actor);
  const { userId } = actor;
  await assertOwner(context, userId, proof);
  await context.transact(async ({ trx }) => {
    const account = await lockAccount(trx, userId);
    const isKnown = (await findTotpRow(trx, userId)) !== undefined;
    if (!isKnown) throw secondFactorNotFound();
    const wasOn = await deleteTotp(trx, userId);
    if (wasOn) await recordAccountChange(trx, cause, { account, payload: TURNED_OFF, at: context.clock() });
  });
}

/** Replaces the recovery codes, of which the earlier ones stop working. Returns the new ones, shown only once. */
export async function renewRecoveryCodes(
  context: Context,
  { actor, cause }: Owner,
  proof: Proof,
): Promise<string[]> {
  assertUnbound(actor);
  const { userId } = actor;
  await assertOwner(context, userId, proof);
  const codes = newRecoveryCodes();
  await context.transact(async ({ trx }) => {
    const account = await lockAccount(trx, userId);
    if (account.totp_confirmed_at === null) throw secondFactorNotFound();
    await replaceRecoveryCodes(trx, userId, codes.map(toDigest));
    await recordAccountChange(trx, cause, { account, payload: CODES_RENEWED, at: context.clock() });
  });
  return codes;
}

const toDigest = (code: string): Buffer => digestRecoveryCode(code) as Buffer;

const CODES_RENEWED = { after: { recoveryCodes: { renewed: true } } };
const TURNED_ON = { before: { secondFactor: false }, after: { secondFactor: true } };
export const TURNED_OFF = { before: { secondFactor: true }, after: { secondFactor: false } };

async function lockAccount(trx: Transaction<DB>, userId: string): Promise<AccountRow> {
  const account = await lockAccountRow(trx, userId, 'no key update');
  if (!account) throw accountDeleted();
  return account;
}
