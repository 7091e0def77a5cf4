import { seal, unseal } from '../../../platform/access/keys.ts';
import type { Context } from '../../../platform/context.ts';
import { networkOf } from '../../../platform/http/client-network.ts';
import { AUTHENTICATE, defineError, type ErrorDetail } from '../../../platform/http/errors.ts';
import { endSession, type OpenedSession, openSession } from '../sessions/sessions.service.ts';
import { type AccountRow, findAccountRow, lockAccountRow } from './account.queries.ts';
import { replaceHash } from './account.repository.ts';
import { hashPassword, isWeaklyHashed, verifyPassword } from './passwords.ts';
import { tryCode, tryPassword } from './sign-in-attempts.ts';
import { useCode } from './totp/use-code.ts';

/** Proof that the password was entered a moment ago, before the code is. */
export interface PasswordProof {
  userId: string;
  /** The time when that password was set. */
  changedAt: number | null;
}

/** The browser that signs in. */
export interface SignInPlace {
  address: string;
  userAgent: string | undefined;
  /** The secret of the session that it had until now, which ends. */
  previous: string | undefined;
}

/** A session, or the proof with which it is opened once the code is entered. */
export type SignedIn = { session: OpenedSession } | { needsCode: PasswordProof };

const unauthorized = (reason: string, message: string, detail: ErrorDetail) =>
  defineError({ status: 401, reason }, () => ({ message, details: [detail], headers: AUTHENTICATE }));
/** The error does not reveal which of both is wrong. */
export const incorrectCredentials = unauthorized(
  'incorrect-credentials',
  'The email address or the password is incorrect.',
  { path: 'password', message: 'or email address is incorrect' },
);
export const incorrectCode = unauthorized(
  'incorrect-code',
  'The code is incorrect or was already used. Enter the code that your authenticator app shows now.',
  { path: 'code', message: 'is incorrect or was already used' },
);
export const passwordChanged = unauthorized(
  'password-changed',
  'The password was just changed. Sign in with the new one.',
  { path: 'password', message: 'was just changed' },
);
export const codeRequired = unauthorized(
  'code-required',
  'Two-factor authentication is on. Send the code of your authenticator app as `code`.',
  { path: 'code', message: 'is required' },
);

/** Throws a 401 that does not reveal whether the account exists, and a 429 after too many failures. */
export async function signIn(
  context: Context,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  place: SignInPlace,
): Promise<SignedIn> {
  const account = await provePassword(context, { email, password, network: networkOf(place.address) });
  const proof = { userId: account.user_id, changedAt: account.password_changed_at?.getTime() ?? null };
  if (account.totp_confirmed_at !== null && code === undefined) return { needsCode: proof };
  return { session: await completeSignIn(context, proof, { code, place }) };
}

/** Opens a session for a person who knew the password, and who has the code if one is needed. */
export async function completeSignIn(
  context: Context,
  proof: PasswordProof,
  { code, place }: { code: string | undefined; place: SignInPlace },
): Promise<OpenedSession> {
  if (code === undefined) return open(context, proof, undefined, place) as Promise<OpenedSession>;
  let session: OpenedSession | undefined;
  await tryCode(proof.userId, context.clock(), async () => {
    session = await open(context, proof, code, place);
    return session !== undefined;
  });
  if (!session) throw incorrectCode();
  return session;
}

/** Undefined: the code is wrong. */
async function open(
  context: Context,
  { userId, changedAt }: PasswordProof,
  code: string | undefined,
  { address, userAgent, previous }: SignInPlace,
): Promise<OpenedSession | undefined> {
  return context.transact(async (unit) => {
    const account = await lockAccountRow(unit.trx, userId, 'share');
    // Otherwise a password that has just been replaced could still open a session, which no later change would end.
    if (!account || (account.password_changed_at?.getTime() ?? null) !== changedAt) throw passwordChanged();
    if (account.totp_confirmed_at !== null) {
      if (code === undefined) throw codeRequired();
      const isRight = await useCode(unit.trx, context.keyRing, { userId, code, now: context.clock() });
      if (!isRight) return undefined;
    }
    if (previous !== undefined) await endSession(unit, previous);
    return openSession(context, unit.trx, { userId, method: 'password', address, userAgent });
  });
}

async function provePassword(
  { db, clock }: Context,
  { email, password, network }: { email: string; password: string; network: string },
): Promise<AccountRow> {
  let account: AccountRow | undefined;
  const isRight = await tryPassword({ email, network }, clock(), async () => {
    account = await findAccountRow(db, { email });
    return verifyPassword(account?.password_hash ?? null, password);
  });
  if (!isRight || !account) throw incorrectCredentials();
  const { user_id: userId, password_hash: from } = account;
  if (from !== null && isWeaklyHashed(from)) {
    await replaceHash(db, { userId, from, to: await hashPassword(password) });
  }
  return account;
}

const PROOF_LIFETIME_MS = 5 * 60 * 1000;

/** For the page between password and code: only this service can read it. */
export const sealProof = (
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  proof: PasswordProof,
): string =>
  seal(
    keyRing.keys('sessions')[0] as Buffer,
    JSON.stringify({ ...proof, until: clock().getTime() + PROOF_LIFETIME_MS }),
  ).toString('base64url');

/** Undefined for one that is too old, or none. */
export function findProof(
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  sealed: string,
): PasswordProof | undefined {
  let opened: PasswordProof & { until: number };
  try {
    opened = JSON.parse(unseal(keyRing.keys('sessions'), Buffer.from(sealed, 'base64url')));
  } catch {
    // Forged, or older than a rotation of the secret.
    return undefined;
  }
  const { userId, changedAt, until } = opened;
  return until > clock().getTime() ? { userId, changedAt } : undefined;
}
