import type { Transaction } from 'kysely';
import type { KeyRing } from '../../../../platform/access/keys.ts';
import { openSecret } from '../../../../platform/access/secrets.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { digestRecoveryCode } from './recovery-codes.ts';
import { findTotpRow, takeRecoveryCode, takeStep } from './totp.repository.ts';
import { findStep } from './totp.ts';

/** Whether it is an unused code of the user's second factor or an unused recovery code; marks it as used. */
export async function useCode(
  trx: Transaction<DB>,
  keyRing: KeyRing,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const row = await findTotpRow(trx, userId);
    const step = row && findStep(openSecret(keyRing, row.secret), digits, now);
    return step !== undefined && takeStep(trx, userId, step);
  }
  const digest = digestRecoveryCode(code);
  return digest !== undefined && takeRecoveryCode(trx, userId, digest);
}
